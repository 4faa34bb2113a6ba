/**
 * One run in virtual time: visitors come, poll as they are told, claim, shop, fail and leave; the line is the domain's own
 * (`step`, snapshot, status), so what is measured is what the event would do.
 */
import { applyCommand } from "../../durable-objects/domain/commands.ts";
import { createEvent, hasLine, type EventState } from "../../durable-objects/domain/event.ts";
import type { Outcome } from "../../durable-objects/domain/limiter/meter.ts";
import { snapshotOf } from "../../durable-objects/domain/snapshot.ts";
import { step } from "../../durable-objects/domain/step.ts";
import type { EventPolicy, Snapshot, VisitorItem, VisitorResult } from "../../durable-objects/domain/types.ts";
import { jittered, placeStatus, pollAfterMs } from "../../durable-objects/domain/visitor-status.ts";
import { Agenda } from "./agenda.ts";
import { cycleSeconds, type Controller, type ControllerFactory, type RawSecond } from "./controller.ts";
import { Edges } from "./edges.ts";
import { Origin } from "./origin.ts";
import { hash32, Random } from "./random.ts";
import { RunRecord, type RunResult } from "./record.ts";
import { stepAt, type Scenario } from "./scenario.ts";
import { rawSecond } from "./raw-second.ts";
import type { WaitRecord } from "./wait-record.ts";

const KIND = { arrive: 0, poll: 1, request: 2, done: 3, deliver: 4, sync: 5, enter: 6, hostile: 7 } as const;
const SYNC_SECONDS = 0.5;
const LANE = "main";
const CLAIM_SECONDS = 300;

/** What a visitor is doing. */
const IS = { away: 0, waiting: 1, claiming: 2, inside: 3, gone: 4 } as const;

export class World {
  readonly #scenario: Scenario;
  readonly #random: Random;
  /** Of its own, so that all controllers meet the same crowd. */
  readonly #arrivals: Random;
  readonly #patience: Random;
  readonly #seed: number;
  readonly #agenda = new Agenda();
  readonly #origin: Origin;
  readonly #edges: Edges;
  readonly #event: EventState;
  readonly #controller: Controller;
  readonly record: RunRecord;
  readonly #waits: WaitRecord | null;
  #snapshot: Snapshot;
  #items: VisitorItem[] = [];
  #itemVisitors: number[] = [];
  #visitors = 0;
  readonly #is: Uint8Array;
  readonly #position: Int32Array;
  readonly #arrivedAt: Float64Array;
  readonly #polledAt: Float64Array;
  readonly #pagesLeft: Int32Array;
  readonly #tries: Uint8Array;
  readonly #sessionEnd: Float64Array;
  /** Requests by number: visitor, start, whether somebody still waits for it, kind of page. */
  #requestVisitor: number[] = [];
  #requestStart: number[] = [];
  #requestOpen: boolean[] = [];
  #requestSlow: boolean[] = [];
  #timeoutHead = 0;
  #sessions = 0;

  constructor(scenario: Scenario, factory: ControllerFactory, seed: number, waits: WaitRecord | null = null) {
    this.#waits = waits;
    this.#scenario = scenario;
    this.#random = new Random(seed * 7919 + 17);
    this.#arrivals = new Random(seed * 104_729 + 5);
    this.#patience = new Random(seed * 15_485_863 + 3);
    this.#seed = seed;
    this.#origin = new Origin(scenario, this.#random, this.#agenda, KIND.done);
    this.#edges = new Edges(scenario);
    this.#event = createEvent(policyOf(scenario), 0);
    this.#snapshot = snapshotOf(this.#event);
    this.#controller = factory(scenario);
    this.record = new RunRecord(scenario);
    const most =
      scenario.visitors.atOpening +
      10 +
      Math.ceil(scenario.seconds * 1.2 * Math.max(...scenario.visitors.perSecond.map(([, rate]) => rate)) + 100);
    this.#is = new Uint8Array(most);
    this.#position = new Int32Array(most);
    this.#arrivedAt = new Float64Array(most);
    this.#polledAt = new Float64Array(most);
    this.#pagesLeft = new Int32Array(most);
    this.#tries = new Uint8Array(most);
    this.#sessionEnd = new Float64Array(most);
  }

