/** The calls a page or an app makes for its visitor. Each asks the event at most once. */
import type { DrawNumber } from "../../durable-objects/domain/types.ts";
import { jsonAnswer, jsonTextAnswer, noticeAnswer, withCookies } from "../answers.ts";
import type { ShownPass } from "../credentials/read.ts";
import { issueReceipt } from "../credentials/receipt.ts";
import type { IssuedPlace } from "../credentials/ticket.ts";
import type { VisitorTerms } from "../credentials/visitor.ts";
import { challengeProblem, judgeChallenge, statusOfJoining } from "../challenged.ts";
import { refreshView, visit } from "../gates.ts";
import { renew } from "../inside.ts";
import { inviteProblem, refuseInvite } from "../invite-answers.ts";
import { withInvite } from "../invite-link.ts";
import { askToJoin, forgetLeft, isByInvite, isInside, judgeInvite, maySpend, useOf } from "../invited.ts";
import { CREDENTIALS } from "../limits.ts";
import { issuedBy, placeAt, positionOf } from "../place.ts";
import { problem } from "../problem.ts";
import { refusedForNow, refusedForRate, sharedByTooMany, superseded } from "../refusals.ts";
import { statusHeldElsewhere, statusOfPlace, statusTextOfPlace, statusWithoutPlace, toldBy, type Told } from "../status.ts";
import {
  forgetCookies,
  forgetPlace,
  givePass,
  giveTicket,
  giveVisitor,
  noteOver,
  noteSuperseded,
  standingOf,
  visitorOf,
  type Given,
  type Visitor,
} from "../visitor.ts";
import { noPlace, withCredential } from "./credential-header.ts";

/** `GET status`: from ticket and snapshot alone. */
export async function status(visitor: Visitor): Promise<Response> {
  const { entry, lane, view, context, credentials } = visitor;
  const standing = standingOf(visitor);
  const issued = "pass" in standing ? placeAt(standing.pass.claims.position) : (credentials.ticket?.claims ?? null);
  if (issued === null) return jsonAnswer(await statusOfJoining(visitor, standing.kind === "visitor" ? standing.visitor.claims : null), 200);
  if (standing.kind === "superseded") return jsonAnswer(statusHeldElsewhere(entry, lane, view, issued, context.nowMs), 200);
  const isInside = standing.kind === "inside";
  if (!isInside) notePresence(visitor, issued);
  return jsonTextAnswer(statusTextOfPlace(entry, lane, view, issued, context.nowMs, isInside ? insideState(visitor) : {}), 200);
}

/** Numbers are not watched: before the opening everybody counts as being there. */
function notePresence({ view, lane }: Visitor, issued: IssuedPlace): void {
  const position = positionOf(view.lane(lane), issued);
  if (position !== null) view.notePresence(lane, position);
}

function insideState({ view }: Visitor): Told {
  return { state: view.snapshot?.doors === "sealed" ? "sealed" : "admitted" };
}

/**
 * `POST join`: without a visitor credential 202 and one; with it a ticket, or a pass where nobody waits. Whoever has a place keeps it.
 *
 * @param solution of the credential's challenge; null = none was sent
 */
