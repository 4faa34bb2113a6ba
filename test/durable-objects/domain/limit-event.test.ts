import { expect, it } from "vitest";
import { applyCommand } from "../../../durable-objects/domain/commands.ts";
import { createEvent, type EventState } from "../../../durable-objects/domain/event.ts";
import { figuresOf } from "../../../durable-objects/domain/figures.ts";
import { attachLimiter, DEFAULT_LIMITER } from "../../../durable-objects/domain/limit-event.ts";
import { saveLimiter } from "../../../durable-objects/domain/limiter/state.ts";
import { snapshotOf } from "../../../durable-objects/domain/snapshot.ts";
import { NOTHING, step } from "../../../durable-objects/domain/step.ts";
import type { EventPolicy, VisitorItem } from "../../../durable-objects/domain/types.ts";
import { policyOf } from "../../support/policy.ts";
import { sampleOf, type Second } from "./limiter/plant.ts";

const POLICY = policyOf({ doors: "always", maxActiveSessions: 10_000 });

/** An event with people in line who claim as soon as they are called, and a shop behind it. */
class Room {
  readonly event: EventState;
  readonly audits: string[] = [];
  wallMs = 1_000_000;
  #asked = 0;

  constructor(policy: Partial<EventPolicy> = {}) {
    this.event = createEvent({ ...POLICY, ...policy }, this.wallMs);
    attachLimiter(this.event, null);
    const joins = Array.from({ length: 3000 }, (_, index): VisitorItem => {
      const visitorKey = (index + 1).toString(16).padStart(16, "0");
      return { kind: "join", lane: "main", visitorKey, expiresAtMs: this.wallMs + 120_000, network: "", presented: true };
    });
    step(this.event, { items: joins, presence: [], sums: null }, this.wallMs);
  }

  /** Lets seconds pass in which the shop fares like `second`; returns how many were let in. */
  pass(seconds: number, second: Second): number {
    const before = this.event.granted;
    for (let index = 0; index < seconds; index++) {
      this.wallMs += 1000;
      const samples = [sampleOf({ from: (index % 5) * 1000, ...second }, this.wallMs)];
      const claims: VisitorItem[] = [];
      const { nowServing } = this.event.lanes.get("main") as { nowServing: number };
      while (this.#asked < nowServing) claims.push({ kind: "claim", lane: "main", position: ++this.#asked, network: "" });
      const { audits } = step(this.event, { items: claims, presence: [], sums: null, samples }, this.wallMs);
      this.audits.push(...audits);
    }
    return this.event.granted - before;
  }
}

it("lets in at the limiter's rate, nobody while the origin is saturated, and says why", () => {
  const room = new Room();
  expect(room.pass(20, {})).toBeGreaterThan(150);
  room.pass(4, { ms: 6000, inFlightSeconds: 200 });
  expect(room.pass(10, { ms: 6000, inFlightSeconds: 200 })).toBe(0);
  expect(snapshotOf(room.event)).toMatchObject({ standstill: "saturated", perMinute: 0 });
  expect(figuresOf(room.event).perMinuteReason).toMatch(/^stopped: median first byte/);
  // Those let in before never came; their grants lapse first.
  expect(room.pass(90, {})).toBeGreaterThan(20);
});

it("loses no recorded claim over a pause, and turns stand still meanwhile", () => {
  const room = new Room();
  room.pass(10, {});
  const { turnMs } = room.event.clock;
  room.pass(2, { load: "stop" });
  const stood = room.event.clock.turnMs;
  expect(room.pass(100, {})).toBe(0);
  expect(room.event.clock.turnMs).toBe(stood);
  expect(stood).toBeGreaterThanOrEqual(turnMs);
  const recorded = room.event.lanes.get("main")?.claims.size ?? 0;
  expect(recorded).toBeGreaterThan(0);
  expect(room.pass(60, {})).toBeGreaterThanOrEqual(recorded);
});

it("case 20: the cap on sessions holds whatever the limiter says", () => {
  const room = new Room({ maxActiveSessions: 30 });
  room.pass(30, {});
  expect(room.event.activeSessions).toBe(30);
  expect(room.event.intake.standstill).toBe("full");
});

it("case 43: the organiser's rate bounds the limiter's, and the reason is the limiter's", () => {
  const room = new Room({ perMinute: 60 });
  expect(room.pass(60, {})).toBeLessThanOrEqual(62);
  expect(figuresOf(room.event).perMinuteReason).toMatch(/^starting/);
});

it("case 70: a clock set back freezes nothing", () => {
  const room = new Room();
  room.pass(10, {});
  room.wallMs -= 3_600_000;
  expect(room.pass(20, {})).toBeGreaterThan(100);
});

it("changes of state stand in the audit log, with the reason", () => {
  const room = new Room();
  room.pass(10, {});
  expect(room.audits).toEqual([]);
  room.pass(10, { ms: 6000, inFlightSeconds: 200 });
  expect(room.audits).toHaveLength(1);
  expect(room.audits[0]).toMatch(/^limiter: (start|cruise) → saturated; stopped: median first byte/);
  expect(figuresOf(room.event).limiter.phase).toBe("saturated");
});

it("where nothing was ever measured, and with a fixed rate, the organiser's rate holds", () => {
  const silent = new Room();
  silent.wallMs += 60_000;
  step(silent.event, NOTHING, silent.wallMs);
  expect(figuresOf(silent.event)).toMatchObject({ perMinute: 600, perMinuteReason: "the organiser's rate", limiter: { phase: null } });
  const fixed = new Room({ limiter: { ...DEFAULT_LIMITER, mode: "fixed" } });
  fixed.pass(20, { ms: 6000, inFlightSeconds: 200 });
  expect(figuresOf(fixed.event)).toMatchObject({ perMinute: 600, standstill: null, limiter: { phase: null } });
});

it("a slow start begins at the rate the organiser names", () => {
  const room = new Room({ limiter: { ...DEFAULT_LIMITER, startPerMinute: 60 } });
  room.wallMs += 1000;
  step(room.event, NOTHING, room.wallMs);
  expect(figuresOf(room.event).perMinute).toBeCloseTo(60);
});

it("the organiser speaks for the origin, and the word lapses after two minutes", () => {
  const room = new Room();
  room.pass(10, {});
  applyCommand(room.event, { command: "load", load: "stop" }, room.wallMs);
  expect(room.pass(60, {})).toBe(0);
  expect(figuresOf(room.event).perMinuteReason).toBe("paused: the origin says stop");
  room.pass(65, {});
  expect(figuresOf(room.event).limiter.phase).not.toBe("stopped");
});

it("goes on where it was after a restart of the object", () => {
  const room = new Room();
  room.pass(30, {});
  const { limiter, limit } = room.event;
  const restored = createEvent(room.event.policy, room.wallMs);
  attachLimiter(restored, saveLimiter(limiter as NonNullable<typeof limiter>));
  expect(restored.limit).toEqual(limit);
  expect(restored.granted).toBe(room.event.limiter?.population.grantedTotal);
});

it("what another version stored is not taken for this one's: the limiter begins anew", () => {
  const room = new Room();
  room.pass(30, {});
  const stored = JSON.parse(saveLimiter(room.event.limiter as NonNullable<typeof room.event.limiter>)) as Record<string, unknown>;
  const restored = createEvent(room.event.policy, room.wallMs);
  attachLimiter(restored, JSON.stringify({ ...stored, format: 0 }));
  expect(restored.limiter?.phase).toBe("start");
  expect(restored.limit).toBe(null);
});
