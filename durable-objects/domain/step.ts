/** The event's one step: time passes, items are taken in order, intake is granted, the line is called on. */
import { callOn, ageCohorts, wantedClaims, type CallingInput } from "./calling.ts";
import { createChanges, letInRemaining, openLanes, type Changes, type EventState } from "./event.ts";
import { advanceClock, wallOf } from "./event-clock.ts";
import { fadeDepartures, grantRecorded, sweepSessions } from "./grants.ts";
import { permittedIntake } from "./intake.ts";
import { takeItem, resultOfClaim } from "./items.ts";
import { cohortFact, placeFact } from "./journal.ts";
import { ageLane, waitingOf, type Lane } from "./lane.ts";
import { PLACE } from "./place-states.ts";
import { addSums } from "./origin-sums.ts";
import { agePresence, notePresence } from "./presence.ts";
import { advanceHistory } from "./rate-history.ts";
import { burstOf, refill } from "./token-bucket.ts";
import type { OriginSums, PresenceReport, VisitorItem, VisitorResult } from "./types.ts";

/** How often voided grants are looked through. */
const TURN_LOOK_MS = 5_000;

export interface StepInput {
  readonly items: readonly VisitorItem[];
  readonly presence: readonly PresenceReport[];
  /** Null where the report's sums were taken before. */
  readonly sums: OriginSums | null;
}

export const NOTHING: StepInput = { items: [], presence: [], sums: null };

export interface StepResult extends Changes {
  /** One for each item, in order. */
  readonly results: readonly VisitorResult[];
}

/** Takes one gate's report (or nothing) at the wall clock's `wallMs`. */
export function step(event: EventState, input: StepInput, wallMs: number): StepResult {
  const changes = createChanges();
  passTime(event, changes, wallMs);
  const taken = input.items.map((item) => takeItem(event, changes, item, wallMs));
  for (const { lane, positions } of input.presence) {
    const known = event.lanes.get(lane);
    if (known !== undefined) notePresence(known.presence, positions, known.nowServing, known.issued);
  }
  if (input.sums !== null) event.origin = addSums(event.origin, input.sums);
  settle(event, changes);
  // A claim recorded in this step may have been granted in it.
  const results = taken.map((result, index) => resultOfClaim(event, input.items[index] as VisitorItem, result));
  return { ...changes, results };
}

/** Moves the clocks, mints, ages calls and looks after sessions. Every entry to the event starts with it. */
export function passTime(event: EventState, changes: Changes, wallMs: number): void {
  const standing = { turns: event.intake.standstill !== null, sealed: event.policy.doors === "sealed" };
  const lookBefore = Math.floor(event.clock.eventMs / TURN_LOOK_MS);
  const { elapsedMs, liveElapsedMs, steppedBackMs, gap } = advanceClock(event.clock, wallMs, standing);
  if (steppedBackMs > 0) changes.audits.push(`the clock was set back by ${Math.round(steppedBackMs / 1000)} s; deadlines shifted with it`);
  if (gap && event.activeSessions > 0) changes.audits.push(`no call for ${Math.round(elapsedMs / 1000)} s; turns stood still meanwhile`);
  refill(event.bucket, event.intake.ratePerSecond, burstOf(event.policy.burst, event.intake.expectedPerSecond), elapsedMs);
  event.letIn = event.letIn.filter(({ untilMs }) => untilMs > event.clock.eventMs);
  fadeDepartures(event, elapsedMs);
  for (const lane of event.lanes.values()) {
    ageCohorts(lane, event.clock.liveMs, liveElapsedMs, event.policy.claimSeconds);
    ageLane(lane, event.clock.turnMs, event.policy);
    if (Math.floor(event.clock.eventMs / TURN_LOOK_MS) !== lookBefore) ageTurns(event, changes, lane);
    if (waitingOf(lane) > 0 || lane.recordedCount > 0) advanceHistory(lane.history, liveElapsedMs);
    agePresence(lane.presence, lane.nowServing, lane.issued, event.clock.liveMs);
  }
  event.recentJoins.forget(event.clock.eventMs);
  const wallNow = wallOf(event.clock, event.clock.eventMs);
  while (event.ended[0] !== undefined && event.ended[0].forgetAtMs < wallNow) event.ended.shift();
  sweepSessions(event, changes);
  event.intake = permittedIntake(event.policy, event.activeSessions, event.limit);
}

/** Grants and calls until nothing moves, and notes how things stand. Every entry to the event ends with it. */
export function settle(event: EventState, changes: Changes): void {
  event.intake = permittedIntake(event.policy, event.activeSessions, event.limit);
  grantRecorded(event, changes);
  event.intake = permittedIntake(event.policy, event.activeSessions, event.limit);
  callLanes(event, changes);
  event.version = Math.max(event.version + 1, Math.floor(event.clock.eventMs));
}

/** Splits the wanted claims by share over the lanes that can use them, and calls each on. */
function callLanes(event: EventState, changes: Changes): void {
  if (event.policy.doors === "sealed") return;
  const input = callingInput(event);
  const wanted = wantedClaims(input);
  const able = openLanes(event).filter(({ lane }) => waitingOf(lane) > 0 || lane.recordedCount > 0 || lane.cohorts.some(({ open }) => open > 0));
  const shares = able.reduce((sum, { share }) => sum + share, 0);
  // Shares of lanes with nobody uncalled flow on: what they do not want is split among those that do.
  const idle = able.filter(({ lane }) => waitingOf(lane) === 0);
  const kept = idle.reduce((sum, { lane, share }) => sum + Math.min(lane.recordedCount, (wanted * share) / shares), 0);
  const hungry = able.filter(({ lane }) => waitingOf(lane) > 0);
  const hungryShares = hungry.reduce((sum, { share }) => sum + share, 0);
  for (const { lane, share } of hungry) {
    const cohort = callOn(lane, ((wanted - kept) * share) / hungryShares, input);
    const called = cohort === null ? undefined : lane.cohorts.at(-1);
    if (called !== undefined) changes.facts.push(cohortFact(lane, called));
  }
}

function callingInput(event: EventState): CallingInput {
  const { standstill, expectedPerSecond } = event.intake;
  return {
    tokens: event.bucket.tokens,
    ratePerSecond: expectedPerSecond,
    freeSlots: event.policy.maxActiveSessions - event.activeSessions,
    departuresPerSecond: event.departuresPerSecond,
    letIn: letInRemaining(event),
    stopped: standstill === "stopped" || standstill === "paused",
    claimSeconds: event.policy.claimSeconds,
    liveMs: event.clock.liveMs,
    turnMs: event.clock.turnMs,
  };
}

/** Voided grants whose late time is over become spent. */
function ageTurns(event: EventState, changes: Changes, lane: Lane): void {
  const lateMs = event.policy.lateSeconds * 1000;
  for (const [position, turn] of lane.turns) {
    if (turn.missedAtTurnMs === null) continue;
    // Entries are in order of their voiding: the first one that is not over ends the look.
    if (event.clock.turnMs - turn.missedAtTurnMs < lateMs) break;
    lane.turns.delete(position);
    lane.states.set(position, PLACE.spent);
    changes.facts.push(placeFact(lane, position));
  }
}
