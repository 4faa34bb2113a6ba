/** The mean of a rate over the last five minutes of a time axis that may stand still: in half minutes, so that it costs ten numbers. */

const BUCKET_MS = 30_000;
const BUCKETS = 10;

export interface MeanRate {
  /** `[time, rate × time]` of each half minute, newest last. */
  readonly buckets: [ms: number, sum: number][];
  /** Null = nothing yet. */
  meanPerSecond: number | null;
}

/** Nothing yet. */
export function createMeanRate(): MeanRate {
  return { buckets: [], meanPerSecond: null };
}

/** `perSecond` has held for `elapsedMs`. */
export function noteRate(mean: MeanRate, perSecond: number, elapsedMs: number): void {
  if (elapsedMs <= 0) return;
  const { buckets } = mean;
  const newest = buckets.at(-1);
  if (newest === undefined || newest[0] >= BUCKET_MS) buckets.push([elapsedMs, perSecond * elapsedMs]);
  else {
    newest[0] += elapsedMs;
    newest[1] += perSecond * elapsedMs;
  }
  if (buckets.length > BUCKETS) buckets.shift();
  const [ms, sum] = buckets.reduce(([allMs, all], [each, part]) => [allMs + each, all + part], [0, 0]);
  mean.meanPerSecond = sum / ms;
}
