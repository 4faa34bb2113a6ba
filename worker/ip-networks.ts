/** Address prefixes: those a rule names, and those a caller's address lies in. */
import { formatAddress, type IpAddress, isMapped, maskAddress, parseAddress, parseIpv6 } from "./ip-address.ts";

export interface Network {
  readonly address: IpAddress;
  readonly bits: number;
}

/**
 * Reads "192.0.2.0/24", "2001:db8::/32" or one address. Bits after the prefix are ignored. "::ffff:192.0.2.0/120" is the
 * IPv4 network it stands for.
 *
 * @returns null if the text is no network
 */
export function parseNetwork(cidr: string): Network | null {
  const [text = "", prefix, ...rest] = cidr.split("/");
  const address = parseAddress(text);
  if (address === null || rest.length > 0 || (prefix !== undefined && !/^(?:0|[1-9][0-9]{0,2})$/.test(prefix))) return null;
  const groups = text.includes(":") ? parseIpv6(text) : null;
  const asWritten = groups === null ? 32 : 128;
  const bits = prefix === undefined ? asWritten : Number(prefix);
  if (bits > asWritten) return null;
  if (groups === null || !isMapped(groups)) return { address: maskAddress(address, bits), bits };
  // A prefix that cuts into "::ffff" covers IPv6 addresses which are not mapped ones.
  if (bits < 96) return { address: maskAddress({ version: 6, groups }, bits), bits };
  return { address: maskAddress(address, bits - 96), bits: bits - 96 };
}

/** Whether the address lies in one of the networks; an unknown or unreadable one lies in none. */
export function networksContain(networks: readonly Network[], address: string | null): boolean {
  const parsed = address === null ? null : parseAddress(address);
  if (parsed === null) return false;
  return networks.some(({ address: network, bits }) => {
    if (network.version !== parsed.version) return false;
    const { groups } = maskAddress(parsed, bits);
    return groups.every((group, index) => group === network.groups[index]);
  });
}

/** As `networksContain`, for one network as text; one that cannot be read contains nothing. */
export function networkMatches(cidr: string, address: string | null): boolean {
  const network = parseNetwork(cidr);
  return network !== null && networksContain([network], address);
}

const PREFIX_BITS = { 4: [32, 24], 6: [64, 56, 48, 40] } as const;

/**
 * The prefixes an address lies in, narrowest first: IPv4 /32, /24; IPv6 /64, /56, /48, /40. One household gets a /64 to a
 * /56, a company a /48, and whoever has a /40 has 16 million /64s: limits must hold at each of these sizes.
 *
 * @returns none for an unknown or unreadable address
 */
export function prefixesOf(address: string | null): string[] {
  const parsed = address === null ? null : parseAddress(address);
  if (parsed === null) return [];
  return PREFIX_BITS[parsed.version].map((bits) => `${formatAddress(maskAddress(parsed, bits))}/${bits}`);
}
