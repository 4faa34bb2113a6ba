import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSolution, publicChallenge, readChallenge, type ChallengeClaims } from "../../../worker/credentials/challenge.ts";
import { issueVisitor, verifyVisitor, type VisitorClaims } from "../../../worker/credentials/visitor.ts";
import { solutionOf } from "../../support/challenge.ts";
import { freshConfig, network, noonMs, scopeOf } from "../../support/deployment.ts";
import { decode } from "../../support/forgeries.ts";

const config = await freshConfig();
const [master] = config.ticketKeys;
const scope = scopeOf(config);
const { ref } = scope;

async function made(attempts: number) {
  const { value, claims } = await issueVisitor(scope, network, { attempts });
  const own = claims as VisitorClaims & { readonly challenge: ChallengeClaims };
  const solution = solutionOf(await publicChallenge(master, ref, own.id, own.challenge, 0));
  return { value, claims: own, solution: solution ?? "none" };
}

const one = await made(300);
const other = await made(300);

describe("S4: a credential's challenge", () => {
  test("has a solution, found within the tries it tells, whatever their number", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (attempts) => {
        const { claims, solution } = await made(attempts);
        expect(claims.challenge.attempts).toBe(attempts);
        expect(await isSolution(master, ref, claims.id, claims.challenge, solution)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test("comes back with the credential as it was given; the solution is not in it", async () => {
    expect(await verifyVisitor(scope, one.value, network)).toEqual({ ok: true, claims: one.claims });
    const payload = JSON.stringify(decode(one.value.split(".")[1] ?? ""));
    expect(one.solution).toMatch(/^[\w+/]{19}=$/);
    expect(payload).toContain(one.claims.challenge.target);
    expect(payload).not.toContain(one.solution);
    expect(await publicChallenge(master, ref, one.claims.id, one.claims.challenge, 0)).not.toHaveProperty("check");
    expect(JSON.stringify(await publicChallenge(master, ref, one.claims.id, one.claims.challenge, 0))).not.toContain(one.claims.id);
  });

  test("is solved by its own solution only: not another visitor's, event's, creation's or key's, nor any other text", async () => {
    const solves = (text: string, changes: { claims?: typeof one.claims; event?: typeof ref; key?: typeof master } = {}) =>
      isSolution(
        changes.key ?? master,
        changes.event ?? ref,
        (changes.claims ?? one.claims).id,
        (changes.claims ?? one.claims).challenge,
        text,
      );
    expect(await solves(one.solution)).toBe(true);
    expect(await solves(one.solution, { claims: other.claims })).toBe(false);
    expect(await solves(other.solution)).toBe(false);
    expect(await solves(one.solution, { event: { event: "other", incarnation: 1 } })).toBe(false);
    expect(await solves(one.solution, { event: { ...ref, incarnation: 2 } })).toBe(false);
    const [otherKey] = (await freshConfig()).ticketKeys;
    expect(await solves(one.solution, { key: otherKey })).toBe(false);
    for (const text of [
      "",
      "0",
      one.solution.toUpperCase(),
      `${one.solution} `,
      `${one.solution}0`,
      one.solution.slice(1),
      one.claims.challenge.check,
    ])
      expect(await solves(text), text).toBe(false);
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await solves(text)).toBe(false);
      }),
    );
  });

  test("does not make its credential live longer: the second of its expiry is expired", async () => {
    const at = (nowMs: number) => verifyVisitor(scopeOf(config, { nowMs }), one.value, network);
    expect(await at(noonMs + 119_999)).toMatchObject({ ok: true });
    expect(await at(noonMs + 120_000)).toEqual({ ok: false, reason: "expired" });
  });

  test("in a form that is not known here makes the credential none", () => {
    expect(readChallenge(undefined)).toBeNull();
    expect(readChallenge([300, "ab", "cd"])).toEqual({ attempts: 300, target: "ab", check: "cd" });
    for (const value of [null, 1, "x", {}, [], [300], ["300", "ab", "cd"], [300, 1, "cd"], [300, "ab"]])
      expect(readChallenge(value)).toBeUndefined();
  });

  test("costs nothing for whoever is invited", async () => {
    const invite = { key: "k", id: "i", expiresAtMs: noonMs + 60_000, from: null };
    const { claims } = await issueVisitor(scope, network, { invite });
    expect(claims.challenge).toBeUndefined();
  });
});
