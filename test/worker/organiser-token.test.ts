import { SignJWT, importJWK } from "jose";
import { describe, expect, test } from "vitest";
import { makeKeys } from "../../bench/tools/keys.ts";
import { mintOrganiserToken } from "../../bench/tools/token.ts";
import { verifyOrganiserToken } from "../../worker/organiser-token.ts";
import { freshConfig, issuer, noonMs } from "../support/deployment.ts";
import { forgeries, garbage } from "../support/forgeries.ts";

const keys = await makeKeys({ issuer, dev: false, nowMs: noonMs });
const config = await freshConfig(keys.secrets);
const actor = { subject: "Åsa from the box office", role: "operator", events: ["on-sale", "spring"] } as const;
const mint = (changes: Partial<Parameters<typeof mintOrganiserToken>[1]> = {}) =>
  mintOrganiserToken(keys, { ...actor, ...changes }, { ttlSeconds: 3_600, nowMs: noonMs });
const verify = (token: string, nowMs = noonMs) => verifyOrganiserToken(config, token, nowMs);
const malformed = { ok: false, reason: "malformed" };

/** A token under the organiser's own key, with anything in it. */
const signed = async (claims: object, header: object = {}) => {
  const times = { iat: noonMs / 1_000, exp: noonMs / 1_000 + 3_600 };
  const payload = { iss: "stanchion-organiser", aud: issuer, sub: "otto", role: "owner", events: "*", ...times, ...claims };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: "EdDSA", typ: "stanchion-organiser+jwt", kid: keys.organiserKey.kid, ...header })
    .sign(await importJWK(keys.organiserKey.jwk, "EdDSA"));
};

describe("an organiser's token", () => {
  test("tells who it is, the role, and for which events", async () => {
    expect(await verify(await mint())).toEqual({ ok: true, actor });
    expect(await verify(await mint({ events: "*", role: "viewer" }))).toEqual({
      ok: true,
      actor: { ...actor, events: "*", role: "viewer" },
    });
    expect(await verify(await signed({}))).toMatchObject({ ok: true });
  });

  test("lives for its time", async () => {
    const token = await mint();
    expect(await verify(token, noonMs + 3_599_999)).toMatchObject({ ok: true });
    expect(await verify(token, noonMs + 3_600_000)).toEqual({ ok: false, reason: "expired" });
    expect(await verify(token, noonMs - 30_000)).toMatchObject({ ok: true });
    expect(await verify(token, noonMs - 30_001)).toEqual({ ok: false, reason: "future" });
  });

  test("case 48: without organiser keys none is valid", async () => {
    const shut = await freshConfig({ ...keys.secrets, STANCHION_ORGANISER_KEYS: "" });
    expect(await verifyOrganiserToken(shut, await mint(), noonMs)).toEqual({ ok: false, reason: "no-keys" });
  });

  test.each<[string, object, object?]>([
    ["another deployment's", { aud: "https://other.example" }],
    ["another issuer", { iss: issuer }],
    ["no subject", { sub: undefined }],
    ["an empty subject", { sub: "" }],
    ["a blank subject", { sub: "  " }],
    ["a subject that breaks the audit's line", { sub: "otto\nroot" }],
    ["a long subject", { sub: "o".repeat(101) }],
    ["an unknown role", { role: "admin" }],
    ["a role that is no text", { role: ["owner"] }],
    ["a role of the prototype", { role: "constructor" }],
    ["no role", { role: undefined }],
    ["no events", { events: undefined }],
    ["events as text", { events: "on-sale" }],
    ["a star in a list", { events: ["*"] }],
    ["a pattern", { events: ["on-*"] }],
    ["101 events", { events: Array.from({ length: 101 }, (_, index) => `e${index}`) }],
    ["no expiry", { exp: undefined }],
    ["no time of issue", { iat: undefined }],
    ["a start in the future", { nbf: noonMs / 1_000 + 60 }],
    ["the usual typ", {}, { typ: "JWT" }],
    ["no typ", {}, { typ: undefined }],
    ["an unknown kid", {}, { kid: "other" }],
    ["no kid", {}, { kid: undefined }],
    ["the algorithm's other name", {}, { alg: "Ed25519" }],
  ])("is refused with %s", async (_, claims, header) => {
    expect(await verify(await signed(claims, header))).toEqual(malformed);
  });

  test("S15: signed by another deployment's key, under this one's kid", async () => {
    const other = await makeKeys({ issuer, dev: false, nowMs: noonMs });
    const token = await mintOrganiserToken({ issuer, organiserKey: { ...other.organiserKey, kid: keys.organiserKey.kid } }, actor, {
      ttlSeconds: 60,
      nowMs: noonMs,
    });
    expect(await verify(token)).toEqual(malformed);
  });

  test("S15, case 46: forged in any way, or garbage", async () => {
    const token = await mint();
    for (const [name, text] of [
      ...Object.entries(await forgeries(token, keys.organiserKey.jwk.x ?? "")),
      ...garbage.map((text) => ["garbage", text] as const),
    ]) {
      expect([name, await verify(text)]).toEqual([name, malformed]);
    }
  });
});
