/**
 * An endless line before one event, in virtual time: as people are called, others join at its end. They poll when they
 * are told to, claim, bring their pass back, stay and go. Drives the real step; everything is a function of the seed.
 */
import { createEvent, type EventState } from "../../../durable-objects/domain/event.ts";
import type { Lane } from "../../../durable-objects/domain/lane.ts";
import { snapshotOf } from "../../../durable-objects/domain/snapshot.ts";
import { step } from "../../../durable-objects/domain/step.ts";
import type { EventPolicy, Snapshot, VisitorItem, VisitorResult } from "../../../durable-objects/domain/types.ts";
import { jittered, placeStatus, pollAfterMs } from "../../../durable-objects/domain/visitor-status.ts";
import { policyOf } from "../../support/policy.ts";
import { seeded, visitorKeyOf } from "./random.ts";

export interface EndlessOptions {
  readonly seed: number;
  readonly policy: Partial<EventPolicy>;
  /** Places kept in line. */
  readonly line: number;
  /** Share of those in line who claim when their turn has come, by virtual second. When it falls, people give up at once. */
  readonly showUp: (second: number) => number;
  /** Those who never claim are gone, or go on polling. */
  readonly noShows?: "gone" | "polling";
  /** Share of the claimers who need 10 to 40 s more after they have heard of their turn. */
  readonly slowShare?: number;
  /** Mean stay inside. */
  readonly staySeconds?: number;
}

interface Visitor {
  readonly position: number;
  /** Drawn once: claims while the show-up share is above it. */
  readonly resolve: number;
  readonly slow: boolean;
}

/** One virtual minute. */
export interface Minute {
  /** Tokens minted while a slot was free for them. */
  minted: number;
  /** Those of them that overflowed the bucket, because no claim was there. */
  lost: number;
  granted: number;
  /** Mean claims waiting at the front. */
  recorded: number;
}

const TICK_MS = 250;
/** Without items the event is called this often, by the isolates' refreshes. */
const REFRESH_MS = 750;

export class EndlessLine {
  readonly event: EventState;
  readonly minutes: Minute[] = [];
  nowMs = 1_700_000_000_000;
  readonly #options: EndlessOptions;
  readonly #startMs = this.nowMs;
  readonly #random: () => number;
  readonly #due = new Map<number, (() => void)[]>();
  #items: VisitorItem[] = [];
  #answered: ((result: VisitorResult) => void)[] = [];
  #polled: number[] = [];
  #snapshot: Snapshot;
  #steppedAtMs = this.nowMs;
  #joined = 0;

  constructor(options: EndlessOptions) {
    this.#options = options;
    this.#random = seeded(options.seed);
    this.event = createEvent(policyOf({ doors: "always", maxActiveSessions: 1_000_000, ...options.policy }), this.nowMs);
    this.#snapshot = snapshotOf(this.event);
  }

  get lane(): Lane {
    return this.event.lanes.get("main") as Lane;
  }

  run(seconds: number): void {
    const untilMs = this.nowMs + seconds * 1000;
    while (this.nowMs < untilMs) {
      this.nowMs += TICK_MS;
      const tick = this.nowMs / TICK_MS;
      for (const act of this.#due.get(tick) ?? []) act();
      this.#due.delete(tick);
      const missing = this.#options.line - (this.lane.issued - this.lane.nowServing);
      for (let n = 0; n < missing; n++) this.#ask(this.#join(), this.#onJoined);
      if (this.#items.length > 0 || this.nowMs - this.#steppedAtMs >= REFRESH_MS) this.#step();
    }
  }

  #after(milliseconds: number, act: () => void): void {
    const tick = this.nowMs / TICK_MS + Math.max(1, Math.ceil(milliseconds / TICK_MS));
    const acts = this.#due.get(tick);
    if (acts === undefined) this.#due.set(tick, [act]);
    else acts.push(act);
  }

  #ask(item: VisitorItem, answered: (result: VisitorResult) => void): void {
    this.#items.push(item);
    this.#answered.push(answered);
  }

  #join(): VisitorItem {
    const visitorKey = visitorKeyOf(++this.#joined);
    return { kind: "join", lane: "main", visitorKey, expiresAtMs: this.nowMs + 120_000, network: "n", presented: true };
  }

