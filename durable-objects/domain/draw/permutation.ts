/**
 * The shuffle of a draw: a keyed permutation of the numbers 1 … size that gives each place alone, without a list.
 *
 * It is a balanced Feistel network (Luby and Rackoff, 1988) over the smallest set of 4^w >= size values, w >= 4, whose round
 * function is SipHash-2-4. What comes out above the size goes in again until it is below ("cycle-walking": Black and
 * Rogaway, "Ciphers with arbitrary finite domains", 2002), which leaves a permutation of exactly 1 … size. Memory is
 * constant; time is at most four passes on average from 65 numbers on.
 *
 * 16 rounds. The key is secret until all places are known, so nobody attacks it with known places; what the rounds must do
 * is mix evenly, and that is hardest in the smallest set, whose halves have 4 bits. With independent round functions one
 * place is uniform after two rounds, and the distribution of two places can be computed exactly: after 16 rounds no ordered
 * pair of places is likelier or less likely than even by more than 6e-8 of its chance (4e-3 after 8 rounds, 2e-5 after 12; a
 * test computes it). To see that would take some 10^19 draws. Large draws have wider halves and would do with fewer rounds;
 * one count for all is simpler to verify.
 */
import { sipHash24Word, sipKeyOf, type SipKey } from "./siphash.ts";

export type DrawKey = SipKey;

/** The largest draw: the halves of its set have 15 bits. */
export const MAX_DRAW_SIZE = 1_000_000_000;

export const ROUNDS = 16;
/** Halves have at least so many bits, so that tiny draws are as well mixed as others. */
const MIN_HALF_BITS = 4;

/** Takes the first 16 bytes of what `drawKeyBytes` makes. */
export function drawKeyOf(bytes: Uint8Array): DrawKey {
  return sipKeyOf(bytes);
}

/**
 * The place of a number. Whoever came after the freeze, with a number above the size, has it as place.
 *
 * @param size how many numbers are drawn, 0 … 10^9
 * @param number from 1
 * @throws RangeError where size or number is none
 */
export function placeOf(key: DrawKey, size: number, number: number): number {
  check(size, number);
  if (number > size) return number;
  const bits = halfBits(size);
  let value = number - 1;
  do value = forwards(key, bits, value);
  while (value >= size);
  return value + 1;
}

/** The number that has a place: the inverse of `placeOf`, under the same terms. */
export function numberAt(key: DrawKey, size: number, place: number): number {
  check(size, place);
  if (place > size) return place;
  const bits = halfBits(size);
  let value = place - 1;
  do value = backwards(key, bits, value);
  while (value >= size);
  return value + 1;
}

function check(size: number, number: number): void {
  if (!Number.isSafeInteger(size) || size < 0 || size > MAX_DRAW_SIZE) throw new RangeError("a draw has 0 to 10^9 numbers");
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError("numbers and places are whole and begin at 1");
}

/** w: half the bits of the set's values. */
function halfBits(size: number): number {
  let bits = MIN_HALF_BITS;
  while (4 ** bits < size) bits += 1;
  return bits;
}

function forwards(key: DrawKey, bits: number, value: number): number {
  const mask = (1 << bits) - 1;
  let left = value >>> bits;
  let right = value & mask;
  for (let round = 0; round < ROUNDS; round += 1) {
    const mixed = left ^ (sipHash24Word(key, round, right) & mask);
    left = right;
    right = mixed;
  }
  return (left << bits) | right;
}

function backwards(key: DrawKey, bits: number, value: number): number {
  const mask = (1 << bits) - 1;
  let left = value >>> bits;
  let right = value & mask;
  for (let round = ROUNDS - 1; round >= 0; round -= 1) {
    const mixed = right ^ (sipHash24Word(key, round, left) & mask);
    right = left;
    left = mixed;
  }
  return (left << bits) | right;
}
