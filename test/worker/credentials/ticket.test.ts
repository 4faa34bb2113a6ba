import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sign } from "../../../worker/credentials/jws.ts";
import { issueTicket, verifyTicket } from "../../../worker/credentials/ticket.ts";
import { verifiedCacheOf } from "../../../worker/credentials/verified-cache.ts";
import { derivedKey } from "../../../worker/keys.ts";
import { configFrom, entriesOf, freshBindings, freshConfig, freshKeys, issuer, noonMs, scopeOf } from "../../support/deployment.ts";
import { decode, forgeries, garbage } from "../../support/forgeries.ts";

const config = await freshConfig();
const scope = scopeOf(config);
const ticket = await issueTicket(scope, 42, "/seats?row=%2F&b=+&b=2");
const malformed = { ok: false, reason: "malformed" };
const fourteenDaysMs = 14 * 86_400_000;

describe("a ticket", () => {
  test("says the place and where its holder wanted to go", async () => {
    const claims = {
      position: 42,
      isDrawNumber: false,
      returnTo: "/seats?row=%2F&b=+&b=2",
      issuedAtMs: noonMs,
      expiresAtMs: noonMs + fourteenDaysMs,
    };
    expect(await verifyTicket(scope, ticket)).toEqual({ ok: true, claims });
    expect(await verifyTicket(scope, ticket)).toEqual({ ok: true, claims });
    expect(await verifyTicket(scope, await issueTicket(scope, 1, null))).toMatchObject({
      ok: true,
      claims: { position: 1, returnTo: null },
    });
    expect(await verifyTicket(scope, await issueTicket(scope, 7, "/x", true))).toMatchObject({
      ok: true,
      claims: { position: 7, isDrawNumber: true, returnTo: "/x" },
    });
  });

  test("has the agreed form", () => {
    const [header = "", payload = ""] = ticket.split(".");
    expect(decode(header)).toEqual({ alg: "HS256", typ: "stanchion-ticket+jwt", kid: config.ticketKeys[0].kid });
    expect(decode(payload)).toEqual({
      iss: issuer,
      aud: "on-sale.1.main",
      pos: 42,
      iat: noonMs / 1_000,
      exp: (noonMs + fourteenDaysMs) / 1_000,
      rt: "/seats?row=%2F&b=+&b=2",
    });
  });

  test("fits a cookie with the longest returnTo of the most awkward characters", async () => {
    const long = await issueTicket(scope, Number.MAX_SAFE_INTEGER, `/${'"'.repeat(511)}`);
    expect(long.length).toBeLessThan(2_048);
    expect(await verifyTicket(scope, long)).toMatchObject({ ok: true, claims: { position: Number.MAX_SAFE_INTEGER } });
  });

  test("longer than a cookie can be is none, whoever signed it", async () => {
    expect(await verifyTicket(scope, await issueTicket(scope, 1, `/${"x".repeat(2_500)}`))).toMatchObject({ ok: true });
    expect(await verifyTicket(scope, await issueTicket(scope, 1, `/${"x".repeat(3_500)}`))).toEqual(malformed);
  });

  test("is expired from its expiry second on", async () => {
    const at = (nowMs: number) => verifyTicket(scopeOf(config, { nowMs }), ticket);
    expect(await at(noonMs + fourteenDaysMs - 1)).toMatchObject({ ok: true });
    expect(await at(noonMs + fourteenDaysMs)).toEqual({ ok: false, reason: "expired" });
  });

  test("case 70: from the future is as good as ever: the clock was set back since", async () => {
    const at = (nowMs: number) => verifyTicket(scopeOf(config, { nowMs }), ticket);
    expect(await at(noonMs - 30_000)).toMatchObject({ ok: true });
    expect(await at(noonMs - 3_600_000)).toMatchObject({ ok: true });
  });

  test.each([
    ["event", { ref: { event: "other", incarnation: 1 } }],
    ["creation of the event", { ref: { event: "on-sale", incarnation: 2 } }],
    ["lane", { lane: "vip" }],
    ["event whose id and number run together alike", { ref: { event: "on-sale.1", incarnation: 1 } }],
  ])("is none in another %s, seen before or not", async (_, change) => {
    const fresh = await issueTicket(scope, 7, null);
    expect(await verifyTicket(scopeOf(config, change), fresh)).toEqual(malformed);
    expect(await verifyTicket(scope, fresh)).toMatchObject({ ok: true });
    expect(await verifyTicket(scopeOf(config, change), fresh)).toEqual(malformed);
  });

  test("is none in another deployment, with the same keys or with others", async () => {
    expect(await verifyTicket(scopeOf(await freshConfig()), ticket)).toEqual(malformed);
    const bindings = await freshBindings();
    const renamed = { ...bindings, STANCHION_DEPLOYMENT: bindings.STANCHION_DEPLOYMENT.replace(issuer, "https://other.example") };
    const mine = await issueTicket(scopeOf(await configFrom(bindings)), 1, null);
    expect(await verifyTicket(scopeOf(await configFrom(renamed)), mine)).toEqual(malformed);
  });

  test("case 24: forged in any way is none", async () => {
    for (const [name, forged] of Object.entries(await forgeries(ticket, config.passKeys[0].x))) {
      expect([name, await verifyTicket(scope, forged)]).toEqual([name, malformed]);
    }
  });

  test("case 46: garbage is none", async () => {
    for (const text of garbage) expect(await verifyTicket(scope, text)).toEqual(malformed);
  });

  test("case 46: any text is none, however long", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.string({ unit: fc.constantFrom(...Array.from("ab.~=%\u0000")), minLength: 3_000, maxLength: 20_000 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (any) => {
        expect(await verifyTicket(scope, any)).toEqual(malformed);
      }),
    );
  });

  test("has one spelling: any character changed, added or left out makes it none", async () => {
    const position = fc.nat(ticket.length - 1);
    const character = fc.constantFrom(...Array.from("AQgw019-_.~= \u0000\u0141"));
    await fc.assert(
      fc.asyncProperty(position, character, fc.constantFrom(0, 1), async (index, text, removed) => {
        const changed = ticket.slice(0, index) + text + ticket.slice(index + removed);
        fc.pre(changed !== ticket);
        expect(await verifyTicket(scope, changed)).toEqual(malformed);
      }),
      { numRuns: 500 },
    );
    for (const last of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
      const changed = ticket.slice(0, -1) + last;
      if (changed !== ticket) expect(await verifyTicket(scope, changed)).toEqual(malformed);
    }
  });

  test.each([
    [{ pos: 0 }],
    [{ pos: -1 }],
    [{ pos: 1.5 }],
    [{ pos: 2 ** 53 }],
    [{ pos: "42" }],
    [{ pos: undefined }],
    [{ exp: undefined }],
    [{ exp: "9999999999" }],
    [{ exp: -1 }],
    [{ iat: undefined }],
    [{ iat: 0.5 }],
    [{ aud: ["on-sale.1.main"] }],
    [{ aud: undefined }],
    [{ iss: undefined }],
    [{ iss: [issuer] }],
    [{ rt: 7 }],
  ])("with the claim %o is none, even under our own signature", async (change) => {
    const [, payload = ""] = ticket.split(".");
    const key = await derivedKey(config.ticketKeys[0], "ticket", { ref: scope.ref, day: null });
    const signed = (claims: object) => sign("ticket", config.ticketKeys[0].kid, key, { ...decode(payload), ...claims });
    expect(await verifyTicket(scope, await signed({}))).toMatchObject({ ok: true });
    expect(await verifyTicket(scope, await signed(change))).toEqual(malformed);
  });
});

