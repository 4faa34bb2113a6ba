/** Who is calling (S9): the one place where an address is taken from a request. */
import { formatAddress, isIpv4, parseAddress } from "./ip-address.ts";
import { type Network, networksContain, parseNetwork } from "./ip-networks.ts";

/** What stands in front of the Worker; the deployment says so, nothing is guessed. */
export type PlatformConfig =
  | { readonly kind: "cloudflare" }
  | { readonly kind: "workerd" }
  | { readonly kind: "proxy"; readonly header: string; readonly trustedProxies: readonly string[] };

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
 * - `workerd`: the socket's other end.
 * - `proxy`: the rightmost address of the named header that is no trusted proxy. The socket's other end, where the
 *   runtime shows it, is the list's last hop: who reaches the socket without the proxy is taken for what he is.
 *
 * No other header is looked at on any of them.
 */
export function clientOf(request: Request, platform: PlatformConfig): Client {
  const address = addressOf(request, platform);
  const country = platform.kind === "cloudflare" ? property(request, "country") : undefined;
  return {
    address,
    // "XX" and "T1" (Tor) are Cloudflare's words for no country.
    country: country !== undefined && /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null,
  };
}

function addressOf(request: Request, platform: PlatformConfig): string | null {
  switch (platform.kind) {
    case "cloudflare":
      return readAddress(request.headers.get("CF-Connecting-IP") ?? "");
    case "workerd":
      return socketAddress(request);
    case "proxy":
      return proxiedAddress(request, platform);
  }
}

function proxiedAddress(request: Request, platform: PlatformConfig & { kind: "proxy" }): string | null {
  const trusted = trustedNetworks(platform);
  const isTrusted = (address: string): boolean => networksContain(trusted, address);
  // No address: a Unix socket, or a platform that doesn't tell. Only the proxy is at its other end then.
  const peer = socketAddress(request);
  if (peer !== null && !isTrusted(peer)) return peer;
  const hops = (request.headers.get(platform.header) ?? "").split(",").slice(-MAX_HOPS);
  for (const hop of hops.toReversed()) {
    const address = withoutPort(hop.trim());
    // An unreadable hop hides who stands behind it.
    if (address === null || !isTrusted(address)) return address;
  }
  return null;
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

const compiled = new WeakMap<PlatformConfig, readonly Network[]>();

function trustedNetworks(platform: PlatformConfig & { kind: "proxy" }): readonly Network[] {
  const known = compiled.get(platform);
  if (known !== undefined) return known;
  const networks = platform.trustedProxies.map(parseNetwork).filter((network) => network !== null);
  compiled.set(platform, networks);
  return networks;
}
