import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advanceClock, createClock, GAP_MS, wallOf } from "../../../durable-objects/domain/event-clock.ts";
import { nextSyncAfterMs, noteGateCall, refreshAfterMs, type GateSeen } from "../../../durable-objects/domain/pacing.ts";
import { burstOf, hasToken, refill, takeToken } from "../../../durable-objects/domain/token-bucket.ts";
import { NINE_MS, range } from "./room.ts";

describe("token bucket", () => {
  it("holds the organiser's burst, or two seconds of the rate, and at least one grant", () => {
    expect([burstOf(7, 100), burstOf(null, 100), burstOf(null, 0.1), burstOf(null, 0)]).toEqual([7, 200, 1, 1]);
  });

  it("grants in any time never exceed the rate and the burst, in however small steps it refills", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 3_000, noNaN: true }), { maxLength: 200 }),
        fc.constantFrom(0.1, 1, 33.3),
        (steps, rate) => {
          const bucket = { tokens: burstOf(null, rate) };
          const grants: { atMs: number; count: number }[] = [];
          let atMs = 0;
          for (const elapsedMs of steps) {
            atMs += elapsedMs;
            refill(bucket, rate, burstOf(null, rate), elapsedMs);
            let count = 0;
            while (hasToken(bucket)) {
              takeToken(bucket);
              count++;
            }
            grants.push({ atMs, count });
          }
          grants.forEach((from, first) => {
            let count = 0;
            for (const to of grants.slice(first)) {
              count += to.count;
              const allowed = (rate * (to.atMs - from.atMs)) / 1_000 + burstOf(null, rate) + 1e-5;
              if (count > allowed) expect.fail(`${count} grants where ${allowed} are allowed`);
            }
          });
        },
      ),
    );
  });

  it("a minute of a sixtieth is one grant, in whatever steps", () => {
    for (const steps of [1, 7, 600, 6_000]) {
      const bucket = { tokens: 0 };
      for (let step = 0; step < steps; step++) refill(bucket, 1 / 60, 1, 60_000 / steps);
      expect(hasToken(bucket)).toBe(true);
    }
  });
});

describe("event clock", () => {
  const running = { turns: false, sealed: false };

  it("no clock ever goes back, and event time moves as the wall does unless that goes back", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -7_200_000, max: 7_200_000 }), fc.boolean(), fc.boolean()), { maxLength: 60 }),
        (moves) => {
          const clock = createClock(NINE_MS);
          let wallMs = NINE_MS;
          for (const [moveMs, turns, sealed] of moves) {
            wallMs += moveMs;
            const before = { ...clock };
            const { elapsedMs, steppedBackMs, gap } = advanceClock(clock, wallMs, { turns, sealed });
            expect(Object.entries(clock).filter(([name, value]) => value < before[name as keyof typeof before])).toEqual([]);
            expect(gap).toBe(elapsedMs > GAP_MS);
            if (steppedBackMs > 0) expect(elapsedMs).toBe(0);
            // The wall as the event tells it is never further from the real one than the jitter it does not take for a step.
            expect(Math.abs(wallOf(clock, clock.eventMs) - wallMs)).toBeLessThanOrEqual(5_000);
          }
        },
      ),
    );
  });

  it("5 s behind is jitter, more is a clock set back, by which deadlines shift", () => {
    const clock = createClock(NINE_MS);
    expect(advanceClock(clock, NINE_MS - 5_000, running)).toMatchObject({ elapsedMs: 0, steppedBackMs: 0 });
    expect(advanceClock(clock, NINE_MS - 5_001, running)).toMatchObject({ elapsedMs: 0, steppedBackMs: 5_001 });
    const deadlineMs = clock.eventMs + 60_000;
    expect(wallOf(clock, deadlineMs)).toBe(NINE_MS - 5_001 + 60_000);
    expect(advanceClock(clock, NINE_MS - 4_001, running)).toMatchObject({ elapsedMs: 1_000 });
  });

  it("turns stand still over a gap and while told to; stays only while sealed", () => {
    const clock = createClock(NINE_MS);
    advanceClock(clock, NINE_MS + GAP_MS, running);
    expect(clock).toMatchObject({ turnMs: GAP_MS, stayMs: GAP_MS });
    advanceClock(clock, NINE_MS + 2 * GAP_MS + 1, running);
    expect(clock).toMatchObject({ turnMs: GAP_MS, stayMs: 2 * GAP_MS + 1 });
    advanceClock(clock, NINE_MS + 2 * GAP_MS + 1_001, { turns: true, sealed: false });
    expect(clock).toMatchObject({ turnMs: GAP_MS, stayMs: 2 * GAP_MS + 1_001 });
    advanceClock(clock, NINE_MS + 2 * GAP_MS + 2_001, { turns: true, sealed: true });
    expect(clock).toMatchObject({ turnMs: GAP_MS, stayMs: 2 * GAP_MS + 1_001 });
  });
});

describe("pacing", () => {
  it.each([1, 10, 100, 400, 1_000])("%i gates call about 100 times a second together, each at least once a second", (count) => {
    const gates = new Map<string, GateSeen>();
    for (const n of range(1, count)) noteGateCall(gates, `gate-${n}`, 1, 1_000);
    const afterMs = nextSyncAfterMs(gates, 1_000);
    const calls = (count * 1_000) / afterMs;
    expect(calls).toBeLessThanOrEqual(Math.max(500, 200));
    expect(afterMs).toBeLessThanOrEqual(Math.max(1_000, count * 2));
    if (count >= 10 && count <= 100) expect(calls).toBeCloseTo(100, 0);
  });

  it("a gate that has been silent for over 2 s is not counted", () => {
    const gates = new Map<string, GateSeen>();
    for (const n of range(1, 50)) noteGateCall(gates, `gate-${n}`, 1, 1_000);
    expect(nextSyncAfterMs(gates, 3_000)).toBe(500);
    expect(nextSyncAfterMs(gates, 3_001)).toBe(5);
  });

  it("takes a gate's sums once, whatever is doubled or late", () => {
    const gates = new Map<string, GateSeen>();
    expect([1, 1, 3, 2, 3, 4].map((sequence) => noteGateCall(gates, "gate", sequence, 0))).toEqual([true, false, true, false, false, true]);
    expect(noteGateCall(gates, "other", 1, 0)).toBe(true);
  });

  it("remembers a bounded number of gates, the lately seen ones", () => {
    const gates = new Map<string, GateSeen>();
    for (const n of range(1, 20_000)) noteGateCall(gates, `gate-${n}`, 9, n);
    expect(gates.size).toBeLessThanOrEqual(4_096);
    expect(noteGateCall(gates, "gate-20000", 9, 20_001)).toBe(false);
  });

  it("isolates are told 0.3 to 1 s, longer the more of them read", () => {
    const told = [0, 1, 200, 400, 1_000, 100_000].map((reads) => refreshAfterMs(reads, 500));
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect([told[0], told.at(-1)]).toEqual([300, 1_000]);
  });
});
