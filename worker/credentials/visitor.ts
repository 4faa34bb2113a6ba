/** The visitor credential: what a waiting place costs (S4). It proves that an earlier answer reached this network. */
import { derivedKey, keyedHash, networkHash, randomId, signingKey } from "../keys.ts";
import type { TicketMaster } from "../key-lists.ts";
import {
  audienceOf,
  type CredentialScope,
  judge,
  type Lifetime,
  lifetimeOf,
  open,
  type Refused,
  sign,
  toSeconds,
  verifiedClaims,
} from "./jws.ts";

export const visitorSeconds = 120;

export interface VisitorClaims extends Lifetime {
  /** 16 hex digits: hash of the credential's id, the idempotency key of its join. */
  readonly visitorKey: string;
  /** The credential's own random id: what a draw number's leaf is made of, so that its holder can make it, too. */
  readonly id: string;
  /** Keyed hash of the network it is bound to. */
  readonly network: string;
}

export type VerifiedVisitor = { readonly ok: true; readonly claims: VisitorClaims } | Refused;

/**
 * Makes a credential for the network that asks.
 *
 * @param network the prefix's text, e.g. "203.0.113.7/32"
 */
export async function issueVisitor(
  scope: CredentialScope,
  network: string,
): Promise<{ readonly value: string; readonly claims: VisitorClaims }> {
  const { config, ref, lane, nowMs, withdrawn } = scope;
  const master = signingKey(config.ticketKeys, withdrawn);
  const [id, iat, net] = [randomId(), toSeconds(nowMs), await networkHash(master, network, ref, nowMs)];
  const exp = iat + visitorSeconds;
  const key = await derivedKey(master, "visitor", { ref, day: null });
  const value = await sign("visitor", master.kid, key, {
    iss: config.deployment.issuer,
    aud: audienceOf(ref, lane),
    jti: id,
    net,
    iat,
    exp,
  });
  const claims = { id, visitorKey: await visitorKeyOf(master, scope, id), network: net, issuedAtMs: iat * 1_000, expiresAtMs: exp * 1_000 };
  return { value, claims };
}

/**
 * Judges a credential shown by a network. Never throws.
 *
 * Hashes are made by the credential's own key and on its own day: neither a key rotated nor midnight between the two
 * requests gives a visitor another network or a second place.
 */
export async function verifyVisitor(scope: CredentialScope, text: string, network: string): Promise<VerifiedVisitor> {
  const { config, ref } = scope;
  const opened = open(config, text);
  if (opened?.type !== "visitor") return { ok: false, reason: "malformed" };
  const claims = await verifiedClaims(opened, ref);
  if (claims === null || claims.iss !== config.deployment.issuer) return { ok: false, reason: "malformed" };
  const { jti, net } = claims;
  if (typeof jti !== "string" || typeof net !== "string") return { ok: false, reason: "malformed" };
  const lifetime = lifetimeOf(claims);
  const genuine = { type: "visitor", kids: [opened.key.kid], audience: claims.aud, claims: lifetime } as const;
  const reason = judge(genuine, "visitor", audienceOf(ref, scope.lane), scope);
  if (reason !== null) return { ok: false, reason };
  if (net !== (await networkHash(opened.key, network, ref, lifetime.issuedAtMs))) return { ok: false, reason: "malformed" };
  return { ok: true, claims: { ...lifetime, id: jti, visitorKey: await visitorKeyOf(opened.key, scope, jti), network: net } };
}

function visitorKeyOf(master: TicketMaster, { ref }: CredentialScope, id: string): Promise<string> {
  return keyedHash(master, "visitor-key", { ref, day: null }, id);
}
