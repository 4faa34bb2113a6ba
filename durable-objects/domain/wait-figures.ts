/** What the ranges of the wait are computed from, in the event and by everybody else alike. */
import { isCallable, openLanes, type EventState, type OpenLane } from "./event.ts";
import { isHeld } from "./intake.ts";
import type { Lane } from "./lane.ts";
import { leavingShare, presenceBlocks, type PresenceBlocks } from "./presence.ts";
import { meanPerMinute } from "./rate-history.ts";
import { followWaits, isLookDue } from "./wait-probes.ts";
import type { WaitFigures } from "./wait.ts";

/** Presence blocks told at most, over all lanes. */
const MOST_BLOCKS = 16;
const LEAST_BLOCKS = 1;
/** How long a count of the presence is good for. */
const PRESENCE_COUNT_MS = 2_000;

/** One lane's figures; `lanes` there are. */
export function waitFigures(event: EventState, open: OpenLane, lanes: number): WaitFigures {
  const { lane } = open;
  const permitted = permittedPerMinute(event, open);
  const recent = recentPerMinute(lane, permitted);
  return {
    nowServing: lane.nowServing,
    perMinute: brief(permitted),
    recentPerMinute: recent === null ? null : brief(recent),
    presence: toldPresence(event, lane, Math.max(LEAST_BLOCKS, Math.floor(MOST_BLOCKS / lanes))),
  };
}

/** In a full room as many are let in as leave, whatever the rate permits. */
function permittedPerMinute(event: EventState, { lane, perMinute }: OpenLane): number {
  const long = meanPerMinute(lane.grantsForLong);
  return event.intake.standstill === "full" && long !== null ? Math.min(perMinute, long) : perMinute;
}

/**
 * What was admitted for long, as far as the last minute and the permitted rate allow: where both say that it has changed, it has.
 * Null while there is no history.
 */
function recentPerMinute(lane: Lane, permitted: number): number | null {
  const recent = meanPerMinute(lane.grants);
  const long = meanPerMinute(lane.grantsForLong);
  if (recent === null || long === null || recent === 0) return recent;
  return Math.max(Math.min(recent, permitted), Math.min(Math.max(recent, permitted), long));
}

/** Share of those in line who leave it within a minute, over all lanes. */
export function leavingPerMinute(event: EventState): number {
  return Number(leavingShare([...event.lanes.values()]).toFixed(2));
}

/** Learns how far ranges of the wait are off. While nobody can say how long it will be, nothing is learned either. */
export function learnWaits(event: EventState): void {
  if (isHeld(event.intake)) return;
  const lanes = openLanes(event);
  for (const open of lanes) {
    if (isCallable(open.lane) && isLookDue(open.lane))
      followWaits(open.lane, waitFigures(event, open, lanes.length), event.waits, leavingPerMinute(event));
  }
}

/** Three digits: a rate is not known better, and sixteen lanes of seventeen digits take the snapshot over its 4 KB. */
function brief(rate: number): number {
  return Number(rate.toPrecision(3));
}

function toldPresence(event: EventState, lane: Lane, most: number): PresenceBlocks {
  const { liveMs } = event.clock;
  if (lane.toldPresence === null || liveMs - lane.toldPresence.atLiveMs > PRESENCE_COUNT_MS) {
    lane.toldPresence = { atLiveMs: liveMs, blocks: presenceBlocks(event.presence, lane, liveMs, most) };
  }
  return lane.toldPresence.blocks;
}
