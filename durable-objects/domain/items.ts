/** What each visitor's item does to the line. Every item is idempotent by its own key. */
import { admitsAtOnce, openLaneNamed, turnMsOf, type Changes, type EventState } from "./event.ts";
import { confirmAndRenew, endSession, enterSession, grant, viewSession } from "./grants.ts";
import { placeFact } from "./journal.ts";
import { giveUpCalled, issuePlace, recordClaim, standingOf, type Lane, type PlaceStanding } from "./lane.ts";
import { PLACE } from "./place-states.ts";
import { noteSeen } from "./presence.ts";
import { isJudgeable } from "./recent-joins.ts";
import { isAlive, isLapsing, isRenewable } from "./sessions.ts";
import { takeToken } from "./token-bucket.ts";
import type { ClaimItem, JoinItem, RenewItem, VisitorItem, VisitorResult } from "./types.ts";

/** Unconfirmed one-step sessions a network may have before it must show a credential first. */
const MOST_ONE_STEP_BY_NETWORK = 5;
/** Up to this many provisional sessions are normal in any room. */
const FEW_PROVISIONAL = 10;

/** Takes one item. */
export function takeItem(event: EventState, changes: Changes, item: VisitorItem, wallMs: number): VisitorResult {
  const lane = openLaneNamed(event, item.lane);
  if (lane === undefined) return { outcome: "unknown-lane" };
  switch (item.kind) {
    case "join":
      return join(event, changes, lane, item, wallMs);
    case "claim":
      return claim(event, changes, lane, item);
    case "renew":
      return renew(event, changes, lane, item);
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
  if (!isJudgeable(item.expiresAtMs, wallMs)) return { outcome: "expired" };
  const atOnce = admitsAtOnce(event) && (item.presented || mayEnterInOneStep(event, item.network));
  if (!atOnce && !item.presented) return { outcome: "queueing" };
  const position = issuePlace(lane, event.clock.eventMs);
  event.recentJoins.add(item.visitorKey, position, event.clock.liveMs);
  changes.joins.push({ visitorKey: item.visitorKey, position });
  // Who joins is there; the first poll may be a minute away.
  noteSeen(lane, [position], event.presence.sample);
  if (!atOnce) return { outcome: "waiting", position };
  // Nobody waits, so the new place is the next to be called and is called with it, past those given up.
  lane.nowServing = position;
  lane.givenUpUncalled = 0;
  takeToken(event.bucket);
  const session = grant(event, changes, lane, { position, late: false, oneStepNetwork: item.presented ? null : item.network });
  return { outcome: "admitted", session: viewSession(event, lane, session) };
}

/** A repeated join: the same session while it lives, the same place while it is one. */
function resultOfKnownJoin(event: EventState, lane: Lane, position: number): VisitorResult {
  const session = lane.sessions.get(position);
  if (session !== undefined && isAlive(session, event.clock)) return { outcome: "admitted", session: viewSession(event, lane, session) };
  const standing = standingNow(event, lane, position);
  return standing === "spent" || standing === "admitted" ? { outcome: "spent" } : { outcome: "waiting", position };
}

/** Where an issued place stands now; a grant that is about to be voided leaves it missed. */
function standingNow(event: EventState, lane: Lane, position: number): PlaceStanding {
  const session = lane.sessions.get(position);
  if (session !== undefined && isLapsing(session, event.clock)) return session.late ? "spent" : "missed";
  return standingOf(lane, position, turnMsOf(event, lane), event.policy);
}

/** S5: phantoms that never bring a credential back must not fill the room. */
function mayEnterInOneStep(event: EventState, network: string): boolean {
  if ((event.oneStepByNetwork.get(network) ?? 0) >= MOST_ONE_STEP_BY_NETWORK) return false;
  const few = Math.min(FEW_PROVISIONAL, Math.ceil(event.policy.maxActiveSessions / 3));
  return event.provisionalSessions < Math.max(few, event.activeSessions / 3);
}

function claim(event: EventState, changes: Changes, lane: Lane, item: ClaimItem): VisitorResult {
  const { position } = item;
  if (!isIssued(lane, position)) return { outcome: "over", reason: "place-spent" };
  const session = lane.sessions.get(position);
  if (session !== undefined && isAlive(session, event.clock)) return enterSession(event, changes, lane, session, item);
  const standing = standingNow(event, lane, position);
  switch (standing) {
    case "uncalled":
      return { outcome: "not-yet" };
    case "spent":
      return { outcome: "over", reason: "place-spent" };
    case "admitted":
      return { outcome: "over", reason: "session-over" };
    case "recorded":
      return { outcome: "recorded", late: lane.claims.get(position) ?? false };
    case "open":
    case "missed": {
      const late = standing === "missed";
      // A pass under way may still confirm the grant that is about to lapse; asking again after that gets the late return.
      if (session !== undefined) return { outcome: "recorded", late };
      recordClaim(lane, position, late);
      changes.facts.push(placeFact(lane, position));
      return { outcome: "recorded", late };
    }
  }
}

/** A claim answered "recorded" before the grants is answered with its session when it was granted in the same step. */
export function resultOfClaim(event: EventState, changes: Changes, item: VisitorItem, result: VisitorResult): VisitorResult {
  if (item.kind !== "claim" || result.outcome !== "recorded") return result;
  const lane = event.lanes.get(item.lane);
  const session = lane?.sessions.get(item.position);
  if (lane === undefined || session === undefined || !isAlive(session, event.clock)) return result;
  return enterSession(event, changes, lane, session, item);
}

function renew(event: EventState, changes: Changes, lane: Lane, { position, checkout, generation }: RenewItem): VisitorResult {
  const session = lane.sessions.get(position);
  if (session === undefined || !isRenewable(session, event.clock, event.policy)) return { outcome: "refused" };
  if (generation !== undefined && generation < session.generation) return { outcome: "superseded" };
  confirmAndRenew(event, changes, lane, session, checkout);
  return { outcome: "renewed", session: viewSession(event, lane, session) };
}

/** Gives up a session or a place, whichever the position has. */
function leave(event: EventState, changes: Changes, lane: Lane, position: number): boolean {
  const session = lane.sessions.get(position);
  if (session !== undefined) return endSession(event, changes, lane, session, true);
  if (!isIssued(lane, position)) return false;
  const standing = standingNow(event, lane, position);
  if (standing === "spent" || standing === "admitted") return false;
  if (standing === "uncalled") lane.givenUpUncalled++;
  else if (standing === "recorded") lane.claims.delete(position);
  else giveUpCalled(lane, position);
  lane.voided.delete(position);
  lane.states.set(position, PLACE.spent);
  changes.facts.push(placeFact(lane, position));
  return true;
}

function isIssued(lane: Lane, position: number): boolean {
  return Number.isSafeInteger(position) && position >= 1 && position <= lane.issued;
}
