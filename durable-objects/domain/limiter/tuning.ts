/** Where the limiter draws its lines; those that more than one part needs. All were tuned in the simulator (`docs/simulate.md`). */
/** Slower than this for two seconds: nothing is admitted any more. */
export const HARD = 2;
/** Failing sessions above what does not depend on load. */
export const ERRORING = 0.05;
export const CUT = 0.85;
/** Slow for so long it is no stall that drains by itself: the limit is too high. */
export const PERSISTS_MS = 5_000;
/** Nothing grows and nobody is counted on older news. */
export const FRESH_SECONDS = 2;
export const BLIND_SECONDS = 4;
