/**
 * The pass: signed proof of admission. Two forms:
 *
 * - the *token*, a bare JWS under the public key, goes to the origin, which verifies it alone;
 * - the *value*, `<token>~<MAC of the token>`, goes to the client. What an origin sees is no value, so neither it nor its
 *   logs can be made a cookie of (S7).
 */
import { base64url } from "jose";
import type { SessionView } from "../../durable-objects/domain/types.ts";
import type { EventRef } from "../../durable-objects/protocol.ts";
import type { TicketMaster } from "../key-lists.ts";
import { derivedKey, hmac, sameText, signingKey } from "../keys.ts";
import {
  audienceOf,
  type CredentialScope,
  type Genuine,
  isWhole,
  judge,
  type Lifetime,
  lifetimeOf,
  open,
  readClaims,
  type Refused,
  sign,
  toSeconds,
} from "./jws.ts";
import { verifiedCacheOf } from "./verified-cache.ts";

export interface PassClaims extends Lifetime {
  readonly position: number;
  readonly grantedAtMs: number;
  /** The session ends soon unless this pass comes back. */
  readonly provisional: boolean;
  /** The caller compares it with the snapshot's: a pass of an older epoch is over. */
  readonly epoch: number;
  readonly idleSeconds: number;
  /** Of the session when this pass was given; the event may have raised it since. */
  readonly generation: number;
}

export type VerifiedPass =
  | { readonly ok: true; readonly claims: PassClaims }
  /** Ours, for this lane, but not good now: its time is over, or a clock that ran ahead made it. The event may know its session. */
  | { readonly ok: false; readonly reason: "expired" | "future"; readonly claims: PassClaims }
  | { readonly ok: false; readonly reason: Exclude<Refused["reason"], "expired" | "future"> };

export interface IssuedPass {
  /** For the client. */
  readonly value: string;
  /** For the origin. */
  readonly token: string;
  readonly claims: PassClaims;
}

/** Makes the pass of a session; it is good until the session's expiry, rounded down to the second. */
export async function issuePass(
  { config, ref, lane, nowMs, withdrawn }: CredentialScope,
  session: Omit<SessionView, "lane">,
  idleSeconds: number,
): Promise<IssuedPass> {
  const [iat, exp, gat] = [toSeconds(nowMs), toSeconds(session.expiresAtMs), toSeconds(session.grantedAtMs)];
  const { position, provisional, epoch, generation = 0 } = session;
  const { kid, signing } = signingKey(config.passKeys, withdrawn);
  const common = { iss: config.deployment.issuer, aud: audienceOf(ref, lane), pos: position, iat, exp, gat, ep: epoch, idle: idleSeconds };
  const rare = { ...(provisional ? { prov: true } : {}), ...(generation === 0 ? {} : { gen: generation }) };
  const token = await sign("pass", kid, signing, { ...common, ...rare });
  const value = `${token}~${await macOf(signingKey(config.ticketKeys, withdrawn), ref, token)}`;
  const times = { grantedAtMs: gat * 1_000, issuedAtMs: iat * 1_000, expiresAtMs: exp * 1_000 };
  const claims = { position, provisional, epoch, idleSeconds, generation, ...times };
  return { value, token, claims };
}

/** The part of a value that the origin gets. */
export function passToken(value: string): string {
  return value.slice(0, value.lastIndexOf("~"));
}

/** Judges the value a client shows. Never throws. One seen before costs a lookup. */
export async function verifyPass(scope: CredentialScope, value: string): Promise<VerifiedPass> {
  const cache = verifiedCacheOf(scope.config);
  const cached = cache.get(value);
  const genuine = cached ?? (await prove(scope, value));
  if (genuine === null) return { ok: false, reason: "malformed" };
  const reason = judge(genuine, "pass", audienceOf(scope.ref, scope.lane), scope);
  const { claims } = genuine as Genuine<PassClaims>;
  if (reason === "expired" || reason === "future") return { ok: false, reason, claims };
  if (reason !== null) return { ok: false, reason };
  // Only now, so that what is cached was proven by the key of its own audience.
  if (cached === undefined) cache.set(value, genuine);
  return { ok: true, claims };
}

/**
 * Proves a value by its MAC alone.
 *
 * The MAC's key never leaves the rooms, and a room makes a MAC in one place only, `issuePass`, over a token it has just
 * signed for this event. So a right MAC says that this very text, signature included, is ours, and checking the Ed25519
 * signature too (ten times the work) could not come out otherwise. Whoever has the master that MACs derive from can make
 * tickets anyway; it is withdrawn by its own `kid`, which is why that is judged beside the pass key's.
 */
async function prove({ config, ref }: CredentialScope, value: string): Promise<Genuine<PassClaims> | null> {
  const opened = open(config, value);
  if (opened?.type !== "pass") return null;
  const end = value.lastIndexOf("~");
  const master = end < 0 ? null : await masterOf(config.ticketKeys, ref, value.slice(0, end), value.slice(end + 1));
  const claims = master === null ? null : readClaims(opened.payload);
  if (master === null || claims === null || claims.iss !== config.deployment.issuer) return null;
  const { pos, gat, ep, idle, prov = false, gen = 0 } = claims;
  if (!isWhole(pos, 1) || !isWhole(gat, 0) || !isWhole(ep, 0) || !isWhole(idle, 0) || !isWhole(gen, 0) || typeof prov !== "boolean")
    return null;
  return {
    type: "pass",
    kids: [opened.key.kid, master.kid],
    audience: claims.aud,
    claims: {
      ...lifetimeOf(claims),
      position: pos,
      grantedAtMs: gat * 1_000,
      provisional: prov,
      epoch: ep,
      idleSeconds: idle,
      generation: gen,
    },
  };
}

/** The master under which the MAC is right; null = none. After a rotation an older one may be. */
async function masterOf(masters: readonly TicketMaster[], ref: EventRef, token: string, mac: string): Promise<TicketMaster | null> {
  for (const master of masters) if (sameText(await macOf(master, ref, token), mac)) return master;
  return null;
}

/** HMAC-SHA-256 cut to 16 bytes (RFC 2104 section 5), base64url: 22 characters, one spelling. */
async function macOf(master: TicketMaster, ref: EventRef, token: string): Promise<string> {
  const mac = await hmac(await derivedKey(master, "cookie-mac", { ref, day: null }), token);
  return base64url.encode(mac.subarray(0, 16));
}
