/** How far a line is called, and what is told of it. */
import { expect, it } from "vitest";
import { claimOf, leaveOf, range, Room, roomWithLine } from "./room.ts";

const LANES = [
  { id: "main", share: 1 },
  { id: "other", share: 3 },
];

it("lanes may expect their share among those in which somebody waits", () => {
  const room = new Room({ lanes: LANES, doors: "stopped", perMinute: 600 });
  room.join(5);
  expect([room.laneSnapshot("main").perMinute, room.laneSnapshot("other").perMinute]).toEqual([600, 450]);
  room.join(5, { lane: "other" });
  expect([room.laneSnapshot("main").perMinute, room.laneSnapshot("other").perMinute]).toEqual([150, 450]);
  expect(room.laneSnapshot("other").frontPlaces).toBe(500);
});

it("recorded claims of a lane with nobody uncalled count for its share: that much less is called of the others", () => {
  const called = (recorded: number): number => {
    const room = new Room({ lanes: LANES, doors: "stopped", perMinute: 600 });
    room.join(recorded, { lane: "other" });
    room.order({ command: "let-in", count: recorded });
    room.order({ command: "doors", doors: "sealed" });
    room.take(range(1, recorded).map((position) => claimOf(position, "other")));
    room.join(1_000);
    // What is recorded waits on in the step that opens the doors: no token is there.
    room.event.letIn = [];
    room.event.bucket.tokens = 0;
    room.order({ command: "doors", doors: "auto" });
    return room.laneSnapshot().nowServing;
  };
  const without = called(0);
  expect(without).toBeGreaterThan(80);
  expect(called(30)).toBeLessThanOrEqual(without - 30);
  // Not for more than the share: three quarters of what is wanted.
  expect(called(300)).toBeGreaterThan(without / 5);
});

it("places given up are passed over, some ten thousand at a time", () => {
  const room = roomWithLine(120_000, { doors: "stopped" });
  room.take(range(1, 110_000).map((position) => leaveOf(position)));
  expect(room.figures.lanes[0]).toMatchObject({ waiting: 10_000 });
  room.order({ command: "doors", doors: "auto" });
  expect(room.laneSnapshot().nowServing).toBe(50_000);
  for (const _ of range(1, 3)) room.take([]);
  expect(room.laneSnapshot().nowServing).toBeGreaterThan(110_000);
  expect(room.figures.lanes[0]?.waiting).toBe(120_000 - room.laneSnapshot().nowServing);
});

it("case 43: called but not in are those whose turn is open", () => {
  const room = roomWithLine(20, { perMinute: 600, claimSeconds: 180 });
  expect(room.figures.lanes[0]).toMatchObject({ calledNotIn: 20, noShowShare: expect.closeTo(0.1, 5) });
  room.enter(1);
  expect(room.figures.lanes[0]).toMatchObject({ calledNotIn: 19 });
  room.pass(182_000);
  expect(room.figures.lanes[0]).toMatchObject({ calledNotIn: 0 });
  expect(room.laneSnapshot()).toMatchObject({ missedThrough: 20, spentThrough: 0 });
});

it("case 43: grants of the last minute are told also where nobody waits", () => {
  const room = new Room();
  for (const _ of range(1, 10)) {
    room.join(2);
    room.pass(1_000);
  }
  expect(room.figures.grantedLastMinute).toBe(20);
  // A line's recent admissions are those made while somebody waited.
  expect(room.laneSnapshot().recentPerMinute).toBeNull();
  room.pass(70_000);
  expect(room.figures.grantedLastMinute).toBe(0);
});

it("of calls told together the end of the first is told: nobody hears of more time than there is", () => {
  const room = roomWithLine(5_000, { perMinute: 600, maxActiveSessions: 5_000 });
  const calledAtMs: number[] = [];
  for (const _ of range(1, 120)) {
    const { nowServing } = room.laneSnapshot();
    for (let position = calledAtMs.length + 1; position <= nowServing; position++) {
      calledAtMs.push(room.wallMs);
      if (position % 2 === 0) room.ask(claimOf(position));
    }
    room.pass(1_000, 1_000);
  }
  expect(room.lane().cohorts.length).toBeGreaterThan(60);
  expect(room.laneSnapshot().turnEnds.length).toBeLessThanOrEqual(16);
  const leftMs = calledAtMs.map((atMs, index) => (room.status(index + 1).turnEndsAtMs ?? Number.NaN) - atMs);
  expect(Math.max(...leftMs)).toBeLessThanOrEqual(301_000);
  expect(Math.min(...leftMs)).toBeGreaterThan(285_000);
});
