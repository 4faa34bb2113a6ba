/**
 * How likely called visitors are to claim, and how soon.
 *
 * *When* those claim who claim at all is known: they ask within the interval they were told, so the shape F(age) is fixed.
 * *How many* claim is learned, from the youngest calls that say enough: a call of age a has had F(a) of its claims, so the
 * share is Σ F · claims ÷ Σ F² · called (each call weighs by how much it has shown). Nothing is kept beside the calls
 * themselves, so nothing is lost with the object; estimates from closed turns only would lag by a whole claim time.
 *
 * Ages are measured in polls: who was told to ask again in a minute cannot claim as soon as who was told to ask in
 * 5 s, so the time until the first poll is scaled to a front interval for everybody.
 *
 * Measured with a simulated crowd (`test/domain/intake-use.test.ts`): a wrong shape (60 % of the claimers a minute late)
 * costs no intake, since late claims fill the stock; a learned shape follows its own youngest claims and oscillates.
 */
import { FRONT_INTERVAL_MS } from "./poll-times.ts";

/** Part of the claims that come with the first poll; the others (a hidden tab, a slow person) are spread until `LAST_MS`. */
const WITH_FIRST_POLL = 0.9;
const LAST_MS = 60_000;

/** A call is in every isolate's snapshot after this time; nobody can claim sooner. */
const SEEN_MS = 1_000;

/** Age in polls (ms) of a call `ageMs` ago of people who ask within `pollMs`. */
export function pollAge(ageMs: number, pollMs: number): number {
  const seenMs = Math.max(0, ageMs - SEEN_MS);
  return seenMs < pollMs ? (seenMs * FRONT_INTERVAL_MS) / pollMs : FRONT_INTERVAL_MS + seenMs - pollMs;
}

/** Part of those who claim at all that have claimed at `age` (in polls, ms), 0…1. */
export function claimedBy(age: number): number {
  if (age < FRONT_INTERVAL_MS) return (WITH_FIRST_POLL * age) / FRONT_INTERVAL_MS;
  return WITH_FIRST_POLL + (1 - WITH_FIRST_POLL) * Math.min(1, (age - FRONT_INTERVAL_MS) / (LAST_MS - FRONT_INTERVAL_MS));
}

/** A call as far as it teaches. */
export interface Called {
  /** Places called, those given up since not counted. */
  readonly called: number;
  /** Those of them that have not claimed. */
  readonly open: number;
  /** Unsealed clock of the call. */
  calledMs: number;
  /** Longest time until the called ask for the first time after the call. */
  readonly pollMs: number;
}

/** So many claims say enough about the share; calls older than a front interval are looked at only until then. */
const ENOUGH_CLAIMS = 7;
/** Share assumed before anything is learned; it has the weight of one place. */
export const FIRST_SHARE = 0.9;
/** The share is never believed to be lower: that bounds how far is called for one claim. */
const LEAST_SHARE = 0.04;

/** Share of the called that claim, as `calls` (oldest first) show at the unsealed clock's `unsealedMs`. */
export function showUpShare(calls: readonly Called[], unsealedMs: number): number {
  let due = 1;
  let claims = FIRST_SHARE;
  for (let index = calls.length - 1; index >= 0; index--) {
    const { called, open, calledMs, pollMs } = calls[index] as Called;
    const age = pollAge(unsealedMs - calledMs, pollMs);
    if (claims >= ENOUGH_CLAIMS && age > FRONT_INTERVAL_MS) break;
    const shown = claimedBy(age);
    due += shown * shown * called;
    claims += shown * (called - open);
  }
  return Math.min(1, Math.max(LEAST_SHARE, claims / due));
}

/** Claims that a call is still expected to bring between two ages (in polls, ms), at the given share of the called. */
export function expectedClaims({ called, open }: Called, share: number, from: number, to: number): number {
  const coming = called * share;
  // Where more have come than expected they came early, and fewer are left to come.
  return Math.min(open, Math.max(0, coming * claimedBy(to) - Math.max(coming * claimedBy(from), called - open)));
}
