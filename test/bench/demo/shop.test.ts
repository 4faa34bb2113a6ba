import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeServer, listenOnLoopback } from "../../../bench/demo/http-server.ts";
import type { RunningShop } from "../../../bench/demo/shop.ts";
import { openShop } from "../../../bench/demo/shop.ts";

const issuer = "http://room.example";
const pair = await generateKeyPair("Ed25519", { extractable: true });
const stranger = await generateKeyPair("Ed25519");
const room = createServer((_request, response) => {
  void exportJWK(pair.publicKey).then((jwk) => response.end(JSON.stringify({ keys: [{ ...jwk, kid: "a", alg: "EdDSA" }] })));
});

let shop: RunningShop;
let origin = "";
let control = "";

async function freePort(): Promise<number> {
  const server = createServer();
  await listenOnLoopback(server, 0);
  const { port } = server.address() as AddressInfo;
  await closeServer(server);
  return port;
}

beforeAll(async () => {
  await listenOnLoopback(room, 0);
  const [port, controlPort] = [await freePort(), await freePort()];
  origin = `http://127.0.0.1:${port}`;
  control = `http://127.0.0.1:${controlPort}`;
  const keySetUrl = `http://127.0.0.1:${(room.address() as AddressInfo).port}/_stanchion/jwks.json`;
  shop = await openShop({ port, controlPort, issuer, origin, keySetUrl });
});

afterAll(async () => {
  await shop.stop();
  await closeServer(room);
});

interface Token {
  readonly typ?: string;
  readonly aud?: string;
  readonly iss?: string;
  readonly expSeconds?: number;
  readonly key?: CryptoKey;
  readonly claims?: Record<string, unknown>;
}

function token({ typ = "stanchion-edge+jwt", aud = origin, iss = issuer, expSeconds = 60, key, claims }: Token): Promise<string> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...claims, aud, iss, iat: nowSeconds, exp: nowSeconds + expSeconds })
    .setProtectedHeader({ alg: "EdDSA", kid: "a", typ })
    .sign(key ?? pair.privateKey);
}

async function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(origin + path, { redirect: "manual", ...init, headers: { "Stanchion-Edge": await token({}), ...init.headers } });
}

describe("S7: the shop serves only what the room vouches for", () => {
  it("answers a request with a good assertion", async () => {
    expect((await get("/tickets")).status).toBe(200);
  });

  it.each<[string, () => Promise<string | null>]>([
    ["no assertion", () => Promise.resolve(null)],
    ["garbage", () => Promise.resolve("x.y.z")],
    ["another origin's", () => token({ aud: "http://127.0.0.1:1" })],
    ["another issuer's", () => token({ iss: "http://other.example" })],
    ["an expired one", () => token({ expSeconds: -1 })],
    ["a pass in its place", () => token({ typ: "stanchion-pass+jwt" })],
    ["one signed by a stranger", () => token({ key: stranger.privateKey })],
  ])("refuses %s with 403", async (_what, make) => {
    const value = await make();
    const response = await fetch(`${origin}/tickets`, value === null ? {} : { headers: { "Stanchion-Edge": value } });
    expect(response.status).toBe(403);
  });

  it("refuses an assertion it has seen before, once it has expired", async () => {
    // Of whole seconds: one that expires in "one" may have none left.
    const headers = { "Stanchion-Edge": await token({ expSeconds: 2 }) };
    expect((await fetch(`${origin}/`, { headers })).status).toBe(200);
    await new Promise((settle) => setTimeout(settle, 2100));
    expect((await fetch(`${origin}/`, { headers })).status).toBe(403);
  });
});

describe("shopping", () => {
  it("sells: list, show, form, purchase, thanks, and tells the room that the visit is over", async () => {
    const list = await (await get("/tickets")).text();
    expect(list).toContain('href="/tickets/night-trains"');
    expect(await (await get("/tickets/night-trains")).text()).toContain("/checkout?show=night-trains");
    const form = await (await get("/checkout?show=night-trains")).text();
    const order = /name="order" value="([^"]+)"/u.exec(form)?.[1] ?? "";

    const buy = (): Promise<Response> => get("/checkout", { method: "POST", body: new URLSearchParams({ show: "night-trains", order }) });
    const sold = await buy();
    expect([sold.status, sold.headers.get("location")]).toEqual([303, "/thanks"]);
    const left = async (): Promise<string | undefined> =>
      /([\d,]+) seats left/u.exec(await (await get("/tickets/night-trains")).text())?.[1];
    expect(await left()).toBe("4999");
    await buy();
    expect(await left()).toBe("4999");

    expect((await get("/thanks")).headers.get("stanchion-session")).toBe("end; reason=bought");
  });

  it("shows the place of whoever comes with a genuine pass, and nothing of a forged one", async () => {
    const pass = { typ: "stanchion-pass+jwt", aud: "demo.1.general", claims: { pos: 321 } };
    const page = async (key: CryptoKey): Promise<string> =>
      (await get("/tickets", { headers: { "Stanchion-Pass": await token({ ...pass, key }) } })).text();
    expect(await page(pair.privateKey)).toContain("place 321");
    expect(await page(stranger.privateKey)).not.toContain("place 321");
  });

  it("answers 404 and 405 where there is nothing", async () => {
    expect((await get("/tickets/none")).status).toBe(404);
    expect((await get("/checkout?show=none")).status).toBe(404);
    expect((await get("/a/b/c")).status).toBe(404);
    expect((await get("/tickets", { method: "DELETE" })).status).toBe(405);
  });
});

describe("the shop's control", () => {
  const post = (path: string, body: string, headers = {}): Promise<Response> => fetch(control + path, { method: "POST", body, headers });

  it("tells the load", async () => {
    const load = await (await fetch(`${control}/load`)).json();
    expect(load).toMatchObject({ workers: 12, busy: 0, backlog: 0, check: "on", state: "up" });
  });

  it("lifts the check and puts it back", async () => {
    expect((await post("/check", "off")).status).toBe(200);
    expect((await fetch(`${origin}/tickets`)).status).toBe(200);
    await post("/check", "on");
    expect((await fetch(`${origin}/tickets`)).status).toBe(403);
  });

  it("refuses web pages and other names", async () => {
    expect((await post("/check", "off", { Origin: "http://evil.example" })).status).toBe(403);
    expect((await fetch(`${control.replace("127.0.0.1", "localhost")}/load`)).status).toBe(403);
    expect((await fetch(`${origin}/tickets`)).status).toBe(403);
  });

  it("refuses what is no number of workers", async () => {
    for (const body of ["", "0", "-1", "1.5", "1e9", "NaN", "x"]) expect((await post("/capacity", body)).status).toBe(422);
    expect(await (await post("/capacity", "3")).json()).toMatchObject({ workers: 3 });
    await post("/capacity", "12");
  });
});
