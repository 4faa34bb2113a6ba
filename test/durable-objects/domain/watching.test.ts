/** What the event learns by watching: presence, admissions a minute, show-up, and shares between lanes. */
import { describe, expect, it } from "vitest";
import { Crowd } from "./crowd.ts";
import { claimOf, range, Room, roomWithLine } from "./room.ts";

describe("presence", () => {
  const living = (room: Room): readonly number[] => room.laneSnapshot().presence.livingPercent;
  const present = (room: Room, positions: readonly number[]): void => void room.take([], [{ lane: "main", positions }]);

  it("says nothing before one longest poll time was watched: all count as living", () => {
    const room = roomWithLine(1_000, { doors: "stopped" });
    room.pass(55_000);
    expect(living(room)).toEqual([]);
    room.pass(10_000);
    expect(living(room).length).toBeGreaterThan(0);
  });

  it("estimates the living by block; leaving or silence shows within two windows", () => {
    const room = roomWithLine(3_200, { doors: "stopped" });
    const firstHalf = range(1, 1_600);
    for (const _ of range(1, 8)) {
      present(room, firstHalf);
      room.pass(20_000);
    }
    const blocks = living(room);
    expect(Math.min(...blocks.slice(0, blocks.length / 2 - 1))).toBeGreaterThanOrEqual(95);
    expect(Math.max(...blocks.slice(blocks.length / 2 + 1))).toBe(0);
    room.pass(130_000);
    expect(Math.max(...living(room))).toBe(0);
  });

  it("thins its sample as the line grows, and keeps the estimate", () => {
    const room = roomWithLine(100_000, { doors: "stopped" });
    expect(room.snapshot.presenceSample).toBe(16);
    const halfOf = (sample: number): number[] =>
      range(1, 100_000).filter((position) => position % sample === 0 && (position / sample) % 2 === 0);
    for (const _ of range(1, 8)) {
      present(room, halfOf(room.snapshot.presenceSample));
      room.pass(20_000);
    }
    const blocks = living(room);
    for (const percent of blocks) expect(Math.abs(percent - 50)).toBeLessThanOrEqual(3);
  });

  it("counts for nothing outside the line or the sample", () => {
    const room = roomWithLine(1_000, { doors: "stopped" });
    room.pass(61_000);
    const before = room.laneSnapshot().presence;
    present(room, [-5, 0, 0.5, Number.NaN, 1_001, 1e12]);
    room.pass(3_000);
    expect(room.laneSnapshot().presence).toEqual(before);
  });
});

describe("recent admissions a minute", () => {
  it("is unknown at first, then what was granted, and its axis stands still while nobody waits", () => {
    const room = roomWithLine(5_000, { perMinute: 600, maxActiveSessions: 10_000 });
    const crowd = new Crowd(
      room,
      range(1, 5_000).map((position) => ({ arrivesMs: 0, position })),
    );
    crowd.run(10_000);
    expect(room.laneSnapshot().recentPerMinute).toBeNull();
    crowd.run(90_000);
    const recent = room.laneSnapshot().recentPerMinute as number;
    expect(recent).toBeGreaterThan(540);
    expect(recent).toBeLessThanOrEqual(660);
    // Half an hour of silence: told are still the admissions of the minute before.
    const empty = roomWithLine(0);
    empty.pass(1_800_000);
    expect(empty.laneSnapshot().recentPerMinute).toBeNull();
  });
});

