/** A covered request's way: pass, ticket, turn, place, or the waiting page. `docs/architecture.md` draws it. */
import { askedFor, forPages, noticeAnswer, waitingAnswer, withCookies, type WaitingKind } from "./answers.ts";
import { asksChallenge, judgeChallenge, statusOfJoining } from "./challenged.ts";
import type { RequestContext } from "./context.ts";
import type { Shown, ShownPass } from "./credentials/read.ts";
import type { IssuedPlace } from "./credentials/ticket.ts";
import type { VisitorClaims } from "./credentials/visitor.ts";
import { doubtDirectory } from "./directory-view.ts";
import { admitsByFailure } from "./failure.ts";
import { viewOf } from "./event-view.ts";
import { refreshView, visit, type Visit } from "./gates.ts";
import { goInside, goInsideInGrace, type InsideOptions } from "./inside.ts";
import { answerInviteLink, refuseInvite } from "./invite-answers.ts";
import { askToJoin, forgetLeft, isByInvite, maySpend, visitorOfPage } from "./invited.ts";
import { limited, NO_CREDENTIAL } from "./limited.ts";
import type { Covered } from "./matching.ts";
import { kindOf, type RequestKind } from "./negotiate.ts";
import { originOf } from "./origin.ts";
import { issuedBy, placeAt } from "./place.ts";
import { problem } from "./problem.ts";
import { passThrough } from "./proxy.ts";
import { returnToWithin, wayBack } from "./return-to.ts";
import { SHARED, superseded } from "./refusals.ts";
import { statusHeldElsewhere, statusOfPlace, toldBy, type Told } from "./status.ts";
import {
  forgetCookies,
  forgetPlace,
  giveTicket,
  giveVisitor,
  givePass,
  noteOver,
  noteSuperseded,
  standingOf,
  type Given,
  type Visitor,
} from "./visitor.ts";

/** A refused request that takes no place may come again after this long. */
const RETRY_AFTER_SECONDS = 5;

/** Answers a request for a covered URL that no bypass rule let through. */
export async function answerCovered(context: RequestContext, match: Covered): Promise<Response> {
  const view = viewOf(match.entry);
  await refreshView(context, view);
  if (view.gone) {
    doubtDirectory();
    return noticeAnswer(context.request, kindOf(context.request), {
      notice: { kind: "error", code: "event-gone", entryPath: null },
      status: 503,
      code: "event-gone",
      detail: "This on-sale has just been changed; please ask again.",
      returnTo: wayBack(context.request, context.target),
      retryAfterSeconds: 1,
    });
  }
  const visitor = await visitorOfPage(context, match.entry, match.lane);
  const kind = kindOf(context.request);
  const shows = context.invite !== null && (kind === "navigation" || kind === "json");
  return shows ? answerInviteLink(visitor, match.lane, kind, context.invite) : decide(visitor, match);
}

async function decide(visitor: Visitor, match: Covered): Promise<Response> {
  const standing = standingOf(visitor);
  const sealed = visitor.view.snapshot?.doors === "sealed";
  if (standing.kind === "inside" && !sealed) return goInside(visitor, standing.pass, match);
  const kind = kindOf(visitor.context.request);
  if (sealed && "pass" in standing) return held(visitor, kind, standing.pass.claims.position);
  if (standing.kind === "in-grace") {
    const answer = await goInsideInGrace(visitor, standing.pass, match);
    if (answer === "superseded") return heldElsewhere(visitor, kind, standing.pass.claims.position);
    return answer === "over" ? withoutPass(visitor, match) : answer;
  }
  if (standing.kind === "asks") return askWithPass(visitor, kind, standing.pass, match);
  if (visitor.view.snapshot?.passThrough === true) return passUncounted(visitor, match);
  if (standing.kind === "superseded") return heldElsewhere(visitor, kind, standing.pass.claims.position);
  if (kind === "form-navigation") return formNotSent(visitor);
  if (kind !== "navigation" && kind !== "json") return refuseWithoutPass(visitor);
  if (standing.kind === "ticket") return withTicket(visitor, kind, standing.ticket.claims, match);
  return newcomer(visitor, kind, standing.kind === "visitor" ? standing.visitor : null, match);
}

