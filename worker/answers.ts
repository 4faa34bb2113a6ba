/** The answers to visitors who are not let through: waiting page or JSON, refusals, notices. None may be cached by anybody. */
import type { VisitorStatus } from "./pages/visitor-status.ts";
import { saleOf } from "../durable-objects/domain/sale-snapshot.ts";
import type { EventSettings } from "../durable-objects/protocol.ts";
import type { RequestContext } from "./context.ts";
import { textsFor } from "./i18n/negotiation.ts";
import { withOverrides } from "./i18n/overrides.ts";
import type { RequestKind } from "./negotiate.ts";
import { renderNoticePage, type Notice } from "./pages/notice-page.ts";
import type { Barred } from "./pages/phase.ts";
import { renderWaitingPage } from "./pages/waiting-page.ts";
import { problem } from "./problem.ts";
import { templateOf } from "./template/template-copies.ts";
import { renderTemplatePage } from "./template/template-page.ts";
import { isForTemplate } from "./template/values.ts";
import { waitingRoomStatus } from "./template/waiting-room.ts";
import type { Visitor } from "./visitor.ts";

/** A new nonce for one page. */
export function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/** Path and query as the visitor asked for them, byte for byte. */
export function askedFor({ target }: RequestContext): string {
  return target.rawPath + target.query;
}

export interface WaitingAnswer {
  readonly status: VisitorStatus;
  readonly setCookies: readonly string[];
  /** False: the event could not be asked; the status is the last that is known. */
  readonly reachable: boolean;
  /** What keeps the visitor from a place where the status does not tell; left out = nothing. Such a page is a 403. */
  readonly barred?: Barred;
  /** An invitation's code that was shown is no good; left out = none was, or it is. */
  readonly inviteRefused?: boolean;
  /** Where the page leads; left out = to what was asked for. */
  readonly returnTo?: string;
}

/** Who is shown the line. No form: the page loads itself anew, and a browser would send the form again with it. */
export type WaitingKind = Extract<RequestKind, "navigation" | "json">;

/**
 * The waiting page, the organiser's where there is one for this state, or for a JSON client the status, which also says the same in
 * the words of Cloudflare Waiting Room.
 */
export async function waitingAnswer(visitor: Visitor, kind: WaitingKind, answer: WaitingAnswer): Promise<Response> {
  const { context, entry, lane, view } = visitor;
  const { status, setCookies, reachable, barred = null, inviteRefused = false, returnTo = askedFor(context) } = answer;
  // A line at its bound is an overload like any other; everything else is as the organiser likes it.
  const code = barred !== null ? 403 : status.state === "full" ? 503 : entry.settings.waitingPageStatus;
  // Whoever does not solve it comes back when the credential is taken unsolved; a little later, for clocks and roundings.
  const untilUnsolvedMs = status.challenge === undefined ? 0 : status.challenge.unsolvedAfterMs + 1000;
  const pollAfterMs = Math.max(status.pollAfterMs, untilUnsolvedMs);
  const seconds = Math.max(2, Math.ceil(pollAfterMs / 1000));
  const retryAfterSeconds = code === 429 || code === 503 ? seconds : null;
  const retryAfter: Record<string, string> = retryAfterSeconds === null ? {} : { "Retry-After": `${retryAfterSeconds}` };
  // Nothing comes after the end of an on-sale, or by itself to somebody who needs an invite.
  const refreshSeconds = status.state === "closed" || barred !== null ? null : seconds;
  const closesAtMs = view.snapshot === null ? null : saleOf(view.snapshot).closesAtMs;
  const input = { status, closesAtMs, nowMs: context.nowMs, refreshSeconds, reachable };
  if (kind === "json") return jsonAnswer({ ...status, pollAfterMs, cfWaitingRoom: waitingRoomStatus(input) }, code, setCookies, retryAfter);
  const template = isForTemplate(status) && barred === null ? await templateOf(context, entry) : null;
  if (template !== null) {
    const { html, headers } = renderTemplatePage(template, input, entry.settings.framing);
    return withCookies(new Response(html, { status: code, headers: { ...headers, ...retryAfter } }), setCookies);
  }
  const page = renderWaitingPage({
    event: entry.event,
    lane,
    title: entry.settings.title,
    status,
    barred,
    inviteRefused,
    hasTemplate: (entry.settings.template ?? null) !== null,
    reachable,
    returnTo,
    nonce: newNonce(),
    refreshSeconds,
    retryAfterSeconds,
    texts: withOverrides(textsFor(context.request.headers.get("Accept-Language")), entry.settings.texts),
    look: entry.settings.look ?? null,
    framing: entry.settings.framing ?? [],
  });
  const response = withCookies(new Response(page.html, { status: code, headers: page.headers }), setCookies);
  // The page's address holds an invite, which the shop must not read in the next request's Referer.
  if (context.invite !== null) response.headers.set("Referrer-Policy", "strict-origin");
  return response;
}

