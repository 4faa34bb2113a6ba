/**
 * A histogram of times in buckets 5 % wide: merging adds counts, in any order, and a quantile is known to half a bucket.
 * Dense in memory (2 KB), sparse on the wire.
 */

/** 1 ms … 1.05^239 ms (about two minutes). */
const BUCKETS = 240;
const LOG_WIDTH = Math.log(1.05);

export type Histogram = Float64Array;

/** An empty histogram. */
export function createHistogram(): Histogram {
  return new Float64Array(BUCKETS);
}

/** The bucket a time belongs to; what is below or above all buckets goes into the outermost. */
export function bucketOf(milliseconds: number): number {
  if (!(milliseconds > 1)) return 0;
  return Math.min(BUCKETS - 1, Math.round(Math.log(milliseconds) / LOG_WIDTH));
}

/** Counts one time. */
export function addTime(histogram: Histogram, milliseconds: number, weight = 1): void {
  const bucket = bucketOf(milliseconds);
  histogram[bucket] = (histogram[bucket] ?? 0) + weight;
}

/** Adds `from` to `into`. */
export function mergeInto(into: Histogram, from: Histogram): void {
  for (let bucket = 0; bucket < BUCKETS; bucket++) into[bucket] = (into[bucket] ?? 0) + (from[bucket] ?? 0);
}

/** Number of times counted. */
export function countOf(histogram: Histogram): number {
  let count = 0;
  for (const value of histogram) count += value;
  return count;
}

/** The time below which the share `q` (0…1) lies, in ms, interpolated within its bucket; null when empty. */
export function quantile(histogram: Histogram, q: number): number | null {
  const count = countOf(histogram);
  if (count <= 0) return null;
  const wanted = Math.min(1, Math.max(0, q)) * count;
  let passed = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const here = histogram[bucket] ?? 0;
    if (here > 0 && passed + here >= wanted) return Math.exp((bucket - 0.5 + (wanted - passed) / here) * LOG_WIDTH);
    passed += here;
  }
  return Math.exp((BUCKETS - 0.5) * LOG_WIDTH);
}

/** For the wire: `[bucket, count, bucket, count, …]`, ascending. */
export function encodeHistogram(histogram: Histogram): number[] {
  const pairs: number[] = [];
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const count = histogram[bucket] ?? 0;
    if (count > 0) pairs.push(bucket, count);
  }
  return pairs;
}

/** Adds a histogram from the wire; what is no bucket or no count is left out. Returns how much was added. */
export function addEncoded(into: Histogram, pairs: readonly number[]): number {
  let added = 0;
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const bucket = pairs[index] as number;
    const count = pairs[index + 1] as number;
    if (!Number.isInteger(bucket) || bucket < 0 || bucket >= BUCKETS || !(count > 0) || !Number.isFinite(count)) continue;
    into[bucket] = (into[bucket] ?? 0) + count;
    added += count;
  }
  return added;
}
