/** The event's public state, small and the same for everybody. */
import { admitsAtOnce, hasLine, openLanes, type EventState } from "./event.ts";
import { wallOf } from "./event-clock.ts";
import type { Lane } from "./lane.ts";
import { presenceBlocks, type PresenceBlocks } from "./presence.ts";
import { recentPerMinute } from "./rate-history.ts";
import type { LaneSnapshot, Snapshot } from "./types.ts";

/** Ends of turns told at most, over all lanes: the snapshot stays under 4 KB. */
const MOST_TURN_ENDS = 16;
const LEAST_TURN_ENDS = 2;
/** How long a count of the presence is good for. */
const PRESENCE_COUNT_MS = 2_000;
/** Presence blocks told at most, over all lanes. */
const MOST_BLOCKS = 32;

/** The snapshot as of the event's last step. */
export function snapshotOf(event: EventState): Snapshot {
  const lanes = openLanes(event);
  const { standstill, ratePerSecond, expectedPerSecond } = event.intake;
  const admitting = standstill === null || standstill === "full";
  return {
    version: event.version,
    atMs: wallOf(event.clock, event.clock.eventMs),
    doors: event.policy.doors,
    queueing: !admitsAtOnce(event),
    passThrough: event.policy.doors === "off" && !hasLine(event),
    standstill,
    perMinute: admitting ? ratePerSecond * 60 : 0,
    message: event.policy.message,
    epoch: event.epoch,
    presenceSample: Math.max(1, ...lanes.map(({ lane }) => lane.presence.sample)),
    lanes: lanes.map(({ lane, share }) => laneSnapshot(event, lane, expectedPerSecond * 60 * shareOf(lanes, lane, share), lanes.length)),
  };
}

/** The lane's part of the rate: its share among the lanes in which somebody waits. */
function shareOf(lanes: readonly { readonly lane: Lane; readonly share: number }[], lane: Lane, share: number): number {
  const others = lanes.filter((other) => other.lane === lane || other.lane.issued > other.lane.nowServing);
  return share / others.reduce((sum, other) => sum + other.share, 0);
}

function laneSnapshot(event: EventState, lane: Lane, perMinute: number, lanes: number): LaneSnapshot {
  const recent = recentPerMinute(lane.history);
  return {
    id: lane.id,
    issued: lane.issued,
    nowServing: lane.nowServing,
    missedThrough: lane.missedThrough,
    spentThrough: lane.spentThrough,
    turnEnds: turnEnds(event, lane, Math.max(LEAST_TURN_ENDS, Math.floor(MOST_TURN_ENDS / lanes))),
    perMinute: brief(perMinute),
    recentPerMinute: recent === null ? null : brief(recent),
    presence: toldPresence(event, lane, Math.max(2, Math.floor(MOST_BLOCKS / lanes))),
  };
}

/** Five digits: a rate is not known better, and sixteen lanes of seventeen digits take the snapshot over its 4 KB. */
function brief(value: number): number {
  return Number(value.toPrecision(5));
}

/** Cohorts whose turn is open, grouped to `most`; a group ends with its earliest, so that nobody is told too much time. */
function turnEnds(event: EventState, lane: Lane, most: number): (readonly [number, number])[] {
  const claimMs = event.policy.claimSeconds * 1000;
  const open = lane.cohorts.filter((cohort) => event.clock.turnMs - cohort.calledTurnMs < claimMs);
  const size = Math.max(1, Math.ceil(open.length / most));
  const ends: (readonly [number, number])[] = [];
  for (let index = 0; index < open.length; index += size) {
    const group = open.slice(index, index + size);
    const first = group[0];
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    const left = first.calledTurnMs + claimMs - event.clock.turnMs;
    ends.push([last.last, Math.round(wallOf(event.clock, event.clock.eventMs) + left)]);
  }
  return ends;
}

function toldPresence(event: EventState, lane: Lane, most: number): PresenceBlocks {
  const { liveMs } = event.clock;
  if (lane.toldPresence === null || liveMs - lane.toldPresence.atLiveMs > PRESENCE_COUNT_MS) {
    lane.toldPresence = { atLiveMs: liveMs, blocks: presenceBlocks(lane.presence, lane.nowServing, lane.issued, liveMs, most) };
  }
  return lane.toldPresence.blocks;
}
