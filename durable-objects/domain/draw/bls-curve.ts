/** The two groups of BLS12-381: points of y² = x³ + b whose order is `ORDER`, and their compressed spelling. */
import { type Field, fp, fp2, type Fp2, P } from "./bls-field.ts";

/** An affine point. The point at infinity is null. */
export interface Point<T> {
  readonly x: T;
  readonly y: T;
}

export type G1 = Point<bigint>;
export type G2 = Point<Fp2>;

/** The prime order of both groups. */
export const ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;

export const G2_GENERATOR: G2 = {
  x: [
    0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8n,
    0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7en,
  ],
  y: [
    0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801n,
    0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79ben,
  ],
};

/** Slope of the line through both points, or of the tangent if they are one; null = it is vertical. Curves here have a = 0. */
export function slope<T>(field: Field<T>, a: Point<T>, b: Point<T>): T | null {
  const { add, sub, mul, invert, equal, zero } = field;
  if (!equal(a.x, b.x)) return mul(sub(b.y, a.y), invert(sub(b.x, a.x)));
  if (!equal(a.y, b.y) || equal(a.y, zero)) return null;
  const square = mul(a.x, a.x);
  return mul(add(add(square, square), square), invert(add(a.y, a.y)));
}

/** The third point on the line, reflected. */
export function across<T>({ sub, mul }: Field<T>, a: Point<T>, b: Point<T>, along: T): Point<T> {
  const x = sub(sub(mul(along, along), a.x), b.x);
  return { x, y: sub(mul(along, sub(a.x, x)), a.y) };
}

export function addPoints<T>(field: Field<T>, a: Point<T> | null, b: Point<T> | null): Point<T> | null {
  if (a === null) return b;
  if (b === null) return a;
  const along = slope(field, a, b);
  return along === null ? null : across(field, a, b, along);
}

/** A field with the b of its curve, three times. */
export interface Curve<T> {
  readonly field: Field<T>;
  readonly b3: T;
}

export const curveOfG1: Curve<bigint> = { field: fp, b3: 12n };
export const curveOfG2: Curve<Fp2> = { field: fp2, b3: [12n, 12n] };

/** X, Y, Z with x = X/Z and y = Y/Z; at infinity Z is 0. */
type Projective<T> = readonly [T, T, T];

/** A point taken so many times; null = infinity. */
export function multiply<T>(curve: Curve<T>, point: Point<T>, factor: bigint): Point<T> | null {
  const { zero, one, mul, invert, equal } = curve.field;
  const base: Projective<T> = [point.x, point.y, one];
  let sum: Projective<T> = [zero, one, zero];
  for (const bit of factor.toString(2)) {
    sum = addProjective(curve, sum, sum);
    if (bit === "1") sum = addProjective(curve, sum, base);
  }
  if (equal(sum[2], zero)) return null;
  const inverse = invert(sum[2]);
  return { x: mul(sum[0], inverse), y: mul(sum[1], inverse) };
}

/**
 * The sum of any two points, equal or at infinity too, without an inversion: "Complete addition formulas for prime order
 * elliptic curves" (Renes, Costello and Batina, 2015), algorithm 7. Complete here, as neither curve has a point of order 2.
 */
function addProjective<T>({ field, b3 }: Curve<T>, [x1, y1, z1]: Projective<T>, [x2, y2, z2]: Projective<T>): Projective<T> {
  const { add, sub, mul } = field;
  const [xx, yy, zz] = [mul(x1, x2), mul(y1, y2), mul(z1, z2)];
  const xy = sub(sub(mul(add(x1, y1), add(x2, y2)), xx), yy);
  const yz = sub(sub(mul(add(y1, z1), add(y2, z2)), yy), zz);
  const xz = mul(b3, sub(sub(mul(add(x1, z1), add(x2, z2)), xx), zz));
  const [xx3, bzz] = [add(add(xx, xx), xx), mul(b3, zz)];
  const [sum, difference] = [add(yy, bzz), sub(yy, bzz)];
  return [sub(mul(xy, difference), mul(yz, xz)), add(mul(difference, sum), mul(xz, xx3)), add(mul(sum, yz), mul(xx3, xy))];
}

export function negate<T>({ sub, zero }: Field<T>, { x, y }: Point<T>): Point<T> {
  return { x, y: sub(zero, y) };
}

const COMPRESSED = 0x80;
const INFINITY = 0x40;
const GREATER = 0x20;

/** Reads 48 bytes as a point of G1; null = it is none, or infinity, or not its one spelling. */
export function readG1(bytes: Uint8Array): G1 | null {
  const parts = readParts(bytes, 1);
  if (parts === null) return null;
  const [x = 0n] = parts.values;
  const root = fp.sqrt((x ** 3n + 4n) % P);
  if (root === null) return null;
  return inGroup(curveOfG1, { x, y: isGreater(root) === parts.greater ? root : fp.sub(0n, root) });
}

/** Reads 96 bytes as a point of G2, under the same terms. */
export function readG2(bytes: Uint8Array): G2 | null {
  const parts = readParts(bytes, 2);
  if (parts === null) return null;
  const [c1 = 0n, c0 = 0n] = parts.values;
  const x: Fp2 = [c0, c1];
  const root = fp2.sqrt(fp2.add(fp2.mul(fp2.mul(x, x), x), [4n, 4n]));
  if (root === null) return null;
  const greater = root[1] === 0n ? isGreater(root[0]) : isGreater(root[1]);
  return inGroup(curveOfG2, { x, y: greater === parts.greater ? root : fp2.sub(fp2.zero, root) });
}

function readParts(bytes: Uint8Array, count: number): { readonly values: readonly bigint[]; readonly greater: boolean } | null {
  const flags = bytes[0] ?? 0;
  if (bytes.length !== 48 * count || (flags & (COMPRESSED | INFINITY)) !== COMPRESSED) return null;
  const values = Array.from({ length: count }, (_, part) => {
    const digits = Array.from(bytes.subarray(48 * part, 48 * part + 48), (byte, index) =>
      (part === 0 && index === 0 ? byte & 0x1f : byte).toString(16).padStart(2, "0"),
    );
    return BigInt(`0x${digits.join("")}`);
  });
  return values.every((value) => value < P) ? { values, greater: (flags & GREATER) !== 0 } : null;
}

/** Whether it is the greater one of a number and its negative. */
function isGreater(value: bigint): boolean {
  return value > (P - 1n) / 2n;
}

/** The curves have points of other orders too, with which a pairing says nothing. */
function inGroup<T>(curve: Curve<T>, point: Point<T>): Point<T> | null {
  return multiply(curve, point, ORDER) === null ? point : null;
}
