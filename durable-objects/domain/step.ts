/** The event's one step: time passes, items are taken in order, intake is granted, the line is called on. */
import { noteBusy, forgetQuiet, DEFAULT_SESSION_LIMITS, type BusyRow } from "./busy-sessions.ts";
import { ageCohorts, callOn, learnShare, partOf, wantedClaims, type WantedClaims } from "./calling.ts";
import { countsForMean } from "./bound.ts";
import { createChanges, intakeNow, isCallable, letInRemaining, openLanes, turnMsOf, type Changes, type EventState } from "./event.ts";
import { advanceClock, GAP_MS, isAsked, wallOf, type Advance } from "./event-clock.ts";
import { fadeDepartures, grantRecorded, sweepSessions } from "./grants.ts";
import { ageHearing } from "./hearing.ts";
import { isFlowing, isHeld } from "./intake.ts";
import { resultOfClaim, takeItem } from "./items.ts";
import { cohortFact, placeFact } from "./journal.ts";
import { ageLane, ageVoided, isStanding } from "./lane.ts";
import { limitEvent, noteSamples } from "./limit-event.ts";
import type { OriginSample } from "./limiter/samples.ts";
import { noteRate } from "./mean-rate.ts";
import { addSums } from "./origin-sums.ts";
import { ageWatch, forgiveSilence, noteSeen } from "./presence.ts";
import { advanceHistory } from "./rate-history.ts";
import { isOpen } from "./sale.ts";
import { advanceSale } from "./sale-steps.ts";
import { noteStock, type StockReport } from "./sold-out.ts";
import { burstOf, cutTo, refill } from "./token-bucket.ts";
import { learnWaits } from "./wait-figures.ts";
import type { OriginSums, PresenceReport, VisitorItem, VisitorResult } from "./types.ts";

export interface StepInput {
  readonly items: readonly VisitorItem[];
  readonly presence: readonly PresenceReport[];
  /** Null where the report's sums were taken before. */
  readonly sums: OriginSums | null;
  /** What isolates measured; none where the report's were taken before. */
  readonly samples?: readonly OriginSample[];
  /** What the shop said is left to sell. */
  readonly stock?: readonly StockReport[];
  /** Sessions that asked for much of the origin; none where the report's were taken before. */
  readonly busy?: readonly BusyRow[];
  /** Nobody asks: time passes all the same. */
  readonly heartbeat?: true;
}

/** What a heartbeat brings. */
export const NOTHING: StepInput = { items: [], presence: [], sums: null, heartbeat: true };

export interface StepResult extends Changes {
  /** One for each item, in order. */
  readonly results: readonly VisitorResult[];
}

/** Takes one gate's report, or a heartbeat, at the wall clock's `wallMs`. */
export function step(event: EventState, input: StepInput, wallMs: number): StepResult {
  const changes = createChanges();
  noteSamples(event, input.samples ?? []);
  passTime(event, changes, wallMs);
  noteStock(event, changes, input.stock ?? []);
  if (input.heartbeat !== true) event.clock.askedMs = event.clock.eventMs;
  const taken = input.items.map((item) => takeItem(event, changes, item, wallMs));
  for (const { lane, positions } of input.presence) {
    const known = event.lanes.get(lane);
    if (known !== undefined) noteSeen(known, positions, event.presence.sample);
  }
  watchBusy(event, input.busy ?? []);
  if (input.sums !== null) event.origin = addSums(event.origin, input.sums);
  settle(event, changes);
  // A claim recorded in this step may have been granted in it.
  const results = taken.map((result, index) => resultOfClaim(event, changes, input.items[index] as VisitorItem, result));
  return { ...changes, results };
}

function watchBusy(event: EventState, rows: readonly BusyRow[]): void {
  const { sessionLimits = DEFAULT_SESSION_LIMITS } = event.policy;
  const isInside = (lane: string, position: number): boolean => event.lanes.get(lane)?.sessions.has(position) === true;
  noteBusy(event.busySessions, rows, sessionLimits, isInside, event.clock.eventMs);
  forgetQuiet(event.busySessions, sessionLimits, isInside, event.clock.eventMs);
}

/** Moves the clocks, mints, ages calls and looks after sessions. Every entry to the event starts with it. */
export function passTime(event: EventState, changes: Changes, wallMs: number): void {
  const { clock, policy } = event;
  const advance = advanceClock(clock, wallMs, { turns: event.intake.standstill !== null, sealed: policy.doors === "sealed" });
  noteClockTrouble(event, changes, advance);
  if (countsForMean(event)) noteRate(event.permitted, event.intake.ratePerSecond, advance.liveElapsedMs);
  refill(event.bucket, event.intake.ratePerSecond, burstOf(policy.burst, event.intake.expectedPerSecond), advance.elapsedMs);
  if (event.letIn.length > 0) event.letIn = event.letIn.filter(({ untilMs }) => untilMs > clock.eventMs);
  advanceHistory(event.grants, advance.elapsedMs);
  fadeDepartures(event, advance.elapsedMs);
  ageLanes(event, changes, advance);
  if (clock.eventMs - clock.askedMs > GAP_MS) forgiveSilence(event.presence, clock.liveMs);
  ageWatch(event.presence, [...event.lanes.values()], clock.liveMs);
  event.recentJoins.forget(clock.liveMs);
  const wallNowMs = wallOf(clock, clock.eventMs);
  event.usedInvites.forget(wallNowMs);
  const kept = event.ended.findIndex(({ forgetAtMs }) => forgetAtMs > wallNowMs);
  if (kept !== 0) event.ended.splice(0, kept === -1 ? event.ended.length : kept);
  sweepSessions(event, changes);
  advanceSale(event, changes, advance);
  limitEvent(event, changes);
  event.intake = intakeNow(event);
}

