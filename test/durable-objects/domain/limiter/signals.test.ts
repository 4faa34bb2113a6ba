import { describe, expect, it } from "vitest";
import { aimOf, comingSlow, roomAt, slowness, spareSessions, type Signals } from "../../../../durable-objects/domain/limiter/signals.ts";

/** Sixty good answers a second of a median of 300 ms where unhurried ones take 150 and 760 are too slow. */
const SIGNALS: Signals = {
  sessions: 300,
  failedShare: 0,
  throttledShare: 0,
  failedQuorum: false,
  throttledQuorum: false,
  windowSeconds: 3,
  informed: true,
  slow: 300 / 760,
  unhurried: 150 / 760,
  medianMs: 300,
  ratio: 2,
  streams: [],
  offeredPerSecond: 60,
  goodPerSecond: 60,
  failedPerSecond: 0,
  inFlight: 21,
  crowding: 1,
  askedPerSecond: 60,
  recentGood: 180,
  recentFailed: 0,
  stalled: false,
  retryAfterSeconds: 0,
  ageSeconds: 0.3,
};

describe("the aim", () => {
  it("is half way from unhurried to too slow", () => {
    expect(aimOf(SIGNALS)).toBeCloseTo((150 + 760) / 2 / 760, 9);
  });

  it("is where unhurried answers are when those are between too slow and the target, and below them beyond it", () => {
    expect(aimOf({ ...SIGNALS, unhurried: 1.2 })).toBeCloseTo(1.2, 9);
    expect(aimOf({ ...SIGNALS, unhurried: 1.6 })).toBeLessThan(1.6);
  });

  it("leaves all room at unhurried and none at the aim", () => {
    expect(roomAt(SIGNALS, SIGNALS.unhurried)).toBe(1);
    expect(roomAt(SIGNALS, aimOf(SIGNALS))).toBe(0);
    expect(roomAt(SIGNALS, 3)).toBe(0);
    expect(roomAt(SIGNALS, (SIGNALS.unhurried + aimOf(SIGNALS)) / 2)).toBeCloseTo(0.5, 9);
  });
});

it("what is under way says how slow the next answers will be", () => {
  expect(comingSlow(SIGNALS)).toBeCloseTo(SIGNALS.slow, 1);
  expect(comingSlow({ ...SIGNALS, inFlight: 42 })).toBeCloseTo(2 * comingSlow(SIGNALS), 9);
  expect(comingSlow({ ...SIGNALS, goodPerSecond: 0 })).toBe(SIGNALS.slow);
});

it("Little's law: sessions to spare are the requests that would be under way at the aimed time, less those that are", () => {
  const atTheAim = (60 * 0.455) / 0.85;
  expect(spareSessions(SIGNALS)).toBeCloseTo(atTheAim - 21, 6);
  expect(spareSessions({ ...SIGNALS, inFlight: 100 })).toBeCloseTo(atTheAim - 100, 6);
  expect(spareSessions({ ...SIGNALS, slow: 0 })).toBe(0);
});

it("with a target it alone says what is slow; without one, the baseline", () => {
  expect(slowness(1, 760, 1000)).toBeCloseTo(1, 9);
  expect(slowness(10, 380, 1000)).toBeCloseTo(0.5, 9);
  expect(slowness(2.4, 380, null)).toBeCloseTo(1, 9);
});
