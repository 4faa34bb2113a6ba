/** Which credentials a request brings for one lane. What is malformed is not there (field case 46). */
import { bearerToken } from "../bearer.ts";
import { cookieValues, credentialCookieNames } from "../cookies.ts";
import { type CredentialScope, type Lifetime, typeOf } from "./jws.ts";
import { passToken, type PassClaims, verifyPass } from "./pass.ts";
import { type TicketClaims, verifyTicket } from "./ticket.ts";
import { verifyVisitor, type VisitorClaims } from "./visitor.ts";

/** Where a credential stood. One from a cookie may have been sent by another site's page: its POST needs `sameOriginPost`. */
export type CredentialSource = "cookie" | "header";

export interface Shown<C> {
  readonly claims: C;
  /** As the client showed it. */
  readonly value: string;
  readonly source: CredentialSource;
}

export interface ShownPass extends Shown<PassClaims> {
  /** The bare JWS, for the origin. */
  readonly token: string;
}

export interface Credentials {
  readonly pass: ShownPass | null;
  /** Genuine, of this lane, but not good now: expired, or from a clock that ran ahead. Null beside a valid pass. */
  readonly expiredPass: ShownPass | null;
  /** Null beside a valid pass. */
  readonly ticket: Shown<TicketClaims> | null;
  /** Null beside a valid pass or ticket. */
  readonly visitor: Shown<VisitorClaims> | null;
}

interface Candidate {
  readonly value: string;
  readonly source: CredentialSource;
}

/** Values of one `Stanchion-Credential` header that are looked at. */
const maxHeaderValues = 4;

/**
 * Reads cookies, `Stanchion-Credential` (one or several values, comma separated) and, under Stanchion's own paths only,
 * `Authorization: Bearer`; elsewhere that header is the shop's. The headers count where the lane has no cookie. Of several of a
 * kind the one that expires last wins.
 *
 * @param network the prefix of the caller's network as text; a visitor credential counts only there
 * @param isOver whether the stay of a genuine pass is known to be over; such a pass is not there, and hides no other credential
 */
export async function readCredentials(
  request: Request,
  scope: CredentialScope,
  network: () => string,
  isOver: (claims: PassClaims) => boolean = () => false,
): Promise<Credentials> {
  const names = credentialCookieNames(scope.ref, scope.lane, scope.config);
  const cookies = request.headers.get("Cookie");
  const byCookie = fromCookies(cookies, names.credential);
  const visitorCookies = fromCookies(cookies, names.visitor);
  // Headers are an app's, which keeps no cookies of ours; a browser's poll is spared the look.
  const headers = byCookie.length + visitorCookies.length > 0 ? [] : headerValues(request);

  let pass: Shown<PassClaims> | null = null;
  let expiredPass: Shown<PassClaims> | null = null;
  let ticket: Shown<TicketClaims> | null = null;
  for (const { value, source } of headers.length > 0 ? headers : byCookie) {
    // A text says itself what it is, so that each costs at most one proof.
    const type = typeOf(scope.config, value);
    if (type === "pass") {
      const verified = await verifyPass(scope, value);
      if (!("claims" in verified) || isOver(verified.claims)) continue;
      const shown = { claims: verified.claims, value, source };
      if (verified.ok) pass = later(pass, shown);
      else expiredPass = later(expiredPass, shown);
    } else if (type === "ticket") {
      const verified = await verifyTicket(scope, value);
      if (verified.ok) ticket = later(ticket, { claims: verified.claims, value, source });
    }
  }
  if (pass !== null) return { ...nothing, pass: withToken(pass) };
  const stale = expiredPass === null ? null : withToken(expiredPass);
  if (ticket !== null) return { ...nothing, expiredPass: stale, ticket };

  let visitor: Shown<VisitorClaims> | null = null;
  for (const { value, source } of headers.length > 0 ? headers : visitorCookies) {
    if (typeOf(scope.config, value) !== "visitor") continue;
    const verified = await verifyVisitor(scope, value, network());
    if (verified.ok) visitor = later(visitor, { claims: verified.claims, value, source });
  }
  return { ...nothing, expiredPass: stale, visitor };
}

const nothing: Credentials = { pass: null, expiredPass: null, ticket: null, visitor: null };

function headerValues(request: Request): Candidate[] {
  const values = request.headers.get("Stanchion-Credential")?.split(",", maxHeaderValues) ?? [];
  const bearer = bearerToken(request.headers);
  if (bearer !== null && new URL(request.url).pathname.startsWith("/_stanchion/")) values.push(bearer);
  return values.map((value) => ({ value: value.trim(), source: "header" }));
}

function fromCookies(header: string | null, name: string): Candidate[] {
  return cookieValues(header, name).map((value) => ({ value, source: "cookie" }));
}

/** The one that expires last; of equals the first. */
function later<C extends Lifetime>(one: Shown<C> | null, other: Shown<C>): Shown<C> {
  return one !== null && one.claims.expiresAtMs >= other.claims.expiresAtMs ? one : other;
}

function withToken(pass: Shown<PassClaims>): ShownPass {
  return { ...pass, token: passToken(pass.value) };
}
