/** One event's line as a test drives it: a wall clock that goes where it is told, one step a call, and a record of every grant. */
import type { BusyRow } from "../../../durable-objects/domain/busy-sessions.ts";
import { applyCommand, replacePolicy, type CommandOutcome } from "../../../durable-objects/domain/commands.ts";
import { createEvent, type Changes, type EventState } from "../../../durable-objects/domain/event.ts";
import { figuresOf } from "../../../durable-objects/domain/figures.ts";
import type { Lane } from "../../../durable-objects/domain/lane.ts";
import { snapshotOf } from "../../../durable-objects/domain/snapshot.ts";
import type { StockReport } from "../../../durable-objects/domain/sold-out.ts";
import { step } from "../../../durable-objects/domain/step.ts";
import type {
  Command,
  EventPolicy,
  LaneSnapshot,
  LiveFigures,
  PresenceReport,
  SessionView,
  Snapshot,
  VisitorItem,
  VisitorResult,
} from "../../../durable-objects/domain/types.ts";
import { placeStatus, type PlaceStatus } from "../../../durable-objects/domain/visitor-status.ts";
import { policyOf } from "../../support/policy.ts";

/** 2026-11-29T09:00:00Z */
export const NINE_MS = 1_795_942_800_000;
/** Steps come at least this often while time passes: the heartbeat's ten seconds would do. */
const BEAT_MS = 5_000;

/** 16 hex digits for the n-th visitor, spread as a hash spreads them. */
export function keyOf(n: number): string {
  const low = (Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
  return n.toString(16).padStart(8, "0") + low;
}

export const claimOf = (position: number, lane = "main"): VisitorItem => ({ kind: "claim", lane, position, network: "home" });
export const renewalOf = (position: number, { lane = "main", checkout = false } = {}): VisitorItem => ({
  kind: "renew",
  lane,
  position,
  checkout,
});
export const leaveOf = (position: number, lane = "main"): VisitorItem => ({ kind: "leave", lane, position });
export const endOf = (position: number, lane = "main"): VisitorItem => ({ kind: "end", lane, position, reason: "origin" });

/** The numbers from `first` to `last`. */
export const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);

export interface Grant {
  readonly lane: string;
  readonly position: number;
  /** Event time. */
  readonly atMs: number;
}

export class Room {
  readonly event: EventState;
  wallMs: number;
  readonly grants: Grant[] = [];
  readonly audits: string[] = [];
  /** Facts of the last step. */
  lastFacts: Changes["facts"] = [];
  readonly #lastGrants = new Map<string, number>();
  #visitors = 0;

  constructor(changes: Partial<EventPolicy> = {}, wallMs = NINE_MS) {
    this.wallMs = wallMs;
    this.event = createEvent(policyOf(changes), wallMs);
  }

  /** One step with these items; one result for each. */
  take(items: readonly VisitorItem[], presence: readonly PresenceReport[] = []): readonly VisitorResult[] {
    const result = step(this.event, { items, presence, sums: null }, this.wallMs);
    this.#note(result);
    return result.results;
  }

  /** One step with isolates' rows of busy sessions. */
  takeBusy(busy: readonly BusyRow[]): void {
    this.#note(step(this.event, { items: [], presence: [], sums: null, busy }, this.wallMs));
  }

  /** One step with one item. */
  ask(item: VisitorItem): VisitorResult {
    return this.take([item])[0] as VisitorResult;
  }

  /** One step in which the shop's word of what is left comes in. */
  stock(stock: readonly StockReport[]): void {
    this.#note(step(this.event, { items: [], presence: [], sums: null, stock }, this.wallMs));
  }

  order(command: Command): CommandOutcome {
    const done = applyCommand(this.event, command, this.wallMs);
    if (done.outcome === "ok") this.#note(done.changes);
    return done;
  }

  configure(changes: Partial<EventPolicy>): void {
    this.#note(replacePolicy(this.event, { ...this.event.policy, ...changes }, this.wallMs));
  }

  /** Lets that long pass with a step at least each five seconds, and one at its end. */
  pass(milliseconds: number, everyMs = BEAT_MS): void {
    const endMs = this.wallMs + milliseconds;
    while (this.wallMs < endMs) {
      this.wallMs = Math.min(endMs, this.wallMs + everyMs);
      this.take([]);
    }
  }

  /** A join that shows its credential; each call is another visitor unless `visitorKey` is given. */
  joinOf(changes: Partial<Extract<VisitorItem, { kind: "join" }>> = {}): VisitorItem {
    const n = this.#visitors++;
    return {
      kind: "join",
      lane: "main",
      visitorKey: keyOf(n),
      expiresAtMs: this.wallMs + 120_000,
      network: `network-${n}`,
      presented: true,
      ...changes,
    };
  }

  /** `count` visitors join in one step; their results. */
  join(count: number, changes: Partial<Extract<VisitorItem, { kind: "join" }>> = {}): readonly VisitorResult[] {
    return this.take(Array.from({ length: count }, () => this.joinOf(changes)));
  }

  /** Claims, and picks the pass up when it is granted. Returns the claim's result. */
  enter(position: number, lane = "main"): VisitorResult {
    const result = this.ask(claimOf(position, lane));
    if (result.outcome === "admitted") this.ask(renewalOf(position, { lane }));
    return result;
  }

  get snapshot(): Snapshot {
    return snapshotOf(this.event);
  }

  laneSnapshot(lane = "main"): LaneSnapshot {
    return this.snapshot.lanes.find(({ id }) => id === lane) as LaneSnapshot;
  }

  status(position: number, lane = "main"): PlaceStatus {
    return placeStatus(this.snapshot, this.laneSnapshot(lane), position);
  }

  get figures(): LiveFigures {
    return figuresOf(this.event);
  }

  lane(lane = "main"): Lane {
    return this.event.lanes.get(lane) as Lane;
  }

  /** Positions granted so far, in order. */
  granted(lane = "main"): number[] {
    return this.grants.filter((grant) => grant.lane === lane).map(({ position }) => position);
  }

  #note({ facts, audits }: Changes): void {
    this.lastFacts = facts;
    this.audits.push(...audits);
    for (const fact of facts) {
      if (fact[0] !== "session") continue;
      const [, lane, position] = fact;
      const session = this.event.lanes.get(lane)?.sessions.get(position);
      const atMs = session?.grantedAtMs;
      const key = `${lane} ${position}`;
      if (atMs !== this.event.clock.eventMs || this.#lastGrants.get(key) === atMs) continue;
      this.#lastGrants.set(key, atMs);
      this.grants.push({ lane, position, atMs });
    }
  }
}

/** The session of an admission; fails on anything else. */
export function sessionOf(result: VisitorResult | undefined): SessionView {
  if (result?.outcome !== "admitted" && result?.outcome !== "renewed") throw new Error(`no session: ${JSON.stringify(result)}`);
  return result.session;
}

/** A room with a line: doors stopped while `count` join, positions 1 to `count`, then open as `changes` say (default: `auto`). */
export function roomWithLine(count: number, changes: Partial<EventPolicy> = {}): Room {
  const room = new Room({ ...changes, doors: "stopped" });
  for (let left = count; left > 0; left -= 10_000) room.join(Math.min(left, 10_000));
  room.order({ command: "doors", doors: changes.doors ?? "auto" });
  return room;
}
