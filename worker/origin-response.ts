/** The origin's answer as the visitor gets it. */
import { isForSharedCaches, makePrivate, makeUncacheable } from "./cache-control.ts";
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
  const { status, webSocket } = response;
  if (status === 101 ? !webSocket : status < 200 || status > 599) {
    return problem(502, "bad-origin-answer", "The shop gave an answer that can't be handed on.");
  }
  // The copy that `Response` makes is edited in place: each header touched is a call into the runtime.
  const relayed = webSocket
    ? new Response(null, { status, headers: response.headers, webSocket })
    : new Response(NULL_BODY.includes(status) ? null : response.body, response);
  const { headers } = relayed;
  const forVisitorOnly = setsCookie || (covered && !sharedCache);
  for (const name of new Set(headers.keys())) {
    const fate = fateOf(name);
    if (fate === "cookie") dropOwnCookies(headers);
    else if (fate === "ours" || (fate === "shared-cache" && forVisitorOnly)) headers.delete(name);
  }
  if (setsCookie) makeUncacheable(headers);
  else if (forVisitorOnly) makePrivate(headers);
  return relayed;
}

/** What a field of an answer is; "ours": said to the room, or about a way to the origin past it. */
type Fate = "passes" | "ours" | "shared-cache" | "cookie";

/** Fates found out so far: origins send the same few dozen names again and again. */
const fates = new Map<string, Fate>();
const MOST_FATES = 1_000;

function fateOf(name: string): Fate {
  const known = fates.get(name);
  if (known !== undefined) return known;
  const folded = name.toLowerCase();
  const isOurs = folded.startsWith("stanchion-") || folded === "cf-waiting-room-command" || folded === "alt-svc";
  const fate = isOurs ? "ours" : isForSharedCaches(folded) ? "shared-cache" : folded === "set-cookie" ? "cookie" : "passes";
  if (fates.size >= MOST_FATES) fates.clear();
  fates.set(name, fate);
  return fate;
}

function dropOwnCookies(headers: Headers): void {
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
