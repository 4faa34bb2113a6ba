/**
 * The state of one event's line, in memory. Only the pure functions of this folder change it; they return what changed
 * as facts, and the shell stores those in one transaction. If storing fails the shell throws this state away
 * and restores it, so memory never runs ahead of storage.
 */
import { createClock, type EventClock } from "./event-clock.ts";
import { permittedIntake, type Intake, type Limit } from "./intake.ts";
import { laneNamed, type Fact } from "./journal.ts";
import { waitingOf, type Lane } from "./lane.ts";
import { MinHeap } from "./min-heap.ts";
import { RecentJoins, type RecentJoin } from "./recent-joins.ts";
import { burstOf, hasToken, type TokenBucket } from "./token-bucket.ts";
import { NO_SUMS } from "./origin-sums.ts";
import type { GateSeen } from "./pacing.ts";
import type { EndedSession, EventPolicy, OriginSums } from "./types.ts";
import { startPresence } from "./presence.ts";

/** A session to look at when its time may be over. */
export interface Look {
  readonly lane: Lane;
  readonly position: number;
}

export interface EventState {
  policy: EventPolicy;
  readonly clock: EventClock;
  readonly bucket: TokenBucket;
  /** Grants beside the bucket, with the event time at which they lapse. */
  letIn: { count: number; readonly untilMs: number }[];
  version: number;
  epoch: number;
  endedSequence: number;
  readonly lanes: Map<string, Lane>;
  readonly recentJoins: RecentJoins;
  /** Ended sessions whose passes have not expired, oldest first. */
  ended: EndedSession[];
  readonly looks: MinHeap<Look>;
  /** All sessions counted, over all lanes. */
  activeSessions: number;
  provisionalSessions: number;
  /** Sessions granted since the object started; the limiter compares it with what arrives at the origin. */
  granted: number;
  /** Unconfirmed one-step admissions by keyed network; memory only. */
  readonly oneStepByNetwork: Map<string, number>;
  /** Sessions that end a second, smoothed. */
  departuresPerSecond: number;
  /** What the limiter permits; the shell sets it before a step. Null = nothing limits but the organiser's rate. */
  limit: Limit | null;
  /** What has held since the last step. */
  intake: Intake;
  /** Sums of everything measured since the object started. */
  origin: OriginSums;
  /** Last sequence taken of each gate, with the event time of its last call. */
  readonly gates: Map<string, GateSeen>;
}

/** What a step changed beyond the summary; the shell writes it. */
export interface Changes {
  readonly facts: Fact[];
  readonly joins: RecentJoin[];
  /** Things the audit log must hold, in words. */
  readonly audits: string[];
}

/** No changes yet. */
export function createChanges(): Changes {
  return { facts: [], joins: [], audits: [] };
}

/** A new event with an empty line. */
export function createEvent(policy: EventPolicy, wallMs: number): EventState {
  const lanes = new Map<string, Lane>();
  for (const { id } of policy.lanes) startPresence(laneNamed(lanes, id).presence, 0);
  return {
    policy,
    clock: createClock(wallMs),
    bucket: { tokens: burstOf(policy.burst, policy.perMinute / 60) },
    letIn: [],
    version: wallMs,
    epoch: 0,
    endedSequence: 0,
    lanes,
    recentJoins: new RecentJoins(),
    ended: [],
    looks: new MinHeap(),
    activeSessions: 0,
    provisionalSessions: 0,
    granted: 0,
    oneStepByNetwork: new Map(),
    departuresPerSecond: 0,
    limit: null,
    intake: permittedIntake(policy, 0, null),
    origin: NO_SUMS,
    gates: new Map(),
  };
}

/** The lanes of the policy, in its order, with their shares. */
export function openLanes(event: EventState): { readonly lane: Lane; readonly share: number }[] {
  return event.policy.lanes.map(({ id, share }) => ({ lane: laneNamed(event.lanes, id), share }));
}

/** Whether anybody waits: an uncalled place or a recorded claim, in any lane. */
export function hasLine(event: EventState): boolean {
  return event.policy.lanes.some(({ id }) => {
    const lane = event.lanes.get(id);
    return lane !== undefined && (waitingOf(lane) > 0 || lane.recordedCount > 0);
  });
}

/** Whether a newcomer would be admitted at once. */
export function admitsAtOnce(event: EventState): boolean {
  const { doors } = event.policy;
  return (doors === "auto" || doors === "off") && event.intake.standstill === null && hasToken(event.bucket) && !hasLine(event);
}

/** Grants left of what was let in beside the bucket. */
export function letInRemaining(event: EventState): number {
  return event.letIn.reduce((sum, { count }) => sum + count, 0);
}

/** Whether anything has to be looked at even if nobody asks: the heartbeat's condition. */
export function isBusy(event: EventState): boolean {
  return event.activeSessions > 0 || hasLine(event) || [...event.lanes.values()].some((lane) => lane.cohorts.length > 0 || lane.turns.size > 0);
}
