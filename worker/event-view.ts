/**
 * What this isolate knows of one event: the last snapshot, the sessions that ended before their passes, and what is to be reported
 * with the next refresh. Plain data: requests never wait for each other's promises (the runtime forbids it), they look at this.
 */
import { DEFAULT_SESSION_LIMITS, type BusyRow } from "../durable-objects/domain/busy-sessions.ts";
import { takeSample, type Meter } from "../durable-objects/domain/limiter/meter.ts";
import type { OriginSample } from "../durable-objects/domain/limiter/samples.ts";
import { NO_SUMS } from "../durable-objects/domain/origin-sums.ts";
import type { StockReport } from "../durable-objects/domain/sold-out.ts";
import type { EndedSession, LaneSnapshot, OriginSums, PresenceReport, SessionLimits, Snapshot } from "../durable-objects/domain/types.ts";
import { stateWithoutPlace } from "../durable-objects/domain/visitor-status.ts";
import type { EventRef, ReadReply } from "../durable-objects/protocol.ts";
import { sessionHash, type Attempt } from "./measure.ts";
import { OriginSlots } from "./origin-slots.ts";
import { SessionLimiter } from "./session-limiter.ts";

/** By the event's own stamp: up to this age a snapshot is used. */
export const MOST_SNAPSHOT_AGE_MS = 1_500;
/** A refresh that has not come back after this long is taken for lost. */
export const REFRESH_LOCK_MS = 2_000;
/** After a read that failed the event is left alone for this long, whatever asks. */
const RETRY_AFTER_MS = 300;
/** Sampled positions gathered for one report at most; more are dropped, the next poll brings them again. */
const MOST_PRESENCE = 2_048;
/** Passes refused to this isolate that are remembered at most. */
const MOST_REFUSED = 10_000;
/** Attempts of renewals remembered at most. */
const MOST_ATTEMPTS = 20_000;

/** An attempt at the origin that is not answered after this long counts as timed out. */
const ATTEMPT_LIMIT_MS = 30_000;

/** One admission of a place, as its pass tells it. */
export interface Stay {
  readonly position: number;
  readonly grantedAtMs: number;
}

/** Passes of a place that are over until they have expired: those below a generation; Infinity = all. */
interface Ended {
  readonly forgetAtMs: number;
  readonly below: number;
}

interface Refused {
  readonly grantedAtMs: number;
  readonly untilMs: number;
}

export class EventView {
  readonly ref: EventRef;
  snapshot: Snapshot | null = null;
  /** The event answered that it does not exist (any more). */
  gone = false;
  /** When this isolate took the snapshot, and how long it may use it without asking. */
  takenAtMs = 0;
  refreshAfterMs = 0;
  /** Start of the refresh under way; lapses. */
  refreshStartedAtMs = 0;
  /** Since when the event could not be reached for a reason other than overload; null = it can, or is overloaded. */
  unreachableSinceMs: number | null = null;
  endedSequence = 0;
  #sessionLimiter: SessionLimiter | null = null;
  /** Measures the origin for the limiter; made with the first attempt. */
  meter: Meter | null = null;
  /** What is under way at the origin through this isolate. */
  readonly originSlots = new OriginSlots();
  #failedAtMs = 0;
  readonly #ended = new Map<string, Ended>();
  readonly #refused = new Map<string, Refused>();
  readonly #attempts = new Map<string, number>();
  /** Attempts at the origin, oldest first. */
  readonly #underway = new Set<Attempt>();
  #sums: Record<keyof OriginSums, number> | null = null;
  #stock = new Map<string, StockReport>();
  #presence = new Map<string, Set<number>>();
  #presenceCount = 0;

  constructor(ref: EventRef) {
    this.ref = ref;
  }

  /** The lane's part of the snapshot, or undefined. */
  lane(id: string): LaneSnapshot | undefined {
    return this.snapshot?.lanes.find((lane) => lane.id === id);
  }

  /** What keeps a newcomer of the lane from a place, as far as is known; null = nothing. */
  barredFrom(lane: string): ReturnType<typeof stateWithoutPlace> {
    const known = this.lane(lane);
    return this.snapshot === null || known === undefined ? null : stateWithoutPlace(this.snapshot, known);
  }

  /** Whether the snapshot may be used at all. */
  isUsable(nowMs: number): boolean {
    return this.snapshot !== null && nowMs - this.snapshot.atMs <= MOST_SNAPSHOT_AGE_MS;
  }

