/**
 * The invite: signed leave to take one place in a lane by invite. It is shown once, for a visitor credential (`visitor.ts`) that carries
 * it from then on; by itself it is no place. Nothing is stored when one is made.
 */
import type { ShownInvite } from "../../durable-objects/domain/types.ts";
import type { EventRef } from "../../durable-objects/protocol.ts";
import { derivedKey, keyedHash, randomId, signingKey } from "../keys.ts";
import { audienceOf, type CredentialScope, judge, lifetimeOf, open, type Refused, sign, toSeconds, verifiedClaims } from "./jws.ts";

/** An invite that is good now. */
export interface InviteClaims extends ShownInvite {
  readonly lane: string;
}

export type VerifiedInvite = { readonly ok: true; readonly claims: InviteClaims } | Refused;

/** Makes `count` invites of a lane, each good for one place until `expiresAtMs`, rounded down to the second. */
export async function issueInvites({ config, ref, lane, nowMs, withdrawn }: CredentialScope, count: number, expiresAtMs: number) {
  const master = signingKey(config.ticketKeys, withdrawn);
  const key = await derivedKey(master, "invite", { ref, day: null });
  const claims = { iss: config.deployment.issuer, aud: audienceOf(ref, lane), iat: toSeconds(nowMs), exp: toSeconds(expiresAtMs) };
  return Promise.all(Array.from({ length: count }, () => sign("invite", master.kid, key, { ...claims, jti: randomId() })));
}

/** Judges what is shown as an invite of an event; it names its lane itself. Never throws. */
export async function verifyInvite(scope: Omit<CredentialScope, "lane">, text: string): Promise<VerifiedInvite> {
  const { config, ref } = scope;
  const opened = open(config, text);
  if (opened?.type !== "invite") return { ok: false, reason: "malformed" };
  const claims = await verifiedClaims(opened, ref);
  if (claims === null || claims.iss !== config.deployment.issuer || typeof claims["jti"] !== "string")
    return { ok: false, reason: "malformed" };
  const lane = laneOf(ref, claims.aud);
  const lifetime = lifetimeOf(claims);
  const genuine = { type: "invite", kids: [opened.key.kid], audience: claims.aud, claims: lifetime } as const;
  const reason = lane === null ? "malformed" : judge(genuine, "invite", claims.aud, scope);
  if (reason !== null || lane === null) return { ok: false, reason: reason ?? "malformed" };
  const id = claims["jti"];
  // By the key that signed it, so that a rotated key makes no second invite of one.
  const key = await keyedHash(opened.key, "invite-key", { ref, day: null }, id);
  return { ok: true, claims: { lane, key, id, expiresAtMs: lifetime.expiresAtMs } };
}

function laneOf(ref: EventRef, audience: string): string | null {
  const prefix = audienceOf(ref, "");
  return audience.startsWith(prefix) ? audience.slice(prefix.length) : null;
}
