/** What each visitor's item does to the line. Every item is idempotent by its own key. */
import { fullFor } from "./bound.ts";
import { placeOfTicket } from "./draw-steps.ts";
import { commitmentHashOf, drawLaneOf, giveNumber, isFreezeDue, isGathering, isNumber } from "./draw/draw.ts";
import { leafOf } from "./draw/chain.ts";
import { sha256 } from "./draw/sha256.ts";
import { toHex } from "./draw/bytes.ts";
import { admitsAtOnce, isByInvite, openLaneNamed, turnMsOf, type Changes, type EventState } from "./event.ts";
import { wallOf } from "./event-clock.ts";
import { confirmAndRenew, endSession, enterSession, grant, viewSession } from "./grants.ts";
import { inviteFact, placeFact } from "./journal.ts";
import { giveUpCalled, issuePlace, recordClaim, standingOf, type Lane, type PlaceStanding } from "./lane.ts";
import { PLACE } from "./place-states.ts";
import { noteSeen } from "./presence.ts";
import { isJudgeable } from "./recent-joins.ts";
import { isAlive, isLapsing, isRenewable } from "./sessions.ts";
import { takeToken } from "./token-bucket.ts";
import type { ClaimItem, DrawNumber, JoinItem, LeaveItem, RenewItem, ShownInvite, VisitorItem, VisitorResult } from "./types.ts";
import { MOST_USED_INVITES } from "./used-invites.ts";

/** Unconfirmed one-step sessions a network may have before it must show a credential first. */
const MOST_ONE_STEP_BY_NETWORK = 5;
/** Up to this many provisional sessions are normal in any room. */
const FEW_PROVISIONAL = 10;
/** When to come back while as many used invites are remembered as may be. */
const MANY_INVITES_RETRY_SECONDS = 600;

/** Takes one item. */
export function takeItem(event: EventState, changes: Changes, item: VisitorItem, wallMs: number): VisitorResult {
  const lane = openLaneNamed(event, item.lane);
  if (lane === undefined) return { outcome: "unknown-lane" };
  switch (item.kind) {
    case "join":
      return item.invite === undefined
        ? join(event, changes, lane, item, wallMs)
        : joinByInvite(event, changes, lane, { ...item, invite: item.invite }, wallMs);
    case "claim":
      return claim(event, changes, lane, item);
    case "renew":
      return renew(event, changes, lane, item);
    case "leave":
      return { outcome: "left", changed: leave(event, changes, lane, item) };
    case "end": {
      const session = lane.sessions.get(item.position);
      return { outcome: "left", changed: session !== undefined && endSession(event, changes, lane, session, true) };
    }
  }
}

function join(event: EventState, changes: Changes, lane: Lane, item: JoinItem, wallMs: number): VisitorResult {
  const known = event.recentJoins.find(item.visitorKey);
  if (known !== undefined) return resultOfKnownJoin(event, lane, known, idOf(item));
  if (!isJudgeable(item.expiresAtMs, wallMs)) return { outcome: "expired" };
  if (isByInvite(event, lane)) return { outcome: "invite-required" };
  const nothing = nothingToHave(event, lane);
  if (nothing !== null) return { outcome: "not-on-sale", reason: nothing };
  // Due, and the clock is not believed yet: neither a number, since its round of the beacon may be known, nor a place before them.
  if (isBetweenNumbersAndPlaces(event)) return { outcome: "queueing" };
  const atOnce = admitsAtOnce(event) && (item.presented || mayEnterInOneStep(event, item.network));
  if (!atOnce && !item.presented) return { outcome: "queueing" };
  if (!atOnce) {
    const retryAfterSeconds = fullFor(event);
    if (retryAfterSeconds !== null) return { outcome: "full", retryAfterSeconds };
  }
  const result = giveNewPlace(event, changes, lane, item, atOnce);
  const position = positionOf(result);
  event.recentJoins.add(item.visitorKey, position, event.clock.liveMs);
  changes.joins.push({ visitorKey: item.visitorKey, position });
  return result;
}

type NewPlace = Extract<VisitorResult, { readonly outcome: "admitted" | "waiting" }>;

function positionOf(place: NewPlace): number {
  return place.outcome === "admitted" ? place.session.position : place.position;
}

