/** The ticket: signed proof of a visitor's place in line. */
import { derivedKey, signingKey } from "../keys.ts";
import {
  audienceOf,
  type CredentialScope,
  type Genuine,
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
import { verifiedCacheOf } from "./verified-cache.ts";

export const ticketSeconds = 14 * 86_400;

/** A place as the event issued it. */
export interface IssuedPlace {
  /** FIFO number in the lane, from 1. */
  readonly position: number;
  /** The position was given as a number of a draw: the place is what is drawn for it, and this is no place. */
  readonly isDrawNumber: boolean;
}

export interface TicketClaims extends Lifetime, IssuedPlace {
  /** Where the visitor wanted to go; validated when the ticket was made. */
  readonly returnTo: string | null;
}

export type VerifiedTicket = { readonly ok: true; readonly claims: TicketClaims } | Refused;

/** @param returnTo a validated path of the shop, at most 512 bytes; null = none */
export async function issueTicket(
  { config, ref, lane, nowMs, withdrawn }: CredentialScope,
  position: number,
  returnTo: string | null,
  isDrawNumber = false,
): Promise<string> {
  const master = signingKey(config.ticketKeys, withdrawn);
  const key = await derivedKey(master, "ticket", { ref, day: null });
  const iat = toSeconds(nowMs);
  const claims = { iss: config.deployment.issuer, aud: audienceOf(ref, lane), pos: position, iat, exp: iat + ticketSeconds };
  const number = isDrawNumber ? { ...claims, dn: true } : claims;
  return sign("ticket", master.kid, key, returnTo === null ? number : { ...number, rt: returnTo });
}

/** Judges a ticket. Never throws. One seen before costs a lookup. */
export async function verifyTicket(scope: CredentialScope, text: string): Promise<VerifiedTicket> {
  const cache = verifiedCacheOf(scope.config);
  const cached = cache.get(text);
  const genuine = cached ?? (await prove(scope, text));
  if (genuine === null) return { ok: false, reason: "malformed" };
  const reason = judge(genuine, "ticket", audienceOf(scope.ref, scope.lane), scope);
  if (reason !== null) return { ok: false, reason };
  // Only now, so that what is cached was proven by the key of its own audience.
  if (cached === undefined) cache.set(text, genuine);
  return { ok: true, claims: (genuine as Genuine<TicketClaims>).claims };
}

async function prove({ config, ref }: CredentialScope, text: string): Promise<Genuine<TicketClaims> | null> {
  const opened = open(config, text);
  if (opened?.type !== "ticket") return null;
  const claims = await verifiedClaims(opened, ref);
  if (claims === null || claims.iss !== config.deployment.issuer) return null;
  const { pos, rt = null, dn = false } = claims;
  if (!isWhole(pos, 1) || (rt !== null && typeof rt !== "string") || typeof dn !== "boolean") return null;
  const shown = { ...lifetimeOf(claims), position: pos, isDrawNumber: dn, returnTo: rt };
  return { type: "ticket", kids: [opened.key.kid], audience: claims.aud, claims: shown };
}