export async function join(visitor: Visitor, returnTo: string | null, solution: string | null = null): Promise<Response> {
  const { entry, lane, view, context } = visitor;
  const standing = standingOf(visitor);
  if (standing.kind === "inside") {
    return jsonAnswer(
      {
        status: statusOfPlace(entry, lane, view, placeAt(standing.pass.claims.position), context.nowMs, insideState(visitor)),
        returnTo: returnTo ?? entry.settings.entryPath,
      },
      201,
    );
  }
  if (standing.kind === "ticket")
    return jsonAnswer({ status: statusOfPlace(entry, lane, view, standing.ticket.claims, context.nowMs) }, 201);
  if (standing.kind === "superseded") return superseded();
  if ("pass" in standing) return joinWithPass(visitor, standing.pass, returnTo, solution);
  const claims = standing.kind === "visitor" && maySpend(visitor, standing.visitor.claims) ? standing.visitor.claims : null;
  if (claims === null && isByInvite(visitor)) return inviteProblem("invite-required");
  const barred = barredFromJoining(visitor, typeof claims?.invite?.from === "string");
  if (barred !== null) return barred;
  if (claims === null) return newCredential(visitor);
  const challenged = await judgeChallenge(visitor, claims, solution);
  if (challenged.outcome === "not-asked") return newCredential(visitor);
  if (challenged.outcome === "unsolved") return challengeProblem(visitor, claims, challenged);
  const joined = await askToJoin(visitor, claims, true);
  const { answer, left } = joined;
  if (answer.outcome === "limited") return refusedForRate(answer);
  if (answer.outcome !== "ok") return refusedForNow();
  const { result } = answer;
  await refreshView(context, view);
  if (result.outcome === "admitted") {
    const given = await givePass(visitor, result.session);
    const body = {
      status: statusOfPlace(entry, lane, view, placeAt(result.session.position), context.nowMs, { state: "admitted" }),
      returnTo: returnTo ?? entry.settings.entryPath,
    };
    return withCookies(withGiven(visitor, given, body, 201), forgetLeft(joined));
  }
  if (result.outcome === "waiting") {
    const issued = issuedBy(result);
    const given = await giveTicket(visitor, issued, returnTo);
    const receipt = result.drawNumber === undefined ? {} : { receipt: await receiptOf(visitor, result.drawNumber) };
    const body = { status: statusOfPlace(entry, lane, view, issued, context.nowMs), ...receipt };
    return withCookies(withGiven(visitor, given, body, 201), forgetLeft(joined));
  }
  if (result.outcome === "stays" && left !== null) return withCookies(await join(left, returnTo), forgetCookies(visitor));
  if (result.outcome === "full") return refusedFull(result.retryAfterSeconds);
  if (result.outcome === "not-on-sale") return barredFromJoining(visitor) ?? refusedForNow();
  if (isByInvite(visitor))
    return withCookies(inviteProblem(result.outcome === "spent" ? "invite-used" : "invite-required"), forgetCookies(visitor));
  // Its place is spent or given up, or it is too old to be judged: a new one starts anew.
  return newCredential(visitor);
}

/**
 * `POST join` with an invite: 202 and a visitor credential of the invite's lane, which gets the place there and gives up the one
 * the visitor has in the lane it calls from. Who is inside, or has a place in the invite's lane, keeps that.
 */
export async function joinByInvite(visitor: Visitor, invite: string, returnTo: string | null): Promise<Response> {
  const judged = await judgeInvite(visitor, invite);
  if (!judged.ok) return inviteProblem(judged.code);
  if (isInside(standingOf(visitor))) return join(visitor, returnTo);
  const { claims } = judged;
  const there = claims.lane === visitor.lane ? visitor : await visitorOf(visitor.context, visitor.entry, claims.lane);
  const standing = standingOf(there);
  const isKnown = standing.kind === "visitor" && standing.visitor.claims.invite?.key === claims.key;
  if (isKnown || isInside(standing) || standing.kind === "ticket") return join(there, returnTo);
  return barredFromJoining(there, visitor.credentials.ticket !== null) ?? newCredential(there, { invite: useOf(claims, visitor) });
}

/** The same of a form, whose page has no script: on to the page it stood on, as a link with the invite. */
export async function joinByForm(visitor: Visitor, invite: string, returnTo: string | null): Promise<Response> {
  const wanted = returnTo ?? visitor.entry.settings.entryPath;
  const judged = await judgeInvite(visitor, invite);
  if (!judged.ok) return refuseInvite(visitor, "navigation", judged.code, wanted);
  return new Response(null, { status: 303, headers: { Location: withInvite(wanted, invite), "Cache-Control": "no-store" } });
}

/** Proof of a draw number, for its holder to keep. */
function receiptOf({ context, entry, lane }: Visitor, { number, leaf, commitmentHash }: DrawNumber): Promise<string> {
  const { event, incarnation } = entry;
  return issueReceipt(context.config, { event, incarnation, lane, number, leaf, commitment: commitmentHash });
}

/** No place can be had as far as is known: its status says why, and when to ask again; no credential is given. */
function barredFromJoining({ entry, lane, view, context }: Visitor, moves = false): Response | null {
  const barred = view.barredFrom(lane);
  // A full line is none for whoever gives a place in it for another: the event knows.
  if (barred === null || (barred === "full" && moves)) return null;
  if (barred === "full") return refusedFull(view.snapshot?.full?.retryAfterSeconds ?? 60);
  return jsonAnswer({ status: statusWithoutPlace(entry, lane, view, context.nowMs, "joining") }, 202);
}

