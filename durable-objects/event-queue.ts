import { DurableObject } from "cloudflare:workers";
import { applyCommand, replacePolicy, wallNow } from "./domain/commands.ts";
import { createChanges, createEvent, isBusy, isNothing, type Changes, type EventState } from "./domain/event.ts";
import { figuresOf } from "./domain/figures.ts";
import { keyedHash } from "./domain/keyed-hash.ts";
import { endedAfter } from "./domain/ended.ts";
import { nextGrantMs } from "./domain/grants.ts";
import { finishedThrough } from "./domain/lane.ts";
import { noteBeacon } from "./domain/draw-steps.ts";
import { publicationOf } from "./domain/draw/draw.ts";
import { attachLimiter } from "./domain/limit-event.ts";
import { saveLimiter } from "./domain/limiter/state.ts";
import { nextSyncAfterMs, noteGateCall } from "./domain/pacing.ts";
import { checkpointFacts, learnedOf, restoreEvent, summaryOf } from "./domain/restore.ts";
import { fixedSettings } from "./domain/sale.ts";
import { planDueMs } from "./domain/sale-steps.ts";
import { snapshotOf } from "./domain/snapshot.ts";
import { NOTHING, step } from "./domain/step.ts";
import { DrawKeeper, type OutsideBindings } from "./draw-keeper.ts";
import { EventStore, type CallRecord, type Order } from "./event-store.ts";
import { TemplateStore } from "./template-store.ts";
import type {
  AuditEntry,
  CommandReply,
  CommandRequest,
  ConfigureRequest,
  DrawReply,
  EventDescription,
  EventQueueRpc,
  EventRef,
  EventSettings,
  GateReply,
  GateReport,
  LeavesRequest,
  TemplateRequest,
} from "./protocol.ts";

/** While anybody waits or is inside, or a planned time is near, something looks after the event at least this often. */
const HEARTBEAT_MS = 10_000;
/** Audit entries given out at once. */
const MOST_AUDIT = 200;
/** Leaves given out at once: 1 MB. */
const MOST_LEAVES = 65_536;

/** The event as the object holds it. */
interface Held {
  readonly ref: EventRef;
  settings: EventSettings;
  readonly line: EventState;
}

/**
 * One event's line: positions, claims, grants, sessions. The only authority. A thin shell around `domain/`: it reads the clock
 * once, takes one pure step, writes what changed in one transaction, and answers. Whatever throws in between drops the
 * state in memory, and the next call reads it back from storage.
 */
export class EventQueue extends DurableObject<OutsideBindings> implements EventQueueRpc {
  #store: EventStore;
  #draws: DrawKeeper;
  #templates: TemplateStore;
  /** Undefined = not read yet, null = no such event. */
  #held: Held | null | undefined;
  #heartbeatAtMs = 0;
  #calls = 0;
  /** A timer for the next grant is set. */
  #granting = false;

  constructor(ctx: DurableObjectState, env: OutsideBindings) {
    super(ctx, env);
    this.#store = new EventStore(ctx.storage);
    this.#draws = new DrawKeeper(this.#store, env);
    this.#templates = new TemplateStore(ctx.storage);
  }

