import { describe, expect, it } from "vitest";
import { GAP_MS } from "../../../../durable-objects/domain/event-clock.ts";
import { pollAfterMs } from "../../../../durable-objects/domain/visitor-status.ts";
import { Crowd } from "../crowd.ts";
import { claimOf, range, renewalOf, Room, roomWithLine, sessionOf } from "../room.ts";

describe("standing still", () => {
  it("case 35: stopped with nobody inside: everybody gets a place, nobody is admitted, the wait is unknown", () => {
    const room = new Room({ doors: "stopped" });
    expect(room.join(50).map(({ outcome }) => outcome)).toEqual(range(1, 50).map(() => "waiting"));
    room.pass(600_000);
    expect(room.granted()).toEqual([]);
    expect(room.status(50)).toMatchObject({ state: "stopped", wait: null, position: 50 });
    expect(room.snapshot).toMatchObject({ standstill: "stopped", perMinute: 0, queueing: true });
  });

  it("case 35: sessions inside go on while the doors are stopped", () => {
    const room = roomWithLine(100);
    room.enter(1);
    room.order({ command: "doors", doors: "stopped" });
    for (const _ of range(1, 20)) {
      room.pass(300_000, 10_000);
      if (_ < 12) expect(room.ask(renewalOf(1)).outcome).toBe("renewed");
    }
    // The maximum stay of an hour is over, stopped or not.
    expect(room.ask(renewalOf(1)).outcome).toBe("refused");
  });

  it("case 35: a turn keeps its time while the doors are stopped, and a claim is recorded", () => {
    const room = roomWithLine(100);
    room.order({ command: "doors", doors: "stopped" });
    room.pass(2_000_000);
    expect(room.status(1).state).toBe("your-turn");
    expect(room.ask(claimOf(1))).toEqual({ outcome: "recorded", late: false });
    room.order({ command: "doors", doors: "auto" });
    expect(room.granted()).toEqual([1]);
  });

  it("case 61: doors stopped for 15 minutes at opening, 50,000 come: no turn is lost, the wait comes back", () => {
    const room = new Room({ perMinute: 3_000, maxActiveSessions: 20_000, doors: "stopped" });
    const crowd = new Crowd(
      room,
      range(1, 50_000).map((n) => ({ arrivesMs: (n % 900) * 1_000, staysMs: 60_000 })),
      61,
    );
    crowd.run(15 * 60_000);
    expect(room.laneSnapshot().issued).toBe(50_000);
    expect(room.granted()).toEqual([]);
    expect(room.status(40_000).wait).toBeNull();
    room.order({ command: "doors", doors: "auto" });
    crowd.run(15 * 60_000 + 5_000);
    const wait = room.status(40_000).wait;
    // 800 s at 3,000 a minute.
    expect(wait?.lowSeconds).toBeLessThan(800);
    expect(wait?.highSeconds).toBeGreaterThan(800);
    crowd.run(17 * 60_000);
    expect(crowd.visitors.filter(({ missed, late }) => missed || late)).toEqual([]);
    expect(room.granted().length).toBeGreaterThan(5_000);
  });

  it("case 61: while the wait is unknown whoever may be called within a minute asks each front interval", () => {
    const room = roomWithLine(1_000, { perMinute: 60, doors: "stopped" });
    const lane = room.laneSnapshot();
    expect(pollAfterMs(room.status(lane.nowServing + 30), lane, 300)).toBeLessThanOrEqual(5_000);
    expect(pollAfterMs(room.status(1_000), lane, 300)).toBe(60_000);
  });

  it("case 70: the clock steps an hour ahead and back: nothing opens early or freezes, deadlines shift, and it is audited", () => {
    const room = roomWithLine(1_000, { perMinute: 60, burst: 2 });
    room.enter(1);
    room.pass(10_000, 1_000);
    const before = { version: room.snapshot.version, turnEnds: room.status(2).turnEndsAtMs as number, grants: room.grants.length };
    const reallyMs = room.wallMs;
    room.wallMs += 3_600_000;
    room.take(range(2, 30).map((position) => claimOf(position)));
    // An hour's worth of intake is not there: two tokens at most.
    expect(room.grants.length).toBeLessThanOrEqual(before.grants + 2);
    // The hour was a silence in which nobody could claim: the turn has what it had.
    expect(room.status(31).state === "waiting" || room.status(31).state === "your-turn").toBe(true);
    room.wallMs = reallyMs + 1_000;
    room.take([]);
    expect(room.audits.some((audit) => audit.includes("clock"))).toBe(true);
    expect(room.snapshot.version).toBeGreaterThan(before.version);
    expect(Math.abs(room.snapshot.atMs - room.wallMs)).toBeLessThan(1_000);
    const grants = room.grants.length;
    room.pass(30_000, 1_000);
    for (const position of range(2, 30)) room.ask(claimOf(position));
    expect(room.grants.length).toBeGreaterThanOrEqual(grants + 27 - 3);
  });

  it("case 70: a turn is not cut short by an hour ahead, nor stretched by an hour back", () => {
    const room = roomWithLine(1_000, { perMinute: 60 });
    const called = room.laneSnapshot().nowServing;
    room.wallMs += 3_600_000;
    room.take([]);
    expect(room.status(called).state).toBe("your-turn");
    room.wallMs -= 3_600_000;
    room.take([]);
    expect(room.status(called).turnEndsAtMs).toBe(room.wallMs + 300_000);
    room.pass(299_000);
    expect(room.status(called).state).toBe("your-turn");
    room.pass(2_000);
    expect(room.status(called).state).toBe("missed");
  });

  it("turns stand still over a silence longer than a heartbeat can be late, and not over a shorter one", () => {
    const room = roomWithLine(100, { perMinute: 60 });
    room.wallMs += GAP_MS + 1;
    room.take([]);
    expect(room.status(1).turnEndsAtMs).toBe(room.wallMs + 300_000);
    room.wallMs += GAP_MS;
    room.take([]);
    expect(room.status(1).turnEndsAtMs).toBe(room.wallMs + 300_000 - GAP_MS);
  });

  it("a grant that is never picked up frees a small full room: its pick-up time runs on", () => {
    const room = new Room({ maxActiveSessions: 1 });
    sessionOf(room.join(1)[0]);
    room.join(1);
    expect(room.figures.standstill).toBe("full");
    room.pass(33_000, 1_000);
    room.ask(claimOf(2));
    room.pass(2_000);
    expect(room.granted()).toEqual([1, 2]);
  });
});
