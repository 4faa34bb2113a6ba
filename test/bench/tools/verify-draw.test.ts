import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { root } from "../../../bench/tools/project.ts";
import { verifyDrawCommand } from "../../../bench/tools/verify-draw.ts";
import { edgeAssertion } from "../../../worker/credentials/edge.ts";
import { issueReceipt } from "../../../worker/credentials/receipt.ts";
import { publicKeySet } from "../../../worker/keys.ts";
import { makeDraw } from "../../durable-objects/domain/draw/draw.ts";
import { allPlaces } from "../../durable-objects/domain/draw/independent-verifier.ts";
import { freshConfig, noonMs, origin } from "../../support/deployment.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const draw = makeDraw({ sizes: { main: 40, vip: 3 } });
const single = makeDraw({ sizes: { main: 40 }, chain: null });
const config = await freshConfig();

async function files(contents: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  const paths: Record<string, string> = {};
  for (const [name, content] of Object.entries(contents)) {
    paths[name] = join(folder, name);
    await writeFile(paths[name], content instanceof Uint8Array ? content : typeof content === "string" ? content : JSON.stringify(content));
  }
  return paths;
}

const placesOf = (size: number, lane: string) =>
  allPlaces({
    commitment: draw.revealed.commitments[0]!,
    seed: draw.revealed.seed!,
    size,
    lane,
    randomness: draw.revealed.beacon!.randomness,
  });

describe("npm run verify-draw", () => {
  test("case 31: checks all, and finds the place of a receipt and of every number", async () => {
    const {
      p = "",
      k = "",
      m = "",
      v = "",
    } = await files({
      p: draw.revealed,
      k: publicKeySet(config),
      m: draw.leaves.get("main"),
      v: draw.leaves.get("vip"),
    });
    const receipt = await issueReceipt(config, draw.receiptOf("main", 7));
    const out = join(await temporaryFolder(), "places.csv");
    const args = [p, "--receipt", receipt, "--jwks", k, "--leaves", `main=${m}`, "--leaves", `vip=${v}`, "--all", out];
    const { ok, lines } = await verifyDrawCommand(args);
    expect(ok).toBe(true);
    expect(lines.at(-1)).toBe("9 checks passed, 0 failed, 1 open");
    expect(lines).toContain(`number 7 of main: place ${placesOf(40, "main")[6]} of 40`);
    const [, vip] = placesOf(3, "vip");
    expect((await verifyDrawCommand([p, "--number", "2", "--lane", "vip"])).lines).toContain(`number 2 of vip: place ${vip} of 3`);
    const rows = (["main", "vip"] as const).flatMap((lane) =>
      placesOf(lane === "main" ? 40 : 3, lane).map((place, index) => `${lane},${index + 1},${place}`),
    );
    expect(await readFile(out, "utf8")).toBe(["lane,number,place", ...rows, ""].join("\n"));
  });

  test("a lie is named, and the command as a process exits 1", async () => {
    const { p = "" } = await files({ p: { ...single.revealed, seed: "00".repeat(32) } });
    expect((await verifyDrawCommand([p])).ok).toBe(false);
    const failed = await promisify(execFile)(process.execPath, [join(root, "bench/tools/verify-draw.ts"), p]).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/^WRONG {2}seed .*not the one that was promised/m) });
  });

  test("before the reveal no place is told, and after it one who came later keeps his", async () => {
    const { p = "", q = "" } = await files({ p: single.frozen, q: single.revealed });
    expect((await verifyDrawCommand([p, "--number", "7"])).lines).toContain("number 7 of main: its place can't be known before the reveal");
    await expect(verifyDrawCommand([p, "--all", "/nowhere/x.csv"])).rejects.toThrow("before the reveal");
    const { lines } = await verifyDrawCommand([q, "--number", "41"]);
    expect(lines).toContain("number 41 of main: place 41, as it came after the 40 drawn");
  });

  test("reads from a room on the loopback address, and follows no redirect", async () => {
    const server = createServer((request, response) =>
      request.url === "/draw"
        ? response.end(JSON.stringify(single.revealed))
        : response.writeHead(request.url === "/moved" ? 302 : 404, { Location: "/draw" }).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => (server.closeAllConnections(), void server.close()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await verifyDrawCommand([`${url}/draw`])).ok).toBe(true);
    await expect(verifyDrawCommand([`${url}/moved`])).rejects.toThrow("cannot read");
    await expect(verifyDrawCommand([`${url}/none`])).rejects.toThrow("it answers 404");
    await expect(verifyDrawCommand(["http://shop.example/draw"])).rejects.toThrow("only https");
  });

  test("a receipt of other keys, and another token of the room's, are refused", async () => {
    const { p = "", k = "" } = await files({ p: draw.revealed, k: publicKeySet(config) });
    const strange = await issueReceipt(await freshConfig(), draw.receiptOf("main", 7));
    for (const token of [strange, await edgeAssertion(config, origin, noonMs), "x", ""])
      await expect(verifyDrawCommand([p, "--receipt", token, "--jwks", k])).rejects.toThrow("not one that these keys signed");
    await expect(verifyDrawCommand([p, "--receipt", strange])).rejects.toThrow("--receipt needs --jwks");
  });

  test.each([
    [[], "name one publication"],
    [["a", "b"], "name one publication"],
    [["/nowhere"], "cannot read /nowhere"],
    [["P", "--number", "0", "--lane", "main"], "--number must be"],
    [["P", "--number", "1e3", "--lane", "main"], "--number must be"],
    [["P", "--number", "7"], "--lane must name one of main, vip"],
    [["P", "--number", "7", "--lane", "other"], 'there is no lane "other"'],
    [["P", "--leaves", "other=x"], 'there is no lane "other"'],
    [["P", "--what"], "Unknown option"],
    [["J"], "is no JSON"],
    [["E"], "is no publication of a draw: state is not one of"],
  ])("%o is refused, and told why", async (args, message) => {
    const paths = await files({ P: draw.revealed, J: "<html>", E: {} });
    await expect(verifyDrawCommand(args.map((arg) => paths[arg] ?? arg))).rejects.toThrow(message);
  });
});
