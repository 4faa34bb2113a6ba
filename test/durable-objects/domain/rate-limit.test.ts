import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HashSeed } from "../../../durable-objects/domain/keyed-hash.ts";
import {
  createNetworkRateLimit,
  createRateLimit,
  NETWORK_FACTORS,
  take,
  takeForNetwork,
  type RateLimit,
} from "../../../durable-objects/domain/rate-limit.ts";

const SEED: HashSeed = [0x1234_5678, 0x9abc_def0];
const SETTINGS = { perSecond: 10, burst: 20, slots: 1_024 };
const START = 1_700_000_000_000;

const bytesOf = (limit: RateLimit) => limit.tables.reduce((sum, { keys, fullAtMs }) => sum + keys.byteLength + fullAtMs.byteLength, 0);

/** How many single takes are allowed in a row. */
const drain = (limit: RateLimit, key: string, nowMs: number) => {
  let taken = 0;
  while (taken < 10_000 && take(limit, [key], 1, nowMs).allowed) taken += 1;
  return taken;
};

describe("one key", () => {
  test("gets its burst, then its rate, and is told when", () => {
    const limit = createRateLimit(SETTINGS, SEED);
    expect(take(limit, ["a"], 1, START)).toEqual({ allowed: true, retryAfterMs: 0, remaining: 19, level: 0, shared: false });
    expect(drain(limit, "a", START)).toBe(19);
    expect(take(limit, ["a"], 1, START)).toMatchObject({ allowed: false, remaining: 0, retryAfterMs: 100 });
    expect(take(limit, ["a"], 5, START + 100)).toMatchObject({ allowed: false, remaining: 1, retryAfterMs: 400 });
    expect(take(limit, ["a"], 1, START + 99).allowed).toBe(false);
    expect(take(limit, ["a"], 1, START + 100).allowed).toBe(true);
    expect(drain(limit, "a", START + 60_000)).toBe(20);
  });

  test("does not share with another", () => {
    const limit = createRateLimit(SETTINGS, SEED);
    drain(limit, "a", START);
    expect(drain(limit, "b", START)).toBe(20);
  });

  test("a take above a whole burst never succeeds and takes nothing", () => {
    const limit = createRateLimit(SETTINGS, SEED);
    expect(take(limit, ["a"], 21, START)).toMatchObject({ allowed: false, retryAfterMs: Infinity, remaining: 20 });
    expect(drain(limit, "a", START)).toBe(20);
  });

  test("in any window it never gets more than rate · t + burst, and waiting as told always succeeds", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 1_000, noNaN: true }),
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.tuple(fc.nat(5_000), fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 60 }),
        (perSecond, burst, steps) => {
          const limit = createRateLimit({ perSecond, burst, slots: 16 }, SEED);
          const taken: [number, number][] = [];
          let nowMs = START;
          for (const [waitMs, cost] of steps) {
            nowMs += waitMs;
            const { allowed, retryAfterMs } = take(limit, ["a"], cost, nowMs);
            if (allowed) taken.push([nowMs, cost]);
            else if (Number.isFinite(retryAfterMs)) {
              nowMs += Math.ceil(retryAfterMs);
              expect(take(limit, ["a"], cost, nowMs).allowed).toBe(true);
              taken.push([nowMs, cost]);
            }
          }
          taken.forEach(([fromMs], first) => {
            let sum = 0;
            for (const [atMs, cost] of taken.slice(first)) {
              sum += cost;
              expect(sum).toBeLessThanOrEqual((perSecond * (atMs - fromMs)) / 1_000 + burst + 1e-3);
            }
          });
        },
      ),
    );
  });

  test.each([3_600_000, 500])("case 70: a clock put back by %i ms shuts nobody out and gives at most one burst more", (backMs) => {
    for (const sharedOnly of [false, true]) {
      const limit = createRateLimit({ ...SETTINGS, slots: 16, sharedPerSecond: 10, sharedBurst: 20 }, SEED);
      if (sharedOnly) for (let key = 0; key < 16; key += 1) drain(limit, `other-${key}`, START);
      drain(limit, "a", START);
      const back = START - backMs;
      const at = drain(limit, "a", back);
      expect(at).toBeLessThanOrEqual(20);
      expect(drain(limit, "a", back + 1_000)).toBeGreaterThan(0);
    }
  });

  test("case 70: a clock put ahead gives at most one burst", () => {
    const limit = createRateLimit(SETTINGS, SEED);
    drain(limit, "a", START);
    expect(drain(limit, "a", START + 3_600_000)).toBe(20);
  });

  test.each([{ perSecond: 0 }, { perSecond: Number.NaN }, { burst: 0 }, { burst: Infinity }, { slots: 0 }, { sharedPerSecond: -1 }])(
    "%o is no limit",
    (changes) => {
      expect(() => createRateLimit({ ...SETTINGS, ...changes }, SEED)).toThrow(RangeError);
    },
  );
});

