/**
 * Gathers one gate's items while its last call to the event is in flight, and sends them together in the next. Nothing here
 * is durable: losing it loses only what was not acknowledged, and every item may be sent again.
 */
import type { OriginSample } from "./domain/limiter/samples.ts";
import { addSums } from "./domain/origin-sums.ts";
import { endedAfter } from "./domain/ended.ts";
import { refreshAfterMs } from "./domain/pacing.ts";
import type { StockReport } from "./domain/sold-out.ts";
import type { EndedSession, OriginSums, PresenceReport, Snapshot, VisitorItem } from "./domain/types.ts";
import type { GateReply, GateReport, ReadReply, ReadRequest, VisitReply } from "./protocol.ts";
import { TimeLimitError, within } from "./within.ts";

/** Items in one call; some hundred kilobytes. */
const MOST_ITEMS_A_CALL = 2_000;
/** Items waiting at most: beyond it a visit is refused (rejected, not dropped: the caller is told). */
const MOST_ITEMS_WAITING = 10_000;
/** Readers waiting at most: beyond it they are refused. */
const MOST_READERS = 5_000;
/** Sampled positions carried to the next call at most: beyond it they are dropped, which a poll later heals. */
const MOST_PRESENCE = 4_096;
/** Isolates' reports carried to the next call at most: beyond it the newest are dropped, and the limiter judges by the rest. */
const MOST_SAMPLES = 256;
/** The event has this long to answer; what happened to the items is then unknown. */
const CALL_LIMIT_MS = 5_000;
/** A snapshot younger than this is given out without asking the event. */
const FRESH_MS = 250;
const FIRST_REFRESH_MS = 300;

/** What the batcher needs of the world. */
export interface BatcherDeps {
  /** Calls the event through a stub of its own for each call: a stub that threw is broken. */
  readonly sync: (report: GateReport) => Promise<GateReply>;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** This gate's start: random. */
  readonly gate: string;
}

interface Waiting {
  readonly item: VisitorItem;
  readonly settle: (reply: VisitReply) => void;
}

interface Reader {
  readonly endedSequence: number;
  readonly settle: (reply: ReadReply) => void;
}

export class EventBatcher {
  readonly #deps: BatcherDeps;
  #items: Waiting[] = [];
  #readers: Reader[] = [];
  #sums: OriginSums | null = null;
  #samples: OriginSample[] = [];
  /** The newest of each lane; lanes are the event's, so this is bounded by them. */
  #stock = new Map<string, StockReport>();
  #presence = new Map<string, Set<number>>();
  #presenceCount = 0;
  #snapshot: Snapshot | null = null;
  #snapshotTakenMs = 0;
  #ended: EndedSession[] = [];
  #endedSequence = 0;
  #sequence = 0;
  #running = false;
  #nextCallMs = 0;
  /** What the event told last; no wait is longer, wherever the clock went meanwhile. */
  #pauseMs = 0;
  #readsSinceMs = 0;
  #reads = 0;
  #refreshAfterMs = FIRST_REFRESH_MS;

  constructor(deps: BatcherDeps) {
    this.#deps = deps;
  }