  /** The hot call: one gate's report in, results, ended sessions and the snapshot out. */
  async sync(report: GateReport): Promise<GateReply> {
    const held = this.#load();
    if (held === null) return { outcome: "gone" };
    const { line } = held;
    this.#calls++;
    const reply = this.#changing(() => {
      const nowMs = Date.now();
      const isNew = noteGateCall(line.gates, report.gate, report.sequence, line.clock.eventMs);
      const { items, presence } = report;
      const measured = isNew
        ? { sums: report.sums, samples: report.samples ?? [], stock: report.stock ?? [], busy: report.busy ?? [] }
        : { sums: null };
      const result = step(line, { items, presence, ...measured }, nowMs);
      this.#save(held, result, []);
      return {
        outcome: "ok" as const,
        results: result.results,
        snapshot: snapshotOf(line),
        ended: endedAfter(line.ended, report.endedSequence),
        nextSyncAfterMs: nextSyncAfterMs(line.gates, line.clock.eventMs),
      };
    });
    this.#grantInTime(held.line);
    void this.#askBeacon(held.line);
    await this.#keepHeart(held);
    return reply;
  }

  /** Creates the event, or replaces its settings; the order of its lines stays. What it has already changes nothing. */
  async configure({ ref, settings: given, actor, beacon = null }: ConfigureRequest): Promise<EventDescription> {
    const known = this.#load();
    const settings = known === null ? given : withFixed(known, withTemplate(known, given));
    if (known !== null && sameSettings(known.settings, settings)) return this.#describeNow(known);
    const held = this.#changing(() => {
      const nowMs = Date.now();
      const line = known?.line ?? createMeasuredEvent(settings, nowMs);
      this.#draws.prepare(ref, line, settings, beacon);
      const changes = known === null ? createChanges() : replacePolicy(line, settings, nowMs);
      const next = { ref, settings, line };
      const audit = {
        atMs: wallNow(line),
        subject: actor.subject,
        action: known === null ? "create" : "replace",
        detail: `event ${ref.event}`,
      };
      this.#store.saveSettings(ref, settings, record(line, changes, [audit]), null);
      this.#held = next;
      return next;
    });
    await this.#keepHeart(held);
    return this.#describe(held);
  }

  /** Carries out an organiser's order and audits it; one with a `requestId` only once, however often it is repeated. */
  async command(request: CommandRequest): Promise<CommandReply> {
    const held = this.#load();
    if (held === null) return { outcome: "gone" };
    const order = orderOf(request);
    const known = order === null ? null : this.#store.findOrder(order.subject, order.requestId);
    if (known !== null && known.fingerprint !== order?.fingerprint) return { outcome: "other-command" };
    if (known !== null) return { outcome: "ok", changed: known.changed, description: this.#describeNow(held) };
    const reply = this.#changing(() => this.#carryOut(held, request, order));
    await this.#keepHeart(held);
    return reply;
  }

  #carryOut(held: Held, { command, actor }: CommandRequest, order: Order | null): CommandReply {
    const { line } = held;
    const done = applyCommand(line, command, Date.now());
    if (done.outcome === "invalid") {
      this.#save(held, done.changes, []);
      return { outcome: "invalid", field: done.field, detail: done.detail };
    }
    const { changes, changed, detail } = done;
    const { doors, perMinute, maxActiveSessions, message, schedule } = line.policy;
    const settings = { ...held.settings, doors, perMinute, maxActiveSessions, message, ...(schedule === undefined ? {} : { schedule }) };
    const audit = { atMs: wallNow(line), subject: actor.subject, action: command.command, detail };
    this.#store.saveSettings(
      held.ref,
      settings,
      record(line, changes, changed ? [audit] : []),
      order === null ? null : { ...order, changed },
    );
    held.settings = settings;
    // Nobody may be left who rings the alarm that would do it.
    if (line.sale.phase === "closed") this.#store.dropLeaves();
    return { outcome: "ok", changed, description: this.#describe(held) };
  }

  /** Keeps a template's text and says in the settings which one it is; null takes it away. One that is there already changes nothing. */
  async setTemplate({ template, actor }: TemplateRequest): Promise<EventDescription | null> {
    const held = this.#load();
    if (held === null) return null;
    const known = held.settings.template ?? null;
    if (known?.hash === template?.hash) return this.#describeNow(held);
    return this.#changing(() => {
      if (template !== null) this.#templates.save(template.hash, template.text);
      const settings = { ...held.settings, template: template === null ? null : { hash: template.hash, bytes: template.bytes } };
      const changes = step(held.line, NOTHING, Date.now());
      const detail = template === null ? "template removed" : `template saved: ${template.bytes} bytes, SHA-256 ${template.hash}`;
      const audit = { atMs: wallNow(held.line), subject: actor.subject, action: "template", detail };
      this.#store.saveSettings(held.ref, settings, record(held.line, changes, [audit]), null);
      held.settings = settings;
      return this.#describe(held);
    });
  }

  /** The text of a template that is kept; null = none of that hash is. */
  async template({ hash }: { readonly hash: string }): Promise<string | null> {
    return this.#load() === null ? null : this.#templates.load(hash);
  }

  /** Settings and live figures, or null if there is no such event. */
  async describe(): Promise<EventDescription | null> {
    const held = this.#load();
    return held === null ? null : this.#describeNow(held);
  }

  /** Audit entries before `before`, newest first. */
  async audit({ before, limit }: { readonly before: number | null; readonly limit: number }): Promise<readonly AuditEntry[]> {
    return this.#load() === null ? [] : this.#store.audit(before, Math.min(limit, MOST_AUDIT));
  }

  /** What is published of the draw. */
  async draw(): Promise<DrawReply> {
    const draw = this.#load()?.line.draw ?? null;
    return draw === null ? null : publicationOf(draw);
  }

  /** Leaves of a lane's numbers, once the places are drawn. */
  async leaves({ lane, from }: LeavesRequest): Promise<Uint8Array> {
    return this.#load()?.line.draw?.isRevealed === true ? this.#store.leaves(lane, from, MOST_LEAVES) : new Uint8Array();
  }

  /** Forgets the event and everything stored of it. */
  async destroy(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#store = new EventStore(this.ctx.storage);
    this.#draws = new DrawKeeper(this.#store, this.env);
    this.#held = null;
    this.#heartbeatAtMs = 0;
  }

  /** The heartbeat: time passes also when nobody asks, and what is only learned is written. */
  override async alarm(): Promise<void> {
    const held = this.#load();
    if (held === null) return;
    this.#changing(() => {
      const result = step(held.line, NOTHING, Date.now());
      this.#store.save(record(held.line, result, []));
      this.#store.saveLearned(learnedOf(held.line), limiterOf(held.line), held.line.clock.liveMs);
      this.#foldIfDue(held.line);
      if (held.line.sale.phase === "closed") this.#store.dropLeaves();
    });
    await this.#askBeacon(held.line);
    this.#heartbeatAtMs = 0;
    await this.#keepHeart(held);
  }

  /** Asks the draw's beacon when it is time to, and reveals the places with its answer. Never throws. */
  async #askBeacon(line: EventState): Promise<void> {
    if (line.sale.phase === "closed") return;
    const signature = await this.#draws.askBeacon(line);
    const held = signature === null ? null : this.#load();
    if (held === null || signature === null) return;
    try {
      this.#changing(() => {
        noteBeacon(held.line, signature);
        this.#save(held, step(held.line, NOTHING, Date.now()), []);
      });
    } catch (error) {
      // The round can be read again; the doors wait as long.
      console.error("draw: the beacon's round could not be noted", error instanceof Error ? error.name : "");
    }
  }

  /** Steps by itself when a token is whole that would be lost until a gate calls again. */
  #grantInTime(line: EventState): void {
    const dueInMs = nextGrantMs(line);
    if (dueInMs === null || this.#granting) return;
    this.#granting = true;
    setTimeout(() => {
      this.#granting = false;
      const held = this.#load();
      if (held === null) return;
      try {
        const { granted } = held.line;
        this.#changing(() => this.#save(held, step(held.line, NOTHING, Date.now()), []));
        // A clock that stands still would have this go round for nothing.
        if (held.line.granted > granted) this.#grantInTime(held.line);
      } catch (error) {
        // Nobody waits for this answer; the next call reads the line back and goes on.
        console.error("granting in time failed", error instanceof Error ? error.name : "");
      }
    }, dueInMs);
  }

  #load(): Held | null {
    if (this.#held === undefined) {
      const loaded = this.#store.load();
      if (loaded === null) return (this.#held = null);
      const line = restoreEvent(loaded.stored);
      attachLimiter(line, loaded.limiter);
      this.#draws.restore(loaded.ref, line, loaded.stored.summary.draw ?? null);
      this.#held = { ref: loaded.ref, settings: loaded.settings, line };
    }
    return this.#held;
  }

  /** Runs one change of the line in memory and storage; if anything throws, memory may be ahead, so it is thrown away. */
  #changing<Result>(change: () => Result): Result {
    try {
      return change();
    } catch (error) {
      this.#held = undefined;
      throw error;
    }
  }

  /** Writes what a step changed; a step that changed nothing but clocks writes nothing. */
  #save(held: Held, changes: Changes, audits: CallRecord["audits"]): void {
    if (isNothing(changes) && audits.length === 0) return;
    this.#store.save(record(held.line, changes, audits));
    this.#foldIfDue(held.line);
  }

  #foldIfDue(line: EventState): void {
    if (!this.#store.checkpointDue) return;
    const lanes = [...line.lanes.values()];
    this.#store.saveCheckpoint({
      facts: checkpointFacts(line),
      firstPages: lanes.map((lane) => ({ lane: lane.id, page: lane.states.dropThrough(finishedThrough(lane)) })),
      pages: lanes.flatMap((lane) => lane.states.takeDirty().map(({ page, bytes }) => ({ lane: lane.id, page, bytes }))),
    });
  }

  /** The description after letting time pass up to now. */
  #describeNow(held: Held): EventDescription {
    return this.#changing(() => {
      this.#save(held, step(held.line, NOTHING, Date.now()), []);
      return this.#describe(held);
    });
  }

  #describe({ ref, settings, line }: Held): EventDescription {
    const { rowsWritten, storedBytes } = this.#store;
    return { ref, settings, figures: figuresOf(line), usage: { calls: this.#calls, rowsWritten, storedBytes } };
  }

  async #keepHeart({ line }: Held): Promise<void> {
    const wantedMs = Math.min(isBusy(line) ? HEARTBEAT_MS : Infinity, planDueMs(line, HEARTBEAT_MS) ?? Infinity);
    if (wantedMs === Infinity) return;
    const nowMs = Date.now();
    const dueInMs = this.#heartbeatAtMs - nowMs;
    // One that is further away was set before the clock was put back, or a plan has come near since.
    if (dueInMs > 0 && dueInMs <= wantedMs) return;
    this.#heartbeatAtMs = nowMs + wantedMs;
    await this.ctx.storage.setAlarm(this.#heartbeatAtMs);
  }
}

