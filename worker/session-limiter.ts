/**
 * One pass, one person's load (S6): how much of a session's requests go through this isolate. A page with all its images stays far
 * below; a script on a shared pass doesn't. What a session asks here is counted, so that the event can sum it over all isolates; one
 * that the event finds over its limit is *held*: from then on this isolate lets only its part of the limit through.
 */
import { REPORTED_SHARE, type BusyRow } from "../durable-objects/domain/busy-sessions.ts";
import type { SessionLimits } from "../durable-objects/domain/types.ts";
import { createRateLimit, take, type RateLimit } from "../durable-objects/domain/rate-limit.ts";

/** How often one that waits for another's end looks. */
const LOOK_EVERY_MS = 50;
/** Sessions told apart by rate; beyond it they share a bucket. */
const SLOTS = 32_768;
/** A count that nothing has touched for so long has lost an end: its request was broken off. */
const STALE_MS = 60_000;
/** Sessions watched at most; the one untouched for longest goes first. */
const MOST_WATCHED = 32_768;
/** Busy sessions in a report at most, the busiest. */
const MOST_ROWS = 32;
/** Less time says nothing of a rate: a page asks for twenty images in a tenth of a second. */
const LEAST_WINDOW_MS = 1_000;
/** A report after a longer silence tells of so long at most, at the mean rate: it must not look like a flood. */
const LONGEST_TOLD_MS = 3_000;
/** What a session asks is averaged over this time. */
const SMOOTH_MS = 3_000;
/** A held session may ask at least this, so that it can be seen to have calmed down. */
const LEAST_HELD_PER_SECOND = 1;

/** Whose request it is. `hash`: 32 bits that stand for lane and place. */
export interface Asker {
  readonly hash: number;
  readonly lane: string;
  readonly position: number;
}

interface Watched {
  readonly lane: string;
  readonly position: number;
  /** Under way. */
  count: number;
  touchedMs: number;
  /** Requests asked since the last report. */
  asked: number;
  /** Integral of those under way, and of those that waited, since the last report. */
  openMs: number;
  countedMs: number;
  /** Smoothed; null = not known yet. */
  askedPerSecond: number | null;
  meanOpen: number;
}

interface Held {
  factor: number;
  tokens: number;
  filledMs: number;
}

/** The sessions of one event as this isolate sees them. */
export class SessionLimiter {
  readonly limits: SessionLimits;
  readonly #requests: RateLimit;
  readonly #watched = new Map<number, Watched>();
  #held = new Map<number, Held>();
  #sinceMs = 0;

  constructor(limits: SessionLimits, seed: readonly [number, number]) {
    this.limits = limits;
    this.#requests = createRateLimit({ perSecond: limits.perSecond, burst: limits.burst, slots: SLOTS }, seed);
  }

  /** Sessions watched. */
  get watched(): number {
    return this.#watched.size;
  }

