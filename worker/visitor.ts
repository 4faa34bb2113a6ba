/** Who asks, for one lane of one event, and where they stand: decided from credentials and the snapshot, no object is asked. */
import type { SessionView } from "../durable-objects/domain/types.ts";
import type { DirectoryEntry } from "../durable-objects/protocol.ts";
import { networkOf, type RequestContext } from "./context.ts";
import {
  clearCookie,
  credentialCookieNames,
  passMaxAgeSeconds,
  setCookie,
  ticketMaxAgeSeconds,
  visitorMaxAgeSeconds,
  type CookieAttributes,
  type CredentialCookieNames,
} from "./cookies.ts";
import type { CredentialScope } from "./credentials/jws.ts";
import { issuePass, type IssuedPass, type PassClaims } from "./credentials/pass.ts";
import { readCredentials, type Credentials, type Shown, type ShownPass } from "./credentials/read.ts";
import { issueTicket, ticketSeconds, type IssuedPlace, type TicketClaims } from "./credentials/ticket.ts";
import { issueVisitor, type VisitorClaims, type VisitorTerms } from "./credentials/visitor.ts";
import { viewOf, type EventView } from "./event-view.ts";
import { takeIssue } from "./limits.ts";

export interface Visitor {
  readonly context: RequestContext;
  readonly entry: DirectoryEntry;
  readonly lane: string;
  readonly view: EventView;
  readonly scope: CredentialScope;
  readonly credentials: Credentials;
  readonly cookieNames: CredentialCookieNames;
}

/** Reads who asks. The event's view should be fresh: a pass that it knows to be over is not there. */
export async function visitorOf(context: RequestContext, entry: DirectoryEntry, lane: string): Promise<Visitor> {
  const { request, config, nowMs } = context;
  const scope: CredentialScope = { config, ref: entry, lane, nowMs };
  const view = viewOf(entry);
  const credentials = await readCredentials(
    request,
    scope,
    () => networkOf(context),
    (claims) => view.hasEnded(lane, claims, nowMs),
  );
  return { context, entry, lane, view, scope, credentials, cookieNames: credentialCookieNames(entry, lane, config) };
}

/** Where a visitor stands. */
export type Standing =
  /** A pass that is good now. */
  | { readonly kind: "inside"; readonly pass: ShownPass }
  /** A pass whose time is over, with a request that its grace lets through. */
  | { readonly kind: "in-grace"; readonly pass: ShownPass }
  /** A pass whose session was entered from another network since: good for `enter` only, and only when a person says so (S6). */
  | { readonly kind: "superseded"; readonly pass: ShownPass }
  /** A genuine pass that is not good now, but its session may live: the event is asked once. */
  | { readonly kind: "asks"; readonly pass: ShownPass }
  | { readonly kind: "ticket"; readonly ticket: Shown<TicketClaims> }
  | { readonly kind: "visitor"; readonly visitor: Shown<VisitorClaims> }
  | { readonly kind: "nobody" };

/** Judges the credentials by the snapshot. Within the grace a request that is no GET still passes. */
export function standingOf({ credentials, view, entry, context, lane }: Visitor): Standing {
  const { nowMs, request } = context;
  const pass = credentials.pass ?? credentials.expiredPass;
  if (pass !== null) {
    const { epoch, expiresAtMs, provisional, issuedAtMs } = pass.claims;
    if (view.isSuperseded(lane, pass.claims, nowMs)) return { kind: "superseded", pass };
    const isOfEpoch = view.snapshot === null || epoch >= view.snapshot.epoch;
    const changesSomething = request.method !== "GET" && request.method !== "HEAD";
    const graceMs = changesSomething && !provisional ? entry.settings.graceSeconds * 1000 : 0;
    // A pass from the future was made before the clock was set back; the event knows better.
    if (!isOfEpoch || issuedAtMs > nowMs + 30_000 || nowMs >= expiresAtMs + graceMs) return { kind: "asks", pass };
    return { kind: nowMs < expiresAtMs ? "inside" : "in-grace", pass };
  }
  if (credentials.ticket !== null) return { kind: "ticket", ticket: credentials.ticket };
  if (credentials.visitor !== null) return { kind: "visitor", visitor: credentials.visitor };
  return { kind: "nobody" };
}

/** A credential made for this answer: how the cookie is set, and the value for a client that keeps it itself. */
export interface Given {
  readonly value: string;
  readonly setCookie: string;
}