function createMeasuredEvent(settings: EventSettings, nowMs: number): EventState {
  const line = createEvent(settings, nowMs);
  attachLimiter(line, null);
  return line;
}

/** Which template there is only `setTemplate` changes: a replacement under way may have been read before it. */
function withTemplate({ settings }: Held, given: EventSettings): EventSettings {
  return { ...given, template: settings.template ?? null };
}

function limiterOf({ limiter }: EventState): string {
  if (limiter === null) throw new Error("every event of this object has a limiter");
  return saveLimiter(limiter);
}

/** Two numbers as good as any: the fingerprint finds slips, it keeps nobody out. */
const FINGERPRINT_SEED = [0x5374616e, 0x6368696f] as const;

/** What makes an order repeatable; null without a `requestId`. */
function orderOf({ command, actor, requestId }: CommandRequest): Order | null {
  if (requestId === undefined) return null;
  return { subject: actor.subject, requestId, fingerprint: keyedHash(JSON.stringify(command), FINGERPRINT_SEED) };
}

/** Once a draw has begun, what its commitment covers holds; the API refuses such a change, this is for two at once. */
function withFixed({ settings, line }: Held, given: EventSettings): EventSettings {
  const held = fixedSettings(line).flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]] as const]));
  return { ...given, ...Object.fromEntries(held) };
}

/** Both come from the organiser API, which writes members in one order. */
function sameSettings(one: EventSettings, other: EventSettings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a call writes; things the step itself wants audited are the system's. */
function record(line: EventState, changes: Changes, audits: CallRecord["audits"]): CallRecord {
  const bySystem = changes.audits.map((detail) => ({ atMs: wallNow(line), subject: "system", action: "note", detail }));
  return {
    summary: summaryOf(line),
    facts: changes.facts,
    joins: changes.joins,
    leaves: changes.leaves,
    eventMs: line.clock.eventMs,
    liveMs: line.clock.liveMs,
    audits: [...bySystem, ...audits],
  };
}