/** Doors sealed: whoever is inside keeps the session, whose clock stands still, and waits. */
function held(visitor: Visitor, kind: RequestKind, position: number): Promise<Response> | Response {
  return kind === "form-navigation" ? formNotSent(visitor) : place(visitor, kind, placeAt(position), { state: "sealed" });
}

/** The session was entered from another network since. A page offers to enter again; it is never done by itself, or two would take turns. */
async function heldElsewhere(visitor: Visitor, kind: RequestKind, position: number): Promise<Response> {
  if (kind === "form-navigation") return formNotSent(visitor);
  if (kind !== "navigation") return forPages(visitor, superseded());
  const { entry, lane, view, context } = visitor;
  const status = statusHeldElsewhere(entry, lane, view, placeAt(position), context.nowMs);
  return forPages(visitor, await waitingAnswer(visitor, kind, { status, setCookies: [], reachable: view.isUsable(Date.now()) }));
}

/** The session is entered from too many networks: only the latest may. */
function tooManyNetworks(visitor: Visitor, kind: RequestKind, retryAfterMs: number): Response {
  const { context, entry } = visitor;
  const retryAfterSeconds = Math.ceil(retryAfterMs / 1000);
  const { status, code, detail } = SHARED;
  const notice = { kind: "error", code, entryPath: null } as const;
  const { settings: own } = entry;
  const answer = { notice, status, code, detail, title: own.title, own, returnTo: askedFor(context), retryAfterSeconds };
  return forPages(visitor, noticeAnswer(context.request, kind, answer));
}

/** A genuine pass that is not good now: its session may live on (a WebSocket kept it, an epoch spared it). */
async function askWithPass(visitor: Visitor, kind: RequestKind, pass: ShownPass, match: Covered): Promise<Response> {
  const { position, generation } = pass.claims;
  const issued = placeAt(position);
  const answer = await claim(visitor, issued, pass.value, generation);
  if (answer.outcome !== "ok") return unanswered(visitor, kind, answer, issued);
  const { result } = answer;
  if (result.outcome === "admitted") {
    const given = await givePass(visitor, result.session);
    return goInside(visitor, given.pass, { ...match, given });
  }
  if (result.outcome === "over") {
    noteOver(visitor, pass.claims);
    return withoutPass(visitor, match);
  }
  if (result.outcome === "shared") return tooManyNetworks(visitor, kind, result.retryAfterMs);
  if (result.outcome === "superseded") {
    noteSuperseded(visitor, pass.claims);
    return heldElsewhere(visitor, kind, position);
  }
  // A grant that nobody picked up: the place is the visitor's again, and is told like any other.
  if (kind === "form-navigation") return formNotSent(visitor);
  if (kind !== "navigation" && kind !== "json") return refuseWithoutPass(visitor);
  return place(visitor, kind, issued, toldBy(result), [(await giveTicket(visitor, issued, ticketReturn(visitor))).setCookie]);
}

/** Goes on without a pass that is known to be over from now on; the browser forgets it unless it gets something in its stead. */
async function withoutPass(visitor: Visitor, match: Covered): Promise<Response> {
  const { context, entry, cookieNames } = visitor;
  const response = await decide(await visitorOfPage(context, entry, match.lane), match);
  const isReplaced = response.headers.getSetCookie().some((line) => line.startsWith(`${cookieNames.credential}=`));
  return isReplaced ? response : withCookies(response, [forgetPlace(visitor)]);
}

/** Doors off and the line drained: proxied without session or pass; measured, uncounted. */
function passUncounted({ context, entry, view }: Visitor, options: InsideOptions): Promise<Response> {
  return passThrough(context, {
    origin: originOf(context, entry),
    title: entry.settings.title,
    own: entry.settings,
    passToken: null,
    sessionExpiresAtMs: null,
    stripCredentials: false,
    covered: true,
    commands: false,
    measured: options.excluded ? null : { view, session: null, checkout: options.checkout },
    setCookies: async () => [],
  });
}

