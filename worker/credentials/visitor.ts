/** The visitor credential: what a waiting place costs (S4). It proves that an earlier answer reached this network. */
import type { ShownInvite } from "../../durable-objects/domain/types.ts";
import { derivedKey, keyedHash, networkHash, randomId, signingKey } from "../keys.ts";
import type { TicketMaster } from "../key-lists.ts";
import { makeChallenge, readChallenge, type ChallengeClaims } from "./challenge.ts";
import {
  audienceOf,
  type CredentialScope,
  isWhole,
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
  /** Left out = it was given for nothing; a place in a lane by invite needs one. */
  readonly invite?: InviteUse;
  /** Left out = none was asked for when it was given. */
  readonly challenge?: ChallengeClaims;
  /** The ticket key that everything of it is made with. */
  readonly kid: string;
}

/** What a credential is given for, or under which condition. */
export interface VisitorTerms {
  /** It expires no later. */
  readonly invite?: InviteUse | null;
  /** Tries that the challenge takes at most; left out = none. */
  readonly attempts?: number | null;
}

/** The invite that a credential was given for. */
export interface InviteUse extends ShownInvite {
  /** The lane whose place its holder gives up for the new one; null = none. */
  readonly from: string | null;
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
  { invite = null, attempts = null }: VisitorTerms = {},
): Promise<{ readonly value: string; readonly claims: VisitorClaims }> {
  const { config, ref, lane, nowMs, withdrawn } = scope;
  const master = signingKey(config.ticketKeys, withdrawn);
  const [id, iat, net] = [randomId(), toSeconds(nowMs), await networkHash(master, network, ref, nowMs)];
  const exp = Math.min(iat + visitorSeconds, invite === null ? Infinity : toSeconds(invite.expiresAtMs));
  const key = await derivedKey(master, "visitor", { ref, day: null });
  const challenge = attempts === null ? null : await makeChallenge(master, ref, id, attempts);
  const value = await sign("visitor", master.kid, key, {
    iss: config.deployment.issuer,
    aud: audienceOf(ref, lane),
    jti: id,
    net,
    iat,
    exp,
    ...(invite === null ? {} : { inv: [invite.key, invite.id, toSeconds(invite.expiresAtMs), invite.from] }),
    ...(challenge === null ? {} : { cha: [challenge.attempts, challenge.target, challenge.check] }),
  });
  const claims = {
    ...(invite === null ? {} : { invite }),
    ...(challenge === null ? {} : { challenge }),
    kid: master.kid,
    id,
    visitorKey: await visitorKeyOf(master, scope, id),
    network: net,
    issuedAtMs: iat * 1_000,
    expiresAtMs: exp * 1_000,
  };
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
  const { jti, net, inv, cha } = claims;
  if (typeof jti !== "string" || typeof net !== "string") return { ok: false, reason: "malformed" };
  const lifetime = lifetimeOf(claims);
  const genuine = { type: "visitor", kids: [opened.key.kid], audience: claims.aud, claims: lifetime } as const;
  const reason = judge(genuine, "visitor", audienceOf(ref, scope.lane), scope);
  if (reason !== null) return { ok: false, reason };
  if (net !== (await networkHash(opened.key, network, ref, lifetime.issuedAtMs))) return { ok: false, reason: "malformed" };
  const invite = readInvite(inv);
  if (invite === undefined) return { ok: false, reason: "malformed" };
  const challenge = readChallenge(cha);
  if (challenge === undefined) return { ok: false, reason: "malformed" };
  const terms = { ...(invite === null ? {} : { invite }), ...(challenge === null ? {} : { challenge }) };
  const visitorKey = await visitorKeyOf(opened.key, scope, jti);
  return { ok: true, claims: { ...terms, ...lifetime, kid: opened.key.kid, id: jti, visitorKey, network: net } };
}

/** Null: it was given for none; undefined: in no form that is known here. */
function readInvite(value: unknown): InviteUse | null | undefined {
  if (value === undefined) return null;
  if (!Array.isArray(value)) return undefined;
  const [key, id, expires, from] = value as unknown[];
  if (typeof key !== "string" || typeof id !== "string" || !isWhole(expires, 0) || (from !== null && typeof from !== "string"))
    return undefined;
  return { key, id, expiresAtMs: expires * 1_000, from };
}

function visitorKeyOf(master: TicketMaster, { ref }: CredentialScope, id: string): Promise<string> {
  return keyedHash(master, "visitor-key", { ref, day: null }, id);
}
