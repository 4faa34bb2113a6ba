/** Each cell of the table of phases in `docs/doors.md`, and what moves an on-sale from one phase to the next. */
import { describe, expect, it } from "vitest";
import type { Doors, SalePhase } from "../../../durable-objects/domain/types.ts";
import { stateWithoutPlace } from "../../../durable-objects/domain/visitor-status.ts";
import { planDueMs } from "../../../durable-objects/domain/sale-steps.ts";
import { Crowd } from "./crowd.ts";
import { snapshotOf } from "../../../durable-objects/domain/snapshot.ts";
import { ModelStore } from "./model-store.ts";
import { claimOf, NINE_MS, range, renewalOf, Room, roomWithLine } from "./room.ts";

const DOORS: readonly Doors[] = ["auto", "always", "stopped", "sealed", "off"];
const MINUTE_MS = 60_000;

const at = (ms: number): string => new Date(ms).toISOString();
/** Gathering from 9:10, doors at 9:20, over at 10:00. */
const PLAN = { preQueueAt: at(NINE_MS + 10 * MINUTE_MS), opensAt: at(NINE_MS + 20 * MINUTE_MS), closesAt: at(NINE_MS + 60 * MINUTE_MS) };

/** Somebody inside (1), somebody paying (2), called places from 3 on and a line to 100; then the phase, with these doors. */
function roomIn(phase: Exclude<SalePhase, "drawn">, doors: Doors): Room {
  const room = roomWithLine(100, { perMinute: 60, burst: 4 });
  for (const position of [1, 2]) expect(room.enter(position).outcome).toBe("admitted");
  room.ask(renewalOf(2, { checkout: true }));
  expect(room.status(3).state).toBe("your-turn");
  const soon = (minutes: number): string => at(room.wallMs + minutes * MINUTE_MS);
  if (phase === "scheduled") room.configure({ schedule: { preQueueAt: soon(5), opensAt: soon(10), closesAt: null } });
  if (phase === "pre-queue") room.configure({ schedule: { preQueueAt: soon(-1), opensAt: soon(10), closesAt: null } });
  if (phase === "sold-out") room.order({ command: "sold-out" });
  if (phase === "closed") room.order({ command: "close" });
  room.order({ command: "doors", doors });
  expect(room.snapshot.sale?.phase ?? "open").toBe(phase);
  return room;
}

const NOT_OPEN = ["scheduled", "pre-queue", "sold-out", "closed"] as const;
const cells = NOT_OPEN.flatMap((phase) => DOORS.map((doors) => [phase, doors] as const));

describe.each(cells)("%s, doors %s", (phase, doors) => {
  it("new", () => {
    const room = roomIn(phase, doors);
    const [result] = room.join(1);
    const told = stateWithoutPlace(room.snapshot, room.laneSnapshot());
    switch (phase) {
      case "scheduled":
        expect([result, told]).toEqual([{ outcome: "not-on-sale", reason: "scheduled" }, "countdown"]);
        break;
      case "pre-queue":
        expect([result, told]).toEqual([{ outcome: "waiting", position: 101 }, null]);
        break;
      default:
        expect([result, told]).toEqual([{ outcome: "not-on-sale", reason: phase }, phase]);
    }
    // Doors off is no room at all once the on-sale is over, and where nobody else waits.
    expect(room.snapshot.passThrough).toBe(doors === "off" && (phase === "sold-out" || phase === "closed"));
  });

  it("waiting", () => {
    const room = roomIn(phase, doors);
    const before = room.laneSnapshot().nowServing;
    room.pass(60_000);
    expect(room.laneSnapshot().nowServing).toBe(before);
    const states = { scheduled: "waiting", "pre-queue": "waiting", "sold-out": "sold-out", closed: "closed" } as const;
    const held = doors === "sealed" ? "sealed" : doors === "stopped" ? "stopped" : "waiting";
    expect(room.status(50).state).toBe(states[phase] === "waiting" ? held : states[phase]);
    expect(room.ask(claimOf(50)).outcome).toBe("not-yet");
  });

  it("called", () => {
    const room = roomIn(phase, doors);
    const grants = room.grants.length;
    // Of five minutes to claim, in which the clock of turns stands still.
    room.pass(270_000);
    if (phase !== "closed") expect(room.ask(claimOf(3)).outcome).toBe("recorded");
    room.pass(30_000);
    expect(room.grants.length).toBe(grants);
  });

  it("inside and paying", () => {
    const room = roomIn(phase, doors);
    room.pass(3_000);
    const [inside, paying] = room.take([renewalOf(1), renewalOf(2)]).map(({ outcome }) => outcome);
    expect([inside, paying]).toEqual([phase === "closed" ? "refused" : "renewed", "renewed"]);
  });
});

