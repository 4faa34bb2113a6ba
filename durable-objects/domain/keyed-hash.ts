/** A short keyed hash of texts, for tables whose keys strangers choose. Two random 32-bit numbers are its key. */
export type HashSeed = readonly [number, number];

const FINAL_ROUNDS = 3;

/**
 * 53 bits, as an integer a double holds exactly. Made as HalfSipHash-1-3 (Aumasson and Bernstein, "SipHash", 2012, in its
 * 32-bit form): a plain seeded hash has sets of texts that collide under every seed, and with those somebody could fill
 * one place of a table or share a bucket with a person of his choice. Takes two UTF-16 units a word, so its values are not
 * those of the byte-wise reference.
 */
export function keyedHash(text: string, [seed0, seed1]: HashSeed): number {
  // Constants as in the form with 64 bits of output.
  let v0 = seed0 | 0;
  let v1 = seed1 ^ 0xee;
  let v2 = 0x6c796765 ^ seed0;
  let v3 = 0x74656462 ^ seed1;
  let low = 0;
  const words = (text.length >> 1) + 1;
  for (let step = 0; step < words + 2 * FINAL_ROUNDS; step += 1) {
    const word = step < words ? wordAt(text, step) : 0;
    if (step === words) {
      v2 ^= 0xee;
    } else if (step === words + FINAL_ROUNDS) {
      low = (v1 ^ v3) >>> 0;
      v1 ^= 0xdd;
    }
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = rotate(v1, 5) ^ v0;
    v0 = rotate(v0, 16);
    v2 = (v2 + v3) | 0;
    v3 = rotate(v3, 8) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = rotate(v3, 7) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = rotate(v1, 13) ^ v2;
    v2 = rotate(v2, 16);
    v0 ^= word;
  }
  return ((v1 ^ v3) & 0x1fffff) * 0x1_0000_0000 + low;
}

/** Two units a word. The last word holds what is left and the length, so that "a" and "a\0" differ. */
function wordAt(text: string, index: number): number {
  const at = 2 * index;
  if (at + 1 < text.length) return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
  return (at < text.length ? text.charCodeAt(at) : 0) | (text.length << 16);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
