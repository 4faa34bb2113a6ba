/** The event's public state, small and the same for everybody. */
import { fullFor } from "./bound.ts";
import { DEFAULT_SESSION_LIMITS, heldSessions } from "./busy-sessions.ts";
import { frontPlaces } from "./hearing.ts";
import { drawLaneOf } from "./draw/draw.ts";
import { admitsAtOnce, hasLine, openLanes, turnMsOf, type EventState, type OpenLane } from "./event.ts";
import { wallOf } from "./event-clock.ts";
import { isFlowing } from "./intake.ts";
import { oldestWaitSeconds, type Lane } from "./lane.ts";
import { decisionOf } from "./limit-event.ts";
import { isBeforeOpening, saleSnapshot } from "./sale.ts";
import { tooLateFrom } from "./sold-out.ts";
import type { LaneSnapshot, Snapshot } from "./types.ts";
import { briefErrors } from "./wait-errors.ts";
import { leavingPerMinute, waitFigures } from "./wait-figures.ts";

/** Ends of turns told at most, over all lanes: the snapshot stays under 4 KB. */
const MOST_TURN_ENDS = 16;
const LEAST_TURN_ENDS = 1;

/** With more lanes than this the errors of waits are told in fewer words. */
const MANY_LANES = 8;

/** The snapshot as of the event's last step. */
export function snapshotOf(event: EventState): Snapshot {
  const { policy, intake } = event;
  const originLimit = decisionOf(event)?.originLimit ?? null;
  const lanes = openLanes(event);
  // No bound of the line concerns whoever need not stand in it.
  const queueing = !admitsAtOnce(event);
  const full = queueing ? fullFor(event) : null;
  const waits = lanes.map(({ lane }) => oldestWaitSeconds(lane, event.clock.eventMs)).filter((seconds) => seconds !== null);
  return {
    version: event.version,
    atMs: wallOf(event.clock, event.clock.eventMs),
    doors: policy.doors,
    queueing,
    passThrough: policy.doors === "off" && !isBeforeOpening(event) && (event.sale.phase === "closed" || !hasLine(event)),
    standstill: intake.standstill,
    perMinute: isFlowing(intake) ? intake.ratePerSecond * 60 : 0,
    message: policy.message,
    epoch: event.epoch,
    presenceSample: event.presence.sample,
    sessionSample: event.limiter?.table.sample ?? 1,
    shedLevel: decisionOf(event)?.shedLevel ?? 0,
    waitErrors: lanes.length > MANY_LANES ? briefErrors(event.waits.told) : event.waits.told,
    leaving: leavingPerMinute(event),
    lanes: lanes.map((open) => laneSnapshot(event, open, lanes.length)),
    ...saleSnapshot(event),
    ...(full === null ? {} : { full: { retryAfterSeconds: full } }),
    ...(waits.length === 0 ? {} : { oldestWaitSeconds: Math.max(...waits) }),
    ...(originLimit === null ? {} : { originLimit }),
    ...heldOf(event, lanes),
  };
}

function heldOf(event: EventState, lanes: readonly OpenLane[]): Pick<Snapshot, "held"> {
  const { busySessions, policy, clock } = event;
  const held = heldSessions(busySessions, policy.sessionLimits ?? DEFAULT_SESSION_LIMITS, clock.eventMs).flatMap(
    ([id, position, factor]) => {
      const index = lanes.findIndex(({ lane }) => lane.id === id);
      return index === -1 ? [] : [[index, position, factor] as const];
    },
  );
  return held.length === 0 ? {} : { held };
}

function laneSnapshot(event: EventState, open: OpenLane, lanes: number): LaneSnapshot {
  const { lane, mostPerMinute } = open;
  const tooLate = tooLateFrom(lane);
  const drawn = drawLaneOf(event.draw, lane.id);
  return {
    id: lane.id,
    issued: lane.issued,
    ...waitFigures(event, open, lanes),
    missedThrough: lane.missedThrough,
    spentThrough: lane.spentThrough,
    turnEnds: turnEnds(event, lane, Math.max(LEAST_TURN_ENDS, Math.floor(MOST_TURN_ENDS / lanes))),
    frontPlaces: frontPlaces(lane, mostPerMinute),
    ...(lane.soldOut === null ? {} : { soldOut: true as const }),
    ...(drawn === undefined ? {} : { draw: { base: drawn.base, size: drawn.size, key: drawn.key?.hex ?? null } }),
    ...(tooLate === null ? {} : { tooLateFrom: tooLate }),
  };
}

/** Cohorts whose turn is open, grouped to `most`; a group ends with its earliest, so that nobody is told too much time. */
function turnEnds(event: EventState, lane: Lane, most: number): (readonly [number, number])[] {
  const turnMs = turnMsOf(event, lane);
  const claimMs = event.policy.claimSeconds * 1000;
  const firstOpen = lane.cohorts.findIndex(({ calledTurnMs }) => turnMs - calledTurnMs < claimMs);
  if (firstOpen === -1) return [];
  const size = Math.ceil((lane.cohorts.length - firstOpen) / most);
  const wallNowMs = wallOf(event.clock, event.clock.eventMs);
  const ends: (readonly [number, number])[] = [];
  for (let index = firstOpen; index < lane.cohorts.length; index += size) {
    const first = lane.cohorts[index];
    const last = lane.cohorts[Math.min(index + size, lane.cohorts.length) - 1];
    if (first !== undefined && last !== undefined) ends.push([last.last, Math.round(wallNowMs + first.calledTurnMs + claimMs - turnMs)]);
  }
  return ends;
}
