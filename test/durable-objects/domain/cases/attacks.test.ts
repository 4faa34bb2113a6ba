import { describe, expect, it } from "vitest";
import type { VisitorItem } from "../../../../durable-objects/domain/types.ts";
import { Crowd } from "../crowd.ts";
import { claimOf, endOf, leaveOf, range, renewalOf, Room, roomWithLine, sessionOf } from "../room.ts";

describe("attacks", () => {
  it("S1: an end, a leave, a renewal or a claim moves the counts once, however often and in whatever order it is repeated", () => {
    const room = roomWithLine(10, { maxActiveSessions: 5 });
    for (const position of range(1, 5)) room.enter(position);
    expect(room.figures).toMatchObject({ activeSessions: 5, provisionalSessions: 0 });
    const noise: VisitorItem[] = [endOf(1), leaveOf(1), endOf(1), renewalOf(1), claimOf(1), leaveOf(1), endOf(1)];
    expect(room.take(noise).map((result) => (result.outcome === "left" ? result.changed : result.outcome))).toEqual([
      true,
      false,
      false,
      "refused",
      "over",
      false,
      false,
    ]);
    // Counted until every isolate knows.
    room.pass(1_999, 1_999);
    room.take(noise);
    expect(room.figures.activeSessions).toBe(5);
    room.pass(1, 1);
    expect(room.figures.activeSessions).toBe(4);
    for (let again = 0; again < 20; again++) {
      room.take(noise);
      room.pass(300, 300);
    }
    expect(room.figures).toMatchObject({ activeSessions: 4, provisionalSessions: 0 });
    expect(room.event.ended).toHaveLength(1);
  });

  it("S1: a place given up in line, and again, leaves the counts of waiting and of recorded claims right", () => {
    const room = roomWithLine(100, { perMinute: 60, burst: 1 });
    const { nowServing } = room.laneSnapshot();
    const recorded = range(1, nowServing).filter((position) => room.ask(claimOf(position)).outcome === "recorded");
    for (let again = 0; again < 3; again++) room.take([leaveOf(100), ...recorded.map((position) => leaveOf(position))]);
    expect(room.figures.lanes[0]).toMatchObject({ recorded: 0, waiting: 100 - room.laneSnapshot().nowServing - 1 });
    expect(room.ask(claimOf(recorded[0] ?? 0))).toEqual({ outcome: "over", reason: "place-spent" });
  });

  it("S5: a grant that is never picked up ends after 30 s and its place may come back late, once", () => {
    const room = roomWithLine(3);
    expect(room.ask(claimOf(1)).outcome).toBe("admitted");
    room.pass(29_900);
    expect(room.ask(claimOf(1)).outcome).toBe("admitted");
    room.pass(100);
    // The clocks of two rooms differ: the slot is free a little later than the pass is over.
    room.pass(2_000, 1_000);
    expect(room.event.activeSessions).toBe(0);
    expect(room.ask(claimOf(1)).outcome).toBe("admitted");
    room.pass(33_000);
    expect(room.ask(claimOf(1))).toEqual({ outcome: "over", reason: "place-spent" });
  });

  it("S5: a network with five unconfirmed one-step sessions shows a credential first; confirming makes room again", () => {
    const room = new Room();
    for (const position of range(1, 30)) {
      sessionOf(room.join(1)[0]);
      room.ask(renewalOf(position));
      room.pass(1_000);
    }
    const tries = range(1, 6).map(() => room.join(1, { presented: false, network: "one" })[0]?.outcome);
    expect(tries).toEqual(["admitted", "admitted", "admitted", "admitted", "admitted", "queueing"]);
    expect(room.join(1, { presented: true, network: "one" })[0]?.outcome).toBe("admitted");
    room.ask(renewalOf(31));
    expect(room.join(1, { presented: false, network: "one" })[0]?.outcome).toBe("admitted");
  });

  it("S5: 35 cookie-less joins a second for ten minutes, cap 10,000, 100 a second: no real visitor queues", () => {
    const room = new Room({ maxActiveSessions: 10_000, perMinute: 6_000 });
    const outcomes = new Map<string, number>();
    const confirming: number[] = [];
    const leaving: { position: number; atMs: number }[] = [];
    let phantoms = 0;
    for (let second = 0; second < 600; second++) {
      for (const half of [0, 500]) {
        room.wallMs += 500;
        const attack = range(1, 35).filter((n) => (n % 2 === 0) === (half === 0));
        // Real visitors, ten in each half second: their first request is cookie-less too, and comes back with a credential.
        const first = range(1, 10).map(() => room.joinOf({ presented: false }));
        const gone = leaving.findIndex(({ atMs }) => atMs > room.wallMs);
        const results = room.take([
          ...leaving.splice(0, gone === -1 ? 0 : gone).map(({ position }) => endOf(position)),
          ...confirming.splice(0).map((position) => renewalOf(position)),
          ...attack.map(() => room.joinOf({ presented: false })),
          ...first,
        ]);
        const judged = results.slice(-first.length);
        const again = first.filter((_, index) => judged[index]?.outcome === "queueing");
        const secondTry = room.take(again.map((item) => ({ ...item, presented: true }) as VisitorItem));
        for (const result of [...judged.filter(({ outcome }) => outcome !== "queueing"), ...secondTry]) {
          outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1);
          if (result.outcome !== "admitted") continue;
          const { position } = result.session;
          confirming.push(position);
          leaving.push({ position, atMs: room.wallMs + 240_000 });
        }
        phantoms = Math.max(phantoms, room.event.provisionalSessions);
      }
    }
    expect(Object.fromEntries(outcomes)).toEqual({ admitted: 12_000 });
    expect(phantoms).toBeLessThanOrEqual(35 * 33 + 40);
  });

  it("S13: one ticket polled 100,000 times moves nothing that anybody else sees", () => {
    const honest = roomWithLine(20_000, { perMinute: 60, doors: "stopped" });
    const played = roomWithLine(20_000, { perMinute: 60, doors: "stopped" });
    for (const room of [honest, played]) room.pass(70_000);
    const everybody = range(4_000, 9_000);
    for (let again = 0; again < 100; again++) {
      const more = Array.from({ length: 1_000 }, () => 9_600);
      honest.take([], [{ lane: "main", positions: [...everybody, 9_600] }]);
      played.take([], [{ lane: "main", positions: [...everybody, ...more] }]);
      for (const room of [honest, played]) room.pass(1_000, 1_000);
    }
    expect(played.snapshot).toEqual(honest.snapshot);
    expect(played.laneSnapshot().presence.livingPercent.length).toBeGreaterThan(0);
  });

  it("S13: presence never moves order or calling, not even of everybody", () => {
    const silent = roomWithLine(1_000, { perMinute: 60 });
    const loud = roomWithLine(1_000, { perMinute: 60 });
    for (let beat = 0; beat < 60; beat++) {
      loud.take([], [{ lane: "main", positions: range(1, 1_000) }]);
      silent.take([]);
      for (const room of [silent, loud]) room.pass(2_000);
    }
    expect(loud.laneSnapshot().nowServing).toBe(silent.laneSnapshot().nowServing);
    expect(loud.laneSnapshot().turnEnds).toEqual(silent.laneSnapshot().turnEnds);
  });

  it("S13: half the line polls and never claims, then all of them at once: nobody who claimed in time is missed", () => {
    const room = roomWithLine(4_000, { perMinute: 600, maxActiveSessions: 10_000 });
    const crowd = new Crowd(
      room,
      range(1, 4_000).map((position) => ({
        arrivesMs: (position * 37) % 5_000,
        position,
        staysMs: 20_000,
        ...(position % 2 === 0 ? { claimsFromMs: 170_000 } : {}),
      })),
      13,
    );
    crowd.run(170_000 - 1_000);
    const withheld = crowd.visitors.filter(
      ({ place }) => (place as number) % 2 === 0 && (place as number) <= room.laneSnapshot().nowServing,
    );
    expect(withheld.length).toBeGreaterThan(1_000);
    expect(withheld.every(({ recordedMs }) => recordedMs === null)).toBe(true);
    crowd.run(170_000 + 20 * 60_000);
    expect(crowd.visitors.filter(({ missed, late }) => missed || late)).toEqual([]);
    expect(withheld.filter(({ admittedMs }) => admittedMs === null)).toEqual([]);
    // Nobody got in twice, and the rate held.
    expect(new Set(room.granted()).size).toBe(room.granted().length);
    expect(room.granted().length).toBeLessThanOrEqual(20 + (10 * (170_000 + 20 * 60_000)) / 1_000);
  });
});
