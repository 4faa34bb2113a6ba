/**
 * SipHash-2-4 (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012): a keyed pseudorandom function of 64 bits.
 *
 * Its 64-bit words are kept as two 32-bit halves, because JavaScript has fast arithmetic for those and none for 64 bits.
 */

/** The 16 bytes of a key as four little-endian words. */
export type SipKey = readonly [number, number, number, number];

const COMPRESSION_ROUNDS = 2;
const FINAL_ROUNDS = 4;

/** Takes the first 16 bytes as a key. @throws RangeError where there are fewer */
export function sipKeyOf(bytes: Uint8Array): SipKey {
  if (bytes.length < 16) throw new RangeError("a SipHash key has 16 bytes");
  return [wordAt(bytes, 0), wordAt(bytes, 4), wordAt(bytes, 8), wordAt(bytes, 12)];
}

/** The hash of any message, 8 bytes in the order of the reference implementation (little-endian). */
export function sipHash24(key: SipKey, message: Uint8Array): Uint8Array {
  const state = start(key);
  const blocks = message.length >>> 3;
  for (let at = 0; at < 8 * blocks; at += 8) absorb(state, wordAt(message, at), wordAt(message, at + 4));
  const last = new Uint8Array(8);
  last.set(message.subarray(8 * blocks));
  last[7] = message.length & 0xff;
  absorb(state, wordAt(last, 0), wordAt(last, 4));
  const hash = new Uint8Array(8);
  const low = finish(state);
  const high = state[1]! ^ state[3]! ^ state[5]! ^ state[7]!;
  for (let index = 0; index < 4; index += 1) {
    hash[index] = low >>> (8 * index);
    hash[index + 4] = high >>> (8 * index);
  }
  return hash;
}

/**
 * The hash's first four bytes, as a little-endian word, of the five-byte message `tag ‖ value`: what a draw computes
 * thousands of times, so it makes no garbage.
 *
 * @param tag one byte
 * @param value 32 bits, little-endian in the message
 * @returns 32 bits, as a signed number
 */
export function sipHash24Word(key: SipKey, tag: number, value: number): number {
  const state = scratch;
  begin(state, key);
  // The last block of a message holds what is left of it, zeros, and in its top byte the length.
  absorb(state, tag | (value << 8), (value >>> 24) | (5 << 24));
  return finish(state);
}

/** v0 … v3 of the paper, each low half first. Nothing outlives the call that uses it. */
const scratch = new Int32Array(8);

function start(key: SipKey): Int32Array {
  const state = new Int32Array(8);
  begin(state, key);
  return state;
}

function begin(state: Int32Array, [k0Low, k0High, k1Low, k1High]: SipKey): void {
  state[0] = k0Low ^ 0x70736575;
  state[1] = k0High ^ 0x736f6d65;
  state[2] = k1Low ^ 0x6e646f6d;
  state[3] = k1High ^ 0x646f7261;
  state[4] = k0Low ^ 0x6e657261;
  state[5] = k0High ^ 0x6c796765;
  state[6] = k1Low ^ 0x79746573;
  state[7] = k1High ^ 0x74656462;
}

function absorb(state: Int32Array, low: number, high: number): void {
  state[6]! ^= low;
  state[7]! ^= high;
  rounds(state, COMPRESSION_ROUNDS);
  state[0]! ^= low;
  state[1]! ^= high;
}

/** The low half of the hash. */
function finish(state: Int32Array): number {
  state[4]! ^= 0xff;
  rounds(state, FINAL_ROUNDS);
  return state[0]! ^ state[2]! ^ state[4]! ^ state[6]!;
}

function rounds(state: Int32Array, count: number): void {
  let v0 = state[0]!;
  let h0 = state[1]!;
  let v1 = state[2]!;
  let h1 = state[3]!;
  let v2 = state[4]!;
  let h2 = state[5]!;
  let v3 = state[6]!;
  let h3 = state[7]!;
  for (let round = 0; round < count; round += 1) {
    // v0 += v1, and v1 turns by 13 bits; then v0 turns by 32 bits, which makes its halves change places.
    let sum = (v0 + v1) | 0;
    let high = (h0 + h1 + carry(v0, v1, sum)) | 0;
    let turned = ((v1 << 13) | (h1 >>> 19)) ^ sum;
    h1 = ((h1 << 13) | (v1 >>> 19)) ^ high;
    v1 = turned;
    v0 = high;
    h0 = sum;

    sum = (v2 + v3) | 0;
    h2 = (h2 + h3 + carry(v2, v3, sum)) | 0;
    v2 = sum;
    turned = ((v3 << 16) | (h3 >>> 16)) ^ v2;
    h3 = ((h3 << 16) | (v3 >>> 16)) ^ h2;
    v3 = turned;

    sum = (v0 + v3) | 0;
    h0 = (h0 + h3 + carry(v0, v3, sum)) | 0;
    v0 = sum;
    turned = ((v3 << 21) | (h3 >>> 11)) ^ v0;
    h3 = ((h3 << 21) | (v3 >>> 11)) ^ h0;
    v3 = turned;

    // As v0 and v1 above, with 17 bits.
    sum = (v2 + v1) | 0;
    high = (h2 + h1 + carry(v2, v1, sum)) | 0;
    turned = ((v1 << 17) | (h1 >>> 15)) ^ sum;
    h1 = ((h1 << 17) | (v1 >>> 15)) ^ high;
    v1 = turned;
    v2 = high;
    h2 = sum;
  }
  state[0] = v0;
  state[1] = h0;
  state[2] = v1;
  state[3] = h1;
  state[4] = v2;
  state[5] = h2;
  state[6] = v3;
  state[7] = h3;
}

/** 1 where the sum of two halves went over 32 bits. */
function carry(one: number, other: number, sum: number): number {
  return ((one & other) | ((one | other) & ~sum)) >>> 31;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}
