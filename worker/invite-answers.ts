/** Answers to whoever shows an invite, or should have. */
import { askedFor, forPages, waitingAnswer, withCookies, type WaitingKind } from "./answers.ts";
import { withInvite } from "./invite-link.ts";
import { INVITE_REFUSALS, isInside, judgeInvite, useOf, type InviteRefusal } from "./invited.ts";
import { limited, NO_CREDENTIAL } from "./limited.ts";
import { localPath } from "./pages/page-shell.ts";
import { problem } from "./problem.ts";
import { statusWithoutPlace } from "./status.ts";
import { forgetCookies, giveVisitor, standingOf, visitorOf, type Visitor } from "./visitor.ts";

/** 403 for a program. */
export function inviteProblem(code: InviteRefusal): Response {
  return problem(403, code, INVITE_REFUSALS[code], code === "invite-required" ? {} : { field: "invite" });
}

/** 403: a page that asks for an invite and leads on without one, or for a program the problem. A used invite's cookies are forgotten. */
export async function refuseInvite(visitor: Visitor, kind: WaitingKind, code: InviteRefusal, returnTo?: string): Promise<Response> {
  const { entry, lane, view, context } = visitor;
  const setCookies = code === "invite-used" ? forgetCookies(visitor) : [];
  if (kind === "json") return forPages(visitor, withCookies(inviteProblem(code), setCookies));
  const status = statusWithoutPlace(entry, lane, view, context.nowMs, "joining");
  const reachable = view.isUsable(Date.now());
  const page = {
    status,
    setCookies,
    reachable,
    barred: "invite" as const,
    inviteRefused: code !== "invite-required",
    ...(returnTo === undefined ? {} : { returnTo }),
  };
  return forPages(visitor, await waitingAnswer(visitor, kind, page));
}

/**
 * A link with an invite: 303 to the same address without it, with the credential that takes the place there; so the invite is out of
 * the address bar before the shop is asked anything. While nothing can be had the page keeps the link for when it can.
 *
 * @param pageLane the lane of the page itself, whose place the visitor gives up
 */
export async function answerInviteLink(visitor: Visitor, pageLane: string, kind: WaitingKind, text: string): Promise<Response> {
  const { context, entry } = visitor;
  const judged = await judgeInvite(visitor, text);
  if (!judged.ok) return refuseInvite(visitor, kind, judged.code);
  const { claims } = judged;
  const inLane = async (lane: string): Promise<Visitor> => (lane === visitor.lane ? visitor : visitorOf(context, entry, lane));
  const there = await inLane(claims.lane);
  const here = visitor === there ? await inLane(pageLane) : visitor;
  const standing = standingOf(there);
  const isKnown = standing.kind === "visitor" && standing.visitor.claims.invite?.key === claims.key;
  if (isKnown || isInside(standingOf(here)) || isInside(standing) || standing.kind === "ticket") return onward(visitor, []);
  const barred = there.view.barredFrom(there.lane);
  if (barred !== null && !(barred === "full" && here.credentials.ticket !== null)) return untilThen(there, kind, text);
  const given = await giveVisitor(there, { invite: useOf(claims, here) });
  return given === null ? limited(there, kind, NO_CREDENTIAL) : onward(visitor, [given.setCookie]);
}

function onward({ context }: Visitor, setCookies: readonly string[]): Response {
  const headers = { Location: localPath(askedFor(context)), "Cache-Control": "no-store" };
  return withCookies(new Response(null, { status: 303, headers }), setCookies);
}

/** Nothing can be had now: the page says why, and comes back with the invite. */
async function untilThen(visitor: Visitor, kind: WaitingKind, text: string): Promise<Response> {
  const { entry, lane, view, context } = visitor;
  const status = statusWithoutPlace(entry, lane, view, context.nowMs, "joining");
  const answer = { status, setCookies: [], reachable: view.isUsable(Date.now()), returnTo: withInvite(askedFor(context), text) };
  return forPages(visitor, await waitingAnswer(visitor, kind, answer));
}
