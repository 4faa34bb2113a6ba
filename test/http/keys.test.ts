import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base64url } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeKeys, type KeySet } from "../../bench/tools/keys.ts";
import { SHOP_PAGE, startOrigin, type TestOrigin } from "../support/origin.ts";
import { startRoom, type Room, type RoomOptions } from "../support/room.ts";
import { TestVisitor } from "../support/visitor.ts";

let origin: TestOrigin;
let keys: KeySet;

beforeAll(async () => {
  origin = await startOrigin();
  keys = await makeKeys({ issuer: "https://room.test", dev: true, nowMs: Date.now() });
});

afterAll(() => origin?.stop());

/** Runs one room for one check; `lines` is what it logs. */
async function withRoom(options: Partial<RoomOptions>, check: (room: Room, lines: string[]) => Promise<void>): Promise<void> {
  const lines: string[] = [];
  const room = await startRoom({ origin: origin.url, keys, onLog: (line) => lines.push(line), ...options });
  origin.seen.length = 0;
  try {
    await check(room, lines);
  } finally {
    await room.stop();
  }
}

const PATHS = ["/", "/shop", "/_stanchion/v1/status", "/_stanchion/jwks.json", "/_stanchion/api/v1/events", "/robots.txt"];

describe("S15: a room that is not whole serves nobody and says what to set", () => {
  const shortKey = base64url.encode(new Uint8Array(16).fill(7));

  test.each([
    ["no ticket key", { STANCHION_TICKET_KEYS: "" }, "STANCHION_TICKET_KEYS"],
    ["a short ticket key", { STANCHION_TICKET_KEYS: JSON.stringify([{ kid: "dev-a", key: shortKey }]) }, "STANCHION_TICKET_KEYS"],
    ["no pass key", { STANCHION_PASS_KEYS: "" }, "STANCHION_PASS_KEYS"],
    ["no deployment", { STANCHION_DEPLOYMENT: "" }, "STANCHION_DEPLOYMENT"],
    ["an override that is none", { STANCHION_OVERRIDE: "open" }, "STANCHION_OVERRIDE"],
  ] as [string, Record<string, string>, string][])("%s", async (_, bindings, named) => {
    await withRoom({ bindings }, async (room, lines) => {
      for (const path of PATHS) {
        const answer = await room.ask({ path, headers: { Accept: "text/html" } });
        expect(answer.status, path).toBe(503);
        expect(answer.json(), path).toMatchObject({ code: "misconfigured" });
        expect(answer.body, path).not.toContain(named);
      }
      expect(origin.seen).toEqual([]);
      await expect.poll(() => lines.filter((line) => line.includes(named)).length).toBe(1);
      const log = lines.join("\n");
      for (const secret of [
        shortKey,
        JSON.parse(keys.secrets.STANCHION_TICKET_KEYS)[0].key,
        JSON.parse(keys.secrets.STANCHION_PASS_KEYS)[0].jwk.d,
      ])
        expect(log).not.toContain(secret);
    });
  });
});

describe("S15: keys made for development", () => {
  test("serve a loopback host only", async () => {
    await withRoom({ hosts: { "shop.example": origin.url } }, async (room) => {
      for (const path of PATHS) {
        const answer = await room.ask({ path, headers: { Host: "shop.example", Accept: "text/html" } });
        expect([answer.status, answer.json().code], path).toEqual([503, "dev-keys"]);
      }
      expect((await room.ask({ path: "/_stanchion/jwks.json" })).status).toBe(200);
      // No header makes a host a loopback one.
      for (const headers of [{ "X-Forwarded-Host": "shop.localhost" }, { Forwarded: "host=localhost;for=127.0.0.1" }] as Record<
        string,
        string
      >[]) {
        expect((await room.ask({ path: "/", headers: { Host: "shop.example", ...headers } })).json().code).toBe("dev-keys");
      }
      expect(origin.seen).toEqual([]);
    });
  });

  test("serve nobody where the listener is not told to be on loopback", async () => {
    await withRoom({ bindings: { STANCHION_LISTENER: "" } }, async (room) => {
      for (const path of PATHS) expect((await room.ask({ path })).json().code, path).toBe("dev-keys");
    });
  });
});