  run(): RunResult {
    const agenda = this.#agenda;
    for (let index = 0; index < this.#scenario.visitors.atOpening; index++) agenda.add(this.#arrivals.next() * 3, KIND.arrive, 0);
    agenda.add(0, KIND.arrive, 1);
    agenda.add(SYNC_SECONDS, KIND.sync, 1);
    while (agenda.take()) {
      const { time, kind, subject } = agenda;
      if (time > this.#scenario.seconds) break;
      this.#timeOut(time);
      if (kind === KIND.request) this.#request(subject, time);
      else if (kind === KIND.done) this.#done(subject, time);
      else if (kind === KIND.deliver) this.#answer(subject, "ok", 0, time);
      else if (kind === KIND.poll) this.#poll(subject, time);
      else if (kind === KIND.arrive) this.#arrive(subject === 1, time);
      else if (kind === KIND.enter) this.#enter(subject, time);
      else if (kind === KIND.hostile) this.#hostile(subject, time);
      else this.#sync(subject, time);
    }
    return this.record.result();
  }

  // -------------------------------------------------------------- the line

  #arrive(more: boolean, now: number): void {
    if (more) {
      const rate = stepAt(this.#scenario.visitors.perSecond, now);
      this.#agenda.add(now + (rate > 0 ? this.#arrivals.exponential(1 / rate) : 1), KIND.arrive, 1);
      if (rate <= 0) return;
    }
    const visitor = this.#visitors++;
    if (visitor >= this.#is.length) return;
    this.#arrivedAt[visitor] = now;
    this.#is[visitor] = IS.away;
    this.#send(visitor, {
      kind: "join",
      lane: LANE,
      visitorKey: visitorKey(visitor),
      expiresAtMs: now * 1000 + 120_000,
      network: "",
      presented: true,
    });
  }

  #send(visitor: number, item: VisitorItem): void {
    this.#items.push(item);
    this.#itemVisitors.push(visitor);
  }

