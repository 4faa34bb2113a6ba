/** What the ranges of the wait are computed from, in the event and by everybody else alike. */
import { openLanes, type EventState, type OpenLane } from "./event.ts";
import { isHeld } from "./intake.ts";
import type { Lane } from "./lane.ts";
import { leavingShare, presenceBlocks, type PresenceBlocks } from "./presence.ts";
import { meanPerMinute } from "./rate-history.ts";
import { followWaits, isLookDue } from "./wait-probes.ts";
import type { WaitFigures } from "./wait.ts";

/** Presence blocks told at most, over all lanes. */
const MOST_BLOCKS = 32;
const LEAST_BLOCKS = 1;
/** How long a count of the presence is good for. */
const PRESENCE_COUNT_MS = 2_000;

/** One lane's figures; `lanes` there are. */
export function waitFigures(event: EventState, { lane, perMinute }: OpenLane, lanes: number): WaitFigures {
  const long = meanPerMinute(lane.grantsForLong);
  const isFull = event.intake.standstill === "full" && long !== null;
  return {
    nowServing: lane.nowServing,
    // In a full room as many are let in as leave, whatever the rate permits.
    perMinute: brief(isFull ? Math.min(perMinute, long) : perMinute),
    recentPerMinute: brief(meanPerMinute(lane.grants)),
    longPerMinute: brief(long),
    leavingPerMinute: Number(leavingShare(lane).toFixed(3)),
    presence: toldPresence(event, lane, Math.max(LEAST_BLOCKS, Math.floor(MOST_BLOCKS / lanes))),
  };
}

/** Learns how far ranges of the wait are off. While the doors are held none is told, and none is learned from. */
export function learnWaits(event: EventState): void {
  if (isHeld(event.intake)) return;
  const lanes = openLanes(event);
  for (const open of lanes) if (isLookDue(open.lane)) followWaits(open.lane, waitFigures(event, open, lanes.length), event.waits);
}

/** Five digits: a rate is not known better, and sixteen lanes of seventeen digits take the snapshot over its 4 KB. */
function brief<Rate extends number | null>(rate: Rate): Rate {
  return (rate === null ? null : Number(rate.toPrecision(5))) as Rate;
}

function toldPresence(event: EventState, lane: Lane, most: number): PresenceBlocks {
  const { liveMs } = event.clock;
  if (lane.toldPresence === null || liveMs - lane.toldPresence.atLiveMs > PRESENCE_COUNT_MS) {
    lane.toldPresence = { atLiveMs: liveMs, blocks: presenceBlocks(event.presence, lane, liveMs, most) };
  }
  return lane.toldPresence.blocks;
}