/** Issues the next place, or the next number of a draw; `atOnce`: and lets its holder in. */
function giveNewPlace(event: EventState, changes: Changes, lane: Lane, item: JoinItem, atOnce: boolean): NewPlace {
  const position = issuePlace(lane, event.clock.eventMs);
  const drawNumber = noteNumber(event, changes, lane, position, idOf(item));
  // Who joins is there; the first poll may be a minute away.
  noteSeen(lane, [position], event.presence.sample);
  if (!atOnce) return drawNumber === null ? { outcome: "waiting", position } : { outcome: "waiting", position, drawNumber };
  // Nobody waits, so the new place is the next to be called and is called with it, past those given up.
  lane.nowServing = position;
  lane.givenUpUncalled = 0;
  takeToken(event.bucket);
  const session = grant(event, changes, lane, { position, late: false, oneStepNetwork: item.presented ? null : item.network });
  return { outcome: "admitted", session: viewSession(event, lane, session) };
}

/**
 * A place for an invite: the same one whoever shows it and however often. A holder who waits in another lane moves: that place is
 * given up in the same step, so that there is no moment with two places or with none.
 */
function joinByInvite(
  event: EventState,
  changes: Changes,
  lane: Lane,
  item: JoinItem & { readonly invite: ShownInvite },
  wallMs: number,
): VisitorResult {
  const { invite, from } = item;
  const used = event.usedInvites.find(invite.key);
  if (used !== undefined) {
    // A copied invite is worth what a copied ticket is, and costs nobody the place it has elsewhere.
    const known = used.lane === lane.id ? resultOfKnownJoin(event, lane, used.position, invite.id) : ({ outcome: "spent" } as const);
    return "session" in known || "position" in known ? { ...known, ...(hasGivenUp(event, from) ? { gaveUp: true } : {}) } : known;
  }
  if (!isJudgeable(item.expiresAtMs, wallMs)) return { outcome: "expired" };
  if (!item.presented) return { outcome: "queueing" };
  const nothing = nothingToHave(event, lane);
  if (nothing !== null) return { outcome: "not-on-sale", reason: nothing };
  const left = from === undefined ? null : standingElsewhere(event, from);
  if (left === "inside" || left === "open" || left === "recorded") return { outcome: "stays" };
  const moves = left === "uncalled" || left === "missed";
  const atOnce = admitsAtOnce(event);
  if (event.usedInvites.size >= MOST_USED_INVITES) return { outcome: "full", retryAfterSeconds: MANY_INVITES_RETRY_SECONDS };
  if (!atOnce && !moves) {
    const retryAfterSeconds = fullFor(event);
    if (retryAfterSeconds !== null) return { outcome: "full", retryAfterSeconds };
  }
  if (moves && from !== undefined) leavePlace(event, changes, from);
  const result = giveNewPlace(event, changes, lane, { ...item, credentialId: invite.id }, atOnce);
  const position = positionOf(result);
  const use = { lane: lane.id, position, expiresAtMs: invite.expiresAtMs };
  event.usedInvites.add(invite.key, use);
  changes.facts.push(inviteFact(invite.key, use));
  return moves ? { ...result, gaveUp: true } : result;
}

type From = NonNullable<JoinItem["from"]>;

/** Where the place stands that would be left; null = there is none. */
function standingElsewhere(event: EventState, { lane: id, position: issued, isDrawNumber }: From): PlaceStanding | "inside" | null {
  const lane = openLaneNamed(event, id);
  if (lane === undefined || !isIssued(lane, issued)) return null;
  const position = placeOfTicket(event, lane, issued, isDrawNumber) ?? issued;
  const session = lane.sessions.get(position);
  return session !== undefined && isAlive(session, event.clock) ? "inside" : standingNow(event, lane, position);
}

/** Whether it is a place no more, so that a repeated move is told as the first one was. */
function hasGivenUp(event: EventState, from: From | undefined): boolean {
  return from !== undefined && standingElsewhere(event, from) === "spent";
}

function leavePlace(event: EventState, changes: Changes, { lane: id, position, isDrawNumber }: From): void {
  const lane = openLaneNamed(event, id);
  if (lane !== undefined) leave(event, changes, lane, { kind: "leave", lane: id, position, isDrawNumber });
}