  readonly #onJoined = (result: VisitorResult): void => {
    if (result.outcome !== "waiting") throw new Error(`a join became ${result.outcome}`);
    const visitor = { position: result.position, resolve: this.#random(), slow: this.#random() < (this.#options.slowShare ?? 0.1) };
    // The first line joins in one moment, but it shall not poll in one moment.
    if (this.#polls(visitor)) this.#after(this.#random() * this.#pollAfterMs(visitor), () => this.#poll(visitor));
  };

  #shows({ resolve }: Visitor): boolean {
    return resolve < this.#options.showUp((this.nowMs - this.#startMs) / 1000);
  }

  #polls(visitor: Visitor): boolean {
    return this.#options.noShows === "polling" || this.#shows(visitor);
  }

  #status({ position }: Visitor) {
    const lane = this.#snapshot.lanes[0];
    if (lane === undefined) throw new Error("no lane");
    return { lane, status: placeStatus(this.#snapshot, lane, position) };
  }

  #pollAfterMs(visitor: Visitor): number {
    const { lane, status } = this.#status(visitor);
    return pollAfterMs(status, lane, this.event.policy.claimSeconds);
  }

  #poll(visitor: Visitor): void {
    const { state } = this.#status(visitor).status;
    if (!this.#polls(visitor) || state === "spent") return;
    if (visitor.position % this.event.presence.sample === 0) this.#polled.push(visitor.position);
    if (!this.#shows(visitor) || (state !== "your-turn" && state !== "missed")) {
      this.#after(jittered(this.#pollAfterMs(visitor), this.#random()), () => this.#poll(visitor));
    } else if (visitor.slow) this.#after(10_000 + 30_000 * this.#random(), () => this.#claim(visitor));
    else this.#claim(visitor);
  }

  #claim(visitor: Visitor): void {
    const { position } = visitor;
    this.#ask({ kind: "claim", lane: "main", position, network: "n" }, (result) => {
      if (result.outcome === "admitted") this.#enter(position);
      if (result.outcome === "recorded") this.#after(jittered(1_800, this.#random()), () => this.#claim(visitor));
    });
  }

  #enter(position: number): void {
    const forget = (): void => undefined;
    const stayMs = Math.min(500, -Math.log(1 - this.#random()) * (this.#options.staySeconds ?? 120)) * 1000;
    this.#after(500, () => this.#ask({ kind: "renew", lane: "main", position, checkout: false }, forget));
    this.#after(500 + stayMs, () => this.#ask({ kind: "end", lane: "main", position, reason: "origin" }, forget));
  }

  #step(): void {
    const { event, lane } = this;
    const [items, answered, positions] = [this.#items, this.#answered, this.#polled];
    [this.#items, this.#answered, this.#polled] = [[], [], []];
    const elapsedMs = this.nowMs - this.#steppedAtMs;
    const { tokens } = event.bucket;
    const isFree = event.intake.standstill === null;
    const minted = (event.intake.ratePerSecond * elapsedMs) / 1000;
    const { results, facts } = step(event, { items, presence: [{ lane: lane.id, positions }], sums: null }, this.nowMs);
    const granted = facts.reduce((sum, fact) => sum + (fact[0] === "place" && fact[3] === 2 ? 1 : 0), 0);
    const index = Math.floor((this.nowMs - this.#startMs - 1) / 60_000);
    const minute = (this.minutes[index] ??= { minted: 0, lost: 0, granted: 0, recorded: 0 });
    // What a full room cannot take is not intake that anybody could have used.
    if (isFree && event.intake.standstill === null) {
      minute.minted += minted;
      minute.lost += Math.max(0, tokens + minted - granted - event.bucket.tokens);
    }
    minute.granted += granted;
    minute.recorded += (lane.claims.size * elapsedMs) / 60_000;
    this.#steppedAtMs = this.nowMs;
    this.#snapshot = snapshotOf(event);
    answered.forEach((answer, at) => answer(results[at] as VisitorResult));
  }
}

/** Share of the minted intake that was used. */
export function useOf(minutes: readonly Minute[]): number {
  return 1 - minutes.reduce((sum, { lost }) => sum + lost, 0) / minutes.reduce((sum, { minted }) => sum + minted, 0);
}