describe("S12: fixed size", () => {
  test("10^6 keys: memory flat, keys with a slot unaffected, the rest bounded together", () => {
    const limit = createRateLimit({ ...SETTINGS, slots: 4_096 }, SEED);
    const bytes = bytesOf(limit);
    expect(bytes).toBe(4_096 * 16);
    drain(limit, "honest", START);
    let nowMs = START;
    let sharedTaken = 0;
    for (let key = 0; key < 1_000_000; key += 1) {
      // Each of them takes a whole burst, so that a slot stays taken for 2 s; 100,000 come a second.
      nowMs = START + Math.floor(key / 100);
      const { allowed, shared } = take(limit, [`flood-${key}`], 20, nowMs);
      if (allowed && shared) sharedTaken += 20;
      // The honest one goes on at its own rate, neither refused nor given more.
      if (key % 10_000 === 9_999 && key < 990_000)
        expect(take(limit, ["honest"], 1, START + (key + 1) / 100)).toMatchObject({ allowed: true, shared: false });
    }
    expect(bytesOf(limit)).toBe(bytes);
    const seconds = (nowMs - START) / 1_000;
    expect(sharedTaken).toBeGreaterThan(0);
    expect(sharedTaken).toBeLessThanOrEqual(16 * (10 * seconds + 20));
    // When the flood is over its slots are free again.
    expect(take(limit, ["new"], 1, nowMs + 2_001)).toMatchObject({ allowed: true, shared: false, remaining: 19 });
  });

  test("an idle key's slot is used by another key, and the first key begins with a full bucket", () => {
    const limit = createRateLimit({ ...SETTINGS, slots: 16 }, SEED);
    for (let round = 0; round < 50; round += 1) {
      for (let key = 0; key < 16; key += 1)
        expect(take(limit, [`${round}-${key}`], 1, START + round * 101)).toMatchObject({ remaining: 19, shared: false });
    }
  });

  test("fills most of its slots before keys have to share", () => {
    const limit = createRateLimit({ ...SETTINGS, slots: 10_000 }, SEED);
    let own = 0;
    for (let key = 0; key < 10_000; key += 1) own += take(limit, [`k${key}`], 20, START).shared ? 0 : 1;
    expect(own).toBeGreaterThan(8_500);
  });
});

describe("S12: nested networks", () => {
  const prefixes = (low: number) => [
    `2001:db8:12${(low >> 16).toString(16).padStart(2, "0")}:${(low & 0xffff).toString(16)}::/64`,
    `2001:db8:${low >> 8}::/56`,
    `2001:db8:${low >> 16}::/48`,
    "2001:db8:1200::/40",
  ];

  test("10^6 /64s of one /40 get no more than 128 of them, and nobody else notices", () => {
    const limit = createNetworkRateLimit(SETTINGS, SEED);
    let allowed = 0;
    for (let low = 0; low < 1_000_000; low += 1)
      allowed += takeForNetwork(limit, prefixes(low), 1, START + Math.floor(low / 1_000)).allowed ? 1 : 0;
    expect(allowed).toBeGreaterThan(20);
    expect(allowed).toBeLessThanOrEqual(128 * (20 + 10));
    const other = ["2001:db9::/64", "2001:db9::/56", "2001:db9::/48", "2001:db9::/40"];
    expect(takeForNetwork(limit, other, 1, START + 1_000)).toMatchObject({ allowed: true, remaining: 19, shared: false });
    expect(takeForNetwork(limit, ["192.0.2.1/32", "192.0.2.0/24"], 1, START + 1_000)).toMatchObject({ allowed: true, remaining: 19 });
  });

  test("what the wide network refuses takes nothing from the narrow one, and the tightest is told", () => {
    const limit = createRateLimit(SETTINGS, SEED, NETWORK_FACTORS.ipv4);
    for (let host = 0; host < 16; host += 1) expect(take(limit, [`h${host}`, "net"], 20, START).allowed).toBe(true);
    expect(take(limit, ["h16", "net"], 20, START)).toMatchObject({ allowed: false, level: 1, retryAfterMs: 125 });
    expect(take(limit, ["h16", "other"], 20, START)).toMatchObject({ allowed: true, level: 0, remaining: 0 });
  });

  test("a refusal by the narrow one takes nothing from the wide one", () => {
    const limit = createRateLimit(SETTINGS, SEED, [1, 2]);
    for (let round = 0; round < 1_000; round += 1) take(limit, ["a", "net"], 1, START);
    expect(take(limit, ["b", "net"], 20, START).allowed).toBe(true);
  });

  test("S9: all unknown networks share one bucket", () => {
    const limit = createNetworkRateLimit(SETTINGS, SEED);
    for (let round = 0; round < 20; round += 1) expect(takeForNetwork(limit, [], 1, START).allowed).toBe(true);
    expect(takeForNetwork(limit, [], 1, START).allowed).toBe(false);
  });
});