/** A ticket: claims when its turn has come, else the waiting page. A program may also enter by `POST enter`. */
async function withTicket(visitor: Visitor, kind: WaitingKind, issued: IssuedPlace, options: InsideOptions): Promise<Response> {
  const { context, lane, view, credentials, entry } = visitor;
  const { state, position } = statusOfPlace(entry, lane, view, issued, context.nowMs);
  if (position !== null) view.notePresence(lane, position);
  const isCalled = state === "your-turn" || state === "missed" || state === "spent";
  if (!isCalled) return place(visitor, kind, issued);
  const answer = await claim(visitor, issued, credentials.ticket?.value ?? "");
  if (answer.outcome !== "ok") return unanswered(visitor, kind, answer, issued);
  const { result } = answer;
  if (result.outcome === "admitted") {
    const given = await givePass(visitor, result.session);
    // A program gets what it has asked for all along, as one written for Cloudflare Waiting Room expects; not all follow redirects.
    return kind === "json" ? goInside(visitor, given.pass, { ...options, given }) : redirectInside(visitor, given);
  }
  if (result.outcome === "shared") return tooManyNetworks(visitor, kind, result.retryAfterMs);
  if (result.outcome === "over") return place(visitor, kind, issued, { state: result.reason === "session-over" ? "ended" : "spent" });
  return place(visitor, kind, issued, toldBy(result));
}

/** Sends the browser to the same URL with its pass, so that the pass comes back at once. */
function redirectInside({ context }: Visitor, { setCookie }: Given): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: askedFor(context), "Set-Cookie": setCookie, "Cache-Control": "no-store" },
  });
}

/** Nobody yet: admitted at once where the event allows it, else the waiting page, a place only for a credential that came back. */
async function newcomer(visitor: Visitor, kind: WaitingKind, returned: Shown<VisitorClaims> | null, options: Covered): Promise<Response> {
  const { view } = visitor;
  const reachable = view.isUsable(Date.now());
  if (!reachable && admitsByFailure(visitor)) return passUncounted(visitor, options);
  // Nothing can be had now: neither credential nor place, and nobody is asked.
  if (isBarred(visitor, returned?.claims)) return joining(visitor, kind, reachable);
  if (isByInvite(visitor) && (returned === null || !maySpend(visitor, returned.claims)))
    return refuseInvite(visitor, kind, "invite-required");
  const isQueueing = !reachable || view.snapshot?.queueing !== false;
  const challenged = returned === null ? null : await judgeChallenge(visitor, returned.claims, null);
  const shown = challenged?.outcome === "not-asked" ? null : returned;
  const earns = challenged?.outcome === "met";
  // Not even asked where it does not answer: the waiting page asks when it is back. An unsolved challenge earns no place in a line.
  if (shown === null && isQueueing) return joining(visitor, kind, reachable);
  if (shown !== null && !earns && isQueueing) return joining(visitor, kind, reachable, shown);
  // To go in at once costs no challenge: a puzzle would be made for each newcomer, and solved by none.
  const given = shown === null ? await giveVisitor(visitor, {}) : null;
  const claims = shown?.claims ?? given?.claims;
  if (claims === undefined) return limited(visitor, kind, NO_CREDENTIAL);
  const held = shown ?? (asksChallenge(visitor) ? null : given);
  const joined = await askToJoin(visitor, claims, earns);
  const { answer, left } = joined;
  if (answer.outcome !== "ok") return unanswered(visitor, kind, answer, null, held);
  const { result } = answer;
  if (result.outcome === "admitted") {
    const pass = await givePass(visitor, result.session);
    return withCookies(await goInside(visitor, pass.pass, { ...options, given: pass }), forgetLeft(joined));
  }
  if (result.outcome === "stays" && left !== null) return withCookies(await decide(left, options), forgetCookies(visitor));
  if (isByInvite(visitor) && result.outcome === "spent") return refuseInvite(visitor, kind, "invite-used");
  if (result.outcome === "invite-required") return refuseInvite(visitor, kind, "invite-required");
  if (result.outcome === "waiting") {
    const issued = issuedBy(result);
    const ticket = await giveTicket(visitor, issued, ticketReturn(visitor));
    return place(visitor, kind, issued, {}, [ticket.setCookie, ...forgetLeft(joined)]);
  }
  // Its place is over, or it is too old: another is given. One that did nothing yet is kept.
  return joining(visitor, kind, true, result.outcome === "queueing" ? held : null);
}

