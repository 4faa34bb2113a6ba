/**
 * The prime field of BLS12-381 and its quadratic extension, in BigInt. For verifying public data only: nothing here takes
 * the same time for all values, so no secret may come near it.
 */

/** The field's characteristic; 3 more than a multiple of 4. */
export const P = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;

/** What curves and towers need of a field. Values are reduced: equal ones are the same. */
export interface Field<T> {
  readonly zero: T;
  readonly one: T;
  readonly add: (a: T, b: T) => T;
  readonly sub: (a: T, b: T) => T;
  readonly mul: (a: T, b: T) => T;
  /** The inverse; of zero, zero (as RFC 9380 wants it). */
  readonly invert: (a: T) => T;
  /** A square root; null = there is none. */
  readonly sqrt: (a: T) => T | null;
  readonly equal: (a: T, b: T) => boolean;
}

/** The value in 0 … P − 1. */
export function reduce(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % P;
    if (bit === "1") result = (result * base) % P;
  }
  return result;
}

/** By Euclid's algorithm. */
function invert(value: bigint): bigint {
  let [a, b] = [value, P];
  let [x, y] = [1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b] = [b - quotient * a, a];
    [x, y] = [y - quotient * x, x];
  }
  return a === 0n ? 0n : reduce(x);
}

// A comparison costs a tenth of a division.
function add(a: bigint, b: bigint): bigint {
  const sum = a + b;
  return sum >= P ? sum - P : sum;
}

function sub(a: bigint, b: bigint): bigint {
  return a >= b ? a - b : a - b + P;
}

export const fp: Field<bigint> = {
  zero: 0n,
  one: 1n,
  add,
  sub,
  mul: (a, b) => (a * b) % P,
  invert,
  sqrt: (a) => {
    const root = power(a, (P + 1n) / 4n);
    return (root * root) % P === a ? root : null;
  },
  equal: (a, b) => a === b,
};

/** c0 + c1·u, where u² = −1. */
export type Fp2 = readonly [c0: bigint, c1: bigint];

const half = (P + 1n) / 2n;

export const fp2: Field<Fp2> = {
  zero: [0n, 0n],
  one: [1n, 0n],
  add: ([a0, a1], [b0, b1]) => [add(a0, b0), add(a1, b1)],
  sub: ([a0, a1], [b0, b1]) => [sub(a0, b0), sub(a1, b1)],
  mul: ([a0, a1], [b0, b1]) => {
    const [low, high] = [a0 * b0, a1 * b1];
    return [reduce(low - high), ((a0 + a1) * (b0 + b1) - low - high) % P];
  },
  invert: ([a0, a1]) => {
    const norm = invert((a0 * a0 + a1 * a1) % P);
    return [(a0 * norm) % P, reduce(-a1 * norm)];
  },
  // By the norm: with s² = a0² + a1², one of (a0 ± s) / 2 is the square of the root's first part.
  sqrt: (a) => {
    const norm = fp.sqrt((a[0] * a[0] + a[1] * a[1]) % P);
    if (norm === null) return null;
    const x0 = fp.sqrt(((a[0] + norm) * half) % P) ?? fp.sqrt(reduce((a[0] - norm) * half));
    if (x0 === null) return null;
    const root: Fp2 = [x0, (a[1] * half * invert(x0)) % P];
    return fp2.equal(fp2.mul(root, root), a) ? root : null;
  },
  equal: (a, b) => a[0] === b[0] && a[1] === b[1],
};
