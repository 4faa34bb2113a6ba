/** What visitors are told: status, wait, when to ask again. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LaneSnapshot, Snapshot } from "../../../durable-objects/domain/types.ts";
import { jittered, placeStatus, pollAfterMs } from "../../../durable-objects/domain/visitor-status.ts";
import { estimateWait } from "../../../durable-objects/domain/wait.ts";
import { history, LANES, play } from "./actions.ts";
import { range, Room, roomWithLine } from "./room.ts";

/** A real lane's snapshot with some of it changed. */
function laneOf(changes: Partial<LaneSnapshot> = {}): LaneSnapshot {
  return { ...new Room().laneSnapshot(), issued: 100_000, perMinute: 600, ...changes };
}

describe("visitor status", () => {
  it("never tells 0 or less ahead of somebody called, a negative time, or a turn that has no end in sight", () => {
    fc.assert(
      fc.property(history({ maxLength: 60 }), (actions) => {
        play(actions, (room) => {
          const { snapshot } = room;
          for (const name of LANES) {
            const lane = room.laneSnapshot(name);
            for (const position of range(1, Math.max(1, lane.issued))) expectSensible(snapshot, lane, position);
          }
        });
      }),
      { numRuns: 100 },
    );
  });

  it("tells when the turn ends, by cohort, and never later than it does", () => {
    const room = roomWithLine(5_000, { perMinute: 600 });
    const calledAtMs = new Map<number, number>();
    for (const _ of range(1, 100)) {
      for (const position of range(1, room.laneSnapshot().nowServing)) if (!calledAtMs.has(position)) calledAtMs.set(position, room.wallMs);
      room.pass(1_500);
    }
    for (const [position, atMs] of calledAtMs) {
      const { turnEndsAtMs } = room.status(position);
      // Those called within a second end together, with the last of them.
      if (turnEndsAtMs === null || turnEndsAtMs > atMs + 301_000) expect.fail(`${position}: ${turnEndsAtMs}`);
    }
  });
});

/** One place's status and poll time; plain comparisons, because there are many. */
function expectSensible(snapshot: Snapshot, lane: LaneSnapshot, position: number): void {
  const status = placeStatus(snapshot, lane, position);
  const { ahead, wait, state, turnEndsAtMs } = status;
  const called = position <= lane.nowServing;
  const afterMs = pollAfterMs(status, lane, 300);
  const sensible =
    (ahead === null) === called &&
    (ahead ?? 0) >= 0 &&
    (wait === null || (wait.lowSeconds >= 0 && wait.lowSeconds <= wait.likelySeconds && wait.likelySeconds <= wait.highSeconds)) &&
    (!called || wait === null) &&
    (turnEndsAtMs === null || state === "your-turn") &&
    afterMs >= 2_000 &&
    afterMs <= 60_000 &&
    (!called || state === "sold-out" || afterMs <= 5_000);
  if (!sensible) expect.fail(JSON.stringify({ position, status, afterMs, lane }));
}

describe("wait", () => {
  it("is unknown without a rate, and is people by rate with one", () => {
    expect(estimateWait(laneOf({ perMinute: 0 }), 100, {})).toBeNull();
    expect(estimateWait(laneOf({ perMinute: 600 }), 5_999, {})?.likelySeconds).toBe(600);
    expect(estimateWait(laneOf({ perMinute: 600, recentPerMinute: 200 }), 3_999, {})?.likelySeconds).toBe(1_200);
  });

  it("case 39: when the outflow halves the range moves", () => {
    const before = estimateWait(laneOf({ perMinute: 600, recentPerMinute: 600 }), 6_000, {});
    const after = estimateWait(laneOf({ perMinute: 600, recentPerMinute: 300 }), 6_000, {});
    expect(after?.likelySeconds).toBeGreaterThan((before?.likelySeconds ?? 0) * 1.2);
    expect(after?.highSeconds).toBeGreaterThan((before?.highSeconds ?? 0) * 1.2);
  });

  it("holds low ≤ likely ≤ high, all finite, and grows with the places ahead", () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.double({ min: 0.01, max: 100_000, noNaN: true }),
        fc.option(fc.nat(100_000)),
        (ahead, perMinute, recent) => {
          const lane = laneOf({ perMinute, recentPerMinute: recent });
          const [wait, longer] = [estimateWait(lane, ahead, {}), estimateWait(lane, ahead + 1_000, {})];
          if (wait === null || longer === null) return expect.fail("no wait");
          expect(0 <= wait.lowSeconds && wait.lowSeconds <= wait.likelySeconds && wait.likelySeconds <= wait.highSeconds).toBe(true);
          expect(Number.isFinite(wait.highSeconds) && longer.likelySeconds >= wait.likelySeconds).toBe(true);
        },
      ),
    );
  });

  it("counts only the living of the blocks ahead", () => {
    const presence = { from: 1, blockSize: 100, livingPercent: [100, 0, 50] };
    const people = (ahead: number): number => (estimateWait(laneOf({ perMinute: 60, presence }), ahead, {})?.likelySeconds ?? 0) - 1;
    expect([people(100), people(200), people(300), people(150)]).toEqual([100, 100, 150, 100]);
  });
});

describe("when to ask again", () => {
  const pollOf = (position: number, changes: Partial<LaneSnapshot> = {}, claimSeconds = 300): number => {
    const lane = laneOf({ nowServing: 1_000, ...changes });
    return pollAfterMs(placeStatus(new Room().snapshot, lane, position), lane, claimSeconds);
  };

  it("is a fifth of the likely wait, at least 2 s, at most a minute", () => {
    expect(pollOf(1_000 + 1_801)).toBeCloseTo(36_000, -3);
    expect(pollOf(1_001)).toBe(2_000);
    expect(pollOf(90_000)).toBe(60_000);
  });

  it("is at most a third of the claim time", () => {
    expect(pollOf(90_000, {}, 150)).toBe(50_000);
  });

  it("is a front interval for whoever may be called within a minute, also while the wait is unknown", () => {
    for (const position of [1_002, 1_200, 1_400, 1_599]) expect(pollOf(position)).toBeLessThanOrEqual(5_000);
    const stopped = roomWithLine(5_000, { doors: "stopped", perMinute: 600 });
    const lane = stopped.laneSnapshot();
    for (const position of [1, 100, 599]) expect(pollAfterMs(stopped.status(position), lane, 300)).toBeLessThanOrEqual(5_000);
  });

  it("is at most 2 s for a recorded claim", () => {
    const lane = laneOf();
    const status = { ...placeStatus(new Room().snapshot, lane, 1), state: "recorded" as const };
    expect(pollAfterMs(status, lane, 300)).toBeLessThanOrEqual(2_000);
  });

  it("is jittered in proportion, only ever earlier", () => {
    expect([0, 0.5, 0.999_999].map((random) => jittered(10_000, random))).toEqual([10_000, 9_000, 8_000]);
  });
});
