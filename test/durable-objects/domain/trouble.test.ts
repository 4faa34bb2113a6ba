/** What clocks, silences and settings do to a line. */
import { describe, expect, it } from "vitest";
import { isBusy } from "../../../durable-objects/domain/event.ts";
import { NOTHING, step } from "../../../durable-objects/domain/step.ts";
import { EndlessLine } from "./endless-line.ts";
import { claimOf, keyOf, range, renewalOf, Room, roomWithLine, sessionOf } from "./room.ts";

/** Only heartbeats come: no gate reaches the event. */
function silence(room: Room, seconds: number): void {
  for (const endMs = room.wallMs + seconds * 1_000; room.wallMs < endMs;) {
    room.wallMs += 10_000;
    step(room.event, NOTHING, room.wallMs);
  }
}

describe("nobody can ask", () => {
  it("case 45: heartbeats alone call nobody, and no turn passes, however long", () => {
    const room = roomWithLine(5_000, { perMinute: 60 });
    room.pass(5_000);
    const { nowServing } = room.laneSnapshot();
    expect(nowServing).toBeGreaterThan(0);
    silence(room, 3_600);
    expect(room.laneSnapshot()).toMatchObject({ nowServing, missedThrough: 0 });
    expect(room.ask(claimOf(1)).outcome).toBe("admitted");
  });

  it("a line that nobody asks about for ten minutes needs no heartbeat, and goes on with the next call", () => {
    const room = roomWithLine(50, { perMinute: 60 });
    silence(room, 590);
    expect(isBusy(room.event)).toBe(true);
    silence(room, 20);
    expect(isBusy(room.event)).toBe(false);
    room.wallMs += 7_200_000;
    expect(room.ask(claimOf(1)).outcome).toBe("admitted");
    expect(isBusy(room.event)).toBe(true);
  });
});

describe("case 70: a wall clock that steps an hour ahead and back", () => {
  const HOUR = 3_600_000;

  it("case 70: brings back no visitor credential whose place was given", () => {
    const room = new Room({ doors: "always" });
    const join = room.joinOf();
    expect(room.ask(join)).toEqual({ outcome: "waiting", position: 1 });
    room.wallMs += HOUR;
    room.pass(60_000);
    room.wallMs -= HOUR;
    room.take([]);
    expect(room.ask(join)).toEqual({ outcome: "waiting", position: 1 });
  });

  it("case 70: takes no credential of the hour that is taken back, whose key would be forgotten before it expires", () => {
    const room = new Room({ doors: "always" });
    room.wallMs += HOUR;
    const join = room.joinOf();
    room.wallMs -= HOUR;
    expect(room.ask(join)).toEqual({ outcome: "expired" });
  });

  it("case 70: has every pass asked for anew, since those of that hour are good for too long", () => {
    const room = new Room();
    room.wallMs += HOUR;
    const session = sessionOf(room.join(1)[0]);
    expect(sessionOf(room.ask(renewalOf(1))).epoch).toBe(session.epoch);
    room.wallMs -= HOUR;
    room.take([]);
    expect(room.snapshot.epoch).toBeGreaterThan(session.epoch);
    expect(sessionOf(room.ask(claimOf(1)))).toMatchObject({ epoch: room.snapshot.epoch, expiresAtMs: room.wallMs + 600_000 });
    expect(room.audits).toEqual(["the clock was set back by 3600 s; deadlines shifted with it"]);
  });
});

describe("settings that change", () => {
  it("a lowered burst, or rate, cuts what has gathered", () => {
    const room = new Room({ perMinute: 600, burst: 50 });
    room.configure({ burst: 3 });
    expect(room.join(10).filter(({ outcome }) => outcome === "admitted").length).toBe(3);
    const slow = new Room({ perMinute: 600 });
    slow.order({ command: "intake", perMinute: 6 });
    expect(slow.join(10).filter(({ outcome }) => outcome === "admitted").length).toBe(1);
  });

  it("a lane that is left out keeps places, recorded claims and turns for when it returns", () => {
    const lanes = [
      { id: "main", share: 1 },
      { id: "late", share: 1 },
    ];
    const room = new Room({ lanes, doors: "stopped" });
    room.join(5, { lane: "late" });
    room.order({ command: "let-in", count: 5 });
    room.order({ command: "intake", maxActiveSessions: 1 });
    room.take([claimOf(1, "late"), claimOf(2, "late")]);
    room.configure({ lanes: lanes.slice(0, 1), doors: "auto", maxActiveSessions: 100 });
    expect(room.ask(claimOf(3, "late"))).toEqual({ outcome: "unknown-lane" });
    room.pass(7_200_000);
    room.configure({ lanes });
    expect(room.granted("late")).toEqual([1, 2]);
    expect(room.ask(claimOf(3, "late")).outcome).toBe("admitted");
  });

  it("an order that does not fit moves nothing but the time that passes with any call", () => {
    const [room, other] = [roomWithLine(10), roomWithLine(10)];
    for (const each of [room, other]) each.wallMs += 5_000;
    expect(room.order({ command: "end-session", lane: "nowhere", position: 1 })).toMatchObject({ outcome: "invalid", field: "lane" });
    expect(room.order({ command: "let-in", count: 1_000_001 })).toMatchObject({ outcome: "invalid", field: "count" });
    other.take([]);
    expect({ ...room.figures, atMs: 0 }).toEqual({ ...other.figures, atMs: 0 });
    expect(room.laneSnapshot()).toEqual(other.laneSnapshot());
  });
});

describe("a room that stays full", () => {
  it("calls on past those who don't come, and what it remembers of calls does not pile up", () => {
    const line = new EndlessLine({
      seed: 3,
      policy: { perMinute: 600, maxActiveSessions: 5, claimSeconds: 180, lateSeconds: 60, idleSeconds: 600 },
      line: 200,
      showUp: () => 0.1,
      staySeconds: 20,
    });
    line.run(4 * 3_600);
    expect(line.lane.nowServing).toBeGreaterThan(10_000);
    expect(line.lane.missedThrough).toBeLessThan(line.lane.nowServing / 2);
    // A cohort a second that can still teach, and one a second of turn time.
    expect(line.lane.cohorts.length).toBeLessThan(180 + 240 + 10);
  }, 20_000);

  it("case 16: is filled from recorded claims as soon as a slot comes free", () => {
    const room = roomWithLine(40, { perMinute: 600, maxActiveSessions: 10 });
    for (const position of range(1, 10)) room.enter(position);
    room.pass(10_000);
    for (const position of range(11, 15)) room.ask(claimOf(position));
    expect(room.figures.standstill).toBe("full");
    room.ask({ kind: "leave", lane: "main", position: 1 });
    room.pass(2_000, 500);
    expect(room.granted()).toEqual(range(1, 11));
  });
});

it("a key is found again in every segment of the last 150 s of live time", () => {
  const room = new Room({ doors: "always" });
  const joins = range(0, 29).map((n) => {
    room.wallMs += 4_000;
    const join = room.joinOf({ visitorKey: keyOf(n) });
    room.ask(join);
    return join;
  });
  expect(room.take(joins).map((result) => (result.outcome === "waiting" ? result.position : result.outcome))).toEqual(range(1, 30));
});
