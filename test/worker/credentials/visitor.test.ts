import { describe, expect, test } from "vitest";
import { issueVisitor, verifyVisitor } from "../../../worker/credentials/visitor.ts";
import {
  configFrom,
  entriesOf,
  freshBindings,
  freshConfig,
  freshKeys,
  issuer,
  network,
  noonMs,
  scopeOf,
} from "../../support/deployment.ts";
import { decode, forgeries, garbage } from "../../support/forgeries.ts";

const config = await freshConfig();
const scope = scopeOf(config);
const visitor = await issueVisitor(scope, network);
const malformed = { ok: false, reason: "malformed" };

describe("S4: a visitor credential", () => {
  test("comes back as it was given, in its own network", async () => {
    expect(await verifyVisitor(scope, visitor.value, network)).toEqual({ ok: true, claims: visitor.claims });
    expect(visitor.claims).toEqual({
      kid: config.ticketKeys[0].kid,
      id: expect.stringMatching(/^[\w-]{22}$/),
      visitorKey: expect.stringMatching(/^[0-9a-f]{16}$/),
      network: expect.stringMatching(/^[0-9a-f]{16}$/),
      issuedAtMs: noonMs,
      expiresAtMs: noonMs + 120_000,
    });
  });

  test("has the agreed form, and no address in it", () => {
    const [header = "", payload = ""] = visitor.value.split(".");
    expect(decode(header)).toEqual({ alg: "HS256", typ: "stanchion-visitor+jwt", kid: config.ticketKeys[0].kid });
    expect(decode(payload)).toEqual({
      iss: issuer,
      aud: "on-sale.1.main",
      jti: expect.stringMatching(/^[\w-]{22}$/),
      net: visitor.claims.network,
      iat: noonMs / 1_000,
      exp: noonMs / 1_000 + 120,
    });
    expect(JSON.stringify(decode(payload))).not.toContain("203.0.113");
  });

  test("is worth nothing in another network", async () => {
    for (const other of ["203.0.113.8/32", "203.0.113.7/24", "", "unknown"])
      expect(await verifyVisitor(scope, visitor.value, other)).toEqual(malformed);
  });

  test("is worth nothing in another event, creation or lane", async () => {
    for (const change of [{ ref: { event: "other", incarnation: 1 } }, { ref: { event: "on-sale", incarnation: 2 } }, { lane: "vip" }]) {
      expect(await verifyVisitor(scopeOf(config, change), visitor.value, network)).toEqual(malformed);
    }
  });

  test("is worth nothing in another deployment, with the same keys", async () => {
    const bindings = await freshBindings();
    const renamed = { ...bindings, STANCHION_DEPLOYMENT: bindings.STANCHION_DEPLOYMENT.replace(issuer, "https://other.example") };
    const { value } = await issueVisitor(scopeOf(await configFrom(bindings)), network);
    expect(await verifyVisitor(scopeOf(await configFrom(renamed)), value, network)).toEqual(malformed);
  });

  test("lives 120 s: hoarded ones expire", async () => {
    const at = (nowMs: number) => verifyVisitor(scopeOf(config, { nowMs }), visitor.value, network);
    expect(await at(noonMs + 119_999)).toMatchObject({ ok: true });
    expect(await at(noonMs + 120_000)).toEqual({ ok: false, reason: "expired" });
    expect(await at(noonMs - 30_001)).toEqual({ ok: false, reason: "future" });
  });

  test("is another one each time, but its key is the same whenever it is shown", async () => {
    const keys = await Promise.all(Array.from({ length: 100 }, async () => (await issueVisitor(scope, network)).claims.visitorKey));
    expect(new Set(keys).size).toBe(100);
    const later = await verifyVisitor(scopeOf(config, { nowMs: noonMs + 60_000 }), visitor.value, network);
    expect(later).toMatchObject({ ok: true, claims: { visitorKey: visitor.claims.visitorKey } });
  });

  test("survives midnight, when the network's key changes", async () => {
    const beforeMs = noonMs + 43_200_000 - 10_000;
    const made = await issueVisitor(scopeOf(config, { nowMs: beforeMs }), network);
    expect(await verifyVisitor(scopeOf(config, { nowMs: beforeMs + 20_000 }), made.value, network)).toEqual({
      ok: true,
      claims: made.claims,
    });
  });

  test("case 50, case 7: survives a rotated key with the same idempotency key, so that it gets one place", async () => {
    const [before, next] = [await freshBindings(), (await freshKeys()).secrets.STANCHION_TICKET_KEYS];
    const old = await configFrom(before);
    const both = await configFrom({
      ...before,
      STANCHION_TICKET_KEYS: JSON.stringify([...entriesOf(next), ...entriesOf(before.STANCHION_TICKET_KEYS)]),
    });
    const made = await issueVisitor(scopeOf(old), network);
    expect(await verifyVisitor(scopeOf(both), made.value, network)).toEqual({ ok: true, claims: made.claims });
    const withdrawn = (kid: string) => kid === old.ticketKeys[0].kid;
    expect(await verifyVisitor(scopeOf(both, { withdrawn }), made.value, network)).toEqual({ ok: false, reason: "withdrawn" });
  });

  test("case 24, case 46: forged or garbage is none", async () => {
    const forged = Object.entries(await forgeries(visitor.value, config.passKeys[0].x));
    for (const [name, text] of [...forged, ...garbage.map((text) => ["garbage", text] as const)]) {
      expect([name, await verifyVisitor(scope, text, network)]).toEqual([name, malformed]);
    }
  });
});