/** In another site's frame, where the organiser allows one, a browser keeps cookies for that site alone. */
function attributesOf({ context, entry }: Visitor): CookieAttributes {
  return { loopback: context.config.loopback, partitioned: (entry.settings.framing ?? []).some((ancestor) => ancestor !== "self") };
}

/**
 * Makes the visitor credential and its cookie, within the network's limit; null = none left for now.
 *
 * @param terms left out: for a place, which costs the challenge that the event asks for
 */
export async function giveVisitor(visitor: Visitor, terms?: VisitorTerms): Promise<(Given & { readonly claims: VisitorClaims }) | null> {
  const { scope, context, cookieNames, entry } = visitor;
  if (!takeIssue(context).allowed) return null;
  const asked = terms ?? { attempts: entry.settings.challenge?.attempts ?? null };
  const { value, claims } = await issueVisitor(scope, networkOf(context), asked);
  return { value, claims, setCookie: setCookie(cookieNames.visitor, value, visitorMaxAgeSeconds, attributesOf(visitor)) };
}

/** Longer ones don't ride in the ticket: a cookie holds 4,096 bytes in all. */
const MOST_RETURN_BYTES = 512;

/** Makes the ticket of a place. `returnTo`: validated, so ASCII. */
export async function giveTicket(visitor: Visitor, { position, isDrawNumber }: IssuedPlace, returnTo: string | null): Promise<Given> {
  const { scope, context, cookieNames } = visitor;
  const kept = returnTo !== null && returnTo.length <= MOST_RETURN_BYTES ? returnTo : null;
  const value = await issueTicket(scope, position, kept, isDrawNumber);
  const maxAge = ticketMaxAgeSeconds({ expiresAtMs: context.nowMs + ticketSeconds * 1000 }, context.nowMs);
  return { value, setCookie: setCookie(cookieNames.credential, value, maxAge, attributesOf(visitor)) };
}

/** Makes the pass of a session. */
export async function givePass(visitor: Visitor, session: Omit<SessionView, "lane">): Promise<Given & { readonly pass: IssuedPass }> {
  const { scope, context, cookieNames, entry } = visitor;
  const pass = await issuePass(scope, session, entry.settings.idleSeconds);
  return {
    value: pass.value,
    pass,
    setCookie: setCookie(cookieNames.credential, pass.value, passMaxAgeSeconds(pass.claims, context.nowMs), attributesOf(visitor)),
  };
}

/** Least time for which an isolate remembers that a stay is over; one that expired long ago would be asked about each time. */
const REMEMBER_OVER_MS = 60_000;

/** From now on this isolate takes the stay for over, without asking the event. */
export function noteOver({ view, lane, entry, context }: Visitor, claims: PassClaims): void {
  const acceptedUntilMs = claims.expiresAtMs + entry.settings.graceSeconds * 1000;
  view.noteOver(lane, claims, Math.max(acceptedUntilMs, context.nowMs + REMEMBER_OVER_MS));
}

/** From now on this isolate takes the pass for superseded, without asking the event. */
export function noteSuperseded({ view, lane, entry, context }: Visitor, claims: PassClaims): void {
  const acceptedUntilMs = claims.expiresAtMs + entry.settings.graceSeconds * 1000;
  view.noteSuperseded(lane, claims, Math.max(acceptedUntilMs, context.nowMs + REMEMBER_OVER_MS));
}

/** `Set-Cookie` line that makes the browser forget its ticket or pass. */
export function forgetPlace(visitor: Visitor): string {
  return clearCookie(visitor.cookieNames.credential, attributesOf(visitor));
}

/** `Set-Cookie` lines that make the browser forget both credentials. */
export function forgetCookies(visitor: Visitor): string[] {
  return [clearCookie(visitor.cookieNames.visitor, attributesOf(visitor)), forgetPlace(visitor)];
}

/** The session a pass tells of, extended by the idle time without the event knowing: it cannot be reached. */
export function extendedUnrecorded({ entry, context }: Visitor, claims: PassClaims): Omit<SessionView, "lane"> {
  const { idleSeconds, maxStaySeconds } = entry.settings;
  const latestMs = claims.grantedAtMs + maxStaySeconds * 1000;
  const expiresAtMs = Math.max(claims.expiresAtMs, Math.min(context.nowMs + idleSeconds * 1000, latestMs));
  const { position, grantedAtMs, provisional, epoch, generation } = claims;
  return { position, grantedAtMs, provisional, epoch, generation, expiresAtMs };
}
