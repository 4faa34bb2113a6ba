/** Where a crowd goes and where its visitors come from: loopback only, each visitor from an address of its own. */
import { isIPv4 } from "node:net";

export interface Target {
  /** The Host header, as a browser would send it. */
  readonly host: string;
  /** The literal address connected to; no name is ever looked up. */
  readonly address: "127.0.0.1" | "::1" | `127.${string}`;
  readonly port: number;
  /** `http://host`, as in an Origin header. */
  readonly origin: string;
}

/** The crowd's target, or null where `base` is not plain http to this machine. */
export function loopbackTarget(base: string): Target | null {
  if (!URL.canParse(base)) return null;
  const url = new URL(base);
  if (url.protocol !== "http:" || url.username !== "" || url.password !== "") return null;
  const address = loopbackAddress(url.hostname);
  if (address === null) return null;
  return { host: url.host, address, port: url.port === "" ? 80 : Number(url.port), origin: url.origin };
}

function loopbackAddress(hostname: string): Target["address"] | null {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return "127.0.0.1";
  if (hostname === "[::1]") return "::1";
  if (isIPv4(hostname) && hostname.startsWith("127.")) return hostname as `127.${string}`;
  return null;
}

/** Whether every 127.x.y.z can be a socket's source: all of 127.0.0.0/8 is the loopback device's on Linux alone. */
export function hasSourceAddresses(target: Target): boolean {
  return process.platform === "linux" && target.address !== "::1";
}

/**
 * The address of visitor `index` (from 0): neighbours in time lie in different /24 networks, as in a real crowd, and
 * none is 127.0.0.0/16, where this machine's own servers and browser are.
 */
export function visitorAddress(index: number): string {
  const second = 16 + (index % 200);
  const third = Math.floor(index / 200) % 256;
  const fourth = 1 + (Math.floor(index / 51_200) % 254);
  return `127.${second}.${third}.${fourth}`;
}
