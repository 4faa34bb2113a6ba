import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEvent } from "../../../durable-objects/domain/event.ts";
import { ageHearing, frontPlaces, hearingOf, startHearing } from "../../../durable-objects/domain/hearing.ts";
import type { Lane } from "../../../durable-objects/domain/lane.ts";
import { claimedBy, expectedClaims, pollAge, showUpShare, type Called } from "../../../durable-objects/domain/show-up.ts";
import { policyOf } from "../../support/policy.ts";
import { NINE_MS } from "./room.ts";

const SECOND = 1_000;
const callOf = (calledMs: number, called: number, claims: number, pollMs = 5 * SECOND): Called => ({
  called,
  open: called - claims,
  calledMs,
  pollMs,
});

describe("show-up", () => {
  it("is assumed high at first, and learned from whole calls exactly", () => {
    expect(showUpShare([], 0)).toBe(0.9);
    expect(showUpShare([callOf(0, 1_000, 300)], 61 * SECOND)).toBeCloseTo(0.3, 2);
  });

  it("is learned from the youngest calls that say enough: a fall is seen within a front interval", () => {
    const before = Array.from({ length: 60 }, (_, second) => callOf(second * SECOND, 10, 9));
    const since = Array.from({ length: 7 }, (_, second) => callOf((60 + second) * SECOND, 30, 0));
    expect(showUpShare(before, 60 * SECOND)).toBeGreaterThan(0.8);
    expect(showUpShare([...before, ...since], 67 * SECOND)).toBeLessThan(0.15);
  });

  it("is not taken for low while those called cannot have asked", () => {
    expect(showUpShare([callOf(0, 10_000, 0)], SECOND)).toBe(0.9);
    // A tenth of a minute's polls have come, and all of them claimed.
    expect(showUpShare([callOf(0, 10_000, 900, 60 * SECOND)], 7 * SECOND)).toBeGreaterThan(0.9);
  });

  it("is never believed to be under 4 %, which bounds what is called for one claim, nor over 100 %", () => {
    expect(showUpShare([callOf(0, 1_000_000, 0)], 300 * SECOND)).toBe(0.04);
    expect(showUpShare([callOf(0, 10, 10)], 2 * SECOND)).toBe(1);
  });

  it("expects no more claims than places are open, never fewer than none, and all of the share in the end", () => {
    const age = fc.integer({ min: 0, max: 400 * SECOND });
    fc.assert(
      fc.property(
        fc.nat(500),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        age,
        age,
        (called, part, share, a, b) => {
          const call = callOf(0, called, Math.floor(called * part));
          const [from, to] = [Math.min(a, b), Math.max(a, b)].map((ms) => pollAge(ms, 5 * SECOND)) as [number, number];
          const claims = expectedClaims(call, share, from, to);
          expect(claims).toBeGreaterThanOrEqual(0);
          expect(claims).toBeLessThanOrEqual(call.open);
          expect(claimedBy(to)).toBeGreaterThanOrEqual(claimedBy(from));
        },
      ),
    );
    expect(expectedClaims(callOf(0, 100, 0), 0.5, 0, pollAge(300 * SECOND, 5 * SECOND))).toBeCloseTo(50, 6);
  });
});

describe("hearing", () => {
  function laneAt(perMinute: number): Lane {
    const event = createEvent(policyOf({ perMinute }), NINE_MS);
    const lane = event.lanes.get("main") as Lane;
    startHearing(lane, perMinute, 0);
    return lane;
  }
  /** Longest time until the holder of `position` asks. */
  const pollOf = (lane: Lane, position: number, atMs: number): number =>
    hearingOf(lane, atMs, 300 * SECOND).find(({ through }) => position <= through)?.pollMs ?? Number.NaN;

  it("who is within a minute of the front asks each front interval, who is not may be asleep for a minute", () => {
    const lane = laneAt(600);
    expect(pollOf(lane, frontPlaces(lane, 600), 0)).toBe(5 * SECOND);
    expect(pollOf(lane, frontPlaces(lane, 600) + 1, 0)).toBe(60 * SECOND);
  });

  it("an even flow finds those near the front awake", () => {
    const lane = laneAt(600);
    for (let second = 1; second <= 300; second++) {
      lane.nowServing += 11;
      ageHearing(lane, 600, second * SECOND);
      expect(pollOf(lane, lane.nowServing + 80, second * SECOND)).toBe(5 * SECOND);
    }
    // A front interval and the time of a poll's way through the line; nothing piles up.
    expect(lane.hearing.length).toBeLessThanOrEqual(16);
  });

  it("a front that leaps finds people asleep, the longer the further it leaps, until all have asked again", () => {
    const lane = laneAt(60);
    ageHearing(lane, 6_000, 0);
    expect(pollOf(lane, 60, 0)).toBe(5 * SECOND);
    expect(pollOf(lane, 3_000, 0)).toBe(60 * SECOND);
    ageHearing(lane, 6_000, 40 * SECOND);
    expect(pollOf(lane, 3_000, 40 * SECOND)).toBe(30 * SECOND);
    ageHearing(lane, 6_000, 60 * SECOND);
    expect(pollOf(lane, 3_000, 60 * SECOND)).toBe(5 * SECOND);
  });
});