const JSON_HEADERS = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });

/** JSON that nobody keeps. */
export function jsonAnswer(
  body: unknown,
  status: number,
  setCookies: readonly string[] = [],
  headers: Readonly<Record<string, string>> = {},
): Response {
  return withCookies(jsonTextAnswer(JSON.stringify(body), status, headers), setCookies);
}

/** As `jsonAnswer`, of a text that is JSON already. */
export function jsonTextAnswer(text: string, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  const answer = new Response(text, { status, headers: JSON_HEADERS });
  for (const name in headers) answer.headers.set(name, headers[name] as string);
  return answer;
}

/** Appends `Set-Cookie` lines. */
export function withCookies(response: Response, setCookies: readonly string[]): Response {
  for (const line of setCookies) response.headers.append("Set-Cookie", line);
  return response;
}

/** How an event's pages look and what they say differently. */
export type OwnPages = Pick<EventSettings, "look" | "texts" | "framing">;

export interface NoticeAnswer {
  readonly notice: Notice;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly title?: string;
  readonly own?: OwnPages;
  readonly returnTo?: string;
  readonly retryAfterSeconds?: number;
}

/** A page that says what happened, or for anything but a browser's navigation the same as a problem. `request`: the one answered. */
export function noticeAnswer(request: Pick<Request, "headers">, kind: RequestKind, answer: NoticeAnswer): Response {
  const { notice, status, code, detail, title = "", own, returnTo = "/", retryAfterSeconds } = answer;
  if (kind !== "navigation" && kind !== "form-navigation") {
    return problem(status, code, detail, retryAfterSeconds === undefined ? {} : { headers: { "Retry-After": `${retryAfterSeconds}` } });
  }
  const page = renderNoticePage({
    notice,
    title,
    returnTo,
    nonce: newNonce(),
    afterForm: kind === "form-navigation",
    refreshSeconds: retryAfterSeconds ?? null,
    retryAfterSeconds: retryAfterSeconds ?? null,
    texts: withOverrides(textsFor(request.headers.get("Accept-Language")), own?.texts),
    look: own?.look ?? null,
    framing: own?.framing ?? [],
  });
  return new Response(page.html, { status, headers: page.headers });
}

/** Lets a page of an allowed origin read an answer of ours. What the shop answers is the shop's to open. */
export function forPages({ context, entry }: Visitor, response: Response): Response {
  return withCors(response, context, entry.settings.allowedOrigins);
}

/** CORS for answers of ours to a page of an allowed origin; without them its script could not read the refusal. */
export function withCors(response: Response, { request }: RequestContext, allowedOrigins: readonly string[]): Response {
  const origin = allowedOrigins.length === 0 ? null : request.headers.get("Origin");
  if (origin === null || !allowedOrigins.includes(origin)) return response;
  response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set("Access-Control-Allow-Credentials", "true");
  response.headers.set("Access-Control-Expose-Headers", "Retry-After, RateLimit, RateLimit-Policy");
  response.headers.append("Vary", "Origin");
  return response;
}