function refusedFull(retryAfterSeconds: number): Response {
  return problem(503, "queue-full", "The line is at its bound; no place was given. Please come back later.", {
    headers: { "Retry-After": `${retryAfterSeconds}` },
  });
}

/** A pass that is not good now: the event is asked what it is still worth; once it is over, the join is anybody's. */
async function joinWithPass(visitor: Visitor, pass: ShownPass, returnTo: string | null, solution: string | null): Promise<Response> {
  const { entry, lane, view, context } = visitor;
  const { position, generation } = pass.claims;
  const answer = await visit(context, entry, { kind: "claim", lane, position, generation }, pass.value);
  if (answer.outcome === "limited") return refusedForRate(answer);
  if (answer.outcome !== "ok") return refusedForNow();
  const { result } = answer;
  if (result.outcome === "admitted") {
    const given = await givePass(visitor, result.session);
    return withGiven(
      visitor,
      given,
      {
        status: statusOfPlace(entry, lane, view, placeAt(position), context.nowMs, { state: "admitted" }),
        returnTo: returnTo ?? entry.settings.entryPath,
      },
      201,
    );
  }
  if (result.outcome === "shared") return sharedByTooMany(result.retryAfterMs);
  if (result.outcome === "superseded") {
    noteSuperseded(visitor, pass.claims);
    return superseded();
  }
  if (result.outcome === "over") {
    noteOver(visitor, pass.claims);
    return join(await visitorOf(context, entry, lane), returnTo, solution);
  }
  const issued = placeAt(position);
  const given = await giveTicket(visitor, issued, returnTo);
  return withGiven(visitor, given, { status: statusOfPlace(entry, lane, view, issued, context.nowMs, toldBy(result)) }, 201);
}

async function newCredential(visitor: Visitor, terms?: VisitorTerms): Promise<Response> {
  const given = await giveVisitor(visitor, terms);
  if (given === null) return refusedForRate({ limit: CREDENTIALS, retryAfterMs: 1000 });
  return withGiven(visitor, given, { status: await statusOfJoining(visitor, given.claims) }, 202);
}

/** `POST enter`: 200 with the pass, 202 at the front, 409 not called, 410 over, 429 from too many networks. Takes over a session that another network has. */
export async function enter(visitor: Visitor, returnTo: string | null): Promise<Response> {
  const { entry, lane, view, context, credentials } = visitor;
  const standing = standingOf(visitor);
  const wanted = returnTo ?? credentials.ticket?.claims.returnTo ?? entry.settings.entryPath;
  if (standing.kind === "inside") return jsonAnswer({ returnTo: wanted }, 200);
  const shown = "pass" in standing ? standing.pass : standing.kind === "ticket" ? standing.ticket : null;
  if (shown === null) return noPlace();
  const issued: IssuedPlace = "isDrawNumber" in shown.claims ? shown.claims : placeAt(shown.claims.position);
  const position = positionOf(view.lane(lane), issued);
  // Early: the snapshot says so, and no object is asked (S12). It lags by a second or so, and so does the page that was told.
  const known = view.lane(lane);
  if (standing.kind === "ticket" && known !== undefined && view.isUsable(Date.now()) && (position ?? Infinity) > known.nowServing)
    return notYet(visitor, issued);
  const answer = await visit(
    context,
    entry,
    { kind: "claim", lane, position: issued.position, isDrawNumber: issued.isDrawNumber },
    shown.value,
  );
  if (answer.outcome === "limited") return refusedForRate(answer);
  if (answer.outcome !== "ok") return refusedForNow();
  const { result } = answer;
  await refreshView(context, view);
  switch (result.outcome) {
    case "admitted":
      return withGiven(visitor, await givePass(visitor, result.session), { returnTo: wanted }, 200);
    case "recorded": {
      // Kept for when it reopens: until then the page asks no more than any other.
      if (["sold-out", "closed"].includes(statusOfPlace(entry, lane, view, issued, context.nowMs).state)) return notYet(visitor, issued);
      const given = "pass" in standing ? await giveTicket(visitor, issued, returnTo) : null;
      const body = { status: statusOfPlace(entry, lane, view, issued, context.nowMs, toldBy(result)), late: result.late };
      return given === null ? jsonAnswer(body, 202) : withGiven(visitor, given, body, 202);
    }
    case "not-yet":
      return notYet(visitor, issued);
    case "shared":
      return sharedByTooMany(result.retryAfterMs);
    default:
      if ("pass" in standing) noteOver(visitor, standing.pass.claims);
      return result.outcome === "over" && result.reason === "session-over"
        ? problem(410, "session-over", "The session of this place is over; a new place can be had.")
        : problem(410, "place-spent", "This place is spent; a new one can be had.");
  }
}

