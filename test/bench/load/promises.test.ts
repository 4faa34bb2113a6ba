import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlaceRecord } from "../../../bench/load/promises.ts";
import { countCapViolations, countDuplicatePlaces, countOrderViolations, defaultBurst } from "../../../bench/load/promises.ts";

function place(position: number, sentAtMs: number, acknowledgedAtMs: number, lane = "general"): PlaceRecord {
  return { lane, position, sentAtMs, acknowledgedAtMs };
}

describe("duplicate places", () => {
  it("finds none where every place is given once", () => {
    expect(countDuplicatePlaces([place(1, 0, 1), place(2, 0, 1), place(3, 0, 1)])).toBe(0);
  });

  it("counts every place given again", () => {
    expect(countDuplicatePlaces([place(1, 0, 1), place(1, 0, 1), place(1, 0, 1), place(2, 0, 1)])).toBe(2);
  });

  it("keeps lanes apart", () => {
    expect(countDuplicatePlaces([place(1, 0, 1), place(1, 0, 1, "vip")])).toBe(0);
  });
});

describe("order of places", () => {
  it("accepts any order among asks that overlap", () => {
    expect(countOrderViolations([place(3, 0, 10), place(1, 5, 15), place(2, 9, 12)])).toBe(0);
  });

  it("finds one who asked after an acknowledgement and stands before it", () => {
    expect(countOrderViolations([place(2, 0, 10), place(1, 11, 20)])).toBe(1);
  });

  it("doesn't judge an ask sent in the very moment of the acknowledgement", () => {
    expect(countOrderViolations([place(2, 0, 10), place(1, 10, 20)])).toBe(0);
  });

  it("counts pairs, not people", () => {
    expect(countOrderViolations([place(5, 0, 1), place(6, 0, 1), place(7, 2, 3), place(1, 4, 5)])).toBe(3);
  });

  it("keeps lanes apart", () => {
    expect(countOrderViolations([place(2, 0, 10), place(1, 11, 20, "vip")])).toBe(0);
  });

  it("counts as the definition does, pair by pair", () => {
    const places = fc.array(
      fc
        .record({ position: fc.integer({ min: 1, max: 30 }), sent: fc.nat(40), took: fc.nat(20), vip: fc.boolean() })
        .map(({ position, sent, took, vip }) => place(position, sent, sent + took, vip ? "vip" : "general")),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(places, (all) => {
        let pairs = 0;
        for (const a of all) {
          for (const b of all) {
            if (a.lane === b.lane && a.acknowledgedAtMs < b.sentAtMs && a.position > b.position) pairs++;
          }
        }
        expect(countOrderViolations(all)).toBe(pairs);
      }),
    );
  });
});

describe("cap on grants", () => {
  const cap = { perMinute: 60, burst: 2, letIn: 0 };
  const every = (seconds: number, grants: number): number[] =>
    Array.from({ length: seconds }, (_, second) => Array<number>(grants).fill(second)).flat();

  it("accepts the rate with a full burst at its beginning", () => {
    expect(countCapViolations([0, 0, ...every(120, 1)], cap)).toBe(0);
  });

  it("finds a second with more than its share and the burst", () => {
    expect(countCapViolations([7, 7, 7, 7], cap)).toBeGreaterThan(0);
    expect(countCapViolations([7, 7, 7], cap)).toBe(0);
  });

  it("finds a rate that is too high by a little, in its long windows only", () => {
    const grants = [...every(60, 1), 10, 30, 50];
    expect(countCapViolations(grants, cap)).toBeGreaterThan(0);
    expect(countCapViolations(grants.slice(0, -1), cap)).toBe(0);
  });

  it("judges windows of every length: an excess over four seconds fits into none of 1, 10 or 60", () => {
    expect(countCapViolations([3, 3, 4, 4, 5, 6, 6], cap)).toBeGreaterThan(0);
  });

  it("adds what was let in by hand", () => {
    expect(countCapViolations(Array<number>(53).fill(9), { ...cap, letIn: 50 })).toBe(0);
    expect(countCapViolations(Array<number>(54).fill(9), { ...cap, letIn: 50 })).toBeGreaterThan(0);
  });

  it("judges stamps finer than a second", () => {
    expect(countCapViolations([0.9, 1.1, 1.2, 1.3], cap)).toBeGreaterThan(0);
  });

  it("accepts whatever a token bucket grants, with stamps cut to seconds", () => {
    const waits = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(waits, fc.integer({ min: 1, max: 240 }), fc.integer({ min: 1, max: 9 }), (pauses, perMinute, burst) => {
        const grants: number[] = [];
        let nowMs = 0;
        let tokens = burst;
        for (const pauseMs of pauses) {
          nowMs += pauseMs;
          tokens = Math.min(burst, tokens + (pauseMs * perMinute) / 60_000);
          for (; tokens >= 1; tokens--) grants.push(Math.floor(nowMs / 1000));
        }
        expect(countCapViolations(grants, { perMinute, burst, letIn: 0 })).toBe(0);
      }),
    );
  });

  it("has the room's default burst: two seconds of the rate, at least one", () => {
    expect(defaultBurst(1200)).toBe(40);
    expect(defaultBurst(6)).toBe(1);
  });
});
