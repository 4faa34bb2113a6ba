/**
 * The state of one event's line, in memory. Only the pure functions of this folder change it; they return what changed
 * as facts, and the shell stores those in one transaction. If storing fails the shell throws this state away
 * and restores it, so memory never runs ahead of storage.
 */
import type { Draw } from "./draw/draw.ts";
import { createBusySessions, type BusySessions } from "./busy-sessions.ts";
import { createClock, type EventClock } from "./event-clock.ts";
import { startHearing } from "./hearing.ts";
import { permittedIntake, type Intake, type Limit } from "./intake.ts";
import type { Fact } from "./journal.ts";
import type { Limiter } from "./limiter/state.ts";
import { isStanding, laneNamed, waitingOf, type Lane } from "./lane.ts";
import { createMeanRate, type MeanRate } from "./mean-rate.ts";
import { MinHeap } from "./min-heap.ts";
import { NO_SUMS } from "./origin-sums.ts";
import { createWatch, type PresenceWatch } from "./presence.ts";
import { createRateHistory, type RateHistory } from "./rate-history.ts";
import { RecentJoins, type RecentJoin } from "./recent-joins.ts";
import { createSale, isOpen, type Sale } from "./sale.ts";
import { burstOf, hasToken, type TokenBucket } from "./token-bucket.ts";
import type { EndedSession, EventPolicy, OriginSums } from "./types.ts";
import { UsedInvites } from "./used-invites.ts";
import { createLearnedWaits, type LearnedWaits } from "./wait-errors.ts";

/** A session to look at when its time may be over. */
export interface Look {
  readonly lane: Lane;
  readonly position: number;
}

export interface EventState {
  policy: EventPolicy;
  readonly clock: EventClock;
  readonly sale: Sale;
  /** Null = places are given in the order of arrival. */
  draw: Draw | null;
  readonly bucket: TokenBucket;
  /** Grants beside the bucket, with the event time at which they lapse. */
  letIn: { count: number; readonly untilMs: number }[];
  version: number;
  epoch: number;
  endedSequence: number;
  /** Virtual time of the fair share between lanes. */
  virtualTime: number;
  /** Every lane there ever was: one that the policy leaves out keeps its places. */
  readonly lanes: Map<string, Lane>;
  readonly recentJoins: RecentJoins;
  readonly usedInvites: UsedInvites;
  /** Ended sessions whose passes have not expired, by sequence. */
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
  /** All grants, for the figures. */
  readonly grants: RateHistory;
  /** What was permitted in the last minutes; memory only, learned anew after a restart. */
  readonly permitted: MeanRate;
  readonly presence: PresenceWatch;
  /** Sessions that ask for much of the origin; memory only. */
  readonly busySessions: BusySessions;
  /** What was learned of the ranges of the wait, over all lanes: they share one intake. */
  waits: LearnedWaits;
  /** Measures the origin; null = nothing does. */
  limiter: Limiter | null;
  /** What the limiter permits since its last decision. Null = nothing limits but the organiser's rate. */
  limit: Limit | null;
  /** What has held since the last step. */
  intake: Intake;
  /** Sums of everything measured since the object started. */
  origin: OriginSums;
  /** Last sequence taken of each gate, with the event time of its last call. */
  readonly gates: Map<string, { sequence: number; seenMs: number }>;
}

/** What a step changed beyond the summary; the shell writes it. */
export interface Changes {
  readonly facts: Fact[];
  readonly joins: RecentJoin[];
  /** Leaves of the numbers given, in order. */
  readonly leaves: { readonly lane: string; readonly number: number; readonly leaf: Uint8Array }[];
  /** Things the audit log must hold, in words. */
  readonly audits: string[];
}

/** No changes yet. */
export function createChanges(): Changes {
  return { facts: [], joins: [], leaves: [], audits: [] };
}

/** Whether there is nothing of them to keep. */
export function isNothing({ facts, joins, leaves, audits }: Changes): boolean {
  return facts.length === 0 && joins.length === 0 && leaves.length === 0 && audits.length === 0;
}

