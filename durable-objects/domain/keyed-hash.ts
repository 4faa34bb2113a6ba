/** A short keyed hash of texts, for tables whose keys strangers choose. Two random 32-bit numbers are its key. */
export type HashSeed = readonly [number, number];

/**
 * 53 bits, as an integer a double holds exactly. Made as HalfSipHash-1-3 (Aumasson and Bernstein, "SipHash", 2012, in its
 * 32-bit form): a plain seeded hash has sets of texts that collide under every seed, and with those somebody could fill
 * one place of a table or share a bucket with a person of his choice. Takes two UTF-16 units a word, so its values are not
 * those of the byte-wise reference.
 */
export function keyedHash(text: string, [seed0, seed1]: HashSeed): number {
  let v0 = seed0 | 0;
  // The second word and the constants as in the form with 64 bits of output.
  let v1 = seed1 ^ 0xee;
  let v2 = 0x6c796765 ^ seed0;
  let v3 = 0x74656462 ^ seed1;
  const round = (): void => {
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
  };
  const absorb = (word: number): void => {
    v3 ^= word;
    round();
    v0 ^= word;
  };
  for (let at = 0; at + 1 < text.length; at += 2) absorb(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
  // The length closes the text, so that "a" and "a\0" differ.
  absorb((text.length << 16) | (text.length % 2 === 1 ? text.charCodeAt(text.length - 1) : 0));
  v2 ^= 0xee;
  for (let rounds = 0; rounds < 3; rounds += 1) round();
  const low = (v1 ^ v3) >>> 0;
  v1 ^= 0xdd;
  for (let rounds = 0; rounds < 3; rounds += 1) round();
  const high = (v1 ^ v3) & 0x1fffff;
  return high * 0x1_0000_0000 + low;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
