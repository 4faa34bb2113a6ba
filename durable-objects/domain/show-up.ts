/**
 * Learns how likely a called visitor is to claim, by the age of the call.
 *
 * In each age bucket it keeps the exposure (open places × seconds at that age) and the claims seen. Their ratio is
 * the claim rate at that age (a piecewise constant hazard); the chance that a place open at age a still claims is
 * 1 − exp(−∫ rate from a to the end of the turn) (the Nelson–Aalen estimator of survival analysis). Young calls teach as soon as
 * they age, so a change of the show-up is seen within a front interval; estimates from closed turns only would
 * lag by a whole claim time.
 */

/** Longest time between two polls told to anybody who may be called within a minute. */
export const FRONT_INTERVAL_MS = 5_000;

/** Upper ends of the age buckets in seconds; the last one is open. */
const EDGES = [1, 2, 3, 4, 5, 6, 8, 11, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1200, Infinity] as const;

/** Places an estimate remembers; older evidence fades once a bucket has seen more. */
const MEMORY_PLACES = 150;
/** Weight of the first guess, in places. */
const PRIOR_PLACES = 4;
/** Chance that a place younger than a front interval is never believed to be below. */
const YOUNG_CHANCE = 0.04;

export interface ShowUp {
  /** Open place-seconds a bucket. */
  exposure: number[];
  /** Claims a bucket. */
  claims: number[];
}

/** Claims a second and open place assumed before anything is learned: nine in ten within a front interval, few later. */
function priorRate(bucket: number): number {
  const end = EDGES[bucket] ?? Infinity;
  if (end <= FRONT_INTERVAL_MS / 1000) return 0.46;
  return end <= 60 ? 0.002 : 0.0002;
}

function bucketStart(bucket: number): number {
  return bucket === 0 ? 0 : (EDGES[bucket - 1] as number);
}

/** What is believed before anybody was called. */
export function createShowUp(): ShowUp {
  const exposure = EDGES.map((end, bucket) => PRIOR_PLACES * Math.min(30, end - bucketStart(bucket)));
  return { exposure, claims: exposure.map((seconds, bucket) => seconds * priorRate(bucket)) };
}

/** Notes that `open` places passed from age `fromMs` to `toMs` without claiming. */
export function learnOpen(showUp: ShowUp, open: number, fromMs: number, toMs: number): void {
  for (let bucket = bucketOf(fromMs); bucket < EDGES.length; bucket++) {
    const start = bucketStart(bucket) * 1000;
    if (start >= toMs) break;
    const seconds = (Math.min(toMs, (EDGES[bucket] as number) * 1000) - Math.max(fromMs, start)) / 1000;
    showUp.exposure[bucket] = (showUp.exposure[bucket] ?? 0) + open * seconds;
    fade(showUp, bucket);
  }
}

/** Notes a claim at age `ageMs`. */
export function learnClaim(showUp: ShowUp, ageMs: number): void {
  const bucket = bucketOf(ageMs);
  showUp.claims[bucket] = (showUp.claims[bucket] ?? 0) + 1;
}

/** Keeps a bucket's memory at `MEMORY_PLACES` places passing through it. */
function fade(showUp: ShowUp, bucket: number): void {
  const width = Math.min(60, (EDGES[bucket] as number) - bucketStart(bucket));
  const exposure = showUp.exposure[bucket] ?? 0;
  const most = MEMORY_PLACES * width;
  if (exposure <= most) return;
  showUp.exposure[bucket] = most;
  showUp.claims[bucket] = ((showUp.claims[bucket] ?? 0) * most) / exposure;
}

function bucketOf(ageMs: number): number {
  const bucket = EDGES.findIndex((end) => ageMs < end * 1000);
  return bucket === -1 ? EDGES.length - 1 : bucket;
}

/** A function age (ms) → chance that a place open at that age still claims within `claimMs`; cheap to call for many cohorts. */
export function chanceByAge(showUp: ShowUp, claimMs: number): (ageMs: number) => number {
  const end = claimMs / 1000;
  const rates = EDGES.map((_, bucket) => (showUp.claims[bucket] ?? 0) / Math.max(1e-9, showUp.exposure[bucket] ?? 0));
  // Integral of the rate from a bucket's start to the end of the turn.
  const remaining = new Array<number>(EDGES.length + 1).fill(0);
  for (let bucket = EDGES.length - 1; bucket >= 0; bucket--) {
    const width = Math.max(0, Math.min(end, EDGES[bucket] as number) - bucketStart(bucket));
    remaining[bucket] = (remaining[bucket + 1] ?? 0) + (rates[bucket] as number) * width;
  }
  return (ageMs) => {
    if (ageMs >= claimMs) return 0;
    const bucket = bucketOf(ageMs);
    const past = (rates[bucket] as number) * (ageMs / 1000 - bucketStart(bucket));
    const chance = 1 - Math.exp(-Math.max(0, (remaining[bucket] as number) - past));
    return ageMs < FRONT_INTERVAL_MS ? Math.max(YOUNG_CHANCE, chance) : chance;
  };
}