/** Whether no place can be had as far as the snapshot knows: not yet, not now, or not any more. */
function isBarred({ view, lane }: Visitor, claims?: VisitorClaims): boolean {
  const state = view.barredFrom(lane);
  // A full line is none for whoever gives a place in it for another: the event knows.
  return state !== null && !(state === "full" && typeof claims?.invite?.from === "string");
}

/** A visitor credential that its browser has, or gets with this answer. */
interface Held {
  readonly claims: VisitorClaims;
  /** Left out = its browser has it. */
  readonly setCookie?: string;
}

/** The waiting page of somebody who has no place yet, with the credential that will get one; null = one is given. */
async function joining(visitor: Visitor, kind: WaitingKind, reachable: boolean, held: Held | null = null): Promise<Response> {
  const getsNone = isBarred(visitor) || isByInvite(visitor);
  const { claims, setCookie } = held ?? (getsNone ? null : await giveVisitor(visitor)) ?? {};
  if (claims === undefined && !getsNone) return limited(visitor, kind, NO_CREDENTIAL);
  const status = await statusOfJoining(visitor, claims ?? null);
  const setCookies = setCookie === undefined ? [] : [setCookie];
  return forPages(visitor, await waitingAnswer(visitor, kind, { status, setCookies, reachable }));
}

/** The waiting page of a place. */
async function place(
  visitor: Visitor,
  kind: RequestKind,
  issued: IssuedPlace,
  told: Told = {},
  setCookies: readonly string[] = [],
): Promise<Response> {
  const { entry, lane, view, context } = visitor;
  if (kind !== "navigation" && kind !== "json") return refuseWithoutPass(visitor);
  return forPages(
    visitor,
    await waitingAnswer(visitor, kind, {
      status: statusOfPlace(entry, lane, view, issued, context.nowMs, told),
      setCookies,
      reachable: view.isUsable(Date.now()),
    }),
  );
}

/** The event did not answer, or a limit stood before it: the last state is shown and every place is kept. */
function unanswered(
  visitor: Visitor,
  kind: RequestKind,
  answer: Exclude<Visit, { outcome: "ok" }>,
  issued: IssuedPlace | null,
  held: Held | null = null,
): Promise<Response> | Response {
  if (answer.outcome === "limited") return limited(visitor, kind, answer);
  if (answer.outcome === "gone") doubtDirectory();
  if (kind !== "navigation" && kind !== "json") return kind === "form-navigation" ? formNotSent(visitor) : refuseWithoutPass(visitor);
  return issued === null ? joining(visitor, kind, false, held) : place(visitor, kind, issued);
}

/** A form without a pass is never replayed: its page says that it was not sent. */
function formNotSent({ context, entry }: Visitor): Response {
  const { request } = context;
  return noticeAnswer(request, "form-navigation", {
    notice: {
      kind: "form-not-sent",
      refererPath: returnToWithin(request.headers.get("Referer"), context.target),
      entryPath: entry.settings.entryPath,
    },
    status: 503,
    code: "form-not-sent",
    detail: "The form was not sent to the shop.",
    title: entry.settings.title,
    own: entry.settings,
    returnTo: entry.settings.entryPath,
  });
}

/** No navigation, no pass: refused, told where to wait, counted for the organiser (field case 4). */
function refuseWithoutPass(visitor: Visitor): Response {
  const { context, view, entry, lane } = visitor;
  view.measure({ refusedWithoutPass: 1 });
  const refusal = problem(
    503,
    "pass-required",
    "Only visitors who were let in reach this address. Open the page in a browser, or wait at waitUrl.",
    {
      headers: { "Retry-After": `${RETRY_AFTER_SECONDS}` },
      waitUrl: `${context.target.scheme}://${context.target.host}${entry.settings.entryPath}`,
      event: entry.event,
      lane,
    },
  );
  return forPages(visitor, refusal);
}

/** `generation`: of the pass that asks; left out for a ticket. */
function claim(
  { context, entry, lane }: Visitor,
  { position, isDrawNumber }: IssuedPlace,
  credential: string,
  generation?: number,
): Promise<Visit> {
  const asked = { kind: "claim", lane, position, isDrawNumber } as const;
  return visit(context, entry, generation === undefined ? asked : { ...asked, generation }, credential);
}

/** Where the ticket leads: the page that was asked for. */
function ticketReturn({ context }: Visitor): string | null {
  return returnToWithin(askedFor(context), context.target);
}
