/** How many of something there were lately, on a time axis that may stand still. */

const BUCKETS = 12;
const MINUTE_MS = 60_000;
/** Less history than this says nothing. */
const LEAST_MS = 15_000;

export interface RateHistory {
  readonly bucketMs: number;
  /** Time watched so far. */
  watchedMs: number;
  readonly counts: number[];
  bucket: number;
}

/** No history yet; it will reach back over `spanMs`. */
export function createRateHistory(spanMs = MINUTE_MS): RateHistory {
  return { bucketMs: spanMs / BUCKETS, watchedMs: 0, counts: new Array<number>(BUCKETS).fill(0), bucket: 0 };
}

/** Lets `elapsedMs` of watched time pass. */
export function advanceHistory(history: RateHistory, elapsedMs: number): void {
  history.watchedMs += elapsedMs;
  const bucket = Math.floor(history.watchedMs / history.bucketMs);
  const turns = Math.min(BUCKETS, bucket - history.bucket);
  for (let turn = 1; turn <= turns; turn++) history.counts[(bucket - turns + turn) % BUCKETS] = 0;
  history.bucket = bucket;
}

/** Notes `count` at the present moment. */
export function noteCount(history: RateHistory, count: number): void {
  const index = history.bucket % BUCKETS;
  history.counts[index] = (history.counts[index] ?? 0) + count;
}

/** How many in its span, or up to a twelfth less: with a span of a minute, in the last 55 to 60 s watched. */
export function countOf(history: RateHistory): number {
  return history.counts.reduce((sum, count) => sum + count, 0);
}

/** Mean a minute over its span; null while too little was watched. */
export function meanPerMinute(history: RateHistory): number | null {
  if (history.watchedMs < LEAST_MS) return null;
  const inBucket = history.watchedMs - history.bucket * history.bucketMs;
  const overMs = Math.min(history.watchedMs, (BUCKETS - 1) * history.bucketMs + inBucket);
  return (countOf(history) * MINUTE_MS) / overMs;
}
