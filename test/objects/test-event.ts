/** An event's object as gates and organisers call it, in one life or with its memory gone between any two calls. */
import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Command, LiveFigures, Snapshot, VisitorItem, VisitorResult } from "../../durable-objects/domain/types.ts";
import type { EventQueue } from "../../durable-objects/event-queue.ts";
import type { Actor, CommandReply, EventQueueRpc, EventRef, EventSettings, GateReply, GateReport } from "../../durable-objects/protocol.ts";
import { eventQueueStub } from "../../durable-objects/stubs.ts";
import { settingsOf } from "../support/event-settings.ts";

export const MANAGER: Actor = { subject: "mia", role: "owner" };

/** What happens to the object between two calls. */
export type Life = "in one life" | "evicted between calls" | "killed between calls";
/** Each behaviour is tested in both. */
export const LIVES: readonly Life[] = ["in one life", "evicted between calls"];

let nextEvent = 0;

/** An event no other test knows. */
export function newRef(incarnation = 1): EventRef {
  nextEvent++;
  return { event: `event-${nextEvent}-${crypto.randomUUID().slice(0, 8)}`, incarnation };
}

/** Stops the clock where it is; it goes on by `pass` only. */
export function stopClock(): void {
  vi.setSystemTime(Date.now());
}

/** Lets that long pass. */
export function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

/** The object's stub as the plugin's own functions take it. */
export function rawStub(ref: EventRef): DurableObjectStub<EventQueue> {
  return eventQueueStub(env, ref) as unknown as DurableObjectStub<EventQueue>;
}

/** 16 hex digits for the n-th visitor. */
export const visitorKey = (n: number): string => n.toString(16).padStart(16, "0");

/** A join of the n-th visitor, with a credential that lives 120 s from now. */
export function joinOf(n: number, changes: Partial<Extract<VisitorItem, { kind: "join" }>> = {}): VisitorItem {
  return {
    kind: "join",
    lane: "main",
    visitorKey: visitorKey(n),
    expiresAtMs: Date.now() + 120_000,
    network: `network-${n}`,
    presented: true,
    ...changes,
  };
}
export const claimOf = (position: number, lane = "main"): VisitorItem => ({ kind: "claim", lane, position, network: "n" });
export const renewalOf = (position: number, checkout = false): VisitorItem => ({ kind: "renew", lane: "main", position, checkout });
export const leaveOf = (position: number): VisitorItem => ({ kind: "leave", lane: "main", position });
export const endOf = (position: number): VisitorItem => ({ kind: "end", lane: "main", position, reason: "origin" });

/** The numbers from 1 to n. */
export const upTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1);

export type OkReply = Extract<GateReply, { outcome: "ok" }>;

export class TestEvent {
  readonly ref: EventRef;
  readonly #life: Life;
  #gate = crypto.randomUUID();
  #sequence = 0;
  #awake = false;

  constructor(life: Life, ref = newRef()) {
    this.#life = life;
    this.ref = ref;
  }

  /** The object's calls, after whatever this life does between two of them. */
  async call(): Promise<EventQueueRpc> {
    await this.interrupt();
    this.#awake = true;
    return eventQueueStub(env, this.ref);
  }

  /** What this life does between two calls; done by itself where a test needs it at a certain moment. */
  async interrupt(): Promise<void> {
    if (!this.#awake) return;
    this.#awake = this.#life === "in one life";
    if (this.#life === "evicted between calls") await evictDurableObject(rawStub(this.ref));
    if (this.#life === "killed between calls") await abortAllDurableObjects();
  }

  /** Takes the object's memory away, whatever the life. */
  async forget(): Promise<void> {
    if (this.#awake) await evictDurableObject(rawStub(this.ref));
    this.#awake = false;
  }

  async configure(changes: Partial<EventSettings> = {}) {
    return (await this.call()).configure({ ref: this.ref, settings: settingsOf(this.ref.event, changes), actor: MANAGER });
  }

  /** A report as the next of one gate; parts of it can be given. */
  report(items: readonly VisitorItem[], changes: Partial<GateReport> = {}): GateReport {
    return { gate: this.#gate, sequence: ++this.#sequence, items, sums: null, presence: [], endedSequence: 0, ...changes };
  }

  async sync(items: readonly VisitorItem[] = [], changes: Partial<GateReport> = {}): Promise<OkReply> {
    const reply = await (await this.call()).sync(this.report(items, changes));
    if (reply.outcome !== "ok") throw new Error(`the event is ${reply.outcome}`);
    return reply;
  }

  /** The results of one report. */
  async take(...items: readonly VisitorItem[]): Promise<readonly VisitorResult[]> {
    return (await this.sync(items)).results;
  }

  async snapshot(): Promise<Snapshot> {
    return (await this.sync()).snapshot;
  }

  async order(command: Command, requestId?: string, actor = MANAGER): Promise<CommandReply> {
    return (await this.call()).command({ ref: this.ref, command, actor, ...(requestId === undefined ? {} : { requestId }) });
  }

  async figures(): Promise<LiveFigures> {
    const description = await (await this.call()).describe();
    if (description === null) throw new Error("there is no such event");
    return description.figures;
  }

  /** Audit entries, newest first, as "subject action: detail". */
  async audit(): Promise<string[]> {
    const entries = await (await this.call()).audit({ before: null, limit: 200 });
    return entries.map(({ subject, action, detail }) => `${subject} ${action}: ${detail}`);
  }

  /** Runs inside the object, in the life it has now. */
  inside<R>(run: (queue: EventQueue, storage: DurableObjectStorage) => R | Promise<R>): Promise<R> {
    this.#awake = true;
    return runInDurableObject(rawStub(this.ref), (queue, { storage }) => run(queue, storage));
  }

  /** Rows in each of the object's own tables. */
  rows(): Promise<Record<string, number>> {
    return this.inside((_, { sql }) => {
      const tables = sql.exec<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
      );
      return Object.fromEntries(
        tables.toArray().map(({ name }) => [name, sql.exec<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`).one().rows]),
      );
    });
  }

  alarmAt(): Promise<number | null> {
    return this.inside((_, storage) => storage.getAlarm());
  }
}

/** The part of the figures that must be the same after the object's memory is gone. */
export function lasting({ activeSessions, provisionalSessions, letInRemaining, doors, perMinute, standstill, lanes }: LiveFigures) {
  const places = lanes.map(({ id, lastIssued, nowServing, waiting, calledNotIn, recorded }) => ({
    id,
    lastIssued,
    nowServing,
    waiting,
    calledNotIn,
    recorded,
  }));
  return { activeSessions, provisionalSessions, letInRemaining, doors, perMinute, standstill, places };
}
