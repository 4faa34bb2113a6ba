/** How long the line may get: off unless the organiser sets it. Beyond it a newcomer is refused, and told when to come back. */
import type { EventState } from "./event.ts";
import { isFlowing } from "./intake.ts";
import { isBeforeOpening } from "./sale.ts";
import { waitingOf } from "./lane.ts";
import type { MeanRate } from "./mean-rate.ts";

const LEAST_RETRY_SECONDS = 30;
const MOST_RETRY_SECONDS = 600;
/** Somebody who comes back finds a place once this much of the line has gone on. */
const ROOM_SHARE = 0.05;

/** People waiting, over all lanes of the policy that are not sold out: who waits there for a reopening waits for nobody. */
export function peopleWaiting(event: EventState): number {
  return event.policy.lanes.reduce((sum, { id }) => {
    const lane = event.lanes.get(id);
    return sum + (lane === undefined || lane.soldOut !== null ? 0 : waitingOf(lane));
  }, 0);
}

/**
 * People who may wait; null = any number. A bound on the wait is one on people by Little's law: wait × rate. The rate is the mean
 * of what was permitted in the last minutes, never that of a moment, at least the organiser's fallback; in stops and before the
 * opening the one that is configured.
 */
export function mostWaiting(event: EventState): number | null {
  const { maxWaiting = null, maxWaitSeconds = null } = event.policy;
  if (maxWaitSeconds === null) return maxWaiting;
  const byWait = Math.floor(maxWaitSeconds * ratePerSecond(event));
  return maxWaiting === null ? byWait : Math.min(maxWaiting, byWait);
}

/** When a newcomer may come back, in seconds, if the line is at its bound; null = there is room. */
export function fullFor(event: EventState): number | null {
  const most = mostWaiting(event);
  if (most === null || peopleWaiting(event) < most) return null;
  const seconds = (ROOM_SHARE * most) / Math.max(0.001, ratePerSecond(event));
  return Math.round(Math.min(MOST_RETRY_SECONDS, Math.max(LEAST_RETRY_SECONDS, seconds)));
}

function ratePerSecond(event: EventState): number {
  const { perMinute, limiter } = event.policy;
  const { standstill } = event.intake;
  if (isBeforeOpening(event) || standstill === "stopped" || standstill === "sealed") return perMinute / 60;
  const recent: MeanRate = event.permitted;
  return Math.max(recent.meanPerSecond ?? event.intake.expectedPerSecond, (limiter?.fallbackPerMinute ?? 0) / 60);
}

/** Whether the rate of this moment belongs to the mean: nothing is permitted in a stop, and that says nothing of the rate. */
export function countsForMean({ intake }: Pick<EventState, "intake">): boolean {
  return isFlowing(intake) || intake.standstill === "paused" || intake.standstill === "saturated";
}
