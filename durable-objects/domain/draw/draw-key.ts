import { asciiBytes, concatBytes, fromHex, type Sha256, uint64 } from "./bytes.ts";
import { DRAW_ALGORITHM } from "./commitment.ts";
import { type DrawKey, drawKeyOf } from "./permutation.ts";

/** Everything a lane's order depends on. Hashes, seed and randomness are 32 bytes in hexadecimal. */
export interface DrawKeyInput {
  readonly seed: string;
  /** Hash of the *last* commitment: the one in force at the freeze. */
  readonly commitmentHash: string;
  /** Numbers given in the lane until the freeze. */
  readonly size: number;
  /** The beacon's; null = none is used. */
  readonly randomness: string | null;
  readonly lane: string;
}

/**
 * The key of a lane's permutation: the first 16 bytes of
 *
 *     SHA-256("stanchion-draw-1/key" ‖ seed ‖ commitment hash ‖ size in 8 bytes ‖ beacon ‖ lane id)
 *
 * where beacon is one byte 0 without one, else one byte 1 and the 32 bytes of its randomness.
 */
export function drawKey(sha256: Sha256, input: DrawKeyInput): DrawKey {
  return drawKeyOf(drawKeyBytes(sha256, input));
}

/** The same as bytes, for those who get it ready made: every isolate is told the key with the reveal. */
export function drawKeyBytes(sha256: Sha256, { seed, commitmentHash, size, randomness, lane }: DrawKeyInput): Uint8Array {
  const beacon = randomness === null ? Uint8Array.of(0) : concatBytes(Uint8Array.of(1), fromHex(randomness));
  const tag = asciiBytes(`${DRAW_ALGORITHM}/key`);
  return sha256(concatBytes(tag, fromHex(seed), fromHex(commitmentHash), uint64(size), beacon, asciiBytes(lane))).slice(0, 16);
}
