import { describe, expect, test } from "vitest";
import { DEFAULT_SESSION_LIMITS } from "../../durable-objects/domain/busy-sessions.ts";
import { SessionLimiter, type Asker } from "../../worker/session-limiter.ts";

const T0 = 1_800_000_000_000;
const newLimiter = (): SessionLimiter => new SessionLimiter(DEFAULT_SESSION_LIMITS, [1, 2]);
const { perSecond, burst, concurrent } = DEFAULT_SESSION_LIMITS;
const askerOf = (hash: number): Asker => ({ hash, lane: "main", position: hash });

/** One request asks; whether it goes, and if not after how long it might. */
function ask(limiter: SessionLimiter, session: number, nowMs: number): number {
  limiter.ask(askerOf(session), nowMs);
  return limiter.enter(session, nowMs);
}

/** How many of `count` requests go, each answered at once. */
function passed(limiter: SessionLimiter, session: number, count: number, nowMs: number): number {
  let gone = 0;
  for (let index = 0; index < count; index++) {
    if (ask(limiter, session, nowMs) > 0) continue;
    gone++;
    limiter.leave(session, nowMs);
  }
  return gone;
}

describe("S6: one pass, one person's load", () => {
  test("a page with all its images passes at once, a script is held to the rate, others notice nothing", () => {
    const limiter = newLimiter();
    expect(passed(limiter, 7, 1_000, T0)).toBe(burst);
    expect(passed(limiter, 7, 1_000, T0 + 1_000)).toBe(perSecond);
    expect(passed(limiter, 8, 100, T0 + 1_000)).toBe(100);
  });

  test("so many requests may be under way, and each end makes room for one", () => {
    const limiter = newLimiter();
    for (let index = 0; index < concurrent; index++) expect(ask(limiter, 7, T0)).toBe(0);
    expect(ask(limiter, 7, T0)).toBeGreaterThan(0);
    expect(ask(limiter, 8, T0)).toBe(0);
    limiter.leave(7, T0 + 10);
    expect(ask(limiter, 7, T0 + 10)).toBe(0);
    expect(ask(limiter, 7, T0 + 10)).toBeGreaterThan(0);
  });

  test("requests that were broken off fill no memory", () => {
    const limiter = newLimiter();
    for (let session = 0; session < 40_000; session++) ask(limiter, session, T0);
    expect(limiter.watched).toBe(32_768);
  });

  test("requests that were broken off do not hold a session up for ever, nor does a clock that was set back", () => {
    for (const laterMs of [61_000, -3_600_000]) {
      const limiter = newLimiter();
      for (let index = 0; index < concurrent; index++) ask(limiter, 7, T0);
      expect(ask(limiter, 7, T0 + 1_000)).toBeGreaterThan(0);
      expect(ask(limiter, 7, T0 + laterMs)).toBe(0);
    }
  });
});

describe("S6: what the event is told, and what it says", () => {
  test("a session over a quarter of a limit is told with what it asked, refused or not; the others are not", () => {
    const limiter = newLimiter();
    limiter.takeBusy(T0);
    for (let n = 0; n < 5; n++) ask(limiter, 1, T0);
    for (let n = 0; n < 400; n++) ask(limiter, 2, T0);
    expect(limiter.takeBusy(T0 + 999)).toEqual([]);
    const rows = limiter.takeBusy(T0 + 1_000);
    expect(rows).toEqual([["main", 2, 400, concurrent]]);
    expect(limiter.takeBusy(T0 + 2_000)).toEqual([["main", 2, 0, concurrent]]);
  });

  test("the 32 busiest are told", () => {
    const limiter = newLimiter();
    limiter.takeBusy(T0);
    for (let session = 1; session <= 100; session++) for (let n = 0; n < 20 + session; n++) ask(limiter, session, T0);
    const told = limiter.takeBusy(T0 + 1_000).map(([, position]) => position);
    expect(told.length).toBe(32);
    expect(Math.min(...told)).toBe(69);
  });

  test("what came after a long silence does not look like a flood", () => {
    const limiter = newLimiter();
    limiter.takeBusy(T0);
    for (let n = 0; n < 300; n++) passed(limiter, 1, 1, T0 + n * 100);
    expect(limiter.takeBusy(T0 + 30_000)).toEqual([["main", 1, 30, 0]]);
  });

  test("a held session gets its part of the limit, at least one a second; when it is no longer named it is free", () => {
    const limiter = newLimiter();
    limiter.takeBusy(T0);
    let nowMs = T0;
    const second = (): number => {
      let gone = 0;
      for (let n = 0; n < 16; n++) {
        gone += passed(limiter, 1, 1, nowMs);
        nowMs += 62.5;
      }
      limiter.takeBusy(nowMs);
      return gone;
    };
    for (let n = 0; n < 5; n++) expect(second()).toBe(16);
    limiter.hold([[1, 0.5]], nowMs);
    const held = [second(), second(), second()];
    expect(held.every((gone) => gone >= 7 && gone <= 9)).toBe(true);
    limiter.hold([[1, 0.001]], nowMs);
    expect(second() + second()).toBeLessThanOrEqual(3);
    limiter.hold([], nowMs);
    expect(second()).toBe(16);
  });
});
