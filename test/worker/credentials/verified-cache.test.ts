import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifiedCacheOf, VerifiedCache } from "../../../worker/credentials/verified-cache.ts";
import { freshConfig } from "../../support/deployment.ts";

/** Bytes of an entry whose text has four characters. */
const entryBytes = 4 + 256;

describe("the cache of verified credentials", () => {
  test("forgets what was unused for longest", () => {
    const cache = new VerifiedCache<number>(3 * entryBytes);
    for (const [index, text] of ["aaaa", "bbbb", "cccc"].entries()) cache.set(text, index);
    expect(cache.get("aaaa")).toBe(0);
    cache.set("dddd", 3);
    expect(["aaaa", "bbbb", "cccc", "dddd"].map((text) => cache.get(text))).toEqual([0, undefined, 2, 3]);
    expect(cache.size).toBe(3);
  });

  test("counts what texts take: one long text moves several out", () => {
    const cache = new VerifiedCache<number>(4 * entryBytes);
    for (const text of ["aaaa", "bbbb", "cccc"]) cache.set(text, 0);
    cache.set("x".repeat(2 * entryBytes), 1);
    expect(["aaaa", "bbbb", "cccc"].map((text) => cache.get(text))).toEqual([undefined, undefined, 0]);
  });

  test("takes nothing larger than itself", () => {
    const cache = new VerifiedCache<number>(100);
    cache.set("aaaa", 1);
    expect([cache.get("aaaa"), cache.size]).toEqual([undefined, 0]);
  });

  test("is a map with the latest used as far as they fit, by the first use since the last addition", () => {
    const use = fc.tuple(
      fc.boolean(),
      fc.nat(9).map((digit) => `key${digit}`),
    );
    fc.assert(
      fc.property(fc.array(use, { maxLength: 200 }), (uses) => {
        const cache = new VerifiedCache<string>(5 * entryBytes);
        let order: string[] = [];
        let moved = new Set<string>();
        for (const [write, text] of uses) {
          const known = order.includes(text);
          expect(cache.get(text)).toBe(known ? text : undefined);
          if (known && !moved.has(text)) order = [...order.filter((other) => other !== text), text];
          if (known) moved.add(text);
          if (write && !known) {
            order = [...order, text].slice(-5);
            moved = new Set([text]);
          }
          if (write) cache.set(text, text);
          expect(cache.size).toBe(order.length);
        }
      }),
    );
  });

  test("holds 20,000 tickets beside as many passes, and each configuration has its own", async () => {
    const [one, other] = [await freshConfig(), await freshConfig()];
    const cache = verifiedCacheOf(one);
    const genuine = { type: "ticket", kids: [], audience: "", claims: { issuedAtMs: 0, expiresAtMs: 0 } } as const;
    const text = (index: number) => `${index}`.padEnd(330, "x");
    for (let index = 0; index < 40_000; index += 1) cache.set(text(index), genuine);
    expect([cache.get(text(0)), cache.size]).toEqual([genuine, 40_000]);
    expect(verifiedCacheOf(other).get(text(0))).toBeUndefined();
  });
});
