/**
 * What an unhurried answer takes, for each region and route class. A baseline comes only from medians of many answers, so that
 * one lucky answer can't lock it low, and rises slowly and only while the origin is idle enough, so that one
 * learned under load can't creep up.
 */
export interface Baselines {
  /** `region|class` → ms. */
  readonly medianMs: Map<string, number>;
}

/** A lower median is followed with this time constant. */
const FALL_SECONDS = 20;
/** Rise a second, at most: × 2 in about ten minutes. */
const RISE = 0.0012;

/** Nothing known. */
export function createBaselines(): Baselines {
  return { medianMs: new Map() };
}

/** The baseline of a stream whose median is `medianMs` now; learned from it when it is the first. */
export function baselineOf(baselines: Baselines, key: string, medianMs: number): number {
  const known = baselines.medianMs.get(key);
  if (known !== undefined) return known;
  baselines.medianMs.set(key, medianMs);
  return medianMs;
}

/** Learns from `elapsedSeconds` with this median; it only rises while `relaxed`. */
export function learnBaseline(baselines: Baselines, key: string, medianMs: number, elapsedSeconds: number, relaxed: boolean): void {
  const known = baselineOf(baselines, key, medianMs);
  if (medianMs < known) baselines.medianMs.set(key, known + (medianMs - known) * (1 - Math.exp(-elapsedSeconds / FALL_SECONDS)));
  else if (relaxed) baselines.medianMs.set(key, Math.min(medianMs, known * (1 + RISE * Math.min(10, elapsedSeconds))));
}

/** Raises all baselines by `factor`: the answers are slow whatever the load. */
export function rebase(baselines: Baselines, factor: number): void {
  for (const [key, known] of baselines.medianMs) baselines.medianMs.set(key, known * factor);
}
