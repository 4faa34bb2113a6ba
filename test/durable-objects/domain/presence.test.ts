import { describe, expect, it } from "vitest";
import { ageWatch, createSeen, createWatch, noteSeen, presenceBlocks, type Watched } from "../../../durable-objects/domain/presence.ts";
import { range, roomWithLine } from "./room.ts";

const MINUTE = 60_000;
const laneOf = (issued: number, nowServing = 0): Watched & { nowServing: number; issued: number } => ({
  seen: createSeen(),
  nowServing,
  issued,
});

describe("presence", () => {
  it("has one sample for all lanes, so that a short line beside a long one is not taken for dead", () => {
    const watch = createWatch(0);
    const [long, short] = [laneOf(100_000), laneOf(2_000)];
    for (const minute of range(0, 3)) {
      ageWatch(watch, [long, short], minute * MINUTE);
      for (const lane of [long, short]) noteSeen(lane, range(1, lane.issued), watch.sample);
    }
    expect(watch.sample).toBe(16);
    for (const lane of [long, short]) {
      const { livingPercent } = presenceBlocks(watch, lane, 3 * MINUTE, 4);
      expect(livingPercent.length).toBeGreaterThan(0);
      expect(Math.min(...livingPercent)).toBeGreaterThanOrEqual(99);
    }
    expect(long.seen.current.size).toBeLessThanOrEqual(8_192);
  });

  it("forgets what a thinner sample does not hold, so that nothing counts twice as much", () => {
    const room = roomWithLine(8_000, { doors: "stopped" });
    room.pass(55_000);
    room.take([], [{ lane: "main", positions: range(1, 4_000) }]);
    room.join(12_000);
    room.pass(10_000);
    expect(room.snapshot.presenceSample).toBe(4);
    expect([...room.lane().seen.previous, ...room.lane().seen.current].filter((position) => position % 4 !== 0)).toEqual([]);
  });

  it("counts all as living again while a finer sample has not been watched for a window", () => {
    const watch = createWatch(0);
    const lane = laneOf(100_000);
    ageWatch(watch, [lane], 0);
    noteSeen(lane, range(1, 100_000), watch.sample);
    lane.nowServing = 97_000;
    ageWatch(watch, [lane], 2 * MINUTE);
    expect(watch.sample).toBe(1);
    expect(presenceBlocks(watch, lane, 2 * MINUTE + 1_000, 4)).toMatchObject({ blockSize: 0, livingPercent: [] });
    noteSeen(lane, range(97_001, 98_500), watch.sample);
    const [near, far] = presenceBlocks(watch, lane, 3 * MINUTE, 2).livingPercent;
    expect(near).toBe(100);
    // One in sixteen of them was in the coarser sample, and seen in the window before.
    expect(far).toBeLessThanOrEqual(7);
  });

  it("takes a join for a sign of life: who has just come may poll only in a minute", () => {
    const room = roomWithLine(1_000, { doors: "stopped" });
    room.pass(170_000);
    room.join(1_000);
    room.pass(3_000);
    const { livingPercent } = room.laneSnapshot().presence;
    expect(livingPercent.slice(0, 7)).toEqual(range(1, 7).map(() => 0));
    expect(livingPercent.slice(-7)).toEqual(range(1, 7).map(() => 100));
  });
});