/** Audits gaps and a clock set back. After the latter every pass is asked for anew: those given in the time that is taken back would be good for too long. */
function noteClockTrouble(event: EventState, changes: Changes, { elapsedMs, steppedBackMs, gap }: Advance): void {
  if (steppedBackMs > 0) {
    event.epoch++;
    changes.audits.push(`the clock was set back by ${Math.round(steppedBackMs / 1000)} s; deadlines shifted with it`);
  }
  if (gap && event.activeSessions > 0) changes.audits.push(`no call for ${Math.round(elapsedMs / 1000)} s; turns stood still meanwhile`);
}

function ageLanes(event: EventState, changes: Changes, advance: Advance): void {
  const { policy, clock } = event;
  for (const { lane, mostPerMinute } of openLanes(event)) {
    // Who is called in a lane that is sold out has nothing to claim, so its turns wait until it reopens.
    if (lane.soldOut !== null) lane.awayTurnMs += advance.turnElapsedMs;
    const turnMs = turnMsOf(event, lane);
    ageCohorts(lane, clock.unsealedMs, policy.claimSeconds);
    ageLane(lane, turnMs, policy);
    for (const position of ageVoided(lane, turnMs, policy)) changes.facts.push(placeFact(lane, position));
    ageHearing(lane, mostPerMinute, clock.unsealedMs);
    // What is let in in a time the organiser has stopped says nothing of the rate to come.
    if (isStanding(lane) && !isHeld(event.intake)) {
      advanceHistory(lane.grants, advance.liveElapsedMs);
      advanceHistory(lane.grantsForLong, advance.liveElapsedMs);
    }
  }
  if (event.lanes.size === policy.lanes.length) return;
  // Who stands in a lane that the policy leaves out cannot claim, so its turns wait for it.
  for (const lane of event.lanes.values()) {
    if (!policy.lanes.some(({ id }) => id === lane.id)) lane.awayTurnMs += advance.turnElapsedMs;
  }
}

/** Grants, calls on, and notes how things stand. Every entry to the event ends with it. */
export function settle(event: EventState, changes: Changes): void {
  event.intake = intakeNow(event);
  cutTo(event.bucket, burstOf(event.policy.burst, event.intake.expectedPerSecond));
  grantRecorded(event, changes);
  event.intake = intakeNow(event);
  callLanes(event, changes);
  learnWaits(event);
  event.version = Math.max(event.version + 1, Math.floor(event.clock.eventMs));
}

/** Splits the wanted claims by share over the lanes in which somebody waits, and calls each on. */
function callLanes(event: EventState, changes: Changes): void {
  const lanes = openLanes(event);
  for (const { lane } of lanes) learnShare(lane, event.clock.unsealedMs);
  // Whom nobody can reach must not be called: all of them would miss their turns, or all come at once.
  if (!isOpen(event) || event.policy.doors === "sealed" || !isAsked(event.clock)) return;
  const hungry = lanes.filter(({ lane }) => isCallable(lane));
  if (hungry.length === 0) return;
  const wanted = wantedOf(event);
  // Lanes with nobody uncalled take their share of intake as far as their recorded claims go; the rest flows on.
  const onSale = lanes.filter(({ lane }) => lane.soldOut === null);
  const allShares = onSale.reduce((sum, { lane, share }) => sum + (isStanding(lane) ? share : 0), 0);
  const taken = onSale.reduce((sum, { lane, share }) => {
    return isCallable(lane) ? sum : sum + Math.min(lane.claims.size, (wanted.soon * share) / allShares);
  }, 0);
  const left: WantedClaims = { ...wanted, soon: wanted.soon - taken, all: wanted.all - taken };
  const shares = hungry.reduce((sum, { share }) => sum + share, 0);
  for (const { lane, share } of hungry) {
    const called = callOn(lane, partOf(left, share / shares), event.policy.claimSeconds, event.clock.unsealedMs, turnMsOf(event, lane));
    for (const cohort of called) changes.facts.push(cohortFact(lane, cohort));
  }
}

function wantedOf(event: EventState): WantedClaims {
  return wantedClaims({
    tokens: event.bucket.tokens,
    ratePerSecond: event.intake.expectedPerSecond,
    freeSlots: event.policy.maxActiveSessions - event.activeSessions,
    departuresPerSecond: event.departuresPerSecond,
    letIn: letInRemaining(event),
    stopped: !isFlowing(event.intake),
    claimSeconds: event.policy.claimSeconds,
  });
}