  #poll(visitor: number, now: number): void {
    const position = this.#position[visitor] as number;
    const lane = this.#snapshot.lanes[0];
    if (lane === undefined) return;
    if (this.#is[visitor] === IS.claiming) return this.#send(visitor, { kind: "claim", lane: LANE, position, network: "" });
    if (this.#is[visitor] !== IS.waiting) return;
    if (position <= lane.nowServing) {
      if (this.#random.next() >= stepAt(this.#scenario.visitors.showUp, now)) {
        this.#is[visitor] = IS.gone;
        return;
      }
      this.#is[visitor] = IS.claiming;
      return this.#send(visitor, { kind: "claim", lane: LANE, position, network: "" });
    }
    if (this.#leaves(visitor, now)) return;
    if (position % this.#snapshot.presenceSample === 0) this.#seen.push(position);
    const status = placeStatus(this.#snapshot, lane, position);
    if (status.wait !== null) this.#waits?.told(position, status.wait, now);
    this.#agenda.add(now + jittered(pollAfterMs(status, lane, CLAIM_SECONDS), this.#random.next()) / 1000, KIND.poll, visitor);
  }

  /** Who has lost patience since the last poll closes the tab; a few say so. */
  #leaves(visitor: number, now: number): boolean {
    const { leavePerMinute, tellsLeave } = this.#scenario.visitors;
    const leaving = stepAt(leavePerMinute, now);
    const minutes = (now - (this.#polledAt[visitor] as number)) / 60;
    this.#polledAt[visitor] = now;
    if (leaving <= 0 || this.#patience.next() < (1 - leaving) ** minutes) return false;
    this.#is[visitor] = IS.gone;
    const position = this.#position[visitor] as number;
    if (this.#patience.next() < tellsLeave) this.#send(-1, { kind: "leave", lane: LANE, position });
    return true;
  }

  #sync(tick: number, now: number): void {
    const wallMs = now * 1000;
    this.#origin.serve(now);
    if (tick % 2 === 0) this.#edges.report(now, this.#controller.sample ?? 1);
    for (const [at, doors] of this.#scenario.doors)
      if (at > now - SYNC_SECONDS && at <= now) applyCommand(this.#event, { command: "doors", doors }, wallMs);
    for (const at of this.#scenario.restarts) if (at > now - SYNC_SECONDS && at <= now) this.#controller.restart?.();
    const samples = this.#edges.arrived(now);
    for (const sample of samples) this.#raw.push(sample);
    let second: RawSecond | null = null;
    if (tick % 2 === 1) {
      second = rawSecond(this.#raw);
      this.#raw = [];
    }
    const carried = this.#origin.capacity(now) * (cycleSeconds(this.#scenario) * this.#cycleFactor(now));
    const truth = { sessions: this.#sessions, carried, backlog: this.#origin.waiting, servers: this.#origin.servers(now) };
    const event = this.#event;
    event.limit = this.#controller.step({
      now,
      samples,
      second,
      waiting: hasLine(event),
      granted: event.granted,
      provisional: event.provisionalSessions,
      active: event.activeSessions,
      truth,
    });
    const items = this.#items;
    const visitors = this.#itemVisitors;
    this.#items = [];
    this.#itemVisitors = [];
    const positions = this.#seen;
    this.#seen = [];
    this.#waits?.before(event, SYNC_SECONDS);
    const { results } = step(event, { items, presence: [{ lane: LANE, positions }], sums: null }, wallMs);
    this.#snapshot = snapshotOf(event);
    this.#waits?.after(event, now);
    results.forEach((result, index) => this.#told(visitors[index] as number, result, now));
    this.record.tick(now, this.#sessions, carried, this.#origin.waiting + this.#origin.busy, event.intake.ratePerSecond);
    this.#agenda.add(now + SYNC_SECONDS, KIND.sync, tick + 1);
  }
  /** Sampled positions that polled since the last step. */
  #seen: number[] = [];
  #raw: Parameters<typeof rawSecond>[0][number][] = [];

  /** A session of slow pages, added latency and failures that cost no server asks the servers less often, so that more of them are carried. */
  #cycleFactor(now: number): number {
    const { sessions, origin, edges } = this.#scenario;
    const { badRegion: bad } = edges;
    const badShare = bad !== null && now >= bad.from && now < bad.to ? 1 / edges.regions : 0;
    const slow = stepAt(sessions.slowPages, now);
    const added = this.#origin.addedSeconds(now) + (badShare * (bad?.addedMs ?? 0)) / 1000;
    const failing = Math.min(0.9, stepAt(origin.errors, now) + badShare * (bad?.errors ?? 0));
    const extra =
      (slow * (origin.slowServiceMs - origin.serviceMs)) / 1000 + added + (failing / (1 - failing)) * sessions.retryAfterSeconds;
    return 1 + extra / cycleSeconds(this.#scenario);
  }

  #told(visitor: number, result: VisitorResult, now: number): void {
    if (visitor < 0) return;
    if (result.outcome === "waiting") {
      this.#position[visitor] = result.position;
      this.#is[visitor] = IS.waiting;
      this.#polledAt[visitor] = now;
      this.#poll(visitor, now);
    } else if (result.outcome === "admitted") {
      if (this.#is[visitor] === IS.inside) return;
      this.#position[visitor] = result.session.position;
      this.#is[visitor] = IS.inside;
      this.record.admitted(now - (this.#arrivedAt[visitor] as number));
      this.#agenda.add(now + 0.1 + 0.3 * this.#random.next(), KIND.enter, visitor);
    } else if (result.outcome === "recorded") {
      this.#agenda.add(now + 1.8 * (0.8 + 0.2 * this.#random.next()), KIND.poll, visitor);
    } else if (result.outcome === "not-yet") {
      this.#is[visitor] = IS.waiting;
      this.#agenda.add(now + 2, KIND.poll, visitor);
    } else if (result.outcome === "over" || result.outcome === "spent") this.#is[visitor] = IS.gone;
  }

  // -------------------------------------------------------------- inside

  #enter(visitor: number, now: number): void {
    const { attack, sessions } = this.#scenario;
    if (attack !== null && hash32(visitor + 77_777) / 2 ** 32 < attack.share) {
      if (attack.kind === "never-arriving") return;
      this.#sessionEnd[visitor] = now + this.#random.exponential(sessions.pages * cycleSeconds(this.#scenario));
      this.#renew(visitor);
      this.#agenda.add(now, KIND.hostile, visitor);
      return;
    }
    this.#sessions++;
    this.record.sessionStarted();
    const own = new Random(hash32(visitor + 1_000_003 * this.#seed));
    const pages = sessions.tail === "pareto" ? Math.max(1, Math.round(own.pareto(sessions.pages))) : own.geometric(sessions.pages);
    this.#pagesLeft[visitor] = Math.min(pages, 2_000);
    this.#tries[visitor] = 0;
    this.#renew(visitor);
    this.#request(visitor, now);
  }

  #renew(visitor: number): void {
    this.#send(-1, { kind: "renew", lane: LANE, position: this.#position[visitor] as number, checkout: false });
  }

  #request(visitor: number, now: number): void {
    const { sessions } = this.#scenario;
    const request = this.#requestVisitor.length;
    const slow = this.#random.next() < stepAt(sessions.slowPages, now);
    this.#requestVisitor.push(visitor);
    this.#requestStart.push(now);
    this.#requestOpen.push(true);
    this.#requestSlow.push(slow);
    this.#edges.start(visitor, now);
    const bad = this.#badRegion(visitor, now);
    if (bad !== null && this.#random.next() < bad.errors) return this.#answer(request, "error", 0, now + 0.02);
    const taken = this.#origin.take(request, slow, now);
    if (taken === "queued" || taken === "hung") return;
    this.#answer(request, taken.failure, taken.retryAfterSeconds, now + 0.01);
  }

  #badRegion(visitor: number, now: number): Scenario["edges"]["badRegion"] {
    const { badRegion } = this.#scenario.edges;
    return badRegion !== null && this.#edges.regionOf(visitor) === 0 && now >= badRegion.from && now < badRegion.to ? badRegion : null;
  }

  #done(request: number, now: number): void {
    this.#origin.done(now);
    const added = this.#origin.addedSeconds(now) + (this.#badRegion(this.#requestVisitor[request] as number, now)?.addedMs ?? 0) / 1000;
    if (added > 0) this.#agenda.add(now + added, KIND.deliver, request);
    else this.#answer(request, "ok", 0, now);
  }

  /** Requests are begun in order and all wait as long, so the oldest is the first to time out. */
  #timeOut(now: number): void {
    const { timeoutSeconds } = this.#scenario.sessions;
    while (this.#timeoutHead < this.#requestStart.length) {
      const deadline = (this.#requestStart[this.#timeoutHead] as number) + timeoutSeconds;
      if (deadline > now) return;
      this.#answer(this.#timeoutHead++, "timeout", 0, deadline);
    }
  }

  #answer(request: number, outcome: Outcome, retryAfterSeconds: number, now: number): void {
    if (this.#requestOpen[request] !== true) return;
    this.#requestOpen[request] = false;
    const visitor = this.#requestVisitor[request] as number;
    const took = now - (this.#requestStart[request] as number);
    this.#edges.end(visitor, this.#requestSlow[request] === true, outcome, took, retryAfterSeconds, now);
    this.record.answered(now, took, outcome);
    const { sessions } = this.#scenario;
    if (outcome !== "ok") {
      const tries = (this.#tries[visitor] as number) + 1;
      this.#tries[visitor] = tries;
      if (tries >= sessions.tries) return this.#endSession(visitor, "failed");
      this.#agenda.add(now + this.#random.exponential(sessions.retryAfterSeconds), KIND.request, visitor);
      return;
    }
    this.#tries[visitor] = 0;
    const left = (this.#pagesLeft[visitor] as number) - 1;
    this.#pagesLeft[visitor] = left;
    if (left <= 0) return this.#endSession(visitor, "completed");
    const isBot = sessions.botShare > 0 && hash32(visitor + 55_555) / 2 ** 32 < sessions.botShare;
    this.#agenda.add(now + this.#random.exponential(isBot ? sessions.thinkSeconds / 10 : sessions.thinkSeconds), KIND.request, visitor);
  }

  #endSession(visitor: number, how: "completed" | "failed"): void {
    this.#sessions--;
    this.#is[visitor] = IS.gone;
    this.record.sessionEnded(how);
    if (this.#random.next() < this.#scenario.sessions.tellsEnd) {
      this.#send(-1, { kind: "end", lane: LANE, position: this.#position[visitor] as number, reason: "bought" });
    }
  }

  /** Not a visitor: nothing of it counts as goodput, failure or population; it only tries to steer the limiter. */
  #hostile(visitor: number, now: number): void {
    const { attack } = this.#scenario;
    if (attack === null || now > (this.#sessionEnd[visitor] as number)) return;
    this.#edges.start(visitor, now);
    if (attack.kind === "slow") this.#edges.end(visitor, false, "ok", 3, 0, now);
    else this.#edges.end(visitor, false, attack.kind === "errors" ? "error" : "neutral", 0.01, attack.kind === "errors" ? 60 : 0, now);
    this.#agenda.add(now + 1 / attack.perSecond, KIND.hostile, visitor);
  }
}

/** 16 hex digits, spread like the keyed hashes of real visitors; no two visitors share one. */
function visitorKey(visitor: number): string {
  const word = (value: number): string => hash32(value).toString(16).padStart(8, "0");
  return word(visitor ^ 0x5bd1e995) + word(visitor);
}

function policyOf({ organiser }: Scenario): EventPolicy {
  return {
    lanes: [{ id: LANE, share: 1 }],
    doors: "always",
    perMinute: organiser.perMinute,
    maxActiveSessions: organiser.maxActiveSessions,
    burst: null,
    claimSeconds: CLAIM_SECONDS,
    lateSeconds: 900,
    idleSeconds: 600,
    checkoutSeconds: 1200,
    maxStaySeconds: 3600,
    provisionalSeconds: 30,
    graceSeconds: 60,
    sliding: true,
    message: "",
  };
}

/** One seeded run. */
export function simulate(scenario: Scenario, factory: ControllerFactory, seed: number, waits: WaitRecord | null = null): RunResult {
  return new World(scenario, factory, seed, waits).run();
}
