/** Each cell of `docs/doors.md`. */
import { describe, expect, it } from "vitest";
import type { Doors } from "../../../durable-objects/domain/types.ts";
import { Crowd } from "./crowd.ts";
import { claimOf, range, renewalOf, Room, roomWithLine, sessionOf } from "./room.ts";

/** Doors as given, a line of 100 of which some are called, position 1 inside, position 2 paying; 60 a minute. */
function underway(doors: Doors): Room {
  const room = roomWithLine(100, { perMinute: 60, burst: 4 });
  for (const position of [1, 2]) expect(room.enter(position).outcome).toBe("admitted");
  room.ask(renewalOf(2, { checkout: true }));
  expect(room.status(3).state).toBe("your-turn");
  room.order({ command: "doors", doors });
  return room;
}

/** Everybody in line keeps asking and claims; whom it has admitted after `seconds`, in order. */
function admittedWithin(room: Room, seconds: number): number[] {
  const before = room.grants.length;
  new Crowd(
    room,
    range(3, 100).map((position) => ({ arrivesMs: 0, position })),
  ).run(seconds * 1_000);
  return room.granted().slice(before);
}

/** 60 a minute and a burst of four. */
function expectInOrderAtTheRate(positions: readonly number[], seconds: number): void {
  expect(positions).toEqual(range(3, positions.length + 2));
  expect(positions.length).toBeLessThanOrEqual(seconds + 4);
  expect(positions.length).toBeGreaterThanOrEqual(seconds * 0.8);
}

const flowing = ["auto", "always", "off"] as const;
const held = ["stopped", "sealed"] as const;

