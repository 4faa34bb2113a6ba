import { describe, expect, test } from "vitest";
import { originLimitOf } from "../../../../durable-objects/domain/limiter/in-flight.ts";
import { carriedInFlight, type Signals } from "../../../../durable-objects/domain/limiter/signals.ts";
import { createLimiter, type Limiter, type Phase } from "../../../../durable-objects/domain/limiter/state.ts";

const SETTINGS = { minPerMinute: 0, maxPerMinute: 600, startPerMinute: null, latencyTargetMs: null, fallbackPerMinute: null };
const limiterIn = (phase: Phase, shedLevel = 0): Limiter => ({ ...createLimiter(SETTINGS, 0), phase, shedLevel });

/** A shop that answers 100 a second, in 2 s where 200 ms are usual, while 150 are asked. */
const SATURATED: Signals = {
  sessions: 300,
  failedShare: 0,
  throttledShare: 0,
  failedQuorum: false,
  throttledQuorum: false,
  windowSeconds: 3,
  informed: true,
  slow: 10 / 2.4,
  unhurried: 1 / 2.4,
  medianMs: 2_000,
  ratio: 10,
  streams: [],
  offeredPerSecond: 150,
  goodPerSecond: 100,
  failedPerSecond: 0,
  inFlight: 250,
  crowding: 1,
  askedPerSecond: 150,
  recentGood: 300,
  recentFailed: 0,
  stalled: false,
  retryAfterSeconds: 0,
  ageSeconds: 0.3,
};

describe("requests under way at an origin that can't cope", () => {
  test("are limited while it is saturated, fails, or is still shed; otherwise not", () => {
    const limited = (phase: Phase, shedLevel = 0): boolean => originLimitOf(limiterIn(phase, shedLevel), SATURATED, 200) !== null;
    expect((["saturated", "erroring", "dead", "probing"] as const).map((phase) => limited(phase))).toEqual([true, true, true, true]);
    expect((["start", "cruise", "hold", "stopped", "blind"] as const).map((phase) => limited(phase))).toEqual(Array(5).fill(false));
    expect(limited("cruise", 0.3)).toBe(true);
    // Answers are as quick as they should be again: at once.
    expect(originLimitOf(limiterIn("cruise", 0.3), { ...SATURATED, slow: SATURATED.unhurried }, 200)).toBe(null);
  });

  test("to twice what it carries in the aimed time, far below what is queued", () => {
    const limit = originLimitOf(limiterIn("saturated"), SATURATED, 200);
    expect(limit).toEqual({ mostInFlight: Math.ceil(2 * carriedInFlight(SATURATED)), askedPerSecond: 150 });
    expect(limit?.mostInFlight).toBeLessThan(SATURATED.inFlight / 2);
  });

  test("never to less than those inside need once it answers as it used to, nor to next to nothing", () => {
    const nothing = { ...SATURATED, goodPerSecond: 0, slow: 0, medianMs: 0, inFlight: 3_000 };
    expect(originLimitOf(limiterIn("dead"), nothing, 200)?.mostInFlight).toBe((2 * 150 * 200) / 1000);
    expect(originLimitOf(limiterIn("dead"), { ...nothing, askedPerSecond: 1 }, 200)?.mostInFlight).toBe(8);
  });

  test("what is asked counts, not what the limit let through: it does not wind itself down", () => {
    const starved = { ...SATURATED, goodPerSecond: 1, offeredPerSecond: 1, inFlight: 2 };
    expect(originLimitOf(limiterIn("saturated"), starved, 200)?.mostInFlight).toBe((2 * 150 * 200) / 1000);
  });

  test("pages that ask for six things at once get room for six", () => {
    const [one, six] = [1, 3].map((crowding) => originLimitOf(limiterIn("saturated"), { ...SATURATED, crowding }, 200)?.mostInFlight ?? 0);
    expect(six).toBeGreaterThanOrEqual(3 * ((one ?? 0) - 1));
  });
});
