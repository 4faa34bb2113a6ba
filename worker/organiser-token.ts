/** Organisers' bearer tokens: JWT, EdDSA, `typ: stanchion-organiser+jwt`, verified by the deployment's organiser keys. */
import { errors, jwtVerify } from "jose";
import type { Config } from "./config.ts";
import type { OrganiserActor } from "./organiser/deps.ts";
import { ID_FORM } from "./organiser/fields.ts";

export const organiserIssuer = "stanchion-organiser";
export const organiserTokenType = "stanchion-organiser+jwt";
export const organiserRoles = ["viewer", "operator", "owner"] as const;

export type VerifiedOrganiser =
  | { readonly ok: true; readonly actor: OrganiserActor }
  /** "no-keys": the deployment has none, so that no token can be valid (field case 48). */
  | { readonly ok: false; readonly reason: "no-keys" | "malformed" | "expired" | "future" };

/** Compact JWS of bounded length. jose alone would let blanks pass. */
const form = /^[\w-]{1,1000}\.[\w-]{1,6000}\.[\w-]{1,1000}$/;
const maxClockSkewMs = 30_000;

/** Judges a token. Calls no object; never throws. Headers that name keys (`jku`, `x5u`, `jwk`) are not looked at. */
export async function verifyOrganiserToken(
  config: Pick<Config, "organiserKeys" | "deployment">,
  token: string,
  nowMs: number,
): Promise<VerifiedOrganiser> {
  const { organiserKeys, deployment } = config;
  if (organiserKeys === null) return { ok: false, reason: "no-keys" };
  if (!form.test(token)) return { ok: false, reason: "malformed" };
  try {
    const keyOf = ({ kid }: { readonly kid?: string }): CryptoKey => {
      const key = organiserKeys.find((known) => known.kid === kid);
      if (key === undefined) throw new errors.JWSInvalid("unknown kid");
      return key.verifying;
    };
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ["EdDSA"],
      typ: organiserTokenType,
      issuer: organiserIssuer,
      audience: deployment.issuer,
      requiredClaims: ["sub", "iat", "exp", "role", "events"],
      currentDate: new Date(nowMs),
    });
    if ((payload.iat ?? 0) * 1_000 > nowMs + maxClockSkewMs) return { ok: false, reason: "future" };
    const actor = readActor(payload);
    return actor === null ? { ok: false, reason: "malformed" } : { ok: true, actor };
  } catch (error) {
    return { ok: false, reason: error instanceof errors.JWTExpired ? "expired" : "malformed" };
  }
}

function readActor({ sub, role, events }: Readonly<Record<string, unknown>>): OrganiserActor | null {
  const known = organiserRoles.find((name) => name === role);
  if (known === undefined || !isSubject(sub) || !isEventScope(events)) return null;
  return { subject: sub, role: known, events };
}

/** Goes into the audit: bounded, and without control characters. */
export function isSubject(value: unknown): value is string {
  return typeof value === "string" && value.length <= 100 && value.isWellFormed() && /^\P{Cc}+$/u.test(value) && value.trim() !== "";
}

/** "*", or a list of event ids, which may be empty. */
export function isEventScope(value: unknown): value is readonly string[] | "*" {
  if (value === "*") return true;
  return Array.isArray(value) && value.length <= 100 && value.every((id) => typeof id === "string" && ID_FORM.test(id));
}
