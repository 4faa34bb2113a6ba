/**
 * A crowd in virtual time: visitors join, ask again when they are told to, claim when it is their turn, pick up their pass, shop and
 * go. All of a tick's requests reach the event in one call, and a status is told from the snapshot of the tick before. Deterministic.
 */
import type { PresenceReport, VisitorItem, VisitorResult } from "../../../durable-objects/domain/types.ts";
import { jittered, placeStatus, pollAfterMs } from "../../../durable-objects/domain/visitor-status.ts";
import type { Room } from "./room.ts";

const TICK_MS = 250;

/** What a visitor is going to do; times are milliseconds since the crowd's start. */
export interface Plan {
  readonly arrivesMs: number;
  readonly lane?: string;
  /** The place it holds already; else it joins. */
  readonly position?: number;
  /** Closes the tab then, unless inside. */
  readonly closesMs?: number;
  /** Asks for its status as told, but does not claim before. */
  readonly claimsFromMs?: number;
  /** Stays inside that long, with a request each `idle / 3`; then the origin ends the session. */
  readonly staysMs?: number;
}

export interface Visitor extends Plan {
  place: number | null;
  phase: "coming" | "waiting" | "granted" | "inside" | "gone";
  /** When the first claim was answered "recorded" or "admitted". */
  recordedMs: number | null;
  admittedMs: number | null;
  /** It was told that its turn, or its place, is over. */
  missed: boolean;
  late: boolean;
  polls: number;
}

/** A generator of numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Crowd {
  readonly visitors: Visitor[];
  readonly #room: Room;
  readonly #startMs: number;
  readonly #random: () => number;
  /** Who acts next in which tick. */
  readonly #due = new Map<number, Visitor[]>();
  #tick = 0;

  constructor(room: Room, plans: readonly Plan[], seed = 1) {
    this.#room = room;
    this.#startMs = room.wallMs;
    this.#random = randomFrom(seed);
    this.visitors = plans.map((plan) => ({
      ...plan,
      place: plan.position ?? null,
      phase: plan.position === undefined ? "coming" : "waiting",
      recordedMs: null,
      admittedMs: null,
      missed: false,
      late: false,
      polls: 0,
    }));
    for (const visitor of this.visitors) this.#actAt(visitor, visitor.arrivesMs);
  }

  /** Milliseconds since the start. */
  get nowMs(): number {
    return this.#tick * TICK_MS;
  }

  /** Goes on until `untilMs` since the start; `each` is called after every tick. */
  run(untilMs: number, each?: () => void): this {
    while (this.nowMs < untilMs) {
      this.#tick++;
      this.#step();
      each?.();
    }
    return this;
  }

  #actAt(visitor: Visitor, atMs: number): void {
    const tick = Math.max(this.#tick + 1, Math.ceil(atMs / TICK_MS));
    const due = this.#due.get(tick);
    if (due === undefined) this.#due.set(tick, [visitor]);
    else due.push(visitor);
  }

  #step(): void {
    const due = this.#due.get(this.#tick) ?? [];
    this.#due.delete(this.#tick);
    const { snapshot, event } = this.#room;
    const lanes = new Map(snapshot.lanes.map((lane) => [lane.id, lane]));
    const presence = new Map<string, number[]>();
    const asking: { visitor: Visitor; item: VisitorItem }[] = [];
    for (const visitor of due) {
      const lane = visitor.lane ?? "main";
      if (visitor.phase === "coming") {
        asking.push({ visitor, item: this.#room.joinOf({ lane, expiresAtMs: this.#startMs + this.nowMs + 120_000 }) });
      } else if (visitor.phase === "granted") {
        asking.push({ visitor, item: { kind: "renew", lane, position: visitor.place as number, checkout: false } });
      } else if (visitor.phase === "inside") {
        const over = this.nowMs - (visitor.admittedMs as number) >= (visitor.staysMs ?? Infinity);
        const position = visitor.place as number;
        asking.push({
          visitor,
          item: over ? { kind: "end", lane, position, reason: "origin" } : { kind: "renew", lane, position, checkout: false },
        });
      } else if (visitor.phase === "waiting") {
        if (this.nowMs >= (visitor.closesMs ?? Infinity)) continue;
        visitor.polls++;
        const position = visitor.place as number;
        const laneSnapshot = lanes.get(lane);
        if (laneSnapshot === undefined) throw new Error(`no lane ${lane}`);
        const place = placeStatus(snapshot, laneSnapshot, position);
        (presence.get(lane) ?? presence.set(lane, []).get(lane))?.push(position);
        const claims = (place.state === "your-turn" || place.state === "missed") && this.nowMs >= (visitor.claimsFromMs ?? 0);
        if (claims || visitor.recordedMs !== null) asking.push({ visitor, item: { kind: "claim", lane, position, network: "home" } });
        else if (place.state === "spent") this.#lose(visitor);
        else this.#actAt(visitor, this.nowMs + jittered(pollAfterMs(place, laneSnapshot, event.policy.claimSeconds), this.#random()));
      }
    }
    this.#room.wallMs = this.#startMs + this.nowMs;
    const reports: PresenceReport[] = [...presence].map(([lane, positions]) => ({ lane, positions }));
    const results = this.#room.take(
      asking.map(({ item }) => item),
      reports,
    );
    asking.forEach(({ visitor }, index) => this.#hear(visitor, results[index] as VisitorResult));
  }

  #lose(visitor: Visitor): void {
    visitor.missed = true;
    visitor.phase = "gone";
  }

  #hear(visitor: Visitor, result: VisitorResult): void {
    switch (result.outcome) {
      case "waiting":
        visitor.place = result.position;
        visitor.phase = "waiting";
        return this.#actAt(visitor, this.nowMs + 500);
      case "recorded":
        visitor.recordedMs ??= this.nowMs;
        visitor.late ||= result.late;
        return this.#actAt(visitor, this.nowMs + jittered(1_800, this.#random()));
      case "not-yet":
        return this.#actAt(visitor, this.nowMs + 2_000);
      case "admitted":
        visitor.place = result.session.position;
        visitor.recordedMs ??= this.nowMs;
        visitor.admittedMs = this.nowMs;
        visitor.phase = "granted";
        return this.#actAt(visitor, this.nowMs + TICK_MS);
      case "renewed": {
        visitor.phase = "inside";
        const stayLeftMs = (visitor.admittedMs as number) + (visitor.staysMs ?? Infinity) - this.nowMs;
        return this.#actAt(visitor, this.nowMs + Math.min(Math.max(0, stayLeftMs), (this.#room.event.policy.idleSeconds * 1000) / 3));
      }
      case "left":
        visitor.phase = "gone";
        return;
      default:
        return this.#lose(visitor);
    }
  }
}
