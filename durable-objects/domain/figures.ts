/** What the organiser sees. */
import { letInRemaining, openLanes, type EventState } from "./event.ts";
import { wallOf } from "./event-clock.ts";
import { oldestWaitSeconds, waitingOf } from "./lane.ts";
import { recentPerMinute } from "./rate-history.ts";
import { chanceByAge } from "./show-up.ts";
import type { LiveFigures } from "./types.ts";

/** The event's figures as of its last step. */
export function figuresOf(event: EventState): LiveFigures {
  const { standstill, ratePerSecond, reason } = event.intake;
  const admitting = standstill === null || standstill === "full";
  return {
    atMs: wallOf(event.clock, event.clock.eventMs),
    doors: event.policy.doors,
    perMinute: admitting ? ratePerSecond * 60 : 0,
    perMinuteReason: reason,
    standstill,
    maxActiveSessions: event.policy.maxActiveSessions,
    activeSessions: event.activeSessions,
    provisionalSessions: event.provisionalSessions,
    letInRemaining: letInRemaining(event),
    grantedLastMinute: openLanes(event).reduce((sum, { lane }) => sum + (recentPerMinute(lane.history) ?? 0), 0),
    origin: event.origin,
    lanes: openLanes(event).map(({ lane }) => ({
      id: lane.id,
      lastIssued: lane.issued,
      nowServing: lane.nowServing,
      waiting: waitingOf(lane),
      calledNotIn: lane.cohorts.reduce((sum, { open }) => sum + open, 0),
      recorded: lane.recordedCount,
      noShowShare: lane.nowServing === 0 ? null : 1 - chanceByAge(lane.showUp, event.policy.claimSeconds * 1000)(0),
      oldestWaitSeconds: oldestWaitSeconds(lane, event.clock.eventMs),
    })),
  };
}