describe("by the plan", () => {
  it("goes from phase to phase, calls nobody before the doors open, and then in order", () => {
    const room = new Room({ schedule: PLAN, perMinute: 60, burst: 1 });
    const phases = (): SalePhase => room.snapshot.sale?.phase ?? "open";
    expect(phases()).toBe("scheduled");
    room.pass(10 * MINUTE_MS - 1);
    expect([phases(), room.join(1)[0]?.outcome]).toEqual(["scheduled", "not-on-sale"]);
    room.pass(1);
    expect([phases(), room.join(5).map(({ outcome }) => outcome)]).toEqual(["pre-queue", Array(5).fill("waiting")]);
    room.pass(10 * MINUTE_MS - 1);
    expect([phases(), room.laneSnapshot().nowServing]).toEqual(["pre-queue", 0]);
    new Crowd(
      room,
      range(1, 5).map((position) => ({ arrivesMs: 0, position })),
    ).run(60_000);
    expect([phases(), room.granted()]).toEqual(["open", [1, 2, 3, 4, 5]]);
    room.pass(40 * MINUTE_MS);
    expect(phases()).toBe("closed");
    expect(room.audits.filter((audit) => audit.startsWith("phase"))).toEqual([
      "phase: scheduled → pre-queue, as planned",
      "phase: pre-queue → open, as planned",
      "phase: open → closed, as planned",
    ]);
  });

  it("case 33: people inside are not thrown out by the pre-queue", () => {
    const room = roomIn("pre-queue", "auto");
    for (let minute = 0; minute < 8; minute++) {
      room.pass(MINUTE_MS);
      expect(room.ask(renewalOf(1)).outcome).toBe("renewed");
    }
  });

  it("case 38: an opening moves neither behind the end nor in front of those who gather", () => {
    const room = new Room({ schedule: PLAN });
    for (const opensAt of [PLAN.closesAt, at(NINE_MS + 90 * MINUTE_MS)])
      expect(room.order({ command: "move-opening", opensAt })).toMatchObject({ outcome: "invalid", field: "opensAt" });
    room.order({ command: "move-opening", opensAt: at(NINE_MS + 5 * MINUTE_MS) });
    expect(room.event.policy.schedule).toEqual({ ...PLAN, preQueueAt: null, opensAt: at(NINE_MS + 5 * MINUTE_MS) });
    room.order({ command: "move-opening", opensAt: null });
    expect([room.snapshot.sale?.phase, room.event.policy.schedule?.preQueueAt]).toEqual(["open", null]);
  });

  it("an order is judged by the phase that begins with it", () => {
    const room = new Room({ schedule: PLAN });
    room.pass(20 * MINUTE_MS - 1_000);
    room.wallMs += 1_000;
    const later = at(NINE_MS + 40 * MINUTE_MS);
    expect(room.order({ command: "move-opening", opensAt: later })).toMatchObject({ outcome: "invalid", field: "opensAt" });
    expect(room.snapshot.sale?.phase).toBe("open");
  });

  it("what a silence brought due is looked after, however far the next moment of the plan is", () => {
    const room = new Room({ schedule: { ...PLAN, closesAt: at(NINE_MS + 30 * 86_400_000) } });
    room.pass(11 * MINUTE_MS);
    room.wallMs += 15 * MINUTE_MS;
    room.take([]);
    expect([room.snapshot.sale?.phase, planDueMs(room.event, 10_000)]).toEqual(["pre-queue", 10_000]);
    room.pass(10_000);
    expect(room.snapshot.sale?.phase).toBe("open");
    expect(planDueMs(room.event, 10_000)).toBeGreaterThan(28 * 86_400_000);
  });

  it("case 70: a clock that leaps an hour ahead and back opens nothing early", () => {
    const room = new Room({ schedule: PLAN });
    room.pass(11 * MINUTE_MS);
    room.join(10);
    room.wallMs += 60 * MINUTE_MS;
    room.take([]);
    room.wallMs += 3_000;
    room.take([]);
    room.wallMs -= 60 * MINUTE_MS;
    room.take([]);
    room.pass(5_000);
    expect([room.snapshot.sale?.phase, room.laneSnapshot().nowServing]).toEqual(["pre-queue", 0]);
    room.pass(9 * MINUTE_MS);
    expect(room.snapshot.sale?.phase).toBe("open");
  });

  it("after a silence over the opening the doors open within seconds", () => {
    const room = new Room({ schedule: PLAN });
    room.pass(11 * MINUTE_MS);
    room.join(10);
    room.wallMs += 15 * MINUTE_MS;
    room.pass(20_000);
    expect(room.snapshot.sale?.phase).toBe("open");
  });

  it("an opening moves while it has not come, to now as well; a line keeps its order", () => {
    const room = new Room({ schedule: PLAN, perMinute: 600 });
    room.pass(11 * MINUTE_MS);
    room.join(20);
    expect(room.order({ command: "move-opening", opensAt: at(NINE_MS + 30 * MINUTE_MS) })).toMatchObject({ outcome: "ok", changed: true });
    room.pass(15 * MINUTE_MS);
    expect(room.snapshot.sale).toMatchObject({ phase: "pre-queue", opensAtMs: NINE_MS + 30 * MINUTE_MS });
    room.order({ command: "move-opening", opensAt: null });
    expect(room.snapshot.sale?.phase).toBe("open");
    expect(room.enter(1).outcome).toBe("admitted");
    expect(room.order({ command: "move-opening", opensAt: PLAN.opensAt })).toMatchObject({ outcome: "invalid", field: "opensAt" });
  });

  it("nobody is let in beside the rate before the opening or after the end", () => {
    const room = new Room({ schedule: PLAN });
    expect(room.order({ command: "let-in", count: 5 })).toMatchObject({ outcome: "invalid", field: "count" });
    room.order({ command: "close" });
    expect(room.order({ command: "let-in", count: 5 })).toMatchObject({ outcome: "invalid", field: "count" });
  });

  it("before the doors open the wait counts from their opening", () => {
    const room = new Room({ schedule: PLAN, perMinute: 60 });
    room.pass(11 * MINUTE_MS);
    room.join(61);
    room.take([]);
    const wait = room.status(61).wait;
    expect(wait?.likelySeconds).toBeGreaterThanOrEqual(9 * 60 + 55);
    expect(wait?.likelySeconds).toBeLessThanOrEqual(9 * 60 + 70);
  });
});

