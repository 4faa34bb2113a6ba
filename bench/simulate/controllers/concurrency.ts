/** Published concurrency limits, from their formulas. Each turns one window's measurements into a limit of requests under way. */

export interface Window {
  /** Mean time of the good answers of the window; 0 = none. */
  readonly rttMs: number;
  readonly leastRttMs: number;
  readonly inFlight: number;
  readonly dropped: boolean;
}

export interface ConcurrencyLimit {
  limit: number;
  update(window: Window): void;
}

export const INITIAL_LIMIT = 20;
export const MOST_LIMIT = 1000;

const clampLimit = (limit: number): number => Math.min(MOST_LIMIT, Math.max(1, limit));

/** Additive increase, multiplicative decrease. Dropped or slower than the timeout × 0.9; success while half used + 1. */
export function aimd(slowMs = 5_000): ConcurrencyLimit {
  return {
    limit: INITIAL_LIMIT,
    update({ rttMs, inFlight, dropped }) {
      if (dropped || rttMs > slowMs) this.limit = clampLimit(this.limit * 0.9);
      else if (inFlight * 2 >= this.limit) this.limit = clampLimit(this.limit + 1);
    },
  };
}

/** TCP Vegas (Brakmo and Peterson 1994) on a concurrency limit; the least time is forgotten every `probeEvery` windows. */
export function vegas(probeEvery = 600): ConcurrencyLimit {
  let least = 0;
  let windows = 0;
  return {
    limit: INITIAL_LIMIT,
    update({ rttMs, leastRttMs, inFlight, dropped }) {
      if (rttMs <= 0 && !dropped) return;
      if (++windows % probeEvery === 0) least = rttMs;
      // A window's mean stands for a round trip; a single lucky answer does not.
      const here = leastRttMs > 0 ? rttMs : 0;
      if (here > 0 && (least === 0 || here < least)) least = here;
      const step = Math.max(1, Math.floor(Math.log10(this.limit)));
      if (dropped) this.limit = clampLimit(this.limit - step);
      else if (inFlight * 2 >= this.limit) {
        const queue = Math.ceil(this.limit * (1 - least / rttMs));
        if (queue <= step) this.limit = clampLimit(this.limit + 6 * step);
        else if (queue < 3 * step) this.limit = clampLimit(this.limit + step);
        else if (queue > 6 * step) this.limit = clampLimit(this.limit - step);
      }
    },
  };
}

/** Gradient2 (Netflix concurrency-limits): the gradient of a slow average over the window's time, with a queue of 4. */
export function gradient2(): ConcurrencyLimit {
  let long = 0;
  return {
    limit: INITIAL_LIMIT,
    update({ rttMs, inFlight }) {
      if (rttMs <= 0) return;
      long = long === 0 ? rttMs : long + (rttMs - long) * (2 / 601);
      if (long / rttMs > 2) long *= 0.95;
      if (inFlight * 2 < this.limit) return;
      const gradient = Math.min(1, Math.max(0.5, (1.5 * long) / rttMs));
      this.limit = clampLimit(0.8 * this.limit + 0.2 * (gradient * this.limit + 4));
    },
  };
}
