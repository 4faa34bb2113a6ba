import { describe, expect, it } from "vitest";
import { claimOf, endOf, range, renewalOf, Room, roomWithLine, sessionOf } from "../room.ts";

/** Position 1 is inside, a long line stands behind. */
function inside(changes: Parameters<typeof roomWithLine>[1] = {}): Room {
  const room = roomWithLine(10_000, { perMinute: 60, ...changes });
  expect(room.enter(1).outcome).toBe("admitted");
  return room;
}

describe("sessions", () => {
  it("case 26: idle time 60 s: a request each 50 s for ten minutes never queues; 61 s of silence and it is a new visitor", () => {
    const room = inside({ idleSeconds: 60 });
    for (const _ of range(1, 12)) {
      room.pass(50_000);
      const { expiresAtMs } = sessionOf(room.ask(renewalOf(1)));
      expect(expiresAtMs).toBe(room.wallMs + 60_000);
    }
    room.pass(61_000);
    expect(room.ask(claimOf(1))).toEqual({ outcome: "over", reason: "session-over" });
  });

  it("case 27: without sliding the time is fixed; then a new visitor, whose new session is counted once", () => {
    const room = inside({ sliding: false, idleSeconds: 120 });
    const { grantedAtMs } = sessionOf(room.ask(claimOf(1)));
    for (const _ of range(1, 11)) {
      room.pass(10_000);
      expect(sessionOf(room.ask(renewalOf(1))).expiresAtMs).toBe(grantedAtMs + 120_000);
    }
    room.pass(11_000);
    expect(room.ask(claimOf(1))).toEqual({ outcome: "over", reason: "session-over" });
    // Queueing: the end of the line.
    expect(room.join(1)).toEqual([{ outcome: "waiting", position: 10_001 }]);
    // Nobody waits: in again, counted once.
    const empty = new Room({ sliding: false, idleSeconds: 120 });
    sessionOf(empty.join(1)[0]);
    empty.ask(renewalOf(1));
    empty.pass(130_000 + 60_000);
    expect(empty.event.activeSessions).toBe(0);
    sessionOf(empty.join(1)[0]);
    expect(empty.event.activeSessions).toBe(1);
  });

  it("case 28: bought after 2 of 60 minutes: the slot is free within 3 s, and a saved copy of the pass is worth nothing", () => {
    const room = inside({ maxActiveSessions: 1, idleSeconds: 3_600 });
    room.take(range(2, 40).map((position) => claimOf(position)));
    room.pass(120_000);
    expect(room.granted()).toEqual([1]);
    room.ask({ ...endOf(1), reason: "bought" } as ReturnType<typeof endOf>);
    // Told to every isolate, for as long as the pass could be shown, the grace included.
    expect(
      room.event.ended.map(({ lane, position, forgetAtMs }) => ({ lane, position, lives: forgetAtMs > room.wallMs + 3_480_000 })),
    ).toEqual([{ lane: "main", position: 1, lives: true }]);
    expect(room.ask(claimOf(1))).toEqual({ outcome: "over", reason: "session-over" });
    expect(room.ask(renewalOf(1))).toEqual({ outcome: "refused" });
    room.pass(3_000, 250);
    expect(room.granted()).toHaveLength(2);
    room.pass(1_000_000);
    expect(room.ask(claimOf(1)).outcome).toBe("over");
  });

  it("case 29: back the next day with the old pass: a new visitor", () => {
    const room = inside();
    room.pass(24 * 3_600_000, 600_000);
    expect(room.ask(renewalOf(1))).toEqual({ outcome: "refused" });
    expect(room.ask(claimOf(1)).outcome).toBe("over");
    expect(room.event.activeSessions).toBe(0);
  });

  it("case 62: a checkout raises the idle time, and within the grace the pass is still renewed", () => {
    const room = inside({ idleSeconds: 60, checkoutSeconds: 1_200 });
    room.ask(renewalOf(1, { checkout: true }));
    room.pass(9 * 60_000);
    expect(room.ask(renewalOf(1)).outcome).toBe("renewed");
    room.pass(11 * 60_000 + 30_000);
    expect(room.ask(claimOf(1)).outcome).toBe("over");
    expect(room.ask(renewalOf(1, { checkout: true })).outcome).toBe("renewed");
    room.pass(1_270_000);
    expect(room.ask(renewalOf(1)).outcome).toBe("refused");
  });

  it("the maximum stay ends a session however busy it is, once put off by a checkout", () => {
    const room = inside({ idleSeconds: 600, maxStaySeconds: 1_200, checkoutSeconds: 900 });
    const { grantedAtMs } = sessionOf(room.ask(claimOf(1)));
    for (const _ of range(1, 19)) {
      room.pass(60_000);
      room.ask(renewalOf(1));
    }
    expect(sessionOf(room.ask(renewalOf(1))).expiresAtMs).toBe(grantedAtMs + 1_200_000);
    expect(sessionOf(room.ask(renewalOf(1, { checkout: true }))).expiresAtMs).toBe(room.wallMs + 900_000);
    for (const _ of range(1, 14)) {
      room.pass(60_000);
      room.ask(renewalOf(1, { checkout: true }));
    }
    expect(sessionOf(room.ask(renewalOf(1, { checkout: true }))).expiresAtMs).toBe(grantedAtMs + 1_200_000 + 900_000);
  });

  it("ending everybody raises the epoch, spares those paying, and frees the slots 2 s later", () => {
    const room = roomWithLine(10, { doors: "auto" });
    for (const position of range(1, 5)) room.enter(position);
    room.ask(renewalOf(3, { checkout: true }));
    const { epoch } = room.snapshot;
    room.order({ command: "end-all" });
    expect(room.snapshot.epoch).toBe(epoch + 1);
    expect(room.event.activeSessions).toBe(5);
    room.pass(2_000);
    expect(room.event.activeSessions).toBe(1);
    expect(sessionOf(room.ask(claimOf(3))).epoch).toBe(epoch + 1);
    expect(room.ask(claimOf(1)).outcome).toBe("over");
  });
});