describe("the end", () => {
  it("records no claim: nobody comes in any more", () => {
    const room = roomIn("closed", "auto");
    expect([room.ask(claimOf(3)).outcome, room.figures.lanes[0]?.recorded]).toEqual(["not-yet", 0]);
    // Paying, and spared.
    expect(room.ask(claimOf(2)).outcome).toBe("admitted");
  });

  it("ends the sessions of all but those who are paying, or theirs too", () => {
    for (const includePaying of [false, true]) {
      const room = roomIn("open", "auto");
      room.order({ command: "close", includePaying });
      room.pass(3_000);
      expect(room.ask(renewalOf(1)).outcome).toBe("refused");
      expect(room.ask(renewalOf(2)).outcome).toBe(includePaying ? "refused" : "renewed");
    }
  });

  it("by hand is for good; by the plan a later end reopens", () => {
    const room = new Room({ schedule: { preQueueAt: null, opensAt: null, closesAt: at(NINE_MS + MINUTE_MS) } });
    room.pass(2 * MINUTE_MS);
    expect(room.snapshot.sale?.phase).toBe("closed");
    room.configure({ schedule: { preQueueAt: null, opensAt: null, closesAt: at(NINE_MS + 60 * MINUTE_MS) } });
    expect(room.snapshot.sale?.phase).toBe("open");
    room.order({ command: "close" });
    room.configure({ schedule: { preQueueAt: null, opensAt: null, closesAt: null } });
    expect(room.snapshot.sale?.phase).toBe("closed");
  });
});

it("what is planned survives a restart", () => {
  const room = new Room({ schedule: PLAN });
  room.pass(11 * MINUTE_MS);
  room.join(3);
  room.stock([{ lane: "main", left: 0, atMs: 7 }]);
  const store = new ModelStore();
  store.saveSettings(room.event, room.event.policy, { facts: [], joins: [] });
  const [before, after] = [room.event, store.restore()].map(snapshotOf);
  expect(after?.sale).toEqual(before?.sale);
  expect(after?.lanes[0]).toMatchObject({ soldOut: true, issued: 3 });
});