  /** Counts a request, whatever becomes of it. */
  ask({ hash, lane, position }: Asker, nowMs: number): void {
    let watched = this.#watched.get(hash);
    // Put at the end again, so that the first is the one untouched for longest: broken-off requests leave entries behind.
    if (watched !== undefined) this.#watched.delete(hash);
    else watched = { lane, position, count: 0, touchedMs: nowMs, asked: 0, openMs: 0, countedMs: nowMs, askedPerSecond: null, meanOpen: 0 };
    watched.asked++;
    this.#watched.set(hash, watched);
    if (this.#watched.size > MOST_WATCHED) this.#watched.delete(this.#watched.keys().next().value as number);
  }

  /** Lets a request of the session go: 0; or the milliseconds until it might. */
  enter(hash: number, nowMs: number): number {
    const watched = this.#watched.get(hash);
    if (watched !== undefined && (nowMs < watched.touchedMs || nowMs - watched.touchedMs > STALE_MS)) watched.count = 0;
    const held = this.#held.get(hash);
    if ((watched?.count ?? 0) >= this.#mostOpen(watched, held)) return LOOK_EVERY_MS;
    if (held !== undefined) {
      const waitMs = waitOfHeld(held, watched, nowMs);
      if (waitMs > 0) return waitMs;
    }
    const { allowed, retryAfterMs } = take(this.#requests, [String(hash)], 1, nowMs);
    if (!allowed) return Math.max(1, retryAfterMs);
    if (held !== undefined) held.tokens--;
    if (watched === undefined) return 0;
    integrate(watched, nowMs);
    watched.count++;
    watched.touchedMs = nowMs;
    return 0;
  }

  #mostOpen(watched: Watched | undefined, held: Held | undefined): number {
    const { concurrent } = this.limits;
    if (held === undefined || held.factor >= 1) return concurrent;
    return Math.min(concurrent, Math.max(1, Math.ceil((watched?.meanOpen ?? 0) * held.factor)));
  }

  /** A request of the session waited for so long: it was asked for all that time. */
  waited(hash: number, milliseconds: number): void {
    const watched = this.#watched.get(hash);
    if (watched !== undefined) watched.openMs += milliseconds;
  }

  /** The request's answer has begun. */
  leave(hash: number, nowMs: number): void {
    const watched = this.#watched.get(hash);
    if (watched === undefined) return;
    integrate(watched, nowMs);
    watched.count = Math.max(0, watched.count - 1);
    watched.touchedMs = nowMs;
  }

  /** The event's word on who asks too much, and by which factor; whoever is not named any more is free. */
  hold(rows: Iterable<readonly [hash: number, factor: number]>, nowMs: number): void {
    const held = new Map<number, Held>();
    for (const [hash, factor] of rows) {
      const { tokens, filledMs } = this.#held.get(hash) ?? { tokens: 1, filledMs: nowMs };
      held.set(hash, { factor, tokens, filledMs });
    }
    this.#held = held;
  }

  /** The sessions over a quarter of a limit since the last report, the busiest; none before a second has passed. */
  takeBusy(nowMs: number): BusyRow[] {
    const elapsedMs = nowMs - this.#sinceMs;
    if (elapsedMs >= 0 && elapsedMs < LEAST_WINDOW_MS) return [];
    this.#sinceMs = nowMs;
    const busy: { readonly row: BusyRow; readonly share: number }[] = [];
    const seconds = Math.max(LEAST_WINDOW_MS, elapsedMs) / 1000;
    for (const [hash, watched] of this.#watched) {
      integrate(watched, nowMs);
      const { lane, position, asked, openMs, count } = watched;
      if (asked === 0 && count === 0) {
        this.#watched.delete(hash);
        continue;
      }
      const perSecond = asked / seconds;
      const open = openMs / 1000 / seconds;
      smooth(watched, perSecond, open, elapsedMs);
      const share = Math.max(perSecond / this.limits.perSecond, open / this.limits.concurrent);
      const told = Math.min(1, LONGEST_TOLD_MS / Math.max(1, elapsedMs));
      if (share > REPORTED_SHARE) busy.push({ row: [lane, position, Math.round(asked * told), (openMs * told) / 1000], share });
      watched.asked = watched.openMs = 0;
    }
    return busy
      .toSorted((one, other) => other.share - one.share)
      .slice(0, MOST_ROWS)
      .map(({ row }) => row);
  }
}

function integrate(watched: Watched, nowMs: number): void {
  watched.openMs += watched.count * Math.max(0, nowMs - watched.countedMs);
  watched.countedMs = nowMs;
}

function smooth(watched: Watched, perSecond: number, open: number, elapsedMs: number): void {
  const weight = watched.askedPerSecond === null ? 1 : 1 - Math.exp(-Math.max(0, elapsedMs) / SMOOTH_MS);
  watched.askedPerSecond = (watched.askedPerSecond ?? 0) + weight * (perSecond - (watched.askedPerSecond ?? 0));
  watched.meanOpen += weight * (open - watched.meanOpen);
}

/** A token bucket at what the session asks here times its factor: all isolates' parts add up to the limit. */
function waitOfHeld(held: Held, watched: Watched | undefined, nowMs: number): number {
  if (held.factor >= 1) return 0;
  const perSecond = Math.max(LEAST_HELD_PER_SECOND, (watched?.askedPerSecond ?? 0) * held.factor);
  held.tokens = Math.min(perSecond, held.tokens + (perSecond * Math.max(0, nowMs - held.filledMs)) / 1000);
  held.filledMs = nowMs;
  return held.tokens >= 1 ? 0 : Math.ceil(((1 - held.tokens) / perSecond) * 1000);
}
