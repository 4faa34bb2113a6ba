/** Sessions come and go: grant, confirm, void, end. Each keeps the counts, the states and the facts together. */
import { letInRemaining, openLanes, type Changes, type EventState } from "./event.ts";
import { wallOf } from "./event-clock.ts";
import { chargeLane, nextLane } from "./fair-share.ts";
import { placeFact, sessionFact } from "./journal.ts";
import { takeLowestRecorded, type Lane } from "./lane.ts";
import { PLACE } from "./place-states.ts";
import { noteGrant } from "./rate-history.ts";
import {
  grantSession,
  hasExpired,
  hasLapsed,
  isAlive,
  isPaying,
  nextLookMs,
  passExpiryMs,
  REFILL_AFTER_END_MS,
  renewSession,
  type Session,
} from "./sessions.ts";
import { hasToken, takeToken } from "./token-bucket.ts";
import type { SessionView } from "./types.ts";

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
  };
}

/** Starts the session of `position`; the caller has taken the token. */
export function grant(event: EventState, changes: Changes, lane: Lane, position: number, oneStepNetwork: string | null): Session {
  const session = grantSession(position, event.clock, event.policy, oneStepNetwork);
  lane.sessions.set(position, session);
  lane.states.set(position, PLACE.admitted);
  const turn = lane.turns.get(position);
  if (turn !== undefined) {
    // A late mark must outlive the grant until the session is confirmed; without one there is nothing to keep.
    if (turn.late) turn.recorded = false;
    else lane.turns.delete(position);
  }
  event.activeSessions++;
  event.provisionalSessions++;
  event.granted++;
  if (oneStepNetwork !== null) event.oneStepByNetwork.set(oneStepNetwork, (event.oneStepByNetwork.get(oneStepNetwork) ?? 0) + 1);
  event.looks.push(nextLookMs(session, event.clock, event.policy), { lane, position });
  noteGrant(lane.history);
  changes.facts.push(placeFact(lane, position), sessionFact(lane, position));
  return session;
}

/** Grants recorded claims as far as intake and the session cap allow: what was let in first, then the bucket. */
export function grantRecorded(event: EventState, changes: Changes): void {
  const shares = new Map(event.policy.lanes.map(({ id, share }) => [id, share]));
  const lanes = openLanes(event).map(({ lane }) => lane);
  const flowing = event.intake.standstill === null || event.intake.standstill === "full";
  while (event.activeSessions < event.policy.maxActiveSessions && event.policy.doors !== "sealed") {
    const letIn = letInRemaining(event) > 0;
    if (!letIn && !(flowing && hasToken(event.bucket))) return;
    const lane = nextLane(lanes);
    if (lane === undefined) return;
    const position = takeLowestRecorded(lane);
    if (position === undefined) return;
    if (letIn) takeLetIn(event);
    else takeToken(event.bucket);
    chargeLane(lane, shares.get(lane.id) ?? 1);
    grant(event, changes, lane, position, null);
  }
}

function takeLetIn(event: EventState): void {
  const first = event.letIn[0];
  if (first === undefined) return;
  first.count--;
  if (first.count <= 0) event.letIn.shift();
}

/** A pass came back: confirms and renews. */
export function confirmAndRenew(event: EventState, changes: Changes, lane: Lane, session: Session, checkout: boolean): void {
  if (session.provisionalUntilMs !== null) {
    forgetProvisional(event, session);
    if (lane.turns.delete(session.position)) changes.facts.push(placeFact(lane, session.position));
  }
  renewSession(session, event.clock, event.policy, checkout);
  changes.facts.push(sessionFact(lane, session.position));
}

/** Ends a living session (test-and-set): refused everywhere once the snapshot has aged, counted until then. Returns whether it ended now. */
export function endSession(event: EventState, changes: Changes, lane: Lane, session: Session, listed: boolean): boolean {
  if (session.endedAtMs !== null) return false;
  if (listed) {
    event.endedSequence++;
    const graceMs = event.policy.graceSeconds * 1000;
    const forgetAtMs = wallOf(event.clock, passExpiryMs(session, event.clock)) + graceMs + REFILL_AFTER_END_MS;
    const ended = { sequence: event.endedSequence, lane: lane.id, position: session.position, forgetAtMs };
    event.ended.push(ended);
    changes.facts.push(["ended", ended]);
  }
  if (session.provisionalUntilMs !== null) forgetProvisional(event, session);
  session.endedAtMs = event.clock.eventMs;
  event.looks.push(nextLookMs(session, event.clock, event.policy), { lane, position: session.position });
  changes.facts.push(sessionFact(lane, session.position));
  return true;
}

/** Ends everybody by raising the epoch; those paying are spared unless told otherwise. Returns how many ended. */
export function endAll(event: EventState, changes: Changes, sparePaying: boolean): number {
  event.epoch++;
  let ended = 0;
  for (const lane of event.lanes.values()) {
    for (const session of lane.sessions.values()) {
      if (sparePaying && isAlive(session, event.clock) && isPaying(session, event.clock)) continue;
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
    else if (hasExpired(session, event.clock, event.policy) || isRefillable(event, session)) remove(event, changes, look.lane, session);
    else event.looks.push(Math.max(event.clock.eventMs + 1, nextLookMs(session, event.clock, event.policy)), look);
  }
}

function isRefillable(event: EventState, session: Session): boolean {
  return session.endedAtMs !== null && event.clock.eventMs >= session.endedAtMs + REFILL_AFTER_END_MS;
}

/** A grant that nobody picked up admitted nobody: the position is missed from now, or spent if its late return was used. */
function voidGrant(event: EventState, changes: Changes, lane: Lane, session: Session): void {
  const { position } = session;
  forgetProvisional(event, session);
  const late = lane.turns.get(position)?.late === true;
  if (late) {
    lane.turns.delete(position);
    lane.states.set(position, PLACE.spent);
  } else {
    lane.turns.set(position, { recorded: false, late: false, missedAtTurnMs: event.clock.turnMs });
    lane.states.set(position, PLACE.none);
  }
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
