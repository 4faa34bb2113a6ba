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
const HOP_BY_HOP = [
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
] as const;

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

/**
 * Builds the request to the origin: method, streamed body, query, compression and all other headers as they came, the path
 * as the runtime's fetch writes it (one of the readings that were judged), redirects handed on to the visitor.
 *
 * The caller has seen to it that `hasLoop` is false and `isForwardable` true.
 */
export function forwardRequest(forwarding: Forwarding): Request {
  const { request, target, origin } = forwarding;
  // A body on these is undefined in HTTP and refused by fetch; what announces one goes too, or the origin would wait for it.
  const body = request.method === "GET" || request.method === "HEAD" ? null : request.body;
  const headers = forwardedHeaders(forwarding);
  if (body === null) headers.delete("Content-Length");
  const init = { method: request.method, headers, redirect: "manual", ...(body === null ? {} : { body, duplex: "half" }) } as const;
  return new Request(`${origin}${target.rawPath}${target.query}`, init);
}

function forwardedHeaders({
  request,
  target,
  client,
  scheme,
  passToken,
  edgeAssertion,
  sessionExpiresAtMs,
  stripCredentials,
}: Forwarding): Headers {
  // A copy keeps values that are no UTF-8; reading and setting one would not.
  const headers = new Headers(request.headers);
  const isWebSocket = request.method === "GET" && headers.get("Upgrade")?.trim().toLowerCase() === "websocket";
  const loop = withOurs(headers.get("CDN-Loop"));
  dropConnectionHeaders(headers);
  for (const name of [...headers.keys()]) {
    if (mustGo(name, passToken !== null)) headers.delete(name);
  }
  if (isWebSocket) headers.set("Upgrade", "websocket");
  if (stripCredentials) {
    headers.delete("Authorization");
    headers.delete("Cookie");
  } else {
    dropOwnCookies(headers);
  }
  setClient(headers, client.address, target.host, scheme ?? target.scheme);
  headers.set("CDN-Loop", loop);
  if (edgeAssertion !== null) headers.set("Stanchion-Edge", edgeAssertion);
  if (passToken !== null) headers.set("Stanchion-Pass", passToken);
  if (sessionExpiresAtMs !== null) headers.set("Stanchion-Session-Expires", new Date(sessionExpiresAtMs).toISOString());
  return headers;
}

/** Those above and those that `Connection` names. */
function dropConnectionHeaders(headers: Headers): void {
  const named = (headers.get("Connection") ?? "").split(",").map((option) => option.trim());
  for (const name of [...HOP_BY_HOP, ...named]) {
    if (/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) headers.delete(name);
  }
}

function mustGo(name: string, hasPass: boolean): boolean {
  // CGI and its heirs can't tell "_" from "-".
  const folded = name.toLowerCase().replaceAll("_", "-");
  return (
    folded.startsWith("stanchion-") || folded.startsWith("x-forwarded") || FORWARDING.has(folded) || (!hasPass && OVERRIDES.has(folded))
  );
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

/** Everything the origin is told of the visitor's connection, from one identity. */
function setClient(headers: Headers, address: string | null, host: string, scheme: string): void {
  const node = address === null ? "unknown" : address.includes(":") ? `"[${address}]"` : address;
  headers.set("Forwarded", `for=${node};host="${host}";proto=${scheme}`);
  headers.set("X-Forwarded-Host", host);
  headers.set("X-Forwarded-Proto", scheme);
  if (address === null) return;
  headers.set("X-Forwarded-For", address);
  headers.set("X-Real-IP", address);
}
