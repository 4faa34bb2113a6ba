import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type BeaconSource, fetchRound } from "../../durable-objects/beacon-client.ts";
import { chainHashOf, quicknet } from "../../durable-objects/domain/draw/beacon.ts";
import { quicknetRounds, testChain } from "../support/beacon.ts";
import { sha256 } from "./domain/draw/node-sha256.ts";

const { chain, sign } = testChain();
const [round7, round8] = [sign(7), sign(8)];

/** A relay on the loopback address; answers what it was asked for, too. */
async function relay(answer: RequestListener): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const says =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(typeof body === "string" ? body : JSON.stringify(body));

const source = (url: string, changes: Partial<BeaconSource> = {}): BeaconSource => ({
  url,
  chain,
  fetch: (asked, init) => fetch(asked, init),
  allowLoopback: true,
  ...changes,
});

describe("a relay that says what is so", () => {
  test("is asked for the chain's round, and what it says is verified", async () => {
    const { url, asked } = await relay(says(round7));
    expect(await fetchRound(source(`${url}/`), 7)).toEqual({ ok: true, beacon: round7 });
    expect(asked).toEqual([`GET /${chainHashOf(sha256, chain)}/public/7`]);
  });

  test("quicknet's own answer is taken", async () => {
    const [, real] = quicknetRounds;
    const { url } = await relay(says(real));
    expect(await fetchRound(source(url, { chain: quicknet }), real.round)).toEqual({ ok: true, beacon: real });
  });

  test.each([404, 425])("%d: the round has not come yet", async (status) => {
    const { url } = await relay(says({ error: "not yet" }, status));
    expect(await fetchRound(source(url), 7)).toEqual({ ok: false, reason: "not-there" });
  });
});

describe("S14: a relay that lies", () => {
  test.each([
    ["another round", round8, "wrong-round"],
    ["another round under this one's number", { ...round8, round: 7 }, "wrong-signature"],
    ["another chain's signature", testChain("other").sign(7), "wrong-signature"],
    ["a signature that is no point", { ...round7, signature: "ab".repeat(48) }, "wrong-signature"],
    ["no signature", { round: 7 }, "malformed"],
    ["a short signature", { ...round7, signature: round7.signature.slice(2) }, "malformed"],
    ["a signature in capitals", { ...round7, signature: round7.signature.toUpperCase() }, "malformed"],
    ["a round in words", { ...round7, round: "7" }, "malformed"],
    ["a list", [round7], "malformed"],
    ["null", "null", "malformed"],
    ["no JSON", "<html>", "malformed"],
    ["nothing", "", "malformed"],
  ])("%s", async (_, body, reason) => {
    const { url } = await relay(says(body));
    expect(await fetchRound(source(url), 7)).toEqual({ ok: false, reason });
  });

  test("its randomness is not believed", async () => {
    const { url } = await relay(says({ ...round7, randomness: "00".repeat(32) }));
    expect(await fetchRound(source(url), 7)).toEqual({ ok: true, beacon: round7 });
  });
});

describe("S16: a relay that is none", () => {
  test("more than 64 KB are not read", async () => {
    let written = 0;
    const { url } = await relay((_, response) => {
      const more = (): void => {
        while (!response.destroyed && written < 50_000_000 && response.write(" ".repeat(65_536))) written += 65_536;
      };
      response.on("drain", more);
      more();
    });
    expect(await fetchRound(source(url), 7)).toEqual({ ok: false, reason: "too-big" });
    expect(written).toBeLessThan(50_000_000);
  });

  test.each([301, 302, 307, 308])("a redirect (%d) is not followed", async (status) => {
    const canary = await relay(says(round7));
    const { url } = await relay((_, response) => response.writeHead(status, { Location: canary.url }).end());
    expect(await fetchRound(source(url), 7)).toEqual({ ok: false, reason: "unreachable" });
    expect(canary.asked).toEqual([]);
  });

  test.each([
    ["says nothing", () => undefined],
    [
      "says it a byte at a time",
      (_, response) => {
        const timer = setInterval(() => response.write(" "), 200);
        response.on("close", () => clearInterval(timer));
      },
    ],
  ] satisfies [string, RequestListener][])("one that %s is given up after 5 s", async (_, answer) => {
    const { url } = await relay(answer);
    const before = performance.now();
    expect(await fetchRound(source(url), 7)).toEqual({ ok: false, reason: "timeout" });
    expect(performance.now() - before).toBeGreaterThan(4_500);
    expect(performance.now() - before).toBeLessThan(9_000);
  });

  test("an error, and nobody there", async () => {
    const { url } = await relay(says({}, 500));
    expect(await fetchRound(source(url), 7)).toEqual({ ok: false, reason: "unreachable" });
    expect(await fetchRound(source("http://127.0.0.1:1"), 7)).toEqual({ ok: false, reason: "unreachable" });
  });

  test.each([
    ["plain http elsewhere", "http://api.example", true],
    ["loopback that is not allowed", "http://127.0.0.1:8080", false],
    ["a name that begins like loopback", "http://localhost.example", true],
    ["a name and a password", "https://a:b@api.example", true],
    ["a query", "https://api.example/?a=b", true],
    ["another scheme", "file:///etc/passwd", true],
    ["no URL", "api.example", true],
  ])("%s is not asked", async (_, url, allowLoopback) => {
    let asked = 0;
    const counting = () => ((asked += 1), Promise.reject(new Error("asked")));
    expect(await fetchRound(source(url, { allowLoopback, fetch: counting }), 7)).toEqual({ ok: false, reason: "address" });
    expect(asked).toBe(0);
    expect(await fetchRound(source("https://api.example/drand", { fetch: counting }), 7)).toEqual({ ok: false, reason: "unreachable" });
    expect(asked).toBe(1);
  });
});
