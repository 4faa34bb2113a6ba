import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventPolicy } from "../../../durable-objects/domain/types.ts";
import { histories, type Act, type Op } from "./model-histories.ts";
import { playHistory } from "./model-rig.ts";

const ROOM = {
  lanes: [
    { id: "a", share: 1 },
    { id: "b", share: 1 },
  ],
  doors: "always",
  perMinute: 600,
  maxActiveSessions: 1_000,
  burst: null,
  claimSeconds: 60,
  lateSeconds: 45,
  idleSeconds: 90,
  checkoutSeconds: 120,
  maxStaySeconds: 200,
  provisionalSeconds: 30,
  graceSeconds: 10,
  sliding: true,
  message: "",
} as const satisfies EventPolicy;

const stepOf = (afterMs: number, ...acts: Act[]): Op => ({ op: "step", afterMs, acts, repeat: false, reverse: false });
const crowd = (lane: number, count: number): Act => ({ act: "new", lane, count, presented: true, network: 0 });
const allClaim = (lane: number): Act => ({ act: "all claim", lane });

/** Plays `numRuns` histories and returns what happened in all of them together. */
function playAll(crashes: number, numRuns: number, ops?: number): { steps: number; granted: number; crashes: number } {
  const sums = { steps: 0, granted: 0, crashes: 0 };
  fc.assert(
    fc.property(histories(crashes, ops), (history) => {
      const played = playHistory(history);
      for (const key of ["steps", "granted", "crashes"] as const) sums[key] += played[key];
    }),
    // Shrinking a failure ends here too.
    { numRuns, interruptAfterTimeLimit: 25_000 },
  );
  return sums;
}

describe("the event does what the rules say", () => {
  test("whatever is asked, repeated and ordered, at whatever times", () => {
    const { steps, granted } = playAll(0, 300);
    expect(steps).toBeGreaterThan(2_000);
    expect(granted).toBeGreaterThan(300);
  });

  test("also when it is thrown away and read back from storage", () => {
    const { steps, crashes } = playAll(2, 300);
    expect(steps).toBeGreaterThan(2_000);
    expect(crashes).toBeGreaterThan(300);
  });
});

test("a lane that was alone for long gets its share when another comes", () => {
  const alone = Array.from({ length: 8 }, () => stepOf(1_000, allClaim(0)));
  const both = Array.from({ length: 20 }, () => stepOf(1_000, allClaim(1), allClaim(0)));
  const ops: Op[] = [
    stepOf(1, crowd(0, 60)),
    ...alone,
    { op: "intake", perMinute: 60, most: 1_000 },
    stepOf(1, crowd(1, 12), crowd(0, 12)),
    ...both,
  ];
  // The comparison of shares is the rig's.
  expect(playHistory({ policy: ROOM, before: 0, ops }).granted).toBeGreaterThan(60);
});

test("places given up before their call leave no debt to those who come later", () => {
  const leave = (nth: number): Act => ({ act: "leave", lane: 0, at: "anywhere", nth });
  const ops: Op[] = [
    { op: "doors", doors: "stopped" },
    stepOf(1, crowd(0, 2)),
    stepOf(1, leave(2), leave(3)),
    { op: "doors", doors: "auto" },
    stepOf(1_000, crowd(0, 1)),
    { op: "doors", doors: "always" },
    stepOf(1_000, crowd(0, 1)),
    stepOf(1_000, allClaim(0)),
  ];
  expect(playHistory({ policy: ROOM, before: 0, ops }).granted).toBe(1);
});

test("a claim that waited longer than its page of places keeps its late return", () => {
  const early = (nth: number): Act => ({ act: "claim", lane: 0, at: "front", nth });
  const waiting = Array.from({ length: 8 }, () => stepOf(10_000, { act: "elsewhere" }));
  const ops: Op[] = [
    stepOf(1, crowd(0, 12)),
    { op: "intake", perMinute: 1, most: 1_000 },
    // One is granted now, the other in a minute, when the turns and late times of all others are over.
    stepOf(1, early(10), early(9)),
    ...waiting,
    { op: "checkpoint" },
    { op: "crash" },
    ...waiting.slice(3),
    stepOf(1, early(9)),
  ];
  const { granted } = playHistory({
    policy: { ...ROOM, claimSeconds: 20, lateSeconds: 45, lanes: [{ id: "a", share: 1 }] },
    before: 32_762,
    ops,
  });
  expect(granted).toBe(3);
});

test("promise 6: acknowledged state survives a crash, and an unacknowledged request is lost whole", () => {
  // Every other op throws the event away, half of these with a step in memory that was not written.
  const { crashes } = playAll(20, 150);
  expect(crashes).toBeGreaterThan(1_000);
});
