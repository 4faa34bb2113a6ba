import { describe, expect, it } from "vitest";
import { Crowd } from "../crowd.ts";
import { claimOf, range, renewalOf, Room, roomWithLine, sessionOf } from "../room.ts";

describe("turn and admission", () => {
  it("case 16: ten inside, ten tabs closed: the next ten get in within three front intervals of the ends", () => {
    const room = roomWithLine(30, { maxActiveSessions: 10 });
    const crowd = new Crowd(
      room,
      range(1, 30).map((position) => ({
        arrivesMs: 0,
        position,
        ...(position <= 10 ? { staysMs: 60_000 } : {}),
        ...(position > 10 && position <= 20 ? { closesMs: 0 } : {}),
      })),
    );
    crowd.run(30_000);
    expect(crowd.visitors.filter(({ phase }) => phase === "inside").map(({ place }) => place)).toEqual(range(1, 10));
    crowd.run(50_000);
    const lastEndMs = Math.max(...crowd.visitors.slice(0, 10).map(({ admittedMs }) => (admittedMs as number) + 60_000));
    // 2 s until a slot is refilled, then three front intervals of 5 s.
    crowd.run(lastEndMs + 2_000 + 15_000);
    expect(crowd.visitors.slice(20).map(({ phase }) => phase)).toEqual(range(21, 30).map(() => "inside"));
  });

  it("case 17: nobody is counted as waiting when two of six missed their turn", () => {
    const room = roomWithLine(6, { perMinute: 60, claimSeconds: 180 });
    for (const position of [1, 2]) room.enter(position);
    room.pass(10_000);
    expect(room.ask(claimOf(1)).outcome).toBe("admitted");
    for (const position of [5, 6]) {
      for (let tries = 0; tries < 100 && room.enter(position).outcome !== "admitted"; tries++) room.pass(2_000);
    }
    room.pass(180_000);
    expect(room.granted()).toEqual([1, 2, 5, 6]);
    expect(room.figures.lanes[0]).toMatchObject({ waiting: 0, recorded: 0, nowServing: 6 });
    room.pass(1_000_000);
    expect(room.figures.lanes[0]).toMatchObject({ waiting: 0, calledNotIn: 0 });
  });

  it("case 18: what was let in and not claimed lapses after the claim time; later arrivals aren't let in by it", () => {
    const room = new Room({ doors: "stopped", claimSeconds: 180 });
    room.join(10);
    room.order({ command: "let-in", count: 100 });
    expect(room.laneSnapshot().nowServing).toBe(10);
    for (const position of range(1, 5)) expect(room.enter(position).outcome).toBe("admitted");
    expect(room.figures.letInRemaining).toBe(95);
    room.pass(181_000);
    expect(room.figures.letInRemaining).toBe(0);
    room.join(50);
    room.pass(60_000);
    expect(room.granted()).toEqual([1, 2, 3, 4, 5]);
    expect(room.laneSnapshot().nowServing).toBe(10);
    for (const position of range(11, 60)) expect(room.ask(claimOf(position)).outcome).toBe("not-yet");
  });

  it("case 20: with 14 active and a cap lowered to 10 nobody is admitted until there are 9", () => {
    const room = roomWithLine(40, { maxActiveSessions: 14 });
    for (let tries = 0; tries < 40; tries++) {
      for (const position of range(1, 14)) room.enter(position);
      room.pass(1_000);
    }
    expect(room.event.activeSessions).toBe(14);
    room.order({ command: "intake", maxActiveSessions: 10 });
    const waiting = range(15, 40).map((position) => claimOf(position));
    for (const [left, position] of range(1, 5).entries()) {
      room.take([{ kind: "end", lane: "main", position, reason: "origin" }]);
      room.pass(2_000);
      room.take(waiting);
      expect(room.figures.activeSessions).toBe(left < 4 ? 13 - left : 10);
    }
    expect(room.granted()).toHaveLength(15);
    for (const count of Object.values(room.figures.lanes[0] ?? {})) if (typeof count === "number") expect(count).toBeGreaterThanOrEqual(0);
  });

  it("case 21: let in 100, then a lower rate, a lower cap, or stopped doors: now serving never goes back, the called keep their turn", () => {
    const room = roomWithLine(1_000, { doors: "stopped" });
    room.order({ command: "let-in", count: 100 });
    const { nowServing } = room.laneSnapshot();
    expect(nowServing).toBeGreaterThanOrEqual(100);
    room.order({ command: "intake", perMinute: 50, maxActiveSessions: 50 });
    room.order({ command: "doors", doors: "auto" });
    room.order({ command: "intake", perMinute: 6 });
    room.order({ command: "doors", doors: "stopped" });
    expect(room.laneSnapshot().nowServing).toBeGreaterThanOrEqual(nowServing);
    for (const position of range(1, nowServing)) {
      expect(room.status(position).state).toBe("your-turn");
      expect(["recorded", "admitted"]).toContain(room.ask(claimOf(position)).outcome);
    }
  });

  it("case 22: three reloads at the moment of admission are one admission, and all get in", () => {
    const room = roomWithLine(3);
    const results = room.take([claimOf(1), claimOf(1), claimOf(1)]);
    const again = room.ask(claimOf(1));
    const [first, ...others] = [...results, again].map(sessionOf);
    for (const other of others) expect(other).toEqual(first);
    expect(room.event.activeSessions).toBe(1);
    expect(room.granted()).toEqual([1]);
  });

  it("case 23: 600 within a minute at three gates, 200 a minute: never more than 200 and the burst in any minute", () => {
    const room = new Room({ perMinute: 200, maxActiveSessions: 100_000 });
    const crowd = new Crowd(
      room,
      range(0, 599).map((n) => ({ arrivesMs: n * 100, staysMs: 20_000 })),
    );
    crowd.run(4 * 60_000);
    expect(crowd.visitors.filter(({ admittedMs }) => admittedMs !== null)).toHaveLength(600);
    const times = room.grants.map(({ atMs }) => atMs);
    const inMinute = times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length);
    expect(Math.max(...inMinute)).toBeLessThanOrEqual(200 + 200 / 30);
  });

  it("case 25: a ticket copied to two clients is one session between them", () => {
    const room = roomWithLine(5);
    const [one, other] = room.take([claimOf(1), { ...claimOf(1), network: "elsewhere" } as ReturnType<typeof claimOf>]);
    expect(sessionOf(one)).toEqual(sessionOf(other));
    room.ask(renewalOf(1));
    expect(sessionOf(room.ask(claimOf(1))).grantedAtMs).toBe(sessionOf(one).grantedAtMs);
    expect(room.event.activeSessions).toBe(1);
  });

  it("case 67: 5,000 let in at once: those who ask once a minute still get their turn", () => {
    const room = roomWithLine(20_000, { perMinute: 60, maxActiveSessions: 50_000 });
    const crowd = new Crowd(
      room,
      range(1, 20_000).map((position) => ({ arrivesMs: (position * 7_919) % 60_000, position, staysMs: 30_000 })),
      67,
    );
    crowd.run(70_000);
    room.order({ command: "let-in", count: 5_000 });
    crowd.run(70_000 + 240_000);
    const called = crowd.visitors.slice(0, room.laneSnapshot().nowServing);
    expect(called.length).toBeGreaterThan(5_000);
    expect(crowd.visitors.filter(({ missed, late }) => missed || late)).toEqual([]);
    // All 5,000 are used, by the rate nobody had to wait for.
    expect(crowd.visitors.filter(({ admittedMs }) => admittedMs !== null).length).toBeGreaterThanOrEqual(5_000);
    expect(room.figures.letInRemaining).toBe(0);
    // Who was called beyond them waits for the rate, recorded.
    expect(called.filter(({ recordedMs }) => recordedMs === null)).toEqual([]);
  });
});