  /** Whether it is time to ask for the next one. */
  isDue(nowMs: number): boolean {
    return !this.isUsable(nowMs) || hasPassed(this.takenAtMs, this.refreshAfterMs, nowMs);
  }

  /** Takes the refresh lock; false while another request's refresh is under way, or has just failed. */
  lockRefresh(nowMs: number): boolean {
    if (!hasPassed(this.refreshStartedAtMs, REFRESH_LOCK_MS, nowMs) || !hasPassed(this.#failedAtMs, RETRY_AFTER_MS, nowMs)) return false;
    this.refreshStartedAtMs = nowMs;
    return true;
  }

  /** Takes a gate's answer in; an older snapshot than the one at hand is ignored. */
  accept(reply: ReadReply, nowMs: number): void {
    this.refreshStartedAtMs = 0;
    if (reply.outcome === "gone") {
      this.gone = true;
      this.snapshot = null;
      return;
    }
    if (reply.outcome === "unavailable") {
      this.#failedAtMs = nowMs;
      if (reply.reason === "overloaded") this.unreachableSinceMs = null;
      else this.unreachableSinceMs ??= nowMs;
      return;
    }
    this.gone = false;
    this.unreachableSinceMs = null;
    for (const ended of reply.ended) this.#noteEnded(ended);
    if (this.snapshot !== null && reply.snapshot.version < this.snapshot.version) return;
    this.snapshot = reply.snapshot;
    this.takenAtMs = nowMs;
    this.refreshAfterMs = reply.refreshAfterMs;
    this.#holdSessions(nowMs);
    this.originSlots.limitTo(reply.snapshot.originLimit);
    for (const [key, { forgetAtMs }] of this.#ended) {
      if (forgetAtMs > nowMs) break;
      this.#ended.delete(key);
    }
  }

  #holdSessions(nowMs: number): void {
    const { held = [], lanes = [] } = this.snapshot ?? {};
    this.#sessionLimiter?.hold(
      held.map(([lane, position, factor]) => [sessionHash(lanes[lane]?.id ?? "", position), factor] as const),
      nowMs,
    );
  }

