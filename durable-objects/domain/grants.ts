/** Sessions come and go: grant, confirm, void, end. Each keeps the counts, the states and the facts together. */
import { letInRemaining, openLanes, turnMsOf, type Changes, type EventState } from "./event.ts";
import { isAsked, wallOf } from "./event-clock.ts";
import { chargeLane, nextLane } from "./fair-share.ts";
import { enterFrom } from "./generations.ts";
import { isFlowing } from "./intake.ts";
import { placeFact, sessionFact } from "./journal.ts";
import { isOpen } from "./sale.ts";
import { takeLowestClaim, type Lane } from "./lane.ts";
import { PLACE } from "./place-states.ts";
import { noteCount } from "./rate-history.ts";
import {
  hasExpired,
  hasLapsed,
  isAlive,
  isPaying,
  isRefillable,
  MARGIN_MS,
  nextLookMs,
  passExpiryMs,
  renewSession,
  startSession,
  type Session,
} from "./sessions.ts";
import { burstOf, hasToken, takeToken } from "./token-bucket.ts";
import type { ClaimItem, SessionView, VisitorResult } from "./types.ts";

/** While anybody asks, a gate calls at least this often. */
const LONGEST_CALL_GAP_MS = 1_500;
/** Departures are smoothed over this time. */
const DEPARTURE_MS = 30_000;

/** The session as its pass tells it. */
export function viewSession(event: EventState, lane: Lane, session: Session): SessionView {
  return {
    lane: lane.id,
    position: session.position,
    grantedAtMs: wallOf(event.clock, session.grantedAtMs),
    expiresAtMs: wallOf(event.clock, passExpiryMs(session, event.clock)),
    provisional: session.provisionalUntilMs !== null,
    epoch: event.epoch,
    ...(session.generation === 0 ? {} : { generation: session.generation }),
  };
}

/** A claim on a living session: its holder gets it again, and from another network takes it over. */
export function enterSession(event: EventState, changes: Changes, lane: Lane, session: Session, item: ClaimItem): VisitorResult {
  const { wideNetwork, generation = session.generation } = item;
  if (generation < session.generation) return { outcome: "superseded" };
  if (wideNetwork !== undefined) {
    const entry = enterFrom(session.enteredFrom, wideNetwork, event.clock.eventMs);
    session.enteredFrom = entry.from;
    if (entry.outcome === "shared") return { outcome: "shared", retryAfterMs: entry.retryAfterMs };
    if (entry.outcome === "taken-over") raiseGeneration(event, changes, lane, session);
  }
  return { outcome: "admitted", session: viewSession(event, lane, session) };
}

/** From now on only passes given from now on are good; every isolate hears of it beside the snapshot. */
function raiseGeneration(event: EventState, changes: Changes, lane: Lane, session: Session): void {
  session.generation++;
  listEnded(event, changes, lane, session, session.generation);
  changes.facts.push(sessionFact(lane, session.position));
}

/** Lists passes of the session, all or those `below` a generation, as over until they have expired. A provisional one has no grace. */
function listEnded(event: EventState, changes: Changes, lane: Lane, session: Session, below: number | null): void {
  event.endedSequence++;
  const graceMs = below !== null && session.provisionalUntilMs !== null ? 0 : event.policy.graceSeconds * 1000;
  const forgetAtMs = wallOf(event.clock, passExpiryMs(session, event.clock)) + graceMs + MARGIN_MS;
  const told = { sequence: event.endedSequence, lane: lane.id, position: session.position, forgetAtMs };
  const ended = below === null ? told : { ...told, below };
  event.ended.push(ended);
  changes.facts.push(["ended", ended]);
}

/** Starts a session; the caller has seen to intake and cap. */
export function grant(event: EventState, changes: Changes, lane: Lane, of: Pick<Session, "position" | "late" | "oneStepNetwork">): Session {
  const { position, oneStepNetwork } = of;
  const session = startSession(event.clock, event.policy, of);
  lane.sessions.set(position, session);
  lane.states.set(position, PLACE.admitted);
  event.activeSessions++;
  event.provisionalSessions++;
  event.granted++;
  if (oneStepNetwork !== null) event.oneStepByNetwork.set(oneStepNetwork, (event.oneStepByNetwork.get(oneStepNetwork) ?? 0) + 1);
  lookLater(event, lane, session);
  noteCount(event.grants, 1);
  changes.facts.push(placeFact(lane, position), sessionFact(lane, position));
  return session;
}

/** Has the session looked at when its time may be over. */
function lookLater(event: EventState, lane: Lane, session: Session): void {
  event.looks.push(nextLookMs(session, event.clock, event.policy), { lane, position: session.position });
}

/** Grants recorded claims as far as intake and the session cap allow; what the bucket cannot give comes from what was let in. */
export function grantRecorded(event: EventState, changes: Changes): void {
  if (!isOpen(event) || event.policy.doors === "sealed") return;
  const open = openLanes(event).filter(({ lane }) => lane.soldOut === null);
  const lanes = open.map(({ lane }) => lane);
  const flows = isFlowing(event.intake);
  while (event.activeSessions < event.policy.maxActiveSessions) {
    const fromBucket = flows && hasToken(event.bucket);
    if (!fromBucket && letInRemaining(event) === 0) return;
    const lane = nextLane(lanes, event);
    const claim = lane === undefined ? undefined : takeLowestClaim(lane);
    if (lane === undefined || claim === undefined) return;
    if (fromBucket) takeToken(event.bucket);
    else takeLetIn(event);
    chargeLane(lane, open[lanes.indexOf(lane)]?.share ?? 1, event);
    noteCount(lane.grants, 1);
    noteCount(lane.grantsForLong, 1);
    grant(event, changes, lane, { ...claim, oneStepNetwork: null });
  }
}