function notYet({ entry, lane, view, context }: Visitor, issued: IssuedPlace): Response {
  return problem(409, "not-your-turn", "This place has not been called yet.", {
    place: statusOfPlace(entry, lane, view, issued, context.nowMs),
  });
}

/** `POST leave`: gives up place or session and forgets the credentials. */
export async function leave(visitor: Visitor, form: { readonly returnTo: string } | null): Promise<Response> {
  const { entry, lane, context, credentials } = visitor;
  const pass = credentials.pass ?? credentials.expiredPass;
  const shown = pass ?? credentials.ticket;
  // A superseded pass gives up nothing but itself: the session is another's to leave.
  if (shown !== null && standingOf(visitor).kind !== "superseded") {
    const { position } = shown.claims;
    const isDrawNumber = "isDrawNumber" in shown.claims && shown.claims.isDrawNumber;
    const answer = await visit(context, entry, { kind: "leave", lane, position, isDrawNumber }, shown.value);
    if (answer.outcome === "limited") return refusedForRate(answer);
    if (answer.outcome === "unavailable") return refusedForNow();
    if (pass !== null) noteOver(visitor, pass.claims);
  }
  const forgotten = forgetCookies(visitor);
  if (form === null) return withCookies(new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } }), forgotten);
  const notice = {
    notice: { kind: "left" },
    status: 200,
    code: "left",
    detail: "",
    title: entry.settings.title,
    own: entry.settings,
    returnTo: form.returnTo,
  } as const;
  return withCookies(noticeAnswer(context.request, "navigation", notice), forgotten);
}

/** `GET session`: how long the session has left. */
export function session(visitor: Visitor): Response {
  const standing = standingOf(visitor);
  if (standing.kind === "superseded") return superseded();
  if (standing.kind !== "inside") return problem(404, "no-session", "There is no session.");
  const { expiresAtMs, grantedAtMs, provisional } = standing.pass.claims;
  const body = {
    event: visitor.entry.event,
    lane: visitor.lane,
    position: standing.pass.claims.position,
    grantedAt: new Date(grantedAtMs).toISOString(),
    expiresAt: new Date(expiresAtMs).toISOString(),
    secondsLeft: Math.max(0, Math.floor((expiresAtMs - visitor.context.nowMs) / 1000)),
    provisional,
  };
  return jsonAnswer(body, 200);
}

/** `POST session/touch`: keeps the session as a request to the shop would. */
export async function touchSession(visitor: Visitor): Promise<Response> {
  const standing = standingOf(visitor);
  if (standing.kind === "superseded") return superseded();
  if (standing.kind !== "inside" && standing.kind !== "in-grace") return problem(404, "no-session", "There is no session.");
  const renewal = await renew(visitor, standing.pass.claims, false, standing.pass.value);
  if (renewal.outcome === "limited") return refusedForRate(renewal);
  if (renewal.outcome === "over") return withCookies(problem(410, "session-over", "The session is over."), [forgetPlace(visitor)]);
  if (renewal.outcome === "superseded") return superseded();
  if (renewal.outcome !== "renewed") return refusedForNow();
  const { expiresAtMs } = renewal.pass.claims;
  return withGiven(
    visitor,
    renewal,
    { expiresAt: new Date(expiresAtMs).toISOString(), secondsLeft: Math.floor((expiresAtMs - visitor.context.nowMs) / 1000) },
    200,
  );
}

function withGiven(visitor: Visitor, given: Given, body: object, code: number): Response {
  return withCredential(visitor.context.request, given, jsonAnswer(body, code));
}
