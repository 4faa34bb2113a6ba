import { describe, expect, it } from "vitest";
import { Crowd } from "../crowd.ts";
import { claimOf, endOf, keyOf, leaveOf, range, renewalOf, Room, roomWithLine, sessionOf } from "../room.ts";

describe("places", () => {
  it("case 7: the same join sent again, in one call or in later ones, gets the same place", () => {
    const room = roomWithLine(3, { doors: "always" });
    const join = room.joinOf({ visitorKey: keyOf(500) });
    const twice = room.take([join, join]);
    room.pass(100_000);
    const later = room.ask(join);
    expect([...twice, later]).toEqual([4, 4, 4].map((position) => ({ outcome: "waiting", position })));
    expect(room.lane().issued).toBe(4);
  });

  it("case 7: also where the first answer was an admission", () => {
    const room = new Room();
    const join = room.joinOf();
    const first = sessionOf(room.ask(join));
    room.pass(2_000);
    expect(sessionOf(room.ask(join))).toEqual(first);
    expect(room.event.activeSessions).toBe(1);
  });

  it("case 7: a join repeated after its key is forgotten is too old to get a second place", () => {
    const room = new Room({ doors: "always" });
    const join = room.joinOf();
    room.ask(join);
    room.pass(200_000);
    expect(room.ask(join)).toEqual({ outcome: "expired" });
    expect(room.lane().issued).toBe(1);
  });

  it("case 8: 10,000 parallel joins get the places 1 to 10,000", () => {
    const room = new Room({ doors: "always" });
    const positions = room.join(10_000).map((result) => (result.outcome === "waiting" ? result.position : null));
    expect(positions).toEqual(range(1, 10_000));
  });

  it("case 10: without a credential of an earlier answer no place is used", () => {
    const room = roomWithLine(5, { doors: "always", perMinute: 6 });
    const before = room.laneSnapshot().issued;
    expect(new Set(room.join(1_000, { presented: false }).map(({ outcome }) => outcome))).toEqual(new Set(["queueing"]));
    expect(room.laneSnapshot().issued).toBe(before);
  });

  it("case 13: A joined before B; B polls and claims first, and A is admitted first", () => {
    const room = new Room({ maxActiveSessions: 3 });
    sessionOf(room.join(1)[0]);
    room.ask(renewalOf(1));
    room.order({ command: "doors", doors: "stopped" });
    expect(room.join(2)).toEqual([2, 3].map((position) => ({ outcome: "waiting", position })));
    // Both are called; then nothing is left to grant them.
    room.order({ command: "let-in", count: 2 });
    room.order({ command: "intake", maxActiveSessions: 1 });
    const before = [room.status(2), room.status(3)].map(({ state }) => state);
    expect(before).toEqual(["your-turn", "your-turn"]);
    room.take([], [{ lane: "main", positions: [3, 3, 3] }]);
    expect(room.ask(claimOf(3))).toEqual({ outcome: "recorded", late: false });
    expect(room.ask(claimOf(2))).toEqual({ outcome: "recorded", late: false });
    room.ask(endOf(1));
    room.pass(5_000);
    expect(room.granted()).toEqual([1, 2]);
  });

  it("case 14: hours of sleep before the turn cost nothing", () => {
    const room = roomWithLine(1_000, { perMinute: 12 });
    const sleeper = { arrivesMs: 3_600_000, position: 740 };
    const others = range(1, 1_000).filter((position) => position !== 740);
    const crowd = new Crowd(room, [sleeper, ...others.map((position) => ({ arrivesMs: position * 10, position, staysMs: 10_000 }))]);
    crowd.run(3_600_000 - 1_000);
    const { nowServing } = room.laneSnapshot();
    expect(nowServing).toBeGreaterThan(700);
    expect(room.status(740)).toMatchObject({ state: "waiting", position: 740, ahead: 740 - nowServing - 1 });
    crowd.run(3_600_000 + 240_000);
    expect(crowd.visitors[0]).toMatchObject({ missed: false, late: false, phase: "inside" });
  });

  it("case 14: 300 s of turn, then 900 s in which to come back once, then a new place at the end", () => {
    const room = roomWithLine(40, { perMinute: 60 });
    expect(room.status(1).state).toBe("your-turn");
    expect(room.status(1).turnEndsAtMs).toBe(room.wallMs + 300_000);
    room.pass(299_000);
    expect(room.status(1).state).toBe("your-turn");
    room.pass(1_000);
    expect(room.status(1).state).toBe("missed");
    // Back late: admitted, and told that the late return is used up.
    room.event.bucket.tokens = 0;
    expect(room.ask(claimOf(1))).toEqual({ outcome: "recorded", late: true });
    room.pass(2_000);
    expect(room.ask(claimOf(1)).outcome).toBe("admitted");
    // Not picked up: there is no second late return.
    room.pass(40_000);
    expect(room.ask(claimOf(1))).toEqual({ outcome: "over", reason: "place-spent" });
    // The others have until 1,200 s after their call.
    room.pass(1_199_000 - 342_000);
    expect(room.status(2).state).toBe("missed");
    room.pass(1_000);
    expect(room.status(2).state).toBe("spent");
    expect(room.ask(claimOf(2))).toEqual({ outcome: "over", reason: "place-spent" });
    room.order({ command: "doors", doors: "always" });
    expect(room.join(1)).toEqual([{ outcome: "waiting", position: 41 }]);
  });

  it("case 14: a turn that stands still while the room is full is told to end later", () => {
    const room = roomWithLine(6, { maxActiveSessions: 2, perMinute: 600 });
    room.enter(1);
    room.enter(2);
    const before = room.status(3);
    room.pass(60_000);
    if (before.state === "your-turn") expect(room.status(3).turnEndsAtMs).toBe((before.turnEndsAtMs as number) + 60_000);
    expect(["your-turn", "waiting"]).toContain(room.status(3).state);
    room.pass(540_000);
    expect(["your-turn", "waiting"]).toContain(room.status(3).state);
  });

  it("case 19: called is your turn, the next one has nobody ahead, and no number is ever below 0", () => {
    const room = roomWithLine(100, { perMinute: 60 });
    const { nowServing } = room.laneSnapshot();
    expect(nowServing).toBeGreaterThan(0);
    expect(room.status(nowServing)).toMatchObject({ state: "your-turn", ahead: null, wait: null });
    expect(room.status(nowServing + 1)).toMatchObject({ state: "waiting", ahead: 0 });
    for (const position of range(1, 100)) {
      const { ahead, state } = room.status(position);
      if (ahead === null) expect(state).not.toBe("waiting");
      else expect(ahead).toBe(position - nowServing - 1);
    }
  });

  it("a place given up in the line is passed over when its number comes", () => {
    const room = roomWithLine(30, { perMinute: 60, burst: 1 });
    const from = room.laneSnapshot().nowServing + 1;
    for (const position of range(from, 29)) expect(room.ask(leaveOf(position))).toEqual({ outcome: "left", changed: true });
    expect(room.ask(leaveOf(from))).toEqual({ outcome: "left", changed: false });
    expect(room.figures.lanes[0]?.waiting).toBe(1);
    room.pass(300_000);
    expect(room.laneSnapshot().nowServing).toBe(30);
    expect(room.figures.lanes[0]?.waiting).toBe(0);
  });
});