describe("doors", () => {
  it("auto, new: admitted at once while nobody waits and intake is there; else a place at the end", () => {
    const room = new Room({ perMinute: 60, burst: 2 });
    expect(room.join(1, { presented: false })[0]?.outcome).toBe("admitted");
    expect(room.join(1)[0]?.outcome).toBe("admitted");
    expect(room.join(1, { presented: false })).toEqual([{ outcome: "queueing" }]);
    expect(room.join(1)).toEqual([{ outcome: "waiting", position: 3 }]);
    room.pass(1_000);
    // Somebody waits now, so intake is not the newcomer's.
    room.join(200);
    room.pass(1_000);
    expect(room.join(1)[0]?.outcome).toBe("waiting");
  });

  it("always, new: a place at the end, never admitted at once", () => {
    const room = new Room({ doors: "always" });
    expect(room.join(1, { presented: false })).toEqual([{ outcome: "queueing" }]);
    expect(room.join(1)).toEqual([{ outcome: "waiting", position: 1 }]);
    expect(underway("always").join(1)).toEqual([{ outcome: "waiting", position: 101 }]);
    expect(room.granted()).toEqual([]);
  });

  it.each(held)("%s, new: a place at the end", (doors) => {
    const empty = new Room({ doors });
    expect(empty.join(1, { presented: false })).toEqual([{ outcome: "queueing" }]);
    expect(empty.join(1)).toEqual([{ outcome: "waiting", position: 1 }]);
    const room = underway(doors);
    expect(room.join(1)).toEqual([{ outcome: "waiting", position: 101 }]);
    expect(room.snapshot).toMatchObject({ queueing: true, standstill: doors });
  });

  it("off, new: joins the end of a standing line; without one people pass without a session", () => {
    const room = underway("off");
    expect(room.snapshot.passThrough).toBe(false);
    expect(room.join(1)).toEqual([{ outcome: "waiting", position: 101 }]);
    const empty = new Room({ doors: "off" });
    expect(empty.snapshot).toMatchObject({ passThrough: true, queueing: false });
    expect(empty.event.activeSessions).toBe(0);
  });

  it("off, new: the line that stood drains, and then people pass", () => {
    const room = roomWithLine(300, { perMinute: 600 });
    room.order({ command: "doors", doors: "off" });
    expect(room.snapshot.passThrough).toBe(false);
    new Crowd(
      room,
      range(1, 300).map((position) => ({ arrivesMs: 0, position })),
    ).run(60_000);
    expect(room.granted()).toEqual(range(1, 300));
    expect(room.snapshot.passThrough).toBe(true);
  });

  it.each(flowing)("%s, waiting: called in order at the rate", (doors) => {
    const room = underway(doors);
    expect(room.status(100)).toMatchObject({ state: "waiting", doors });
    expect(room.status(100).wait?.likelySeconds).toBeGreaterThan(50);
    expect(room.ask(claimOf(100))).toEqual({ outcome: "not-yet" });
    expectInOrderAtTheRate(admittedWithin(room, 60), 60);
  });

  it("stopped, waiting: keeps its place, the wait is unknown, nobody is called but by let in", () => {
    const room = underway("stopped");
    const { nowServing } = room.laneSnapshot();
    room.pass(600_000);
    expect(room.laneSnapshot().nowServing).toBe(nowServing);
    expect(room.status(100)).toMatchObject({ state: "stopped", position: 100, ahead: 100 - nowServing - 1, wait: null });
    room.order({ command: "let-in", count: 60 });
    expect(room.laneSnapshot().nowServing).toBeGreaterThanOrEqual(60);
  });

  it("sealed, waiting: keeps its place, and nobody is called, not even by let in", () => {
    const room = underway("sealed");
    const { nowServing } = room.laneSnapshot();
    room.order({ command: "let-in", count: 60 });
    room.pass(60_000);
    expect(room.laneSnapshot().nowServing).toBe(nowServing);
    expect(room.status(100)).toMatchObject({ state: "sealed", position: 100, ahead: 100 - nowServing - 1, wait: null });
  });

  it.each(flowing)("%s, called: recorded, then admitted in order", (doors) => {
    const room = underway(doors);
    const called = range(3, room.laneSnapshot().nowServing);
    room.take([...called].reverse().map((position) => claimOf(position)));
    expect(room.granted()).toEqual([1, 2, 3, 4]);
    for (const position of called.slice(2)) expect(room.ask(claimOf(position))).toEqual({ outcome: "recorded", late: false });
    room.pass(60_000, 1_000);
    expect(room.granted().slice(2, 2 + called.length)).toEqual(called);
  });

  it("stopped, called: the turn's clock stands still, a claim is recorded, admitted only by let in", () => {
    const room = underway("stopped");
    room.pass(3_600_000);
    expect(room.status(3).state).toBe("your-turn");
    expect(room.take([claimOf(4), claimOf(3)])).toEqual([1, 2].map(() => ({ outcome: "recorded", late: false })));
    room.pass(600_000);
    expect(room.granted()).toEqual([1, 2]);
    room.order({ command: "let-in", count: 1 });
    expect(room.granted()).toEqual([1, 2, 3]);
    expect(room.ask(claimOf(4)).outcome).toBe("recorded");
  });

  it("sealed, called: the turn's clock stands still, nobody is admitted", () => {
    const room = underway("sealed");
    room.order({ command: "let-in", count: 5 });
    expect(room.ask(claimOf(3))).toEqual({ outcome: "recorded", late: false });
    room.pass(3_600_000);
    expect(room.granted()).toEqual([1, 2]);
    room.order({ command: "doors", doors: "auto" });
    expect(room.granted()).toEqual([1, 2, 3]);
    expect(room.status(4)).toMatchObject({ state: "your-turn", turnEndsAtMs: room.wallMs + 300_000 });
  });

  it.each(["auto", "always", "stopped", "off"] as const)("%s, inside and paying: go on", (doors) => {
    const room = underway(doors);
    for (const _ of range(1, 5)) {
      room.pass(500_000);
      expect(sessionOf(room.ask(renewalOf(1))).expiresAtMs).toBe(room.wallMs + 600_000);
      expect(sessionOf(room.ask(renewalOf(2, { checkout: true }))).expiresAtMs).toBe(room.wallMs + 1_200_000);
    }
    // Their clock runs on: whoever is silent goes.
    room.pass(1_270_000);
    expect(room.ask(renewalOf(1)).outcome).toBe("refused");
    expect(room.event.activeSessions).toBe(0);
  });

  it("sealed, inside and paying: held, the clock stands still", () => {
    const room = underway("sealed");
    const [inside, paying] = [1, 2].map((position) => sessionOf(room.ask(claimOf(position))).expiresAtMs - room.wallMs);
    room.pass(5 * 3_600_000, 10_000);
    expect(room.snapshot.doors).toBe("sealed");
    expect(room.event.activeSessions).toBe(2);
    expect([1, 2].map((position) => sessionOf(room.ask(claimOf(position))).expiresAtMs - room.wallMs)).toEqual([inside, paying]);
    room.order({ command: "doors", doors: "auto" });
    room.pass((inside as number) - 1, 10_000);
    expect(room.ask(claimOf(1)).outcome).toBe("admitted");
    room.pass(1);
    expect(room.ask(claimOf(1)).outcome).toBe("over");
  });

  it("sealed, granted: the pick-up time stands still; stopped or full, it runs", () => {
    for (const doors of ["sealed", "stopped"] as const) {
      const room = roomWithLine(3);
      expect(room.ask(claimOf(1)).outcome).toBe("admitted");
      room.order({ command: "doors", doors });
      room.pass(60_000);
      expect(room.figures.provisionalSessions).toBe(doors === "sealed" ? 1 : 0);
    }
  });

  it("changing doors never changes the order of a line", () => {
    const room = underway("auto");
    for (const doors of ["stopped", "off", "sealed", "always", "stopped", "auto"] as const) {
      room.order({ command: "doors", doors });
      room.pass(5_000);
    }
    const admitted = admittedWithin(room, 90);
    expect(admitted).toEqual(range(3, admitted.length + 2));
    expect(admitted.length).toBeGreaterThan(70);
  });
});
