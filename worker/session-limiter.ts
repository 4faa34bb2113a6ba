/**
 * One pass, one person's load (S6): how much of a session's requests go through this isolate. A page with all its images stays far
 * below; a script on a shared pass doesn't.
 */
import { createRateLimit, take, type RateLimit } from "../durable-objects/domain/rate-limit.ts";

/** What one session may do. */
export const SESSION_REQUESTS = { name: "session", perSecond: 20, burst: 300 } as const;
export const MOST_CONCURRENT = 64;
/** How often one that waits for another's end looks. */
const LOOK_EVERY_MS = 50;
/** Sessions told apart; beyond it they share a bucket. */
const SLOTS = 32_768;
/** A count that nothing has touched for so long has lost an end: its request was broken off. */
const STALE_MS = 60_000;
/** Sessions with requests under way that are remembered at most; the one untouched for longest goes first. */
const MOST_OPEN = 32_768;

interface Open {
  count: number;
  touchedMs: number;
}

/** The sessions of one event as this isolate sees them. */
export class SessionLimiter {
  readonly #requests: RateLimit;
  readonly #open = new Map<number, Open>();

  constructor(seed: readonly [number, number]) {
    this.#requests = createRateLimit({ ...SESSION_REQUESTS, slots: SLOTS }, seed);
  }

  /** Sessions with requests under way, as far as is known. */
  get open(): number {
    return this.#open.size;
  }

  /** Lets a request of `session` (a 32-bit hash) go: 0; or the milliseconds until it might. */
  enter(session: number, nowMs: number): number {
    const open = this.#open.get(session);
    const isStale = open !== undefined && (nowMs < open.touchedMs || nowMs - open.touchedMs > STALE_MS);
    if (open !== undefined && !isStale && open.count >= MOST_CONCURRENT) return LOOK_EVERY_MS;
    const { allowed, retryAfterMs } = take(this.#requests, [String(session)], 1, nowMs);
    if (!allowed) return Math.max(1, retryAfterMs);
    // Put at the end again, so that the first is the one untouched for longest: broken-off requests leave entries behind.
    this.#open.delete(session);
    this.#open.set(session, { count: open === undefined || isStale ? 1 : open.count + 1, touchedMs: nowMs });
    if (this.#open.size > MOST_OPEN) this.#open.delete(this.#open.keys().next().value as number);
    return 0;
  }

  /** The request's answer has begun. */
  leave(session: number, nowMs: number): void {
    const open = this.#open.get(session);
    if (open === undefined) return;
    open.count--;
    open.touchedMs = nowMs;
    if (open.count <= 0) this.#open.delete(session);
  }
}
