/** The chain of hashes over the numbers given: whoever holds a receipt sees that no number before or after was exchanged. */
import { asciiBytes, concatBytes, fromHex, type Sha256, uint64 } from "./bytes.ts";

/** Bytes of a leaf. */
export const LEAF_BYTES = 16;

/**
 * A number's leaf: the first 16 bytes of SHA-256(credential id ‖ number in 8 bytes). It says who has the number only to those
 * who know the id, which is random.
 *
 * @param credentialId `jti` of the visitor credential, ASCII
 */
export function leafOf(sha256: Sha256, credentialId: string, number: number): Uint8Array {
  return sha256(concatBytes(asciiBytes(credentialId), uint64(number))).slice(0, LEAF_BYTES);
}

/** The head before the first number: SHA-256(hash of the draw's *first* commitment ‖ lane id). */
export function firstHead(sha256: Sha256, firstCommitmentHash: string, lane: string): Uint8Array {
  return sha256(concatBytes(fromHex(firstCommitmentHash), asciiBytes(lane)));
}

/** The head after a number: SHA-256(head before ‖ number in 8 bytes ‖ leaf). */
export function nextHead(sha256: Sha256, head: Uint8Array, number: number, leaf: Uint8Array): Uint8Array {
  return sha256(concatBytes(head, uint64(number), leaf));
}

/**
 * The head after several numbers.
 *
 * @param leaves one after the other, 16 bytes each
 * @param firstNumber the number of the first of them
 */
export function headAfter(sha256: Sha256, head: Uint8Array, firstNumber: number, leaves: Uint8Array): Uint8Array {
  let current = head;
  for (let index = 0; index < leaves.length / LEAF_BYTES; index += 1) {
    current = nextHead(sha256, current, firstNumber + index, leafAt(leaves, index));
  }
  return current;
}

/** @param index from 0 */
export function leafAt(leaves: Uint8Array, index: number): Uint8Array {
  return leaves.subarray(index * LEAF_BYTES, (index + 1) * LEAF_BYTES);
}