test("S15: the key set has public members only", async () => {
  await withRoom({}, async (room) => {
    const answer = await room.ask({ path: "/_stanchion/jwks.json" });
    expect(answer.headers["content-type"]).toBe("application/jwk-set+json");
    const { keys: published } = answer.json();
    expect(published).toHaveLength(1);
    expect(Object.keys(published[0]).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
    expect(answer.body).not.toContain(JSON.parse(keys.secrets.STANCHION_PASS_KEYS)[0].jwk.d);
    expect((await room.ask({ path: "/_stanchion/jwks.json", headers: { "If-None-Match": answer.headers.etag } })).status).toBe(304);
    expect((await room.ask({ method: "POST", path: "/_stanchion/jwks.json", body: "{}" })).status).toBe(405);
  });
});

test("case 48: without organiser keys only the organiser API is off, and the log says what to set; case 50: a rotated key's passes live on", async () => {
  const storageDir = await mkdtemp(join(tmpdir(), "stanchion-keys-"));
  const second = await makeKeys({ issuer: keys.issuer, dev: true, nowMs: Date.now() });
  const rotated = {
    STANCHION_TICKET_KEYS: JSON.stringify([
      ...JSON.parse(second.secrets.STANCHION_TICKET_KEYS),
      ...JSON.parse(keys.secrets.STANCHION_TICKET_KEYS),
    ]),
    STANCHION_PASS_KEYS: JSON.stringify([
      ...JSON.parse(second.secrets.STANCHION_PASS_KEYS),
      ...JSON.parse(keys.secrets.STANCHION_PASS_KEYS),
    ]),
  };
  let old: TestVisitor | null = null;
  let waiting: TestVisitor | null = null;
  try {
    await withRoom({ storageDir }, async (room) => {
      await room.createEvent({ id: "shop", paths: ["/shop"] });
      await room.createEvent({ id: "line", paths: ["/line"], doors: "stopped" });
      old = new TestVisitor(room, { event: "shop" });
      for (let request = 0; request < 3; request++) await old.open("/shop");
      waiting = new TestVisitor(room, { event: "line" });
      await waiting.join("/line");
    });
    await withRoom({ storageDir, bindings: { STANCHION_ORGANISER_KEYS: "", ...rotated } }, async (room, lines) => {
      for (const path of ["events", "events/shop", "nothing"]) {
        const answer = await room.organise("GET", path);
        expect([answer.status, answer.json().code], path).toEqual([503, "organiser-keys-missing"]);
      }
      expect((await room.ask({ path: "/_stanchion/api/v1/events" })).status).toBe(503);
      await expect.poll(() => lines.some((line) => line.includes("STANCHION_ORGANISER_KEYS"))).toBe(true);

      // Visitors notice nothing: neither of the missing keys nor of the rotated ones.
      const holder = new TestVisitor(room, { event: "shop", from: old?.from ?? "" });
      holder.jar.store([`stanchion-p-shop.main=${old?.cookie()}`]);
      expect((await holder.open("/shop")).body).toContain(SHOP_PAGE);
      const queued = new TestVisitor(room, { event: "line", from: waiting?.from ?? "" });
      queued.jar.store([`stanchion-p-line.main=${waiting?.cookie()}`]);
      expect((await queued.status()).position).toBe(1);
      const newcomer = new TestVisitor(room, { event: "line" });
      expect((await newcomer.join("/line")).status.position).toBe(2);
      const kids = (await room.ask({ path: "/_stanchion/jwks.json" })).json().keys.map(({ kid }: { kid: string }) => kid);
      expect(kids).toHaveLength(2);
      const fresh = new TestVisitor(room, { event: "shop" });
      await fresh.open("/shop");
      expect(JSON.parse(Buffer.from((fresh.cookie() ?? "").split(".")[0] ?? "", "base64url").toString()).kid).toBe(kids[0]);
    });
  } finally {
    await rm(storageDir, { recursive: true, force: true });
  }
});
