/** Lanes that are sold out, by the organiser's word or the shop's, and what they come back to. */
import { describe, expect, it } from "vitest";
import { stateWithoutPlace } from "../../../durable-objects/domain/visitor-status.ts";
import { Crowd } from "./crowd.ts";
import { NINE_MS, range, Room, roomWithLine } from "./room.ts";

const MINUTE_MS = 60_000;
const at = (ms: number): string => new Date(ms).toISOString();
/** Gathering from 9:10, doors at 9:20, over at 10:00. */
const PLAN = { preQueueAt: at(NINE_MS + 10 * MINUTE_MS), opensAt: at(NINE_MS + 20 * MINUTE_MS), closesAt: at(NINE_MS + 60 * MINUTE_MS) };

describe("sold out", () => {
  it("case 64: nobody new is called or comes in, those inside finish, and it reopens in the same order", () => {
    const room = roomWithLine(2_000, { perMinute: 600, maxActiveSessions: 5_000 });
    const crowd = new Crowd(
      room,
      range(1, 2_000).map((position) => ({ arrivesMs: 0, position })),
    );
    crowd.run(30_000);
    const granted = room.granted();
    room.order({ command: "sold-out" });
    const { nowServing } = room.laneSnapshot();
    crowd.run(1_830_000);
    expect([room.granted(), room.laneSnapshot().nowServing]).toEqual([granted, nowServing]);
    expect(room.status(2_000).state).toBe("sold-out");
    room.order({ command: "reopen" });
    expect(room.laneSnapshot().nowServing).toBeGreaterThan(nowServing);
    expect(room.laneSnapshot().nowServing).toBeLessThan(nowServing + 300);
    crowd.run(2_130_000);
    // Everybody gets in: nobody lost a turn meanwhile.
    expect(room.granted().toSorted((one, other) => one - other)).toEqual(range(1, 2_000));
  });

  it("in one lane leaves the whole intake to the others", () => {
    const room = new Room({
      lanes: [
        { id: "friday", share: 1 },
        { id: "saturday", share: 1 },
      ],
      doors: "stopped",
      perMinute: 600,
    });
    for (const lane of ["friday", "saturday"]) room.join(1_000, { lane });
    room.order({ command: "doors", doors: "auto" });
    room.order({ command: "sold-out", lane: "friday" });
    const crowd = new Crowd(
      room,
      ["friday", "saturday"].flatMap((lane) => range(1, 1_000).map((position) => ({ arrivesMs: 0, position, lane }))),
    );
    crowd.run(60_000);
    expect(room.granted("friday")).toEqual([]);
    expect(room.granted("saturday").length).toBeGreaterThan(570);
    expect(room.snapshot.sale?.phase ?? "open").toBe("open");
    room.order({ command: "sold-out" });
    expect(room.snapshot.sale?.phase).toBe("sold-out");
  });

  it("by the shop's word, which a stale report does not take back; what the organiser says outlives it", () => {
    const room = roomWithLine(10);
    const stock = (left: number, atMs: number): void => room.stock([{ lane: "main", left, atMs }]);
    stock(0, 1_000);
    expect(room.laneSnapshot().soldOut).toBe(true);
    stock(5, 900);
    expect(room.laneSnapshot().soldOut).toBe(true);
    stock(5, 1_100);
    expect(room.laneSnapshot().soldOut).toBeUndefined();
    room.order({ command: "sold-out" });
    stock(9, 1_200);
    expect(room.laneSnapshot().soldOut).toBe(true);
  });

  it("by the shop's word, whatever the clocks of isolates say, and though the event's was set back", () => {
    const room = roomWithLine(10);
    const stock = (left: number, atMs: number): void => room.stock([{ lane: "main", left, atMs }]);
    const soldOut = (): boolean => room.laneSnapshot().soldOut === true;
    stock(0, room.wallMs + 3_600_000);
    expect(soldOut()).toBe(true);
    room.pass(2_000);
    stock(5, room.wallMs - 1_000);
    expect(soldOut()).toBe(false);
    room.pass(2_000);
    stock(0, room.wallMs);
    room.wallMs -= 3_600_000;
    stock(4, room.wallMs - 100);
    room.pass(2_000);
    stock(3, room.wallMs - 100);
    expect([soldOut(), room.figures.lanes[0]?.stock]).toEqual([false, 3]);
  });

  it("the organiser's word over the shop's is a change, and is told as one", () => {
    const room = roomWithLine(10);
    room.stock([{ lane: "main", left: 0, atMs: room.wallMs }]);
    expect(room.figures.lanes[0]?.soldOut).toBe("stock");
    expect(room.order({ command: "sold-out" })).toMatchObject({ changed: true });
    expect(room.order({ command: "sold-out" })).toMatchObject({ changed: false });
    expect(room.figures.lanes[0]?.soldOut).toBe("organiser");
  });

  it("gives no place either where people still gather, as visitors are told", () => {
    const room = new Room({ schedule: PLAN });
    room.pass(11 * MINUTE_MS);
    room.order({ command: "sold-out" });
    expect(room.join(1)).toEqual([{ outcome: "not-on-sale", reason: "sold-out" }]);
    expect(stateWithoutPlace(room.snapshot, room.laneSnapshot())).toBe("sold-out");
  });

  it("says from which place on there is probably too little left, by what finished sessions bought", () => {
    const room = roomWithLine(500, { perMinute: 6_000, idleSeconds: 60, maxActiveSessions: 50 });
    room.stock([{ lane: "main", left: 100, atMs: 1 }]);
    for (const position of range(1, 40)) room.enter(position);
    for (const position of range(1, 40)) room.ask({ kind: "end", lane: "main", position, reason: "bought" });
    room.pass(5_000);
    // Forty sessions bought twenty: those left will do for 160 more.
    room.stock([{ lane: "main", left: 80, atMs: 2 }]);
    const from = room.laneSnapshot().tooLateFrom ?? 0;
    expect(from).toBeGreaterThan(160);
    expect(from).toBeLessThan(500);
  });
});
