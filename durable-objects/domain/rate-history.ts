/** How many of something there were in the last minute of a time axis that may stand still. */

const BUCKET_MS = 5_000;
const BUCKETS = 12;
/** Less history than this says nothing. */
const LEAST_MS = 15_000;

export interface RateHistory {
  /** Time watched so far. */
  watchedMs: number;
  readonly counts: number[];
  bucket: number;
}

/** No history. */
export function createRateHistory(): RateHistory {
  return { watchedMs: 0, counts: new Array<number>(BUCKETS).fill(0), bucket: 0 };
}

/** Lets `elapsedMs` of watched time pass. */
export function advanceHistory(history: RateHistory, elapsedMs: number): void {
  history.watchedMs += elapsedMs;
  const bucket = Math.floor(history.watchedMs / BUCKET_MS);
  const turns = Math.min(BUCKETS, bucket - history.bucket);
  for (let turn = 1; turn <= turns; turn++) history.counts[(bucket - turns + turn) % BUCKETS] = 0;
  history.bucket = bucket;
}

/** Notes `count` at the present moment. */
export function noteCount(history: RateHistory, count: number): void {
  const index = history.bucket % BUCKETS;
  history.counts[index] = (history.counts[index] ?? 0) + count;
}

/** How many in the last 55 to 60 s watched. */
export function lastMinute(history: RateHistory): number {
  return history.counts.reduce((sum, count) => sum + count, 0);
}

/** Mean a minute over the last minute watched; null while there is too little of it. */
export function recentPerMinute(history: RateHistory): number | null {
  if (history.watchedMs < LEAST_MS) return null;
  const inBucket = history.watchedMs - history.bucket * BUCKET_MS;
  const overMs = Math.min(history.watchedMs, (BUCKETS - 1) * BUCKET_MS + inBucket);
  return (lastMinute(history) * 60_000) / overMs;
}
