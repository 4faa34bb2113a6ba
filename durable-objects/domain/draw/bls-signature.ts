/** BLS signatures on G1 under keys on G2 (draft-irtf-cfrg-bls-signature, minimal-signature-size). */
import type { Sha256 } from "./bytes.ts";
import { G2_GENERATOR, negate, readG1, readG2 } from "./bls-curve.ts";
import { fp } from "./bls-field.ts";
import { hashToG1 } from "./bls-hash.ts";
import { isProductOne } from "./bls-pairing.ts";

/**
 * Whether a signature of 48 bytes is the key's (96 bytes) for a message: e(signature, generator) = e(hash, key). A point
 * outside its group, infinity, and another spelling of a point are refused. Takes some 0.2 s. Never throws.
 *
 * @param domain the domain separation tag of the scheme, ASCII
 */
export function verifySignature(
  sha256: Sha256,
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  domain: string,
): boolean {
  const point = readG1(signature);
  const key = readG2(publicKey);
  const hash = hashToG1(sha256, message, domain);
  if (point === null || key === null || hash === null) return false;
  return isProductOne([
    [negate(fp, point), G2_GENERATOR],
    [hash, key],
  ]);
}
