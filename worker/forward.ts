/** The request as the origin gets it. */
import { hasLoop, withOurs } from "./cdn-loop.ts";
import { withoutOwnCookies } from "./cookies.ts";
import type { Client } from "./network.ts";
import type { RequestTarget } from "./request-url.ts";

export { hasLoop };

export interface Forwarding {
  readonly request: Request;
  readonly target: RequestTarget;
  /** Scheme and authority of the origin; from the deployment's configuration only. */
  readonly origin: string;
  readonly client: Client;
  /** The scheme in the visitor's address bar, where TLS ends in front of the Worker; left out = the request's own. */
  readonly scheme?: "http" | "https";
  /** The bare pass; null = without a pass, and then nothing may name another path or method than the one that was judged. */
  readonly passToken: string | null;
  /** Signed proof that the request came through here (S7); null = there is no key to sign it with. */
  readonly edgeAssertion: string | null;
  readonly sessionExpiresAtMs: number | null;
  /** Takes Cookie and Authorization out. */
  readonly stripCredentials: boolean;
}

/** Of one connection only (RFC 9110 section 7.6.1), or for the first proxy only. */
const HOP_BY_HOP = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Where servers look for the caller, the host or the scheme. A client could have written any of them. */
const FORWARDING = new Set([
  "forwarded",
  "x-real-ip",
  "x-real-port",
  "true-client-ip",
  "client-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-remote-ip",
  "x-remote-addr",
  "x-originating-ip",
  "x-appengine-user-ip",
  "x-azure-clientip",
  "x-azure-socketip",
  "x-envoy-external-address",
  "x-proxyuser-ip",
  "fastly-client-ip",
  "fly-client-ip",
  "x-host",
  "x-original-host",
  "x-scheme",
  "x-url-scheme",
  "front-end-https",
  "x-arr-ssl",
  "x-arr-log-id",
  "cf-connecting-ip",
  "cf-connecting-ipv6",
  "cf-pseudo-ipv4",
  "cf-ipcountry",
  "cf-visitor",
  "cf-worker",
  "cf-ew-via",
  "cdn-loop",
  "host",
]);

/** With these a server takes another path or method than the request line's (S8). */
const OVERRIDES = new Set([
  "x-original-url",
  "x-original-uri",
  "x-rewrite-url",
  "x-envoy-original-path",
  "x-http-path-override",
  "x-http-method-override",
  "x-method-override",
  "x-http-method",
]);

/** TRACE and TRACK would send our assertion and pass back to the client; CONNECT asks for no resource. */
export function isForwardable(method: string): boolean {
  return !["TRACE", "TRACK", "CONNECT"].includes(method.toUpperCase());
}

/** What becomes of a header on its way; "override": it goes unless a pass was judged. */
type Fate = "passes" | "goes" | "override";

/** Fates found out so far: clients send the same few dozen names again and again. */
const fates = new Map<string, Fate>();
const MOST_FATES = 1_000;

function fateOf(name: string): Fate {
  const known = fates.get(name);
  if (known !== undefined) return known;
  // CGI and its heirs can't tell "_" from "-".
  const folded = name.toLowerCase().replaceAll("_", "-");
  const isOurs = folded.startsWith("stanchion-") || folded.startsWith("x-forwarded") || FORWARDING.has(folded);
  const fate = isOurs || HOP_BY_HOP.has(name.toLowerCase()) ? "goes" : OVERRIDES.has(folded) ? "override" : "passes";
  if (fates.size >= MOST_FATES) fates.clear();
  fates.set(name, fate);
  return fate;
}

/**
 * Builds the request to the origin: method, streamed body, query, compression and all other headers as they came, the path
 * as the runtime's fetch writes it (one of the readings that were judged), redirects handed on to the visitor.
 *
 * The caller has seen to it that `hasLoop` is false and `isForwardable` true. Each header that is read, set or deleted is a
 * call into the runtime and half of what proxying costs beside the fetch: only what is there is touched, and the copy that
 * `Request` makes is edited in place. A copy also keeps values that are no UTF-8; reading and setting one would not.
 */
export function forwardRequest(forwarding: Forwarding): Request {
  const { request, target, origin, passToken } = forwarding;
  const { method } = request;
  // A body on these is undefined in HTTP and refused by fetch; what announces one goes too, or the origin would wait for it.
  const body = method === "GET" || method === "HEAD" ? null : request.body;
  const init = { method, headers: request.headers, redirect: "manual", ...(body === null ? null : { body, duplex: "half" }) } as const;
  const forwarded = new Request(`${origin}${target.rawPath}${target.query}`, init);
  const { headers } = forwarded;
  const names = [...headers.keys()];
  const isWebSocket = method === "GET" && names.includes("upgrade") && headers.get("Upgrade")?.trim().toLowerCase() === "websocket";
  const loop = withOurs(names.includes("cdn-loop") ? headers.get("CDN-Loop") : null);
  if (names.includes("connection")) dropNamedByConnection(headers);
  for (const name of names) {
    const fate = fateOf(name);
    if (fate === "goes" || (fate === "override" && passToken === null)) headers.delete(name);
  }
  if (body === null && names.includes("content-length")) headers.delete("Content-Length");
  if (isWebSocket) headers.set("Upgrade", "websocket");
  if (forwarding.stripCredentials) {
    headers.delete("Authorization");
    headers.delete("Cookie");
  } else if (names.includes("cookie")) {
    dropOwnCookies(headers);
  }
  headers.set("CDN-Loop", loop);
  setOurs(headers, forwarding);
  return forwarded;
}

function dropNamedByConnection(headers: Headers): void {
  for (const option of (headers.get("Connection") ?? "").split(",")) {
    const name = option.trim();
    if (/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) headers.delete(name);
  }
}

function dropOwnCookies(headers: Headers): void {
  const cookie = headers.get("Cookie");
  if (cookie === null) return;
  // The runtime joins several Cookie lines with a comma.
  const unjoined = cookie.replaceAll(/,[ \t]*(?:__Host-|__Secure-)?stanchion-[^;,]*/g, "");
  const rest = withoutOwnCookies(unjoined);
  if (rest === null) headers.delete("Cookie");
  else if (rest !== cookie) headers.set("Cookie", rest);
}

/** What the origin is told by us: the visitor's connection, all from one identity, and what proves it. */
function setOurs(
  headers: Headers,
  { client, target, scheme = target.scheme, edgeAssertion, passToken, sessionExpiresAtMs }: Forwarding,
): void {
  const { address } = client;
  const node = address === null ? "unknown" : address.includes(":") ? `"[${address}]"` : address;
  headers.set("Forwarded", `for=${node};host="${target.host}";proto=${scheme}`);
  headers.set("X-Forwarded-Host", target.host);
  headers.set("X-Forwarded-Proto", scheme);
  if (address !== null) {
    headers.set("X-Forwarded-For", address);
    headers.set("X-Real-IP", address);
  }
  if (edgeAssertion !== null) headers.set("Stanchion-Edge", edgeAssertion);
  if (passToken !== null) headers.set("Stanchion-Pass", passToken);
  if (sessionExpiresAtMs !== null) headers.set("Stanchion-Session-Expires", new Date(sessionExpiresAtMs).toISOString());
}
