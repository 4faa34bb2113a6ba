/** Stanchion's cookies: names, reading, writing, and taking them out of what the origin gets (S17). */
import type { EventRef } from "../durable-objects/protocol.ts";
import type { Config } from "./config.ts";
import { visitorSeconds } from "./credentials/visitor.ts";

export interface CredentialCookieNames {
  readonly visitor: string;
  /** Of the ticket, later of the pass. */
  readonly credential: string;
}

/**
 * The two cookies of an event's lane. `__Host-` binds them to this host and to https; over plain http on the loopback
 * address a browser refuses that prefix, so there the names are plain.
 */
export function credentialCookieNames({ event }: EventRef, lane: string, { loopback }: Pick<Config, "loopback">): CredentialCookieNames {
  const prefix = loopback ? "" : "__Host-";
  return { visitor: `${prefix}stanchion-v-${event}.${lane}`, credential: `${prefix}stanchion-p-${event}.${lane}` };
}

/** Copies of one name that are looked at. A browser sends several when they differ in domain or path. */
const maxCopies = 4;

/**
 * The values of all cookies of that name, in their order, at most four. Byte for byte: nothing is decoded, quotes stay,
 * names are compared exactly.
 */
export function cookieValues(header: string | null, name: string): string[] {
  const values: string[] = [];
  if (header === null) return values;
  const wanted = `${name}=`;
  for (let start = 0; start < header.length && values.length < maxCopies;) {
    const next = header.indexOf(";", start);
    const end = next < 0 ? header.length : next;
    const text = skipBlanks(header, start, end);
    if (header.startsWith(wanted, text)) values.push(trimmed(header.slice(text + wanted.length, end)));
    start = end + 1;
  }
  return values;
}

function skipBlanks(text: string, start: number, end: number): number {
  let index = start;
  while (index < end && isBlank(text, index)) index += 1;
  return index;
}

/** Without spaces and tabs at the ends; `trim()` would take other characters too. */
function trimmed(text: string): string {
  const start = skipBlanks(text, 0, text.length);
  let end = text.length;
  while (end > start && isBlank(text, end - 1)) end -= 1;
  return text.slice(start, end);
}

function isBlank(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x20 || code === 0x09;
}

/** Whether a cookie is one of ours, in any event, at any listener. Origins may not set these (S7), nor do they see them. */
export function isOwnCookieName(name: string): boolean {
  return /^(?:__Host-|__Secure-)?stanchion-/.test(name);
}

/**
 * A `Cookie` header without our cookies; the rest, its spacing too, is byte for byte what came. Null: nothing is left.
 * Without a cookie of ours the header itself is returned.
 */
export function withoutOwnCookies(header: string): string | null {
  if (!header.includes("stanchion-")) return header;
  const pairs = header.split(";");
  const others = pairs.filter((pair) => !isOwnCookieName(trimmed(pair.split("=", 1)[0] ?? "")));
  if (others.length === pairs.length) return header;
  const rest = others.join(";");
  // What stood behind a first cookie of ours begins with that separator's blanks.
  const left = others[0] === pairs[0] ? rest : rest.replace(/^[ \t]+/, "");
  return trimmed(left) === "" ? null : left;
}

export interface CookieAttributes {
  /** The listener is bound to the loopback address, over plain http. */
  readonly loopback: boolean;
  /** Shown in another site's frame, where that is configured: the cookie is kept for that site alone (CHIPS). */
  readonly partitioned?: boolean;
}

/**
 * A `Set-Cookie` line. `SameSite=None`, because banks return by a cross-site POST that must find its session; what that
 * opens is closed by `sameOriginPost`.
 */
export function setCookie(name: string, value: string, maxAgeSeconds: number, { loopback, partitioned = false }: CookieAttributes): string {
  const site = loopback ? "SameSite=Lax" : `SameSite=None; Secure${partitioned ? "; Partitioned" : ""}`;
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; ${site}`;
}

/** A `Set-Cookie` line that makes the browser forget the cookie; the attributes must be those it was set with. */
export function clearCookie(name: string, attributes: CookieAttributes): string {
  return setCookie(name, "", 0, attributes);
}

/** `Max-Age` of the visitor cookie. */
export const visitorMaxAgeSeconds = visitorSeconds;

/** How long a browser keeps a pass after its expiry. */
const expiredPassSeconds = 86_400;

/** `Max-Age` of a ticket's cookie: until the ticket expires. */
export function ticketMaxAgeSeconds({ expiresAtMs }: { readonly expiresAtMs: number }, nowMs: number): number {
  return Math.max(0, Math.floor((expiresAtMs - nowMs) / 1_000));
}

/**
 * `Max-Age` of a pass's cookie: a day more than the pass lives. An expired pass is still needed, in the grace, for a
 * session that a WebSocket has kept alive, and as the ticket of a place whose turn was missed; whether it is good for
 * anything the event decides, not the browser.
 */
export function passMaxAgeSeconds(claims: { readonly expiresAtMs: number }, nowMs: number): number {
  return ticketMaxAgeSeconds(claims, nowMs) + expiredPassSeconds;
}
