/** What all credentials have in common: compact JWS (RFC 7515) under headers that this room itself writes. */
import { base64url, CompactSign } from "jose";
import type { EventRef } from "../../durable-objects/protocol.ts";
import type { Config } from "../config.ts";
import type { PassKey, TicketMaster } from "../key-lists.ts";
import { derivedKey, hmac, sameText } from "../keys.ts";

/** The one algorithm of each type (RFC 8725 section 3.1). */
const algorithms = {
  visitor: "HS256",
  ticket: "HS256",
  invite: "HS256",
  pass: "EdDSA",
  edge: "EdDSA",
  receipt: "EdDSA",
  commitment: "EdDSA",
} as const;

type SignedType = keyof typeof algorithms;

/** What a client may show as a credential: an edge assertion is for origins only, and what is published of a draw opens no door. */
export type CredentialType = Exclude<SignedType, "edge" | "receipt" | "commitment">;

/** Where and when a credential is issued or judged. */
export interface CredentialScope {
  readonly config: Config;
  readonly ref: EventRef;
  readonly lane: string;
  readonly nowMs: number;
  /** Whether the owner has withdrawn a key; default: none is. */
  readonly withdrawn?: (kid: string) => boolean;
}

/** Why a credential is none. "malformed" is everything that is not ours, and what is ours but for something else. */
export interface Refused {
  readonly ok: false;
  readonly reason: "malformed" | "expired" | "future" | "withdrawn";
}

/** `exp` and `iat` of a credential, as wall milliseconds. */
export interface Lifetime {
  readonly issuedAtMs: number;
  /** From that millisecond on it is expired. */
  readonly expiresAtMs: number;
}

/** A credential whose maker is proven; whether it is good here and now is still to be judged. */
export interface Genuine<C extends Lifetime = Lifetime> {
  readonly type: CredentialType;
  /** The keys that prove it. */
  readonly kids: readonly string[];
  readonly audience: string;
  readonly claims: C;
}

/** A text in the form of a credential; nothing is proven yet but that its header is one of ours. */
export type Opened = {
  /** Header and payload: what the signature is over. */
  readonly signed: string;
  readonly payload: string;
  readonly signature: string;
} & KnownHeader;

type KnownHeader =
  | { readonly type: "visitor" | "ticket" | "invite"; readonly key: TicketMaster }
  | { readonly type: "pass"; readonly key: PassKey };

/** A cookie holds 4,096 bytes with its name (RFC 6265 section 6.1), and the longest ticket is half of that. */
const maxLength = 4_096;

const maxClockSkewMs = 30_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** `aud` of an event's lane. */
export function audienceOf(ref: EventRef, lane: string): string {
  return `${ref.event}.${ref.incarnation}.${lane}`;
}

function headerOf(type: SignedType, kid: string) {
  return { alg: algorithms[type], typ: `stanchion-${type}+jwt`, kid };
}

/** Signs claims as a credential of that type. Times in claims are whole seconds. */
export function sign(type: SignedType, kid: string, key: CryptoKey, claims: Readonly<Record<string, unknown>>): Promise<string> {
  return new CompactSign(encoder.encode(JSON.stringify(claims))).setProtectedHeader(headerOf(type, kid)).sign(key);
}

/** The first segment of such a credential: the one spelling that we write. */
export function headerSegment(type: SignedType, kid: string): string {
  return base64url.encode(JSON.stringify(headerOf(type, kid)));
}

const headersOf = new WeakMap<Config, ReadonlyMap<string, KnownHeader>>();

/** Every header that a client's credential can have, encoded. The order of the members is part of the format. */
function knownHeaders(config: Config): ReadonlyMap<string, KnownHeader> {
  const known = headersOf.get(config);
  if (known !== undefined) return known;
  const headers = new Map<string, KnownHeader>();
  const add = (header: KnownHeader) => headers.set(headerSegment(header.type, header.key.kid), header);
  for (const key of config.ticketKeys) for (const type of ["visitor", "ticket", "invite"] as const) add({ type, key });
  for (const key of config.passKeys) add({ type: "pass", key });
  headersOf.set(config, headers);
  return headers;
}

/**
 * The known header a text begins with. It is not parsed but looked up among those that we write: so `alg`, `typ` and `kid`
 * are an allowed combination, and `jku`, `x5u`, `jwk` and `crit` cannot occur. Garbage costs this lookup and no more.
 */
function headerIn(config: Config, text: string): KnownHeader | undefined {
  const end = text.indexOf(".");
  return end < 0 || text.length > maxLength ? undefined : knownHeaders(config).get(text.slice(0, end));
}

/** What kind of credential the text says it is; null = none of ours. Proves nothing. */
export function typeOf(config: Config, text: string): CredentialType | null {
  return headerIn(config, text)?.type ?? null;
}

/** Takes a text apart; null = not in the form of a credential. Never throws. */
export function open(config: Config, text: string): Opened | null {
  const header = headerIn(config, text);
  const start = text.indexOf(".") + 1;
  const end = text.indexOf(".", start);
  if (header === undefined || end < 0) return null;
  return { ...header, signed: text.slice(0, end), payload: text.slice(start, end), signature: text.slice(end + 1) };
}

/**
 * The claims of an HS256 credential, if the signature is right.
 *
 * Not jose's `compactVerify`: for tickets, verified on every poll, it takes twice the time in workerd (28 µs against
 * 13). Comparing the encoded signatures also leaves each credential exactly one spelling.
 */
export async function verifiedClaims(opened: Extract<Opened, { readonly key: TicketMaster }>, ref: EventRef): Promise<Claims | null> {
  const key = await derivedKey(opened.key, opened.type, { ref, day: null });
  if (!sameText(base64url.encode(await hmac(key, opened.signed)), opened.signature)) return null;
  return readClaims(opened.payload);
}

/** Members of a payload whose signature is right; still of any form, since an older version may have written it. */
export type Claims = Readonly<Record<string, unknown>> & {
  readonly iss: unknown;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
};

export function readClaims(payload: string): Claims | null {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(base64url.decode(payload)));
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const claims = value as Partial<Claims>;
  return typeof claims.aud === "string" && isWhole(claims.iat, 0) && isWhole(claims.exp, 0) ? (claims as Claims) : null;
}

/** A whole number that a double holds exactly. */
export function isWhole(value: unknown, min: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= min;
}

/** `iat` and `exp` as milliseconds. */
export function lifetimeOf({ iat, exp }: Claims): Lifetime {
  return { issuedAtMs: iat * 1_000, expiresAtMs: exp * 1_000 };
}

const noKid = () => false;

/** Whether a genuine credential is good for this use: null = yes, else why not. Done on every use, cached or not. */
export function judge(
  genuine: Genuine,
  type: CredentialType,
  audience: string,
  { nowMs, withdrawn = noKid }: Pick<CredentialScope, "nowMs" | "withdrawn">,
): Refused["reason"] | null {
  if (genuine.type !== type || genuine.audience !== audience) return "malformed";
  if (genuine.kids.some(withdrawn)) return "withdrawn";
  // A place is no matter of time: a ticket made before the clock was set back is as good as ever (field case 70).
  if (type !== "ticket" && genuine.claims.issuedAtMs > nowMs + maxClockSkewMs) return "future";
  return nowMs >= genuine.claims.expiresAtMs ? "expired" : null;
}

/** Whole seconds of a time, rounded down: a credential never lives longer than it was meant to. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