/** Why no place can be had: the on-sale has not begun, is over, or the lane is sold out. Null = one can. */
function nothingToHave(event: EventState, lane: Lane): "scheduled" | "sold-out" | "closed" | null {
  const { phase } = event.sale;
  if (phase === "scheduled" || phase === "closed") return phase;
  return lane.soldOut !== null ? "sold-out" : null;
}

/** Whether the freeze is due and not done. */
function isBetweenNumbersAndPlaces({ draw, clock }: EventState): boolean {
  return draw !== null && isGathering(draw) && isFreezeDue(draw, wallOf(clock, clock.eventMs));
}

function idOf({ credentialId, visitorKey }: JoinItem): string {
  return credentialId ?? visitorKey;
}

/** While numbers are given, the new place is one: its leaf is chained. Null = places are given in order. */
function noteNumber(event: EventState, changes: Changes, lane: Lane, position: number, credentialId: string): DrawNumber | null {
  const { draw } = event;
  const drawn = drawLaneOf(draw, lane.id);
  if (draw === null || drawn === undefined || !isGathering(draw)) return null;
  const leaf = giveNumber(drawn, position, credentialId);
  const number = position - drawn.base;
  changes.leaves.push({ lane: lane.id, number, leaf });
  return { number, leaf: toHex(leaf), commitmentHash: commitmentHashOf(draw) };
}

/** The number that `position` is in the draw, as its holder was told it; null = it is a place. */
function knownNumber({ draw }: EventState, lane: Lane, position: number, credentialId: string): DrawNumber | null {
  const drawn = drawLaneOf(draw, lane.id);
  if (draw === null || drawn === undefined || !isNumber(drawn, position)) return null;
  const number = position - drawn.base;
  return { number, leaf: toHex(leafOf(sha256, credentialId, number)), commitmentHash: commitmentHashOf(draw) };
}

/** A repeated join: the same session while it lives, the same place while it is one. */
function resultOfKnownJoin(event: EventState, lane: Lane, issued: number, credentialId: string): VisitorResult {
  const drawNumber = knownNumber(event, lane, issued, credentialId);
  const position = placeOfTicket(event, lane, issued, drawNumber !== null);
  // Not drawn yet: what the number's holder gave up is known by the number.
  if (position === null || drawNumber !== null) {
    const isSpent = standingNow(event, lane, position ?? issued) === "spent";
    if (isSpent) return { outcome: "spent" };
    if (position === null) return { outcome: "waiting", position: issued, ...(drawNumber === null ? {} : { drawNumber }) };
  }
  const session = lane.sessions.get(position);
  if (session !== undefined && isAlive(session, event.clock)) return { outcome: "admitted", session: viewSession(event, lane, session) };
  const standing = standingNow(event, lane, position);
  if (standing === "spent" || standing === "admitted") return { outcome: "spent" };
  return { outcome: "waiting", position: issued, ...(drawNumber === null ? {} : { drawNumber }) };
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
  if (!isIssued(lane, item.position)) return { outcome: "over", reason: "place-spent" };
  const position = placeOfTicket(event, lane, item.position, item.isDrawNumber === true);
  if (position === null)
    return lane.states.get(item.position) === PLACE.spent ? { outcome: "over", reason: "place-spent" } : { outcome: "not-yet" };
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
      // Over: nobody is let in any more, and a turn would be recorded for nothing.
      if (event.sale.phase === "closed") return { outcome: "not-yet" };
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
  const position = lane === undefined ? null : placeOfTicket(event, lane, item.position, item.isDrawNumber === true);
  const session = position === null ? undefined : lane?.sessions.get(position);
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
function leave(event: EventState, changes: Changes, lane: Lane, item: LeaveItem): boolean {
  if (!isIssued(lane, item.position)) return false;
  // A number that is not drawn yet is given up as a number; the reveal gives up its place.
  const position = placeOfTicket(event, lane, item.position, item.isDrawNumber === true) ?? item.position;
  const session = lane.sessions.get(position);
  if (session !== undefined) return endSession(event, changes, lane, session, true);
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
