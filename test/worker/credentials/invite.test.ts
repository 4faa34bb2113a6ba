import { describe, expect, test } from "vitest";
import { issueInvites, verifyInvite } from "../../../worker/credentials/invite.ts";
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
import { decode, forgeries, garbage, withClaims } from "../../support/forgeries.ts";

const config = await freshConfig();
const scope = { ...scopeOf(config), lane: "vip" };
const expiresAtMs = noonMs + 3_600_000;
const [invite = "", second = ""] = await issueInvites(scope, 2, expiresAtMs);
const malformed = { ok: false, reason: "malformed" };

describe("an invite", () => {
  test("names its lane itself, and says nothing of who may use it", async () => {
    const claims = { lane: "vip", key: expect.stringMatching(/^[0-9a-f]{16}$/), id: expect.stringMatching(/^[\w-]{22}$/), expiresAtMs };
    expect(await verifyInvite(scopeOf(config), invite)).toEqual({ ok: true, claims });
    const [header = "", payload = ""] = invite.split(".");
    expect(decode(header)).toEqual({ alg: "HS256", typ: "stanchion-invite+jwt", kid: config.ticketKeys[0].kid });
    const exp = expiresAtMs / 1_000;
    expect(decode(payload)).toEqual({ iss: issuer, aud: "on-sale.1.vip", jti: claims.id, iat: noonMs / 1_000, exp });
  });

  test("is one of its own: each has another key", async () => {
    const keys = await Promise.all([invite, second].map(async (text) => verifyInvite(scope, text)));
    expect(new Set(keys.map((verified) => verified.ok && verified.claims.key)).size).toBe(2);
  });

  test("the second in which it expires is expired", async () => {
    expect((await verifyInvite({ ...scope, nowMs: expiresAtMs - 1 }, invite)).ok).toBe(true);
    expect(await verifyInvite({ ...scope, nowMs: expiresAtMs }, invite)).toEqual({ ok: false, reason: "expired" });
  });

  test("is worth nothing in another event, or in the same one made anew", async () => {
    for (const ref of [
      { event: "other", incarnation: 1 },
      { event: "on-sale", incarnation: 2 },
    ])
      expect(await verifyInvite({ ...scope, ref }, invite)).toEqual(malformed);
  });

  test("case 50: of a rotated key it lives on, and is the same invite", async () => {
    const bindings = await freshBindings();
    const old = await configFrom(bindings);
    const [made = ""] = await issueInvites({ ...scope, config: old }, 1, expiresAtMs);
    const added = entriesOf((await freshKeys()).secrets.STANCHION_TICKET_KEYS);
    const both = [...added, ...entriesOf(bindings.STANCHION_TICKET_KEYS)];
    const rotated = await configFrom({ ...bindings, STANCHION_TICKET_KEYS: JSON.stringify(both) });
    const before = await verifyInvite({ ...scope, config: old }, made);
    expect(before.ok).toBe(true);
    expect(await verifyInvite({ ...scope, config: rotated }, made)).toEqual(before);
    const gone = await configFrom({ ...bindings, STANCHION_TICKET_KEYS: JSON.stringify(added) });
    expect(await verifyInvite({ ...scope, config: gone }, made)).toEqual(malformed);
  });

  test("case 46: garbage is none", async () => {
    for (const text of garbage) expect(await verifyInvite(scope, text)).toEqual(malformed);
  });

  test("case 24: no forgery passes, whatever its header says", async () => {
    const forged = { ...(await forgeries(invite, config.passKeys[0].x)), "another lane": withClaims(invite, { aud: "on-sale.1.main" }) };
    for (const [name, text] of Object.entries(forged)) {
      if (text !== invite) expect(await verifyInvite(scope, text), name).toEqual(malformed);
    }
  });
});

describe("S4: the visitor credential that is given for an invite", () => {
  const use = { key: "0123456789abcdef", id: "the-invite", expiresAtMs, from: "main" };

  test("carries it, and where its holder comes from", async () => {
    const { value, claims } = await issueVisitor(scope, network, { invite: use });
    expect(await verifyVisitor(scope, value, network)).toEqual({ ok: true, claims });
    expect(claims.invite).toEqual(use);
  });

  test("lives no longer than the invite", async () => {
    const { value } = await issueVisitor(scope, network, { invite: { ...use, expiresAtMs: noonMs + 5_000 } });
    expect((await verifyVisitor({ ...scope, nowMs: noonMs + 4_999 }, value, network)).ok).toBe(true);
    expect((await verifyVisitor({ ...scope, nowMs: noonMs + 5_000 }, value, network)).ok).toBe(false);
  });

  test("is none of another lane, and none of another network", async () => {
    const { value } = await issueVisitor(scope, network, { invite: use });
    expect(await verifyVisitor({ ...scope, lane: "main" }, value, network)).toEqual(malformed);
    expect(await verifyVisitor(scope, value, "203.0.113.8/32")).toEqual(malformed);
  });
});
