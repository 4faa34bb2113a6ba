/**
 * A draw's commitment under the room's signature (S15): whoever keeps it can show later what was promised, also if the room then says
 * otherwise. It opens no door and never expires.
 */
import { commitmentHash, type DrawCommitment } from "../../durable-objects/domain/draw/commitment.ts";
import { toHex } from "../../durable-objects/domain/draw/bytes.ts";
import { sha256 } from "../../durable-objects/domain/draw/sha256.ts";
import type { Config } from "../config.ts";
import { signingKey } from "../keys.ts";
import { sign } from "./jws.ts";

/** Signs a commitment: its claims name the event and the commitment's hash, which covers the rest. */
export function signCommitment(config: Config, commitment: DrawCommitment): Promise<string> {
  const { event, incarnation } = commitment;
  const { kid, signing } = signingKey(config.passKeys);
  const hash = toHex(commitmentHash(sha256, commitment));
  return sign("commitment", kid, signing, { iss: config.deployment.issuer, event, incarnation, commitment: hash });
}
