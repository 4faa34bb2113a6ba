import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sign } from "../../../worker/credentials/jws.ts";
import { issuePass, passToken, verifyPass } from "../../../worker/credentials/pass.ts";
import { verifiedCacheOf } from "../../../worker/credentials/verified-cache.ts";
import {
  configFrom,
  entriesOf,
  freshBindings,
  freshConfig,
  freshKeys,
  issuer,
  noonMs,
  scopeOf,
  sessionAt,
} from "../../support/deployment.ts";
import { decode, forgeries, garbage, withMac } from "../../support/forgeries.ts";

const config = await freshConfig();
const scope = scopeOf(config);
const pass = await issuePass(scope, sessionAt(42, { epoch: 3 }), 600);
const malformed = { ok: false, reason: "malformed" };

describe("a pass", () => {
  test("says what the event granted", async () => {
    const claims = {
      position: 42,
      grantedAtMs: noonMs,
      provisional: false,
      epoch: 3,
      idleSeconds: 600,
      issuedAtMs: noonMs,
      generation: 0,
      expiresAtMs: noonMs + 600_000,
    };
    expect(pass.claims).toEqual(claims);
    expect(await verifyPass(scope, pass.value)).toEqual({ ok: true, claims });
    expect(await verifyPass(scope, pass.value)).toEqual({ ok: true, claims });
    expect(passToken(pass.value)).toBe(pass.token);
  });

  test("S6: carries its generation; the first, and a pass from before there were any, is 0", async () => {
    const first = await issuePass(scope, sessionAt(42), 600);
    const second = await issuePass(scope, { ...sessionAt(42), generation: 2 }, 600);
    expect(
      [first.token, second.token].map((token) => "gen" in JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())),
    ).toEqual([false, true]);
    expect(await verifyPass(scope, first.value)).toMatchObject({ ok: true, claims: { generation: 0 } });
    expect(await verifyPass(scope, second.value)).toMatchObject({ ok: true, claims: { generation: 2 } });
  });

  test("has the agreed form", async () => {
    const [header = "", payload = ""] = pass.token.split(".");
    const seconds = noonMs / 1_000;
    expect(decode(header)).toEqual({ alg: "EdDSA", typ: "stanchion-pass+jwt", kid: config.passKeys[0].kid });
    expect(decode(payload)).toEqual({
      iss: issuer,
      aud: "on-sale.1.main",
      pos: 42,
      iat: seconds,
      exp: seconds + 600,
      gat: seconds,
      ep: 3,
      idle: 600,
    });
    expect(pass.value.slice(pass.token.length)).toMatch(/^~[\w-]{22}$/);
    const provisional = await issuePass(scope, sessionAt(1, { provisional: true }), 600);
    expect(decode(provisional.token.split(".")[1] ?? "")).toMatchObject({ prov: true });
    expect(await verifyPass(scope, provisional.value)).toMatchObject({ ok: true, claims: { provisional: true } });
  });

  test("never lives longer than the session: its expiry is rounded down", async () => {
    const { value, claims } = await issuePass(scope, sessionAt(1, { expiresAtMs: noonMs + 30_999 }), 600);
    expect(claims.expiresAtMs).toBe(noonMs + 30_000);
    expect(await verifyPass(scopeOf(config, { nowMs: noonMs + 29_999 }), value)).toMatchObject({ ok: true });
  });

  test("S7: as the origin sees it is no credential", async () => {
    expect(await verifyPass(scope, pass.token)).toEqual(malformed);
    expect(await verifyPass(scope, `${pass.token}~`)).toEqual(malformed);
    const [, mac] = (await issuePass(scope, sessionAt(43), 600)).value.split("~");
    expect(await verifyPass(scope, `${pass.token}~${mac}`)).toEqual(malformed);
  });

  test("case 24, case 29: of yesterday is expired, and tells whose it was", async () => {
    for (const nowMs of [noonMs + 600_000, noonMs + 86_400_000]) {
      expect(await verifyPass(scopeOf(config, { nowMs }), pass.value)).toEqual({ ok: false, reason: "expired", claims: pass.claims });
    }
    expect(await verifyPass(scopeOf(config, { nowMs: noonMs + 599_999 }), pass.value)).toMatchObject({ ok: true });
  });

  test.each([
    ["event", { ref: { event: "other", incarnation: 1 } }],
    ["creation of the event", { ref: { event: "on-sale", incarnation: 2 } }],
    ["lane", { lane: "vip" }],
  ])("case 24, case 65: is none in another %s, seen before or not, expired or not", async (_, change) => {
    const fresh = await issuePass(scope, sessionAt(7), 600);
    const elsewhere = scopeOf(config, change);
    expect(await verifyPass(elsewhere, fresh.value)).toEqual(malformed);
    expect(await verifyPass(scope, fresh.value)).toMatchObject({ ok: true });
    expect(await verifyPass(elsewhere, fresh.value)).toEqual(malformed);
    expect(await verifyPass({ ...elsewhere, nowMs: noonMs + 86_400_000 }, fresh.value)).toEqual(malformed);
  });

  test("case 70: from the future is refused beyond 30 s, and tells whose it is, since the clock may have been set back", async () => {
    expect(await verifyPass(scopeOf(config, { nowMs: noonMs - 30_000 }), pass.value)).toMatchObject({ ok: true });
    expect(await verifyPass(scopeOf(config, { nowMs: noonMs - 30_001 }), pass.value)).toEqual({
      ok: false,
      reason: "future",
      claims: pass.claims,
    });
  });

  test("case 24: forged in any way is none", async () => {
    const [, mac] = pass.value.split("~");
    for (const [name, forged] of Object.entries(await forgeries(pass.token, config.passKeys[0].x))) {
      for (const value of [forged, `${forged}~${mac}`]) expect([name, await verifyPass(scope, value)]).toEqual([name, malformed]);
    }
  });

  test("case 24: with a header that is not a pass's is none, even if its MAC were ours", async () => {
    expect(await verifyPass(scope, await withMac(config, scope.ref, pass.token))).toMatchObject({ ok: true });
    const forged = await forgeries(pass.token, config.passKeys[0].x);
    const ofHeader = Object.entries(forged).filter(([, token]) => token.split(".")[0] !== pass.token.split(".")[0]);
    expect(ofHeader.length).toBeGreaterThan(10);
    for (const [name, token] of ofHeader)
      expect([name, await verifyPass(scope, await withMac(config, scope.ref, token))]).toEqual([name, malformed]);
  });

  test("case 46: garbage is none", async () => {
    for (const text of garbage) expect(await verifyPass(scope, text)).toEqual(malformed);
    for (const text of garbage) expect(await verifyPass(scope, `${pass.token}~${text}`)).toEqual(malformed);
  });

  test("has one spelling: any character changed, added or left out makes it none", async () => {
    const character = fc.constantFrom(...Array.from("AQgw019-_.~= \u0000\u0141"));
    await fc.assert(
      fc.asyncProperty(fc.nat(pass.value.length - 1), character, fc.constantFrom(0, 1), async (index, text, removed) => {
        const changed = pass.value.slice(0, index) + text + pass.value.slice(index + removed);
        fc.pre(changed !== pass.value);
        expect(await verifyPass(scope, changed)).toEqual(malformed);
      }),
      { numRuns: 500 },
    );
    for (const last of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
      const changed = pass.value.slice(0, -1) + last;
      if (changed !== pass.value) expect(await verifyPass(scope, changed)).toEqual(malformed);
    }
  });

  test.each([
    [{ pos: 0 }],
    [{ pos: 2 ** 53 }],
    [{ pos: undefined }],
    [{ gat: undefined }],
    [{ ep: -1 }],
    [{ ep: undefined }],
    [{ idle: "600" }],
    [{ prov: 1 }],
    [{ exp: undefined }],
    [{ aud: undefined }],
    [{ iss: "https://other.example" }],
  ])("with the claim %o is none, even under our own signature and MAC", async (change) => {
    const [, payload = ""] = pass.token.split(".");
    const { kid, signing } = config.passKeys[0];
    const value = async (claims: object) => withMac(config, scope.ref, await sign("pass", kid, signing, { ...decode(payload), ...claims }));
    expect(await verifyPass(scope, await value({}))).toMatchObject({ ok: true });
    expect(await verifyPass(scope, await value(change))).toEqual(malformed);
  });
});

