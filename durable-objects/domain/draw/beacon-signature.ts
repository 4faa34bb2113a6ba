/** Whether a beacon signed a round. */
import { verifySignature } from "./bls-signature.ts";
import { type BeaconChain, roundMessage } from "./beacon.ts";
import { fromHex, isHex } from "./bytes.ts";
import { sha256 } from "./sha256.ts";

/** Of drand's scheme `bls-unchained-g1-rfc9380`. */
const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/** Whether a signature is the chain's for that round. Takes some 0.2 s. Never throws. */
export function verifyBeacon(chain: BeaconChain, round: number, signature: Uint8Array): boolean {
  if (!isHex(chain.publicKey, 96)) return false;
  return verifySignature(sha256, fromHex(chain.publicKey), roundMessage(sha256, round), signature, DOMAIN);
}
