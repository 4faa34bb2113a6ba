import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawKeyOf, MAX_DRAW_SIZE, numberAt, placeOf, ROUNDS } from "../../../../durable-objects/domain/draw/permutation.ts";
import { bytes32 } from "./node-sha256.ts";

const keyOf = (label: string | number) => drawKeyOf(bytes32(`permutation ${label}`));
const key = keyOf("fixed");

/** Whether the places of 1 … size are those numbers, each once. */
function isBijection(size: number, place: (number: number) => number): boolean {
  const taken = new Uint8Array(size + 1);
  for (let number = 1; number <= size; number += 1) {
    const at = place(number);
    if (!(at >= 1 && at <= size) || taken[at] === 1) return false;
    taken[at] = 1;
  }
  return true;
}

describe("a permutation of exactly 1 … size", () => {
  test("each size to 300, and those around the sets' sizes, number by number", () => {
    const sizes = Array.from({ length: 300 }, (_, index) => index + 1);
    for (const size of [...sizes, 1_000, 1_023, 1_024, 1_025, 4_095, 4_096, 4_097, 9_999, 10_000]) {
      expect(
        isBijection(size, (number) => placeOf(key, size, number)),
        `${size}`,
      ).toBe(true);
    }
  });

  // 50 million places: by a table of one pass, which is what a draw of the whole set's size is.
  test("each size to 10,000", () => {
    let table = new Uint16Array();
    for (let size = 1; size <= 10_000; size += 1) {
      const set = size <= 256 ? 256 : 4 ** Math.ceil(Math.log2(size) / 2);
      if (set !== table.length) table = Uint16Array.from({ length: set }, (_, value) => placeOf(key, set, value + 1) - 1);
      const walk = (number: number): number => {
        let value = table[number - 1]!;
        while (value >= size) value = table[value]!;
        return value + 1;
      };
      if (!isBijection(size, walk)) expect.fail(`${size}`);
      const number = 1 + ((size * 7_919) % size || size - 1);
      if (walk(number) !== placeOf(key, size, number) || walk(size) !== placeOf(key, size, size)) expect.fail(`walk of ${size}`);
    }
  });

  test("of any size to 10^9 the inverse leads back", () => {
    const sizes = fc.oneof(fc.integer({ min: 1, max: MAX_DRAW_SIZE }), fc.integer({ min: 1, max: 70_000 }), fc.constant(MAX_DRAW_SIZE));
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        sizes,
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (bytes, size, at) => {
          const number = 1 + Math.floor(at * size);
          const place = placeOf(drawKeyOf(bytes), size, number);
          expect(place).toBeGreaterThanOrEqual(1);
          expect(place).toBeLessThanOrEqual(size);
          expect(numberAt(drawKeyOf(bytes), size, place)).toBe(number);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("case 30: whoever comes after the freeze comes after all of them, in the order of arrival", () => {
    for (const size of [0, 1, 500]) {
      for (const number of [size + 1, size + 2, 5_000_000_000]) {
        expect(placeOf(key, size, number)).toBe(number);
        expect(numberAt(key, size, number)).toBe(number);
      }
    }
  });

  test.each([
    [-1, 1],
    [1.5, 1],
    [MAX_DRAW_SIZE + 1, 1],
    [Number.NaN, 1],
    [10, 0],
    [10, 1.5],
    [10, Number.NaN],
  ])("size %d, number %d is refused", (size, number) => {
    expect(() => placeOf(key, size, number)).toThrow(RangeError);
    expect(() => numberAt(key, size, number)).toThrow(RangeError);
  });
});

/** Pearson's statistic of counts that should all be the same. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** What chance exceeds once in some 30,000 times: four standard deviations (Wilson and Hilferty, 1931). */
const limit = (freedom: number): number => freedom * (1 - 2 / (9 * freedom) + 4 * Math.sqrt(2 / (9 * freedom))) ** 3;

describe("even over many keys", () => {
  const size = 12;
  const draws = Array.from({ length: 4_000 }, (_, index) => {
    const one = keyOf(index);
    return Array.from({ length: size }, (_, at) => placeOf(one, size, at + 1));
  });
  const countsOf = (cells: number, cellOf: (places: readonly number[]) => number): number[] => {
    const counts = new Array<number>(cells).fill(0);
    for (const places of draws) counts[cellOf(places)]! += 1;
    return counts;
  };

  test("case 30: each number comes to each place equally often", () => {
    const perNumber = Array.from({ length: size }, (_, at) => chiSquare(countsOf(size, (places) => places[at]! - 1)));
    for (const statistic of perNumber) expect(statistic).toBeLessThan(limit(size - 1));
    // Rows and columns of the table both have fixed sums, hence the factor.
    const whole = (perNumber.reduce((sum, one) => sum + one, 0) * (size - 1)) / size;
    expect(whole).toBeLessThan(limit((size - 1) ** 2));
    expect(whole).toBeGreaterThan((size - 1) ** 2 - 4 * Math.sqrt(2) * (size - 1));
  });

  test.each([
    [1, 2],
    [1, 12],
    [6, 7],
    [5, 9],
  ])("case 30: numbers %d and %d come to each pair of places equally often", (one, other) => {
    const counts = countsOf(size * size, (places) => (places[one - 1]! - 1) * size + places[other - 1]! - 1);
    const pairs = counts.filter((_, cell) => Math.floor(cell / size) !== cell % size);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(pairs.reduce((sum, count) => sum + count, 0));
    expect(chiSquare(pairs)).toBeLessThan(limit(pairs.length - 1));
  });

  test.each([1_000, 1_000_000])("case 30: first and last of %d come to each twentieth equally often", (crowd) => {
    for (const number of [1, crowd / 2, crowd]) {
      const counts = new Array<number>(20).fill(0);
      for (let index = 0; index < 4_000; index += 1) counts[Math.floor(((placeOf(keyOf(index), crowd, number) - 1) / crowd) * 20)]! += 1;
      expect(chiSquare(counts)).toBeLessThan(limit(19));
    }
  });
});

/**
 * How far the chance of any ordered pair of places is from even at most, in parts of itself, over a set whose halves have
 * that many bits: exactly, with independent random round functions. For those, only the difference of the two values matters.
 */
function worstPair(bits: number, rounds: number): number {
  const half = 2 ** bits;
  const differences = [
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const;
  const worst = differences.map(([left, right]) => {
    let chances = new Float64Array(half * half);
    chances[left * half + right] = 1;
    for (let round = 0; round < rounds; round += 1) {
      const next = new Float64Array(half * half);
      chances.forEach((chance, difference) => {
        const [l, r] = [Math.floor(difference / half), difference % half];
        if (r === 0) next[l]! += chance;
        else for (let any = 0; any < half; any += 1) next[r * half + any]! += chance / half;
      });
      chances = next;
    }
    return Math.max(...chances.subarray(1).map((chance) => Math.abs(chance * (half * half - 1) - 1)));
  });
  return Math.max(...worst);
}

test("pairs: 16 rounds leave no pair of places more than 6e-8 from even in the smallest set", () => {
  expect(ROUNDS).toBe(16);
  expect(worstPair(4, 8)).toBeCloseTo(3.6e-3, 4);
  expect(worstPair(4, 12)).toBeCloseTo(1.4e-5, 6);
  expect(worstPair(4, ROUNDS)).toBeLessThan(6e-8);
  expect(worstPair(5, ROUNDS)).toBeLessThan(worstPair(4, ROUNDS));
});