function takeLetIn(event: EventState): void {
  const first = event.letIn[0];
  if (first === undefined) return;
  first.count--;
  if (first.count <= 0) event.letIn.shift();
}

/**
 * Milliseconds until the next recorded claim can be granted, where the bucket would be full before a gate calls again; null =
 * nothing is lost by waiting for that call. At a few admissions a minute the bucket holds one token, and minting stops at it.
 */
export function nextGrantMs(event: EventState): number | null {
  const { intake, policy, bucket } = event;
  const { ratePerSecond, expectedPerSecond } = intake;
  if (ratePerSecond <= 0 || !isFlowing(intake) || !isAsked(event.clock) || event.activeSessions >= policy.maxActiveSessions) return null;
  const fullInMs = ((burstOf(policy.burst, expectedPerSecond) - bucket.tokens) / ratePerSecond) * 1000;
  if (fullInMs > LONGEST_CALL_GAP_MS || !openLanes(event).some(({ lane }) => lane.soldOut === null && lane.claims.size > 0)) return null;
  return Math.max(0, Math.ceil(((1 - bucket.tokens) / ratePerSecond) * 1000));
}

/** A pass came back: confirms and renews. */
export function confirmAndRenew(event: EventState, changes: Changes, lane: Lane, session: Session, checkout: boolean): void {
  if (session.provisionalUntilMs !== null) forgetProvisional(event, session);
  renewSession(session, event.clock, event.policy, checkout);
  changes.facts.push(sessionFact(lane, session.position));
}

/**
 * Ends a living session (test-and-set): refused everywhere once the snapshot has aged out, counted until then.
 * `listed` = its number travels beside the snapshot; not needed when the epoch tells. Returns whether it ended now.
 */
export function endSession(event: EventState, changes: Changes, lane: Lane, session: Session, listed: boolean): boolean {
  if (session.endedAtMs !== null) return false;
  if (listed) listEnded(event, changes, lane, session, null);
  if (session.provisionalUntilMs !== null) forgetProvisional(event, session);
  session.endedAtMs = event.clock.eventMs;
  lookLater(event, lane, session);
  changes.facts.push(sessionFact(lane, session.position));
  return true;
}

/** Ends everybody by raising the epoch, except, unless they are included, those paying. Returns how many ended. */
export function endAll(event: EventState, changes: Changes, includePaying = false): number {
  event.epoch++;
  let ended = 0;
  for (const lane of event.lanes.values()) {
    for (const session of lane.sessions.values()) {
      if (!includePaying && isAlive(session, event.clock) && isPaying(session, event.clock)) continue;
      if (endSession(event, changes, lane, session, false)) ended++;
    }
  }
  return ended;
}

/** Looks at the sessions whose time may be over: voids what was never picked up, removes what has expired or ended. */
export function sweepSessions(event: EventState, changes: Changes): void {
  for (;;) {
    const dueMs = event.looks.peekKey();
    if (dueMs === undefined || dueMs > event.clock.eventMs) return;
    const look = event.looks.pop();
    if (look === undefined) return;
    const session = look.lane.sessions.get(look.position);
    if (session === undefined) continue;
    if (hasLapsed(session, event.clock)) voidGrant(event, changes, look.lane, session);
    else if (hasExpired(session, event.clock, event.policy) || isRefillable(session, event.clock)) {
      look.lane.finished++;
      remove(event, changes, look.lane, session);
    }
    // Its clock stood still, or it was renewed.
    else event.looks.push(Math.max(event.clock.eventMs + 1, nextLookMs(session, event.clock, event.policy)), look);
  }
}

/** A grant that nobody picked up admitted nobody: the position is missed from now, or spent if its late return was used. */
function voidGrant(event: EventState, changes: Changes, lane: Lane, session: Session): void {
  const { position } = session;
  forgetProvisional(event, session);
  lane.states.set(position, session.late ? PLACE.spent : PLACE.none);
  if (!session.late) lane.voided.set(position, turnMsOf(event, lane));
  changes.facts.push(placeFact(lane, position));
  remove(event, changes, lane, session);
}

function remove(event: EventState, changes: Changes, lane: Lane, session: Session): void {
  lane.sessions.delete(session.position);
  event.activeSessions--;
  event.departuresPerSecond += 1000 / DEPARTURE_MS;
  changes.facts.push(sessionFact(lane, session.position));
}

function forgetProvisional(event: EventState, session: Session): void {
  event.provisionalSessions--;
  const network = session.oneStepNetwork;
  if (network === null) return;
  session.oneStepNetwork = null;
  const left = (event.oneStepByNetwork.get(network) ?? 1) - 1;
  if (left <= 0) event.oneStepByNetwork.delete(network);
  else event.oneStepByNetwork.set(network, left);
}

/** Lets the smoothed departures fade over `elapsedMs`. */
export function fadeDepartures(event: EventState, elapsedMs: number): void {
  event.departuresPerSecond *= Math.exp(-elapsedMs / DEPARTURE_MS);
}
