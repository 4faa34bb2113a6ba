/** Who is calling (S9): the one place where an address is taken from a request. */
import type { Platform } from "./deployment.ts";
import { formatAddress, isIpv4, parseAddress } from "./ip-address.ts";
import { type Network, networksContain, parseNetwork } from "./ip-networks.ts";

/** A caller. Null = unknown: all unknown ones share one bucket, and no network rule matches them. */
export interface Client {
  /** In its one spelling, without port. */
  readonly address: string | null;
  /** Two letters (ISO 3166-1), where the platform tells. */
  readonly country: string | null;
}

/** Hops looked at in a proxy's header; longer lists are made up. */
const MAX_HOPS = 32;

/**
 * The caller's identity.
 *
 * - `cloudflare`: `CF-Connecting-IP`, which Cloudflare sets itself, and `request.cf.country`.
 * - `workerd`: the socket's other end; no country.
 * - `proxy`: the rightmost address of the named header that is no trusted proxy, and the country in `countryHeader`, if one
 *   is named. The socket's other end, where the runtime shows it, is the list's last hop: who reaches the socket without
 *   the proxy is taken for what he is, and tells no country.
 *
 * No other header is looked at on any of them.
 */
export function clientOf(request: Request, platform: Platform): Client {
  return { address: addressOf(request, platform), country: countryOf(request, platform) };
}

function countryOf(request: Request, platform: Platform): string | null {
  switch (platform.kind) {
    case "cloudflare":
      return readCountry(property(request, "country"));
    case "workerd":
      return null;
    case "proxy":
      if (platform.countryHeader === undefined || directPeer(request, platform) !== null) return null;
      return readCountry(request.headers.get(platform.countryHeader));
  }
}

/** "XX" (unknown) and "T1" (Tor) are Cloudflare's words for no country; a header sent twice is joined by a comma. */
function readCountry(text: string | null | undefined): string | null {
  return typeof text === "string" && /^[A-Z]{2}$/.test(text) && text !== "XX" ? text : null;
}

function addressOf(request: Request, platform: Platform): string | null {
  switch (platform.kind) {
    case "cloudflare":
      return readAddress(request.headers.get("CF-Connecting-IP") ?? "");
    case "workerd":
      return socketAddress(request);
    case "proxy":
      return proxiedAddress(request, platform);
  }
}

function proxiedAddress(request: Request, platform: Proxy): string | null {
  const peer = directPeer(request, platform);
  if (peer !== null) return peer;
  const hops = (request.headers.get(platform.header) ?? "").split(",").slice(-MAX_HOPS);
  for (const hop of hops.toReversed()) {
    const address = withoutPort(hop.trim());
    // An unreadable hop hides who stands behind it.
    if (address === null || !isTrusted(address, platform)) return address;
  }
  return null;
}

type Proxy = Platform & { readonly kind: "proxy" };

/**
 * The socket's other end where that is no trusted proxy, else null. No address at all is a Unix socket, or a platform that
 * doesn't tell: only the proxy is at its other end then.
 */
function directPeer(request: Request, platform: Proxy): string | null {
  const peer = socketAddress(request);
  return peer !== null && !isTrusted(peer, platform) ? peer : null;
}

function isTrusted(address: string, platform: Proxy): boolean {
  return networksContain(trustedNetworks(platform), address);
}

function socketAddress(request: Request): string | null {
  return withoutPort(property(request, "clientIp") ?? "");
}

/** "192.0.2.1:5123", "[2001:db8::1]:5123", "[2001:db8::1]" or a bare address. */
function withoutPort(text: string): string | null {
  const ipv4 = /^([0-9.]+)(?::[0-9]{1,5})?$/.exec(text)?.[1];
  if (ipv4 !== undefined) return readAddress(ipv4);
  const bracketed = /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(text);
  if (bracketed !== null) return bracketed[1]?.includes(":") ? readAddress(bracketed[1]) : null;
  return readAddress(text);
}

function readAddress(text: string): string | null {
  // The most frequent form is its own one spelling.
  if (isIpv4(text)) return text;
  const address = parseAddress(text);
  return address === null ? null : formatAddress(address);
}

/** What the runtime says of the connection; its types know only what Cloudflare's own network sets. */
function property(request: Request, name: "clientIp" | "country"): string | undefined {
  const value = (request as { readonly cf?: Readonly<Record<string, unknown>> }).cf?.[name];
  return typeof value === "string" ? value : undefined;
}

const compiled = new WeakMap<Platform, readonly Network[]>();

function trustedNetworks(platform: Proxy): readonly Network[] {
  const known = compiled.get(platform);
  if (known !== undefined) return known;
  const networks = platform.trustedProxies.map(parseNetwork).filter((network) => network !== null);
  compiled.set(platform, networks);
  return networks;
}
