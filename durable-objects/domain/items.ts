/** What each visitor's item does to the line. Every item is idempotent by its own key. */
import { admitsAtOnce, type Changes, type EventState } from "./event.ts";
import { levelLane } from "./fair-share.ts";
import { confirmAndRenew, endSession, grant, viewSession } from "./grants.ts";
import { placeFact } from "./journal.ts";
import { closeInCohort, issuePlace, recordClaim, standingOf, type Lane } from "./lane.ts";
import { PLACE } from "./place-states.ts";
import { JOIN_LATENESS_MS } from "./recent-joins.ts";
import { isAlive, isRenewable, type Session } from "./sessions.ts";
import { takeToken } from "./token-bucket.ts";
import type { ClaimItem, JoinItem, VisitorItem, VisitorResult } from "./types.ts";

/** Unconfirmed one-step sessions a network may have before it must show a credential first. */
const MOST_ONE_STEP_BY_NETWORK = 5;
/** Up to this many provisional sessions are normal in any room. */
const FEW_PROVISIONAL = 10;

/** Takes one item. */
export function takeItem(event: EventState, changes: Changes, item: VisitorItem, wallMs: number): VisitorResult {
  const lane = event.policy.lanes.some(({ id }) => id === item.lane) ? event.lanes.get(item.lane) : undefined;
  if (lane === undefined) return { outcome: "unknown-lane" };
  switch (item.kind) {
    case "join":
      return join(event, changes, lane, item, wallMs);
    case "claim":
      return claim(event, changes, lane, item);
    case "renew": {
      const session = lane.sessions.get(item.position);
      if (session === undefined || !isRenewable(session, event.clock, event.policy)) return { outcome: "refused" };
      confirmAndRenew(event, changes, lane, session, item.checkout);
      return { outcome: "renewed", session: viewSession(event, lane, session) };
    }
    case "leave":
      return { outcome: "left", changed: leave(event, changes, lane, item.position) };
    case "end": {
      const session = lane.sessions.get(item.position);
      return { outcome: "left", changed: session !== undefined && endSession(event, changes, lane, session, true) };
    }
  }
}

function join(event: EventState, changes: Changes, lane: Lane, item: JoinItem, wallMs: number): VisitorResult {
  const known = event.recentJoins.find(item.visitorKey);
  if (known !== undefined) return resultOfKnownJoin(event, lane, known);
  if (wallMs > item.expiresAtMs + JOIN_LATENESS_MS) return { outcome: "expired" };
  const atOnce = admitsAtOnce(event) && (item.presented || mayEnterInOneStep(event, item.network));
  if (!atOnce && !item.presented) return { outcome: "queueing" };
  const position = issuePlace(lane, event.clock.eventMs);
  event.recentJoins.add(item.visitorKey, position, event.clock.eventMs);
  changes.joins.push({ visitorKey: item.visitorKey, position });
  if (!atOnce) return { outcome: "waiting", position };
  // Nobody waits, so the new place is the next to be called and is called with it.
  lane.nowServing = position;
  // All before it that were never called were given up.
  lane.givenUpUncalled = 0;
  takeToken(event.bucket);
  const session = grant(event, changes, lane, position, item.presented ? null : item.network);
  return { outcome: "admitted", session: viewSession(event, lane, session) };
}

/** A repeated join: the same session while it lives, the same place while it is one. */
function resultOfKnownJoin(event: EventState, lane: Lane, position: number): VisitorResult {
  const session = lane.sessions.get(position);
  if (session !== undefined && isAlive(session, event.clock)) return { outcome: "admitted", session: viewSession(event, lane, session) };
  const standing = standingOf(lane, position, event.clock.turnMs, event.policy);
  const over = standing === "spent" || (standing === "admitted" && !isVoidSoon(session));
  return over ? { outcome: "spent" } : { outcome: "waiting", position };
}

/** Its pickup time is over and the sweep is about to void the grant: the place is at the front, not over. */
function isVoidSoon(session: Session | undefined): boolean {
  return session !== undefined && session.provisionalUntilMs !== null && session.endedAtMs === null;
}

/** S5: phantoms that never bring a credential back must not fill the room. */
function mayEnterInOneStep(event: EventState, network: string): boolean {
  if ((event.oneStepByNetwork.get(network) ?? 0) >= MOST_ONE_STEP_BY_NETWORK) return false;
  const few = Math.min(FEW_PROVISIONAL, Math.ceil(event.policy.maxActiveSessions / 3));
  return event.provisionalSessions < Math.max(few, event.activeSessions / 3);
}

function claim(event: EventState, changes: Changes, lane: Lane, item: ClaimItem): VisitorResult {
  const { position } = item;
  if (!Number.isSafeInteger(position) || position < 1 || position > lane.issued) return { outcome: "over", reason: "place-spent" };
  const session = lane.sessions.get(position);
  if (session !== undefined && isAlive(session, event.clock)) return { outcome: "admitted", session: viewSession(event, lane, session) };
  const standing = standingOf(lane, position, event.clock.turnMs, event.policy);
  switch (standing) {
    case "uncalled":
      return { outcome: "not-yet" };
    case "spent":
      return { outcome: "over", reason: "place-spent" };
    case "admitted":
      return isVoidSoon(session) ? { outcome: "recorded", late: true } : { outcome: "over", reason: "session-over" };
    case "recorded":
      return { outcome: "recorded", late: lane.turns.get(position)?.late ?? false };
    case "open":
    case "missed": {
      levelLane(lane, [...event.lanes.values()]);
      const turn = recordClaim(lane, position, standing, event.clock.liveMs);
      changes.facts.push(placeFact(lane, position));
      return { outcome: "recorded", late: turn.late };
    }
  }
}

/** A claim answered "recorded" before the grants is answered with its session when it was granted in the same step. */
export function resultOfClaim(event: EventState, item: VisitorItem, result: VisitorResult): VisitorResult {
  if (item.kind !== "claim" || result.outcome !== "recorded") return result;
  const lane = event.lanes.get(item.lane);
  const session = lane?.sessions.get(item.position);
  if (lane === undefined || session === undefined || !isAlive(session, event.clock)) return result;
  return { outcome: "admitted", session: viewSession(event, lane, session) };
}

/** Gives up a session or a place, whichever the position has. */
function leave(event: EventState, changes: Changes, lane: Lane, position: number): boolean {
  const session = lane.sessions.get(position);
  if (session !== undefined) return endSession(event, changes, lane, session, true);
  if (!Number.isSafeInteger(position) || position < 1 || position > lane.issued) return false;
  const standing = standingOf(lane, position, event.clock.turnMs, event.policy);
  if (standing === "spent" || standing === "admitted") return false;
  if (standing === "uncalled") lane.givenUpUncalled++;
  else if (standing === "recorded") lane.recordedCount--;
  else closeInCohort(lane, position, null);
  lane.turns.delete(position);
  lane.states.set(position, PLACE.spent);
  changes.facts.push(placeFact(lane, position));
  return true;
}
