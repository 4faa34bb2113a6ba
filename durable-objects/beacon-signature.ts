/** Whether a beacon signed a round, and the hash that the draw is computed with. */
import { sha256 } from "@noble/hashes/sha2.js";
import { verifySignature } from "./domain/draw/bls-signature.ts";
import { type BeaconChain, roundMessage } from "./domain/draw/beacon.ts";
import { fromHex } from "./domain/draw/bytes.ts";

export { sha256 };

/** Of drand's scheme `bls-unchained-g1-rfc9380`. */
const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/** Whether a signature is the chain's for that round. Takes some 0.2 s. Never throws. */
export function verifyBeacon(chain: BeaconChain, round: number, signature: Uint8Array): boolean {
  return verifySignature(sha256, fromHex(chain.publicKey), roundMessage(sha256, round), signature, DOMAIN);
}
