/**
 * How far to call: recorded claims and those expected soon shall equal the intake of a front interval and 3 s, so that
 * intake finds claims waiting and few visitors wait at the front. Only claim states feed this, never presence,
 * which anybody can play (S13).
 */
import { hearingOf } from "./hearing.ts";
import { waitingOf, type Cohort, type Lane } from "./lane.ts";
import { PLACE } from "./place-states.ts";
import { FRONT_INTERVAL_MS } from "./poll-times.ts";
import { claimedBy, expectedClaims, pollAge, showUpShare } from "./show-up.ts";

/** Stock of recorded claims beyond a front interval: claims come in lumps. */
const RESERVE_MS = 3_000;
const HORIZON_MS = FRONT_INTERVAL_MS + RESERVE_MS;
/** Claims wanted at hand beside those: where few come, chance weighs most. */
const LEAST_CLAIMS = 5;
/** Calls within a second are one cohort. */
const COHORT_MS = 1_000;
/** Places given up that one call passes over at most; the next step goes on. */
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
}

/** How many claims are wanted; counts of visitors, not whole. */
export interface WantedClaims {
  /** At hand or within the horizon: what can be granted until those called now have had time to claim. */
  readonly soon: number;
  /** In all: those, and those of whom the organiser let in, which are in no hurry. */
  readonly all: number;
  /** Expected at most: half a claim time of intake, so that they can be let in before turns run out, with room for error. */
  readonly expected: number;
}

/** What is wanted of the whole event. */
export function wantedClaims(input: CallingInput): WantedClaims {
  const horizonSeconds = HORIZON_MS / 1000;
  const slots = Math.max(0, input.freeSlots) + input.departuresPerSecond * horizonSeconds;
  const letIn = Math.min(input.letIn, slots);
  if (input.stopped) return { soon: 0, all: letIn, expected: letIn };
  const soon = LEAST_CLAIMS + Math.min(input.tokens + input.ratePerSecond * horizonSeconds, slots);
  return { soon, all: soon + letIn, expected: letIn + Math.max(soon, (input.ratePerSecond * input.claimSeconds) / 2) };
}

/** A lane's part of what is wanted. */
export function partOf({ soon, all, expected }: WantedClaims, part: number): WantedClaims {
  return { soon: soon * part, all: all * part, expected: expected * part };
}

/** Learns from the calls as they are now what share of the called claims. */
export function learnShare(lane: Lane, unsealedMs: number): void {
  lane.share = showUpShare(lane.cohorts, unsealedMs);
}

/** Joins cohorts that have become too old to teach anything. */
export function ageCohorts(lane: Lane, unsealedMs: number, claimSeconds: number): void {
  let index = lane.cohorts.length - 1;
  while (index > 0 && unsealedMs - (lane.cohorts[index] as Cohort).calledMs < claimSeconds * 1000) index--;
  while (index > 0 && joinCohort(lane, index)) index--;
}

/** Joins a cohort with the one before it if their turns end together; returns whether it did. Both must have nothing more to teach. */
export function joinCohort(lane: Lane, index: number): boolean {
  const earlier = lane.cohorts[index - 1];
  const later = lane.cohorts[index];
  // While turns stand still they all end together: without this a night of it would leave thousands.
  if (earlier === undefined || later === undefined || earlier.calledTurnMs !== later.calledTurnMs) return false;
  earlier.last = later.last;
  earlier.called += later.called;
  earlier.open += later.open;
  lane.cohorts.splice(index, 1);
  return true;
}

/** Calls on in `lane` until as many claims are recorded or expected as wanted. Returns the cohorts that grew. */
export function callOn(lane: Lane, wanted: WantedClaims, claimSeconds: number, unsealedMs: number, turnMs: number): Cohort[] {
  if (waitingOf(lane) <= 0) return [];
  const claimMs = claimSeconds * 1000;
  let soon = wanted.soon - lane.claims.size;
  let all = wanted.all - lane.claims.size;
  let expected = wanted.expected;
  for (let index = lane.cohorts.length - 1; index >= 0; index--) {
    const cohort = lane.cohorts[index] as Cohort;
    const ageMs = unsealedMs - cohort.calledMs;
    if (ageMs >= claimMs) break;
    const age = pollAge(ageMs, cohort.pollMs);
    const coming = expectedClaims(cohort, lane.share, age, pollAge(claimMs, cohort.pollMs));
    soon -= expectedClaims(cohort, lane.share, age, pollAge(Math.min(ageMs + HORIZON_MS, claimMs), cohort.pollMs));
    all -= coming;
    expected -= coming;
  }
  const grown: Cohort[] = [];
  for (const { through, pollMs } of hearingOf(lane, unsealedMs, claimMs)) {
    const most = Math.min(through, lane.issued) - lane.nowServing;
    const missing = Math.min(Math.max(soon / claimedBy(pollAge(HORIZON_MS, pollMs)), all), expected) / lane.share;
    const count = Math.min(most, Math.ceil(missing));
    if (count <= 0) continue;
    const cohort = call(lane, count, pollMs, unsealedMs, turnMs);
    const coming = count * lane.share;
    soon -= coming * claimedBy(pollAge(HORIZON_MS, pollMs));
    all -= coming;
    expected -= coming;
    if (grown.at(-1) !== cohort) grown.push(cohort);
  }
  return grown;
}

/** Calls `count` more places that are not given up; at least one place must be uncalled. */
function call(lane: Lane, count: number, pollMs: number, unsealedMs: number, turnMs: number): Cohort {
  const before = lane.nowServing;
  let position = before;
  let called = 0;
  let skipped = 0;
  while (called < count && position < lane.issued && skipped < MOST_SKIPPED) {
    position++;
    if (lane.states.get(position) === PLACE.none) called++;
    else skipped++;
  }
  lane.nowServing = position;
  lane.givenUpUncalled -= skipped;
  const last = lane.cohorts.at(-1);
  if (last?.last === before && last.pollMs === pollMs && turnMs <= last.calledTurnMs && unsealedMs - last.calledMs < COHORT_MS) {
    last.last = position;
    last.called += called;
    last.open += called;
    return last;
  }
  // Rounded up, so that nobody's turn is shorter than the claim time.
  const calledTurnMs = Math.ceil(turnMs / COHORT_MS) * COHORT_MS;
  const cohort = { first: before + 1, last: position, called, open: called, calledMs: unsealedMs, calledTurnMs, pollMs };
  lane.cohorts.push(cohort);
  return cohort;
}
