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

  /** Lets a request of `session` (a 32-bit hash) go: 0; or the milliseconds until it might. */
  enter(session: number, nowMs: number): number {
    const open = this.#open.get(session);
    const isStale = open !== undefined && (nowMs < open.touchedMs || nowMs - open.touchedMs > STALE_MS);
    if (open !== undefined && !isStale && open.count >= MOST_CONCURRENT) return LOOK_EVERY_MS;
    const { allowed, retryAfterMs } = take(this.#requests, [String(session)], 1, nowMs);
    if (!allowed) return Math.max(1, retryAfterMs);
    if (open === undefined || isStale) this.#open.set(session, { count: 1, touchedMs: nowMs });
    else {
      open.count++;
      open.touchedMs = nowMs;
    }
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
