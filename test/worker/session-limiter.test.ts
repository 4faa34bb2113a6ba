import { describe, expect, test } from "vitest";
import { MOST_CONCURRENT, SESSION_REQUESTS, SessionLimiter } from "../../worker/session-limiter.ts";

const T0 = 1_800_000_000_000;
const newLimiter = (): SessionLimiter => new SessionLimiter([1, 2]);

/** How many of `count` requests go, each answered at once. */
function passed(limiter: SessionLimiter, session: number, count: number, nowMs: number): number {
  let gone = 0;
  for (let index = 0; index < count; index++) {
    if (limiter.enter(session, nowMs) > 0) continue;
    gone++;
    limiter.leave(session, nowMs);
  }
  return gone;
}

describe("S6: one pass, one person's load", () => {
  test("a page with all its images passes at once, a script is held to the rate, others notice nothing", () => {
    const limiter = newLimiter();
    expect(passed(limiter, 7, 1_000, T0)).toBe(SESSION_REQUESTS.burst);
    expect(passed(limiter, 7, 1_000, T0 + 1_000)).toBe(SESSION_REQUESTS.perSecond);
    expect(passed(limiter, 8, 100, T0 + 1_000)).toBe(100);
  });

  test("so many requests may be under way, and each end makes room for one", () => {
    const limiter = newLimiter();
    for (let index = 0; index < MOST_CONCURRENT; index++) expect(limiter.enter(7, T0)).toBe(0);
    expect(limiter.enter(7, T0)).toBeGreaterThan(0);
    expect(limiter.enter(8, T0)).toBe(0);
    limiter.leave(7, T0 + 10);
    expect(limiter.enter(7, T0 + 10)).toBe(0);
    expect(limiter.enter(7, T0 + 10)).toBeGreaterThan(0);
  });

  test("requests that were broken off fill no memory", () => {
    const limiter = newLimiter();
    for (let session = 0; session < 40_000; session++) limiter.enter(session, T0);
    expect(limiter.open).toBe(32_768);
  });

  test("requests that were broken off do not hold a session up for ever, nor does a clock that was set back", () => {
    for (const laterMs of [61_000, -3_600_000]) {
      const limiter = newLimiter();
      for (let index = 0; index < MOST_CONCURRENT; index++) limiter.enter(7, T0);
      expect(limiter.enter(7, T0 + 1_000)).toBeGreaterThan(0);
      expect(limiter.enter(7, T0 + laterMs)).toBe(0);
    }
  });
});
