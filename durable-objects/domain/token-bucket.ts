/**
 * The intake: a token bucket on grants. Whatever the elapsed time, grants in any t seconds never exceed
 * `rate · t + burst`: the bucket holds at most `burst` and refills only by `rate`.
 */

export interface TokenBucket {
  tokens: number;
}

/** Guards `>= 1` against sums like 0.1 + 0.2; a ten-millionth of a grant is nobody. */
const EPSILON = 1e-7;

/** Seconds of the rate that may gather while nobody asks. */
const BURST_SECONDS = 2;

/** The organiser's burst, or max(1, 2 s of the rate). */
export function burstOf(configured: number | null, ratePerSecond: number): number {
  return configured ?? Math.max(1, BURST_SECONDS * ratePerSecond);
}

/** Adds what `ratePerSecond` mints in `elapsedMs`, up to `burst`. */
export function refill(bucket: TokenBucket, ratePerSecond: number, burst: number, elapsedMs: number): void {
  bucket.tokens = Math.min(burst, bucket.tokens + (ratePerSecond * elapsedMs) / 1000);
}

/** Cuts the bucket to a burst that was lowered. */
export function cutTo(bucket: TokenBucket, burst: number): void {
  bucket.tokens = Math.min(burst, bucket.tokens);
}

/** Whether a whole token is there. */
export function hasToken(bucket: TokenBucket): boolean {
  return bucket.tokens >= 1 - EPSILON;
}

/** Takes one token; the caller has checked `hasToken`. */
export function takeToken(bucket: TokenBucket): void {
  bucket.tokens = Math.max(0, bucket.tokens - 1);
}
