/** The range of the wait a visitor is told: from the living ahead, the recent and the permitted rate, and what was learned of such ranges. */
import type { LaneSnapshot } from "./types.ts";
import { livingAhead } from "./presence.ts";
import { bandOf, toldError, withError, type ToldErrors } from "./wait-errors.ts";

export interface WaitRange {
  readonly lowSeconds: number;
  readonly likelySeconds: number;
  readonly highSeconds: number;
}

/** What a range is computed from. */
export type WaitFigures = Pick<LaneSnapshot, "nowServing" | "perMinute" | "recentPerMinute" | "longPerMinute" | "leavingPerMinute" | "presence">;

/**
 * The rate to reckon with, a minute: what was admitted for long, as far as the last minute and the permitted rate allow: where both
 * say that it has changed, it has. 0 = unknown, or nothing moves.
 */
function reckonRate({ perMinute, recentPerMinute, longPerMinute }: WaitFigures): number {
  const recent = recentPerMinute === null || recentPerMinute <= 0 ? perMinute : recentPerMinute;
  const long = longPerMinute ?? (recent + perMinute) / 2;
  return Math.max(Math.min(recent, perMinute), Math.min(Math.max(recent, perMinute), long));
}

/** A higher share is noise, or nobody could ask. */
const MOST_LEAVING = 0.5;

/**
 * Seconds until the living among the `ahead` places before a visitor's, and itself, are let in; null while nobody can say. Some of them
 * leave: of N people, of whom a share λ leaves in a unit of time and r are let in, nobody is left after ln(1 + λ·N/r)/λ.
 */
export function reckonWait(figures: WaitFigures, ahead: number): number | null {
  if (figures.perMinute <= 0) return null;
  const minutes = (livingAhead(figures.presence, figures.nowServing, ahead) + 1) / reckonRate(figures);
  const leaving = leavingOf(figures);
  return 60 * (leaving === 0 ? minutes : Math.log1p(leaving * minutes) / leaving);
}

/** How many of the living are let in or leave within so many seconds: the reverse of `reckonWait`. */
export function peopleWithin(figures: WaitFigures, seconds: number): number {
  const leaving = leavingOf(figures);
  return reckonRate(figures) * (leaving === 0 ? seconds / 60 : Math.expm1((leaving * seconds) / 60) / leaving);
}

/** Rate of leaving a minute at which the told share is gone after one. */
function leavingOf({ leavingPerMinute }: WaitFigures): number {
  return -Math.log1p(-Math.min(MOST_LEAVING, leavingPerMinute ?? 0));
}

/** Range of the wait for somebody with `ahead` places before theirs, in whole seconds: eight in ten waits are to lie in it. */
export function estimateWait(figures: WaitFigures, ahead: number, errors: ToldErrors | undefined): WaitRange | null {
  const seconds = reckonWait(figures, ahead);
  if (seconds === null) return null;
  const [low, likely, high] = toldError(errors, bandOf(seconds));
  return {
    lowSeconds: Math.floor(withError(seconds, low)),
    likelySeconds: Math.round(withError(seconds, likely)),
    highSeconds: Math.ceil(withError(seconds, high)),
  };
}
