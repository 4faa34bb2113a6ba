/** The range of the wait a visitor is told, from the living ahead and the admissions a minute. */
import type { LaneSnapshot } from "./types.ts";
import { livingAhead } from "./presence.ts";

export interface WaitRange {
  readonly lowSeconds: number;
  readonly likelySeconds: number;
  readonly highSeconds: number;
}

/** 1.28 standard deviations hold 80 % of a normal distribution. */
const EIGHTY_PERCENT = 1.2816;
/** Relative uncertainty of the rate to come: an admission rate does not stay what it was. */
const RATE_SPREAD = 0.12;
/** A place is called up to this long before its holder asks again. */
const POLL_SECONDS = 5;

/**
 * Range of the wait for somebody with `ahead` places before theirs; null while the rate is unknown or nothing moves.
 * The rate is the mean of recent and permitted; the spread joins the count's own (Poisson) with the rate's.
 */
export function estimateWait(lane: LaneSnapshot, ahead: number): WaitRange | null {
  const permitted = lane.perMinute;
  if (permitted <= 0) return null;
  const perMinute = lane.recentPerMinute === null || lane.recentPerMinute <= 0 ? permitted : (lane.recentPerMinute + permitted) / 2;
  const perSecond = perMinute / 60;
  const people = livingAhead(lane.presence, lane.nowServing, ahead) + 1;
  const likely = people / perSecond;
  const disagreement =
    lane.recentPerMinute === null ? 0.25 : Math.abs(lane.recentPerMinute - permitted) / Math.max(lane.recentPerMinute, permitted) / 2;
  const relative = EIGHTY_PERCENT * Math.sqrt(1 / people + RATE_SPREAD ** 2) + disagreement;
  return {
    lowSeconds: Math.max(0, Math.floor(likely * Math.max(0, 1 - relative))),
    likelySeconds: Math.round(likely),
    highSeconds: Math.ceil(likely * (1 + relative) + POLL_SECONDS),
  };
}
