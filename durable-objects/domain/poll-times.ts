/** How often people in line are told to ask; what is told and what is reckoned with must be the same. */

/** Longest time between two polls told to anybody who may be called within a minute. */
export const FRONT_INTERVAL_MS = 5_000;
/** Longest time between two polls told to anybody; a third of the claim time where that is shorter. */
export const LONGEST_POLL_MS = 60_000;