test("S12: only what is proven, alive and at its place is remembered", async () => {
  const config = await freshConfig();
  const scope = scopeOf(config);
  const { value, token } = await issuePass(scope, sessionAt(1), 600);
  for (const text of [...garbage, token, `${value}x`]) await verifyPass(scope, text);
  await verifyPass(scopeOf(config, { lane: "vip" }), value);
  await verifyPass(scopeOf(config, { nowMs: noonMs + 600_000 }), value);
  expect(verifiedCacheOf(config).size).toBe(0);
  await verifyPass(scope, value);
  await verifyPass(scope, value);
  expect(verifiedCacheOf(config).size).toBe(1);
});

describe("rotation and withdrawal", () => {
  const rotated = async () => {
    const [before, next] = [await freshBindings(), (await freshKeys()).secrets];
    const list = (name: "STANCHION_TICKET_KEYS" | "STANCHION_PASS_KEYS") =>
      JSON.stringify([...entriesOf(next[name]), ...entriesOf(before[name])]);
    const both = { STANCHION_TICKET_KEYS: list("STANCHION_TICKET_KEYS"), STANCHION_PASS_KEYS: list("STANCHION_PASS_KEYS") };
    const configs = [
      before,
      { ...before, ...both },
      { ...before, ...both, STANCHION_PASS_KEYS: next.STANCHION_PASS_KEYS },
      { ...before, ...both, STANCHION_TICKET_KEYS: next.STANCHION_TICKET_KEYS },
    ];
    const [old, current, passGone, ticketGone] = await Promise.all(configs.map(configFrom));
    if (!old || !current || !passGone || !ticketGone) throw new Error("no configuration");
    return { old, current, passGone, ticketGone };
  };

  test("case 50: passes of both old keys live on while these are listed; new ones use the new", async () => {
    const { old, current, passGone, ticketGone } = await rotated();
    const before = await issuePass(scopeOf(old), sessionAt(1), 600);
    const after = await issuePass(scopeOf(current), sessionAt(2), 600);
    const accepted = async (config: typeof old, value: string) => (await verifyPass(scopeOf(config), value)).ok;
    expect(await accepted(current, before.value)).toBe(true);
    expect(await accepted(current, after.value)).toBe(true);
    expect(await accepted(passGone, before.value)).toBe(false);
    expect(await accepted(ticketGone, before.value)).toBe(false);
    expect(await accepted(passGone, after.value)).toBe(true);
    expect(await accepted(ticketGone, after.value)).toBe(true);
  });

  test("S15: either key withdrawn, seen before or not", async () => {
    const { current } = await rotated();
    const { value } = await issuePass(scopeOf(current), sessionAt(1), 600);
    for (const { kid } of [current.passKeys[0], current.ticketKeys[0]]) {
      const after = scopeOf(current, { withdrawn: (other) => other === kid });
      expect(await verifyPass(after, value)).toEqual({ ok: false, reason: "withdrawn" });
      expect(await verifyPass(scopeOf(current), value)).toMatchObject({ ok: true });
      expect(await verifyPass(after, value)).toEqual({ ok: false, reason: "withdrawn" });
      const renewed = await issuePass(after, sessionAt(1), 600);
      expect(await verifyPass(after, renewed.value)).toMatchObject({ ok: true });
    }
  });

  test("S15: withdrawn goes before expired, so that no claims of a stolen key come out", async () => {
    const late = scopeOf(config, { nowMs: noonMs + 86_400_000, withdrawn: () => true });
    expect(await verifyPass(late, pass.value)).toEqual({ ok: false, reason: "withdrawn" });
  });
});
