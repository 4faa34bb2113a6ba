/** The range of the wait a visitor is told: from the living ahead, the recent and the permitted rate, and what was learned of such ranges. */
import type { LaneSnapshot, Snapshot } from "./types.ts";
import { livingAhead } from "./presence.ts";
import { errorOfWait, withError } from "./wait-errors.ts";

export interface WaitRange {
  readonly lowSeconds: number;
  readonly likelySeconds: number;
  readonly highSeconds: number;
}

/** What a range is computed from. */
export type WaitFigures = Pick<LaneSnapshot, "nowServing" | "perMinute" | "recentPerMinute" | "presence">;

/** What all lanes have in common. */
export type WaitKnowledge = Pick<Snapshot, "waitErrors" | "leaving">;

/** A higher share is noise. */
const MOST_LEAVING = 0.5;

/**
 * Seconds until the living among the `ahead` places before a visitor's, and itself, are let in; null while nobody can say. Some of them
 * leave: of N people, of whom a share λ leaves in a unit of time and r are let in, nobody is left after ln(1 + λ·N/r)/λ.
 */
export function reckonWait(figures: WaitFigures, ahead: number, leavingPerMinute = 0): number | null {
  const perMinute = rateOf(figures);
  if (perMinute <= 0) return null;
  const minutes = (livingAhead(figures.presence, figures.nowServing, ahead) + 1) / perMinute;
  const leaving = leavingRate(leavingPerMinute);
  return 60 * (leaving === 0 ? minutes : Math.log1p(leaving * minutes) / leaving);
}

/** How many of the living are let in or leave within so many seconds: the reverse of `reckonWait`. */
export function peopleWithin(figures: WaitFigures, seconds: number, leavingPerMinute: number): number {
  const leaving = leavingRate(leavingPerMinute);
  return rateOf(figures) * (leaving === 0 ? seconds / 60 : Math.expm1((leaving * seconds) / 60) / leaving);
}

/** What is let in a minute; 0 = nobody can say. */
function rateOf({ perMinute, recentPerMinute }: WaitFigures): number {
  return perMinute > 0 ? recentPerMinute || perMinute : 0;
}

/** The rate a minute at which that share is gone after one. */
function leavingRate(leavingPerMinute: number): number {
  return -Math.log1p(-Math.min(MOST_LEAVING, leavingPerMinute));
}

/** Range of the wait for somebody with `ahead` places before theirs, in whole seconds: eight in ten waits are to lie in it. */
export function estimateWait(figures: WaitFigures, ahead: number, { waitErrors, leaving }: WaitKnowledge): WaitRange | null {
  const seconds = reckonWait(figures, ahead, leaving);
  if (seconds === null) return null;
  const [low, likely, high] = errorOfWait(waitErrors, seconds);
  return {
    lowSeconds: Math.floor(withError(seconds, low)),
    likelySeconds: Math.round(withError(seconds, likely)),
    highSeconds: Math.ceil(withError(seconds, high)),
  };
}
