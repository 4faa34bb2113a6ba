/** SHA-256 (FIPS 180-4) that answers at once, as WebCrypto's does not: a head is computed within one transaction. */

/** The first 32 bits of the fractional part. */
const fraction = (value: number): number => ((value % 1) * 0x1_0000_0000) | 0;

const primes: number[] = [];
for (let number = 2; primes.length < 64; number += 1) if (primes.every((prime) => number % prime !== 0)) primes.push(number);
/** The constants of the rounds come from the first primes' cube roots (section 4.2.2), the first state from square roots. */
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const firstState = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** 64 words of a block's schedule. Nothing outlives the call that uses it. */
const schedule = new Int32Array(64);

/** The hash, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((bytes.length + 8) >>> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = firstState.slice();
  for (let at = 0; at < padded.length; at += 64) compress(state, view, at);
  const hash = new Uint8Array(32);
  const words = new DataView(hash.buffer);
  state.forEach((word, index) => words.setInt32(4 * index, word));
  return hash;
}

function compress(state: Int32Array, view: DataView, at: number): void {
  const w = schedule;
  for (let index = 0; index < 16; index += 1) w[index] = view.getInt32(at + 4 * index);
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [w[index - 15]!, w[index - 2]!];
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    w[index] = w[index - 16]! + s0 + w[index - 7]! + s1;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + roundConstants[index]! + w[index]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** Turned right. */
function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
