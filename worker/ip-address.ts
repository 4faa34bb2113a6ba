/** IP addresses, read strictly and written one way, so that equal addresses are equal texts. */
export interface IpAddress {
  readonly version: 4 | 6;
  /** 16 bits each, the first ones first: two for IPv4, eight for IPv6. */
  readonly groups: readonly number[];
}

/**
 * Reads an address (RFC 4291 section 2.2; IPv4 as four decimal numbers without leading zeros). IPv4 written as IPv6
 * ("::ffff:192.0.2.1") is IPv4: it is the same caller.
 *
 * @returns null if the text is anything else, a port, zone or space included
 */
export function parseAddress(text: string): IpAddress | null {
  const groups = text.includes(":") ? parseIpv6(text) : parseIpv4(text);
  if (groups === null) return null;
  if (groups.length === 2) return { version: 4, groups };
  return isMapped(groups) ? { version: 4, groups: groups.slice(6) } : { version: 6, groups };
}

/** ::ffff:0:0/96 (RFC 4291 section 2.5.5.2). */
export function isMapped(groups: readonly number[]): boolean {
  return groups.every((group, index) => index >= 6 || group === (index === 5 ? 0xffff : 0));
}

/** The address as text; IPv6 as in RFC 5952. */
export function formatAddress({ version, groups }: IpAddress): string {
  if (version === 4) return groups.flatMap((group) => [group >> 8, group & 0xff]).join(".");
  const run = longestZeros(groups);
  const hex = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(":");
  return run === null ? hex(groups) : `${hex(groups.slice(0, run.start))}::${hex(groups.slice(run.end))}`;
}

/** The address with all bits after the first `bits` cleared. */
export function maskAddress({ version, groups }: IpAddress, bits: number): IpAddress {
  return { version, groups: groups.map((group, index) => group & (0xffff << Math.min(16, Math.max(0, 16 * (index + 1) - bits)))) };
}

/** The groups of an IPv6 text as they stand, IPv4 within it not singled out. */
export function parseIpv6(text: string): number[] | null {
  const halves = text.split("::");
  if (text.length > 45 || halves.length > 2) return null;
  const [head, tail] = halves.map((half, index) => parseGroups(half, index === halves.length - 1));
  if (head === undefined || head === null || tail === null) return null;
  if (tail === undefined) return head.length === 8 ? head : null;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? null : [...head, ...new Array<number>(missing).fill(0), ...tail];
}

function parseGroups(text: string, mayEndInIpv4: boolean): number[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    const ipv4 = mayEndInIpv4 && index === parts.length - 1 && part.includes(".") ? parseIpv4(part) : null;
    if (ipv4 !== null) groups.push(...ipv4);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** Whether the text is an IPv4 address: four decimal numbers up to 255, none with a leading zero. */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

function parseIpv4(text: string): [number, number] | null {
  if (!isIpv4(text)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** The first of the longest runs of at least two zero groups. */
function longestZeros(groups: readonly number[]): { start: number; end: number } | null {
  let best: { start: number; end: number } | null = null;
  for (let start = 0; start < groups.length; start += 1) {
    let end = start;
    while (groups[end] === 0) end += 1;
    if (end - start >= 2 && (best === null || end - start > best.end - best.start)) best = { start, end };
    start = Math.max(start, end);
  }
  return best;
}