  /** One visitor's item, answered when the event has committed it. */
  visit(item: VisitorItem): Promise<VisitReply> {
    if (this.#items.length >= MOST_ITEMS_WAITING) return Promise.resolve({ outcome: "unavailable", reason: "overloaded" });
    return new Promise((settle) => {
      this.#items.push({ item, settle });
      this.#start();
    });
  }

  /** An isolate's read: takes its sums and presence along, answers with a copy that is young enough. */
  read({ endedSequence, sums, sample, stock, presence }: ReadRequest): Promise<ReadReply> {
    const nowMs = this.#deps.now();
    this.#countRead(nowMs);
    if (sums !== null) this.#sums = this.#sums === null ? sums : addSums(this.#sums, sums);
    if (sample !== undefined && this.#samples.length < MOST_SAMPLES) this.#samples.push(sample);
    for (const report of stock ?? []) if (report.atMs >= (this.#stock.get(report.lane)?.atMs ?? 0)) this.#stock.set(report.lane, report);
    for (const report of presence) this.#notePresence(report);
    if (this.#snapshot !== null && isWithin(nowMs - this.#snapshotTakenMs, FRESH_MS))
      return Promise.resolve(this.#answer(this.#snapshot, endedSequence));
    if (this.#readers.length >= MOST_READERS) return Promise.resolve({ outcome: "unavailable", reason: "overloaded" });
    return new Promise((settle) => {
      this.#readers.push({ endedSequence, settle });
      this.#start();
    });
  }

  #countRead(nowMs: number): void {
    this.#reads++;
    const elapsedMs = nowMs - this.#readsSinceMs;
    if (isWithin(elapsedMs, 1000)) return;
    if (elapsedMs > 0) this.#refreshAfterMs = refreshAfterMs((this.#reads * 1000) / elapsedMs, this.#refreshAfterMs);
    this.#reads = 0;
    this.#readsSinceMs = nowMs;
  }

  #notePresence({ lane, positions }: PresenceReport): void {
    let known = this.#presence.get(lane);
    if (known === undefined) {
      known = new Set();
      this.#presence.set(lane, known);
    }
    for (const position of positions) {
      if (this.#presenceCount >= MOST_PRESENCE) return;
      if (known.has(position)) continue;
      known.add(position);
      this.#presenceCount++;
    }
  }

  #answer(snapshot: Snapshot, endedSequence: number): ReadReply {
    return {
      outcome: "ok",
      snapshot,
      ended: endedAfter(this.#ended, endedSequence),
      refreshAfterMs: this.#refreshAfterMs,
    };
  }

  #start(): void {
    if (this.#running) return;
    this.#running = true;
    // Every failure is turned into replies inside; nothing is left to reject.
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#items.length > 0 || this.#readers.length > 0) {
      const waitMs = Math.min(this.#nextCallMs - this.#deps.now(), this.#pauseMs);
      if (waitMs > 0) await this.#deps.sleep(waitMs);
      await this.#call();
    }
    this.#running = false;
  }

  async #call(): Promise<void> {
    const items = this.#items.splice(0, MOST_ITEMS_A_CALL);
    const readers = this.#readers.splice(0);
    const report: GateReport = {
      gate: this.#deps.gate,
      sequence: ++this.#sequence,
      items: items.map(({ item }) => item),
      sums: this.#sums,
      samples: this.#samples,
      stock: [...this.#stock.values()],
      presence: [...this.#presence].map(([lane, positions]) => ({ lane, positions: [...positions] })),
      endedSequence: this.#endedSequence,
    };
    this.#sums = null;
    this.#samples = [];
    this.#stock = new Map();
    this.#presence = new Map();
    this.#presenceCount = 0;
    const reply = await this.#ask(report);
    if (reply.outcome === "ok") {
      this.#keep(reply.snapshot, reply.ended);
      this.#pause(reply.nextSyncAfterMs);
      items.forEach(({ settle }, index) => {
        const result = reply.results[index];
        settle(result === undefined ? { outcome: "unavailable", reason: "unreachable" } : { outcome: "ok", result });
      });
      for (const { endedSequence, settle } of readers) settle(this.#answer(reply.snapshot, endedSequence));
      return;
    }
    this.#pause(FRESH_MS);
    if (reply.outcome === "gone") this.#snapshot = null;
    for (const { settle } of items) settle(reply);
    for (const { settle } of readers) settle(reply);
  }

  #pause(milliseconds: number): void {
    this.#pauseMs = milliseconds;
    this.#nextCallMs = this.#deps.now() + milliseconds;
  }

  #keep(snapshot: Snapshot, ended: readonly EndedSession[]): void {
    this.#snapshot = snapshot;
    this.#snapshotTakenMs = this.#deps.now();
    for (const one of ended) {
      if (one.sequence <= this.#endedSequence) continue;
      this.#endedSequence = one.sequence;
      this.#ended.push(one);
    }
    while (this.#ended[0] !== undefined && this.#ended[0].forgetAtMs < snapshot.atMs) this.#ended.shift();
  }

  async #ask(report: GateReport): Promise<GateReply | { readonly outcome: "unavailable"; readonly reason: "overloaded" | "unreachable" }> {
    try {
      return await within(this.#deps.sync(report), CALL_LIMIT_MS);
    } catch (error) {
      // Only errors the runtime marks as safe to retry are, once; an overloaded object is left alone.
      if (!isRetryable(error)) return { outcome: "unavailable", reason: isOverloaded(error) ? "overloaded" : "unreachable" };
    }
    try {
      return await within(this.#deps.sync(report), CALL_LIMIT_MS);
    } catch (error) {
      return { outcome: "unavailable", reason: isOverloaded(error) ? "overloaded" : "unreachable" };
    }
  }
}

/** Whether something that old is younger than `limitMs`; a negative age says only that the clock was put back (field case 70). */
export function isWithin(ageMs: number, limitMs: number): boolean {
  return ageMs >= 0 && ageMs < limitMs;
}

function isRetryable(error: unknown): boolean {
  return typeof error === "object" && error !== null && "retryable" in error && error.retryable === true && !isOverloaded(error);
}

/** A call that took too long counts as overload: a flood must not look like an event that is away (S11). */
function isOverloaded(error: unknown): boolean {
  if (error instanceof TimeLimitError) return true;
  return typeof error === "object" && error !== null && "overloaded" in error && error.overloaded === true;
}