  #noteEnded({ sequence, lane, position, forgetAtMs, below = Number.POSITIVE_INFINITY }: EndedSession): void {
    this.endedSequence = Math.max(this.endedSequence, sequence);
    const key = placeKey(lane, position);
    const known = this.#ended.get(key);
    this.#ended.set(key, {
      forgetAtMs: Math.max(forgetAtMs, known?.forgetAtMs ?? 0),
      below: Math.max(below, known?.below ?? 0),
    });
  }

  /** Whether the session a pass tells of ended before it. */
  hasEnded(lane: string, { position, grantedAtMs }: Stay, nowMs: number): boolean {
    const key = placeKey(lane, position);
    const ended = this.#ended.get(key);
    if (ended?.below === Number.POSITIVE_INFINITY && ended.forgetAtMs > nowMs) return true;
    const refused = this.#refused.get(key);
    return refused !== undefined && refused.untilMs > nowMs && grantedAtMs <= refused.grantedAtMs;
  }

  /** Whether the session a pass tells of was entered from another network since: the pass is good for `enter` only. */
  isSuperseded(lane: string, { position, generation }: { readonly position: number; readonly generation: number }, nowMs: number): boolean {
    const ended = this.#ended.get(placeKey(lane, position));
    return ended !== undefined && ended.forgetAtMs > nowMs && generation < ended.below;
  }

  /** The event said so before a snapshot did. */
  noteSuperseded(
    lane: string,
    { position, generation }: { readonly position: number; readonly generation: number },
    forgetAtMs: number,
  ): void {
    this.#noteEnded({ sequence: 0, lane, position, forgetAtMs, below: generation + 1 });
  }

  /**
   * The event refused a renewal or a claim, or this isolate sent the end itself: the pass is over before a snapshot says so.
   * A later grant to the same place (a late return) is another stay.
   */
  noteOver(lane: string, { position, grantedAtMs }: Stay, untilMs: number): void {
    if (this.#refused.size >= MOST_REFUSED) this.#refused.clear();
    this.#refused.set(placeKey(lane, position), { grantedAtMs, untilMs });
  }

  /** Whether `what` was not tried within `everyMs`; notes the try. */
  mayTry(what: string, everyMs: number, nowMs: number): boolean {
    if (!hasPassed(this.#attempts.get(what) ?? 0, everyMs, nowMs)) return false;
    if (this.#attempts.size >= MOST_ATTEMPTS) this.#attempts.clear();
    this.#attempts.set(what, nowMs);
    return true;
  }

  /** Adds to what the next refresh reports. On a proxied request's way, so it adds in place. */
  measure(sums: Partial<OriginSums>): void {
    this.#sums ??= { ...NO_SUMS };
    for (const key in sums) {
      const name = key as keyof OriginSums;
      const value = sums[name] ?? 0;
      this.#sums[name] = name === "inFlightMax" ? Math.max(this.#sums[name], value) : this.#sums[name] + value;
    }
  }

  /** What each session may ask of the origin through this isolate; made at the first request, since there is no randomness before. */
  sessionLimiter(limits: SessionLimits = DEFAULT_SESSION_LIMITS): SessionLimiter {
    if (this.#sessionLimiter === null || !sameLimits(this.#sessionLimiter.limits, limits)) {
      const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2));
      this.#sessionLimiter = new SessionLimiter(limits, [a, b]);
    }
    return this.#sessionLimiter;
  }

  /** Notes an attempt that has begun, so that one that is never answered has an end, too. */
  noteAttempt(attempt: Attempt): void {
    this.#underway.add(attempt);
  }

  #sweepAttempts(nowMs: number): void {
    for (const attempt of this.#underway) {
      if (!attempt.isOver && !hasPassed(attempt.startedMs, ATTEMPT_LIMIT_MS, nowMs)) continue;
      attempt.end("timeout", nowMs);
      this.#underway.delete(attempt);
    }
  }

  /** Notes what the shop said is left of a lane. */
  noteStock(lane: string, left: number, atMs: number): void {
    this.#stock.set(lane, { lane, left, atMs });
  }

  /** Notes that the holder of a place polled. */
  notePresence(lane: string, position: number): void {
    if (this.snapshot === null || position % this.snapshot.presenceSample !== 0 || this.#presenceCount >= MOST_PRESENCE) return;
    let positions = this.#presence.get(lane);
    if (positions === undefined) this.#presence.set(lane, (positions = new Set()));
    if (positions.has(position)) return;
    positions.add(position);
    this.#presenceCount++;
  }

  /** What was gathered since the last report; the caller sends it once (lost with a failed call: figures only). */
  takeReport(nowMs: number): Report {
    this.#sweepAttempts(nowMs);
    const asked = this.originSlots.takeAsked(nowMs);
    const busy = this.#sessionLimiter?.takeBusy(nowMs) ?? [];
    const report = {
      sums: this.#sums,
      presence: [...this.#presence].map(([lane, positions]) => ({ lane, positions: [...positions] })),
      ...(this.#stock.size === 0 ? {} : { stock: [...this.#stock.values()] }),
      ...(busy.length === 0 ? {} : { busy }),
      ...(this.meter === null ? {} : { sample: { ...takeSample(this.meter, nowMs, this.snapshot?.sessionSample ?? 1), asked } }),
    };
    this.#sums = null;
    this.#presence = new Map();
    this.#presenceCount = 0;
    if (this.#stock.size > 0) this.#stock = new Map();
    return report;
  }
}

interface Report {
  readonly sums: OriginSums | null;
  readonly presence: PresenceReport[];
  readonly stock?: StockReport[];
  readonly sample?: OriginSample;
  readonly busy?: readonly BusyRow[];
}

function sameLimits(one: SessionLimits, other: SessionLimits): boolean {
  return one.perSecond === other.perSecond && one.burst === other.burst && one.concurrent === other.concurrent;
}

/** Whether a time span is over. A start in the future was before the clock was set back: it is over, too (field case 70). */
export function hasPassed(sinceMs: number, spanMs: number, nowMs: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= spanMs;
}

function placeKey(lane: string, position: number): string {
  return `${lane}/${position}`;
}

/** Events an isolate keeps views of at most. */
const MOST_VIEWS = 1_000;
const views = new Map<string, EventView>();

/** The isolate's view of an event at one incarnation. */
export function viewOf(ref: EventRef): EventView {
  const key = `${ref.event}/${ref.incarnation}`;
  let view = views.get(key);
  if (view === undefined) {
    if (views.size >= MOST_VIEWS) views.delete(views.keys().next().value as string);
    view = new EventView(ref);
    views.set(key, view);
  }
  return view;
}
