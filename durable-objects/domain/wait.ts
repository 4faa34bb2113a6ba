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
export type WaitFigures = Pick<LaneSnapshot, "nowServing" | "perMinute" | "recentPerMinute" | "longPerMinute" | "presence">;

/**
 * The rate to reckon with, a minute: what was admitted for long, as far as the last minute and the permitted rate allow: where both
 * say that it has changed, it has. 0 = unknown, or nothing moves.
 */
function reckonRate({ perMinute, recentPerMinute, longPerMinute }: WaitFigures): number {
  const recent = recentPerMinute === null || recentPerMinute <= 0 ? perMinute : recentPerMinute;
  const long = longPerMinute ?? (recent + perMinute) / 2;
  return Math.max(Math.min(recent, perMinute), Math.min(Math.max(recent, perMinute), long));
}

/** Seconds until the living among the `ahead` places before a visitor's, and itself, are let in; null while nobody can say. */
export function reckonWait(figures: WaitFigures, ahead: number): number | null {
  if (figures.perMinute <= 0) return null;
  return (60 * (livingAhead(figures.presence, figures.nowServing, ahead) + 1)) / reckonRate(figures);
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
