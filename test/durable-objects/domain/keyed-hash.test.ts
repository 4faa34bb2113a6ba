import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyedHash } from "../../../durable-objects/domain/keyed-hash.ts";

describe("keyedHash", () => {
  test("is an integer of 53 bits, the same for the same text and key", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), fc.nat(), (text, a, b) => {
        const hash = keyedHash(text, [a, b]);
        expect(Number.isSafeInteger(hash) && hash >= 0).toBe(true);
        expect(keyedHash(text, [a, b])).toBe(hash);
      }),
    );
  });

  test("has no collision among 100,000 networks, and every bit is set in about half of them", () => {
    const seen = new Set<number>();
    const ones = new Array<number>(53).fill(0);
    for (let at = 0; at < 100_000; at += 1) {
      const hash = keyedHash(`2001:db8:${(at >> 16).toString(16)}:${(at & 0xffff).toString(16)}::/64`, [1, 2]);
      seen.add(hash);
      if (at % 10 === 0) for (let bit = 0; bit < 53; bit += 1) ones[bit] = (ones[bit] ?? 0) + (Math.floor(hash / 2 ** bit) % 2);
    }
    expect(seen.size).toBe(100_000);
    for (const count of ones) expect(Math.abs(count / 10_000 - 0.5)).toBeLessThan(0.03);
  });

  test("S12: texts that fall into one place under one key don't under another", () => {
    const slots = 1_024;
    const together = Array.from({ length: 200_000 }, (_, at) => `net-${at}`).filter((text) => keyedHash(text, [1, 2]) % slots === 7);
    expect(together.length).toBeGreaterThan(100);
    const places = new Set(together.map((text) => keyedHash(text, [1, 3]) % slots));
    expect(places.size).toBeGreaterThan(together.length * 0.75);
  });

  test.each([
    ["a", "a\0"],
    ["", "\0"],
    ["ab", "ba"],
    ["ab\0", "ab"],
  ])("%j and %j differ", (a, b) => {
    expect(keyedHash(a, [5, 6])).not.toBe(keyedHash(b, [5, 6]));
  });
});