/** A new event with an empty line. */
export function createEvent(policy: EventPolicy, wallMs: number): EventState {
  const sale = createSale(policy, wallMs);
  const event: EventState = {
    policy,
    clock: createClock(wallMs),
    sale,
    draw: null,
    bucket: { tokens: burstOf(policy.burst, policy.perMinute / 60) },
    letIn: [],
    version: Math.floor(wallMs),
    epoch: 0,
    endedSequence: 0,
    virtualTime: 0,
    lanes: new Map(),
    recentJoins: new RecentJoins(),
    usedInvites: new UsedInvites(),
    ended: [],
    looks: new MinHeap(),
    activeSessions: 0,
    provisionalSessions: 0,
    granted: 0,
    oneStepByNetwork: new Map(),
    departuresPerSecond: 0,
    grants: createRateHistory(),
    permitted: createMeanRate(),
    presence: createWatch(0),
    busySessions: createBusySessions(),
    waits: createLearnedWaits(),
    limiter: null,
    limit: null,
    intake: permittedIntake(policy, 0, null, sale.phase),
    origin: NO_SUMS,
    gates: new Map(),
  };
  openNewLanes(event);
  return event;
}

/** What is permitted as things stand. */
export function intakeNow({ policy, activeSessions, limit, sale }: EventState): Intake {
  return permittedIntake(policy, activeSessions, limit, sale.phase);
}

/** Makes the policy's lanes that are not there yet. */
export function openNewLanes(event: EventState): void {
  const isNew = event.policy.lanes.filter(({ id }) => !event.lanes.has(id)).map(({ id }) => laneNamed(event.lanes, id));
  for (const open of openLanes(event)) if (isNew.includes(open.lane)) startHearing(open.lane, open.mostPerMinute, event.clock.unsealedMs);
}

/** A lane of the policy, its weight, and the rate it may expect: its share among the lanes in which somebody waits. */
export interface OpenLane {
  readonly lane: Lane;
  readonly share: number;
  /** Admissions a minute once nothing stands still. */
  readonly perMinute: number;
  /** The most it may come to: a limiter's rate can be back at the organiser's within seconds. */
  readonly mostPerMinute: number;
}

/** The lanes of the policy, in its order. */
export function openLanes(event: EventState): OpenLane[] {
  const lanes = event.policy.lanes.map(({ id, share }) => ({ lane: laneNamed(event.lanes, id), share }));
  const shares = lanes.reduce((sum, { lane, share }) => sum + (isCallable(lane) ? share : 0), 0);
  return lanes.map(({ lane, share }) => {
    const part = share / (isCallable(lane) ? shares : shares + share);
    return { lane, share, perMinute: event.intake.expectedPerSecond * 60 * part, mostPerMinute: event.policy.perMinute * part };
  });
}

/** Whether somebody in this lane waits for the call and may get it. */
export function isCallable(lane: Lane): boolean {
  return lane.soldOut === null && waitingOf(lane) > 0;
}

/** The policy's lane of that name, or undefined. */
export function openLaneNamed(event: EventState, id: string): Lane | undefined {
  return event.policy.lanes.some((lane) => lane.id === id) ? event.lanes.get(id) : undefined;
}

/** Whether places in this lane are given for an invite only. */
export function isByInvite(event: EventState, { id }: Lane): boolean {
  return event.policy.lanes.some((lane) => lane.id === id && lane.invite === true);
}

/** A lane's own turn clock: the event's, without the time in which the policy did not have the lane. */
export function turnMsOf(event: EventState, lane: Lane): number {
  return event.clock.turnMs - lane.awayTurnMs;
}

/** Whether anybody waits for intake: an uncalled place or a recorded claim, in any lane that is not sold out. */
export function hasLine(event: EventState): boolean {
  return event.policy.lanes.some(({ id }) => {
    const lane = event.lanes.get(id);
    return lane !== undefined && lane.soldOut === null && isStanding(lane);
  });
}

/** Whether a newcomer would be admitted at once. */
export function admitsAtOnce(event: EventState): boolean {
  const { doors, maxActiveSessions } = event.policy;
  if (!isOpen(event) || (doors !== "auto" && doors !== "off")) return false;
  return event.intake.standstill === null && event.activeSessions < maxActiveSessions && hasToken(event.bucket) && !hasLine(event);
}

/** Grants left of what was let in beside the bucket. */
export function letInRemaining(event: EventState): number {
  return event.letIn.reduce((sum, { count }) => sum + count, 0);
}

/** A line that nobody has asked about for this long is abandoned; the next call goes on with it. */
const ABANDONED_MS = 600_000;

/** Whether anything has to be looked at even if nobody asks: the heartbeat's condition. */
export function isBusy(event: EventState): boolean {
  if (event.activeSessions > 0) return true;
  if (event.clock.eventMs - event.clock.askedMs > ABANDONED_MS) return false;
  return [...event.lanes.values()].some((lane) => isStanding(lane) || lane.cohorts.length > 0 || lane.voided.size > 0);
}
