/** The origin's answer as the visitor gets it. */
import { makePrivate, makeUncacheable } from "./cache-control.ts";
import { isOwnCookieName } from "./cookies.ts";
import { problem } from "./problem.ts";

export interface Relay {
  readonly response: Response;
  /** The URL is an event's: shared caches must not keep what an admitted visitor saw. */
  readonly covered: boolean;
  /** A path rule lets shared caches keep it all the same. */
  readonly sharedCache: boolean;
  /** We are about to set a cookie on the answer. */
  readonly setsCookie: boolean;
}

/** Statuses without a body (fetch standard); a `Response` made with one is refused. */
const NULL_BODY = [101, 204, 205, 304];

/**
 * Relays an answer: status, streamed body, encoding, redirects and several Set-Cookie lines as they came; what is meant for
 * us, our cookies and what would let a shared cache keep an admitted visitor's page are taken out.
 *
 * `encodeBody` stays "automatic": as long as neither body nor Content-Encoding is touched the runtime then passes the
 * encoded bytes through. With "manual" it would decode gzip and brotli and keep the header (tried on 2026-11-02).
 */
export function relayResponse({ response, covered, sharedCache, setsCookie }: Relay): Response {
  const { status, statusText, webSocket } = response;
  if (status === 101 ? !webSocket : status < 200 || status > 599) {
    return problem(502, "bad-origin-answer", "The shop gave an answer that can't be handed on.");
  }
  const headers = new Headers(response.headers);
  dropOwn(headers);
  if (setsCookie) makeUncacheable(headers);
  else if (covered && !sharedCache) makePrivate(headers);
  if (webSocket) return new Response(null, { status, headers, webSocket });
  const body = NULL_BODY.includes(status) ? null : response.body;
  return new Response(body, { status, statusText, headers });
}

function dropOwn(headers: Headers): void {
  for (const name of [...headers.keys()]) {
    if (name.toLowerCase().startsWith("stanchion-")) headers.delete(name);
  }
  headers.delete("Cf-Waiting-Room-Command");
  // It would tell browsers a way to the origin past the room.
  headers.delete("Alt-Svc");
  const cookies = headers.getSetCookie();
  if (!cookies.some(setsOwnCookie)) return;
  headers.delete("Set-Cookie");
  for (const cookie of cookies) {
    if (!setsOwnCookie(cookie)) headers.append("Set-Cookie", cookie);
  }
}

/**
 * Whether a Set-Cookie line makes a browser send one of our names. Wider than the names themselves: browsers know the
 * prefixes in any case, and send a cookie without a name as its bare value, "=" in front or not.
 */
function setsOwnCookie(line: string): boolean {
  const pair = (line.split(";", 1)[0] ?? "").replace(/^[\s=]+/, "");
  const name = pair.split("=", 1)[0] ?? "";
  return isOwnCookieName(name.replace(/^__(?:host|secure)-/i, "").toLowerCase());
}
