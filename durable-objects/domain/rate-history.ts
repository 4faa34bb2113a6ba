/** How many grants a minute a lane had lately, on a time axis of its own that only runs while somebody waits. */

const BUCKET_MS = 5_000;
const BUCKETS = 12;
/** Less history than this says nothing. */
const LEAST_MS = 15_000;

export interface RateHistory {
  /** Time with somebody waiting. */
  busyMs: number;
  counts: number[];
  bucket: number;
}

/** No history. */
export function createRateHistory(): RateHistory {
  return { busyMs: 0, counts: new Array<number>(BUCKETS).fill(0), bucket: 0 };
}

/** Lets `elapsedMs` with somebody waiting pass. */
export function advanceHistory(history: RateHistory, elapsedMs: number): void {
  history.busyMs += elapsedMs;
  const bucket = Math.floor(history.busyMs / BUCKET_MS);
  const turns = Math.min(BUCKETS, bucket - history.bucket);
  for (let turn = 1; turn <= turns; turn++) history.counts[(bucket - turns + turn) % BUCKETS] = 0;
  history.bucket = bucket;
}

/** Notes one grant. */
export function noteGrant(history: RateHistory): void {
  const index = history.bucket % BUCKETS;
  history.counts[index] = (history.counts[index] ?? 0) + 1;
}

/** Grants a minute over the last minute of waiting; null while there is too little of it. */
export function recentPerMinute(history: RateHistory): number | null {
  if (history.busyMs < LEAST_MS) return null;
  const inBucket = history.busyMs - history.bucket * BUCKET_MS;
  const watchedMs = Math.min(history.busyMs, (BUCKETS - 1) * BUCKET_MS + inBucket);
  return (history.counts.reduce((sum, count) => sum + count, 0) * 60_000) / watchedMs;
}
