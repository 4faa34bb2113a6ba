/** Keys derived by purpose from the ticket masters, and the public key set (S15). */
import { base64url } from "jose";
import type { EventRef } from "../durable-objects/protocol.ts";
import type { KeyList, PassKey, TicketMaster } from "./key-lists.ts";

/** What a derived key is for. One purpose's key says nothing of another's. */
export type Purpose =
  | "ticket"
  | "visitor"
  | "cookie-mac"
  | "network-mac"
  | "visitor-key"
  | "challenge"
  | "invite"
  | "invite-key"
  | "limiter";

/** What a derived key is limited to: an event at one creation, or the whole deployment (null); and a day where it changes daily. */
export interface KeyScope {
  readonly ref: EventRef | null;
  /** Days since 1970 in UTC; null = for good. */
  readonly day: number | null;
}

const derivedKeys = new WeakMap<TicketMaster, Map<string, CryptoKey>>();

/** Keys kept a master: some hundred events at all purposes. Bounded, because without a directory an unproven pass names the event. */
const maxDerivedKeys = 1_024;

const encoder = new TextEncoder();

/**
 * The HMAC-SHA-256 key of one purpose and scope, by HKDF-SHA-256 (RFC 5869) without salt: the master is uniformly random
 * already. `info` is unambiguous, since neither purposes nor event ids hold "/" or ".".
 */
export async function derivedKey(master: TicketMaster, purpose: Purpose, { ref, day }: KeyScope): Promise<CryptoKey> {
  const info = `stanchion/${purpose}/${ref === null ? "" : `${ref.event}.${ref.incarnation}`}/${day ?? ""}`;
  let keys = derivedKeys.get(master);
  if (keys === undefined) derivedKeys.set(master, (keys = new Map()));
  const known = keys.get(info);
  if (known !== undefined) return known;
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode(info) };
  const key = await crypto.subtle.deriveKey(derivation, master.hkdf, { name: "HMAC", hash: "SHA-256", length: 256 }, false, [
    "sign",
    "verify",
  ]);
  const [oldest] = keys.keys();
  if (keys.size >= maxDerivedKeys && oldest !== undefined) keys.delete(oldest);
  keys.set(info, key);
  return key;
}

/** HMAC-SHA-256 of a text. */
export async function hmac(key: CryptoKey, text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

/** A text's hash that only a holder of the master can compute: 16 hex digits (8 bytes). */
export async function keyedHash(master: TicketMaster, purpose: Purpose, scope: KeyScope, text: string): Promise<string> {
  const mac = await hmac(await derivedKey(master, purpose, scope), text);
  return Array.from(mac.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The only form in which a network leaves the request: 16 hex digits that change at midnight UTC, so that nothing which is
 * kept longer than a day can be joined by it (S18).
 *
 * @param network the prefix's text, e.g. "203.0.113.7/32"
 * @param ref limits the hash to one event; null = the same for all events
 */
export function networkHash(master: TicketMaster, network: string, ref: EventRef | null, nowMs: number): Promise<string> {
  return keyedHash(master, "network-mac", { ref, day: Math.floor(nowMs / 86_400_000) }, network);
}

/** The key that signs: the first that has not been withdrawn. With all withdrawn the first, which nobody accepts. */
export function signingKey<K extends { readonly kid: string }>(keys: KeyList<K>, withdrawn: (kid: string) => boolean = () => false): K {
  return keys.find(({ kid }) => !withdrawn(kid)) ?? keys[0];
}

/** Whether two texts are equal, in a time that depends on their length alone. */
export function sameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

export interface PublicKeySet {
  readonly keys: readonly {
    readonly kty: "OKP";
    readonly crv: "Ed25519";
    readonly x: string;
    readonly kid: string;
    readonly alg: "EdDSA";
    readonly use: "sig";
  }[];
}

/** The pass keys as a JWK set (RFC 7517, RFC 8037), public members only. */
export function publicKeySet({ passKeys }: { readonly passKeys: readonly PassKey[] }): PublicKeySet {
  return { keys: passKeys.map(({ kid, x }) => ({ kty: "OKP", crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig" })) };
}

/** 16 random bytes, base64url. */
export function randomId(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(16)));
}
