/** What the organiser sees. */
import { mostWaiting } from "./bound.ts";
import { hasBegun, missingForReveal } from "./draw/draw.ts";
import { busiestSessions } from "./busy-sessions.ts";
import { letInRemaining, openLanes, turnMsOf, type EventState } from "./event.ts";
import { wallOf } from "./event-clock.ts";
import { isFlowing } from "./intake.ts";
import { oldestWaitSeconds, waitingOf, type Lane } from "./lane.ts";
import { decisionOf } from "./limit-event.ts";
import { countOf } from "./rate-history.ts";
import { fixedSettings, salePhase } from "./sale.ts";
import type { LiveFigures } from "./types.ts";

/** The event's figures as of its last step. */
export function figuresOf(event: EventState): LiveFigures {
  const { policy, intake } = event;
  const decision = decisionOf(event);
  return {
    atMs: wallOf(event.clock, event.clock.eventMs),
    doors: policy.doors,
    perMinute: isFlowing(intake) ? intake.ratePerSecond * 60 : 0,
    perMinuteReason:
      event.draw !== null && event.sale.waitsForDraw ? `the doors wait for the draw: ${missingForReveal(event.draw)}` : intake.reason,
    standstill: intake.standstill,
    maxActiveSessions: policy.maxActiveSessions,
    activeSessions: event.activeSessions,
    provisionalSessions: event.provisionalSessions,
    letInRemaining: letInRemaining(event),
    grantedLastMinute: countOf(event.grants),
    origin: event.origin,
    limiter: {
      phase: decision?.phase ?? null,
      targetSessions: decision?.targetSessions ?? null,
      sessions: decision?.sessions ?? null,
      shedLevel: decision?.shedLevel ?? 0,
      mostInFlight: decision?.originLimit?.mostInFlight ?? null,
    },
    phase: salePhase(event),
    drawBegun: event.draw !== null && hasBegun(event.draw),
    fixed: fixedSettings(event),
    drawWaits: event.sale.waitsForDraw,
    mostWaiting: mostWaiting(event),
    busySessions: busiestSessions(event.busySessions, event.clock.eventMs),
    lanes: openLanes(event).map(({ lane }) => ({
      id: lane.id,
      lastIssued: lane.issued,
      nowServing: lane.nowServing,
      waiting: waitingOf(lane),
      calledNotIn: calledNotIn(event, lane),
      recorded: lane.claims.size,
      noShowShare: lane.cohorts.length === 0 ? null : 1 - lane.share,
      oldestWaitSeconds: oldestWaitSeconds(lane, event.clock.eventMs),
      soldOut: lane.soldOut?.by ?? null,
      stock: lane.stock?.left ?? null,
    })),
  };
}

/** Called places whose turn is open and that have not claimed. */
function calledNotIn(event: EventState, lane: Lane): number {
  const since = turnMsOf(event, lane) - event.policy.claimSeconds * 1000;
  return lane.cohorts.reduce((sum, { open, calledTurnMs }) => (calledTurnMs > since ? sum + open : sum), 0);
}