describe("show-up", () => {
  /** Places called in half a minute when that share of the called claims. */
  function calledWith(share: number, seed = 1): number {
    const room = roomWithLine(20_000, { perMinute: 600, maxActiveSessions: 50_000 });
    new Crowd(
      room,
      range(1, 20_000).map((position) => ({
        arrivesMs: position % 5_000,
        position,
        ...((position * 7) % 10 < share * 10 ? {} : { closesMs: 0 }),
      })),
      seed,
    ).run(120_000);
    return room.laneSnapshot().nowServing;
  }

  it("calls further the fewer come, and not much further than needed", () => {
    const [all, half] = [calledWith(1), calledWith(0.5)];
    // Where few come, chance weighs most: when they happen to poll decides how far is called beyond need.
    const few = [1, 2, 3].reduce((sum, seed) => sum + calledWith(0.2, seed) / 3, 0);
    // 120 s at ten a second, a burst of 20, and a stock for the front.
    expect(all).toBeGreaterThan(1_200);
    expect(all).toBeLessThan(1_700);
    expect(half / all).toBeGreaterThan(1.6);
    expect(half / all).toBeLessThan(2.6);
    expect(few / half).toBeGreaterThan(1.3);
    expect(few / all).toBeLessThan(7);
  });
});

describe("lanes", () => {
  const lanes = [
    { id: "a", share: 1 },
    { id: "b", share: 3 },
  ];

  /** Lines of that length in both lanes, everybody recorded. */
  function recordedIn(counts: Readonly<Record<string, number>>): Room {
    const room = new Room({ lanes, doors: "stopped", perMinute: 600, burst: 1, maxActiveSessions: 10_000, claimSeconds: 3_600 });
    for (const [lane, count] of Object.entries(counts)) room.join(count, { lane });
    room.order({ command: "let-in", count: 10_000 });
    room.order({ command: "intake", maxActiveSessions: 1 });
    room.order({ command: "let-in", count: 1 });
    return room;
  }

  it("case 65: recorded claims of two lanes are granted by their shares, each lane in its order", () => {
    const room = new Room({ lanes, doors: "stopped", perMinute: 600, maxActiveSessions: 10_000 });
    for (const { id } of lanes) room.join(2_000, { lane: id });
    room.order({ command: "doors", doors: "auto" });
    new Crowd(
      room,
      lanes.flatMap(({ id }) => range(1, 2_000).map((position) => ({ arrivesMs: 0, position, lane: id }))),
    ).run(120_000);
    const [a, b] = [room.granted("a"), room.granted("b")];
    expect(b.length / a.length).toBeGreaterThan(2.7);
    expect(b.length / a.length).toBeLessThan(3.3);
    expect(a.length + b.length).toBeGreaterThan(1_100);
  });

  it("case 65: an empty lane's share flows to the other", () => {
    const room = new Room({ lanes, doors: "stopped", perMinute: 600, maxActiveSessions: 10_000 });
    room.join(2_000, { lane: "a" });
    room.order({ command: "doors", doors: "auto" });
    new Crowd(
      room,
      range(1, 2_000).map((position) => ({ arrivesMs: 0, position, lane: "a" })),
    ).run(60_000);
    expect(room.granted("a").length).toBeGreaterThan(560);
  });

  it("case 65: a pass or a place of one lane is nothing in another", () => {
    const room = recordedIn({ a: 3, b: 0 });
    expect(room.ask(claimOf(1, "b"))).toEqual({ outcome: "over", reason: "place-spent" });
    expect(room.ask({ kind: "renew", lane: "b", position: 1, checkout: false })).toEqual({ outcome: "refused" });
    expect(room.ask(claimOf(1, "c"))).toEqual({ outcome: "unknown-lane" });
  });

  it("a lane that was idle brings no credit: it does not starve the others when its claims come", () => {
    const room = new Room({ lanes, doors: "stopped", perMinute: 600, maxActiveSessions: 10_000 });
    room.join(3_000, { lane: "a" });
    room.order({ command: "doors", doors: "auto" });
    const crowd = new Crowd(room, [
      ...range(1, 3_000).map((position) => ({ arrivesMs: 0, position, lane: "a" })),
      ...range(1, 1_000).map(() => ({ arrivesMs: 60_000, lane: "b" })),
    ]);
    crowd.run(60_000);
    const before = room.granted("a").length;
    crowd.run(120_000);
    const [a, b] = [room.granted("a").length - before, room.granted("b").length];
    expect(b / a).toBeLessThan(3.5);
    expect(a).toBeGreaterThan(120);
    expect(b).toBeGreaterThan(350);
  });
});
