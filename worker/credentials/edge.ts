/** The edge assertion: tells one origin that a request came through this room (S7). The origin verifies it, by the public key set. */
import type { Config } from "../config.ts";
import { signingKey } from "../keys.ts";
import { sign, toSeconds } from "./jws.ts";

const assertionSeconds = 60;
/** An assertion is used for half of its life, so that the other half is left to get there. */
const reuseMs = 30_000;

const assertions = new WeakMap<Config, Map<string, { readonly token: string; readonly madeAtMs: number }>>();

/** The assertion for an origin, made once an isolate and 30 s. Origins are the deployment's, so their number is bounded. */
export async function edgeAssertion(config: Config, origin: string, nowMs: number): Promise<string> {
  let byOrigin = assertions.get(config);
  if (byOrigin === undefined) assertions.set(config, (byOrigin = new Map()));
  const known = byOrigin.get(origin);
  if (known !== undefined && Math.abs(nowMs - known.madeAtMs) < reuseMs) return known.token;
  const iat = toSeconds(nowMs);
  const { kid, signing } = signingKey(config.passKeys);
  const token = await sign("edge", kid, signing, { iss: config.deployment.issuer, aud: origin, iat, exp: iat + assertionSeconds });
  byOrigin.set(origin, { token, madeAtMs: nowMs });
  return token;
}