describe("case 50: a rotated ticket key", () => {
  test("verifies what it signed as long as it is listed, and the first one signs", async () => {
    const [before, next] = [await freshBindings(), (await freshKeys()).secrets.STANCHION_TICKET_KEYS];
    const listed = (...lists: string[]) =>
      configFrom({ ...before, STANCHION_TICKET_KEYS: JSON.stringify(lists.flatMap((list) => entriesOf(list))) });
    const [old, both, after] = [
      await listed(before.STANCHION_TICKET_KEYS),
      await listed(next, before.STANCHION_TICKET_KEYS),
      await listed(next),
    ];
    const [oldTicket, newTicket] = [await issueTicket(scopeOf(old), 1, null), await issueTicket(scopeOf(both), 2, null)];
    const accepted = async (config: typeof old, text: string) => (await verifyTicket(scopeOf(config), text)).ok;
    expect(await Promise.all([accepted(both, oldTicket), accepted(both, newTicket)])).toEqual([true, true]);
    expect(await Promise.all([accepted(after, oldTicket), accepted(after, newTicket)])).toEqual([false, true]);
    expect(await Promise.all([accepted(old, oldTicket), accepted(old, newTicket)])).toEqual([true, false]);
  });
});

describe("S15: a withdrawn key", () => {
  test("is refused at once, what was seen before too, and signs no more", async () => {
    const [one, two] = [await freshBindings(), (await freshKeys()).secrets];
    const config = await configFrom({
      ...one,
      STANCHION_TICKET_KEYS: JSON.stringify([...entriesOf(one.STANCHION_TICKET_KEYS), ...entriesOf(two.STANCHION_TICKET_KEYS)]),
    });
    const [kid] = config.ticketKeys.map((key) => key.kid);
    const [before, after] = [scopeOf(config), scopeOf(config, { withdrawn: (other) => other === kid })];
    const text = await issueTicket(before, 1, null);
    expect(await verifyTicket(before, text)).toMatchObject({ ok: true });
    expect(await verifyTicket(after, text)).toEqual({ ok: false, reason: "withdrawn" });
    expect(await verifyTicket(after, await issueTicket(after, 1, null))).toMatchObject({ ok: true });
  });
});

test("S12: only what is proven, alive and at its place is remembered", async () => {
  const config = await freshConfig();
  const scope = scopeOf(config);
  const text = await issueTicket(scope, 1, null);
  for (const one of [...garbage, `${text}x`]) await verifyTicket(scope, one);
  await verifyTicket(scopeOf(config, { lane: "vip" }), text);
  await verifyTicket(scopeOf(config, { nowMs: noonMs + fourteenDaysMs }), text);
  expect(verifiedCacheOf(config).size).toBe(0);
  await verifyTicket(scope, text);
  await verifyTicket(scope, text);
  expect(verifiedCacheOf(config).size).toBe(1);
});
