/**
 * How far to call: recorded plus expected claims shall equal the intake of a front interval and 3 s, so that
 * intake finds claims waiting and few visitors wait at the front. Only claim states feed this, never presence,
 * which anybody can play (S13).
 */
import { waitingOf, type Lane } from "./lane.ts";
import { PLACE } from "./place-states.ts";
import { chanceByAge, FRONT_INTERVAL_MS, learnOpen } from "./show-up.ts";

/** Stock of recorded claims beyond a front interval: claims come in lumps. */
const RESERVE_MS = 3_000;
const HORIZON_SECONDS = (FRONT_INTERVAL_MS + RESERVE_MS) / 1000;
/** Calls within a second are one cohort. */
const COHORT_MS = 1_000;
/** Places given up that one step passes over at most; the next step goes on. */
const MOST_SKIPPED = 50_000;

export interface CallingInput {
  /** Tokens in the bucket. */
  readonly tokens: number;
  readonly ratePerSecond: number;
  /** Slots free under the session cap. */
  readonly freeSlots: number;
  /** Sessions that end a second, lately. */
  readonly departuresPerSecond: number;
  /** Tokens the organiser let in beside the bucket. */
  readonly letIn: number;
  /** Nothing but let-in tokens is granted. */
  readonly stopped: boolean;
  readonly claimSeconds: number;
  readonly liveMs: number;
  readonly turnMs: number;
}

/** Claims wanted at hand: what can be granted until those called now have had time to claim. Never under one while anything may be granted. */
export function wantedClaims(input: CallingInput): number {
  const slots = Math.max(0, input.freeSlots) + input.departuresPerSecond * HORIZON_SECONDS;
  const letIn = Math.min(input.letIn, slots);
  if (input.stopped) return letIn;
  const intake = input.tokens + input.ratePerSecond * HORIZON_SECONDS;
  return letIn + Math.max(Math.min(1, intake), Math.min(intake, slots));
}

/** Lets called places age by `elapsedMs` of live time, so that the show-up learns from those that did not claim. */
export function ageCohorts(lane: Lane, liveMs: number, elapsedMs: number, claimSeconds: number): void {
  if (elapsedMs <= 0) return;
  for (const cohort of lane.cohorts) {
    const age = liveMs - cohort.calledLiveMs;
    if (cohort.open > 0 && age - elapsedMs < claimSeconds * 1000) learnOpen(lane.showUp, cohort.open, Math.max(0, age - elapsedMs), age);
  }
}

/** Calls on in `lane` until `wanted` claims are recorded or expected. Returns the cohort that changed, or null. */
export function callOn(lane: Lane, wanted: number, input: CallingInput): { first: number; last: number } | null {
  if (waitingOf(lane) <= 0 || wanted <= 0) return null;
  const claimMs = input.claimSeconds * 1000;
  const chance = chanceByAge(lane.showUp, claimMs);
  let expected = 0;
  for (const cohort of lane.cohorts) {
    if (cohort.open > 0) expected += cohort.open * chance(input.liveMs - cohort.calledLiveMs);
  }
  // Half a claim time of intake is as many as can be let in before turns run out, with room for error.
  const most = Math.max(1, input.letIn + (input.ratePerSecond * input.claimSeconds) / 2);
  const missing = Math.min(wanted - lane.recordedCount, most) - expected;
  if (missing <= 0) return null;
  return call(lane, Math.ceil(missing / chance(0)), input);
}

/** Calls `count` more places that are not given up. */
function call(lane: Lane, count: number, input: CallingInput): { first: number; last: number } | null {
  const before = lane.nowServing;
  let position = before;
  let called = 0;
  let skipped = 0;
  while (called < count && position < lane.issued && skipped < MOST_SKIPPED) {
    position++;
    if (lane.states.get(position) === PLACE.none) called++;
    else skipped++;
  }
  if (position === before) return null;
  lane.nowServing = position;
  lane.givenUpUncalled -= skipped;
  const last = lane.cohorts.at(-1);
  if (last !== undefined && last.last === before && input.liveMs - last.calledLiveMs < COHORT_MS && input.turnMs - last.calledTurnMs < COHORT_MS) {
    last.last = position;
    last.open += called;
    return last;
  }
  const cohort = { first: before + 1, last: position, open: called, calledLiveMs: input.liveMs, calledTurnMs: input.turnMs };
  lane.cohorts.push(cohort);
  return cohort;
}
