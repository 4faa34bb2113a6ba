/** The pairing of BLS12-381, as far as it tells whether a product of pairings is 1. */
import { across, type G1, type G2, ORDER, slope } from "./bls-curve.ts";
import { fp, fp2, type Fp2, P } from "./bls-field.ts";

/** a0 + a1·v + a2·v², where v³ = 1 + u. */
type Fp6 = readonly [Fp2, Fp2, Fp2];
/** c0 + c1·w, where w² = v. */
type Fp12 = readonly [c0: Fp6, c1: Fp6];

const { add, sub, mul, zero, one } = fp2;
const zero6: Fp6 = [zero, zero, zero];
const one12: Fp12 = [[one, zero, zero], zero6];

/** Times v³ = 1 + u. */
const timesV3 = ([c0, c1]: Fp2): Fp2 => [fp.sub(c0, c1), fp.add(c0, c1)];
const add6 = (a: Fp6, b: Fp6): Fp6 => [add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2])];
const sub6 = (a: Fp6, b: Fp6): Fp6 => [sub(a[0], b[0]), sub(a[1], b[1]), sub(a[2], b[2])];
const timesV = ([a0, a1, a2]: Fp6): Fp6 => [timesV3(a2), a0, a1];

/** Karatsuba's way: six products of parts instead of nine. */
function mul6([a0, a1, a2]: Fp6, [b0, b1, b2]: Fp6): Fp6 {
  const [p0, p1, p2] = [mul(a0, b0), mul(a1, b1), mul(a2, b2)];
  const cross = (x: Fp2, y: Fp2, s: Fp2, t: Fp2, p: Fp2, q: Fp2) => sub(sub(mul(add(x, y), add(s, t)), p), q);
  return [
    add(p0, timesV3(cross(a1, a2, b1, b2, p1, p2))),
    add(cross(a0, a1, b0, b1, p0, p1), timesV3(p2)),
    add(cross(a0, a2, b0, b2, p0, p2), p1),
  ];
}

function mul12([a0, a1]: Fp12, [b0, b1]: Fp12): Fp12 {
  const [low, high] = [mul6(a0, b0), mul6(a1, b1)];
  return [add6(low, timesV(high)), sub6(sub6(mul6(add6(a0, a1), add6(b0, b1)), low), high)];
}

function square12([a0, a1]: Fp12): Fp12 {
  const product = mul6(a0, a1);
  const both = mul6(add6(a0, a1), add6(a0, timesV(a1)));
  return [sub6(sub6(both, product), timesV(product)), add6(product, product)];
}

/** The curve's parameter x without its sign: with it only the inverse of the pairing comes out, which is 1 as well. */
const X = 0xd201000000010000n;

/**
 * The line along a slope through a point of G2, at a point of G1. G2 lies on a twist, from which (x, y) goes to
 * (x/w², y/w³); the line is multiplied by w³, whose field the last exponentiation takes to 1.
 */
function line(through: G2, along: Fp2, { x, y }: G1): Fp12 {
  const constant = sub(mul(along, through.x), through.y);
  return [
    [constant, mul(along, [P - x, 0n]), zero],
    [zero, [y, 0n], zero],
  ];
}

/**
 * (P² + 1)(P⁴ − P² + 1) / r. The exponent of the whole pairing is (P⁶ − 1) times that, and to the power of P⁶ c0 + c1·w is
 * c0 − c1·w: so the outcome is 1 exactly where c1 is 0 after this part.
 */
const EXPONENT = ((P ** 2n + 1n) * (P ** 4n - P ** 2n + 1n)) / ORDER;

/** Whether the product of the pairings e(p, q) is 1 (optimal ate; Vercauteren, "Optimal pairings", 2010). */
export function isProductOne(pairs: readonly (readonly [G1, G2])[]): boolean {
  const points = pairs.map(([, q]) => q);
  let product = one12;
  const step = (to: (index: number) => G2): boolean =>
    pairs.every(([p], index) => {
      const [from, other] = [points[index]!, to(index)];
      const along = slope(fp2, from, other);
      if (along === null) return false;
      product = mul12(product, line(from, along, p));
      points[index] = across(fp2, from, other, along);
      return true;
    });
  for (const bit of X.toString(2).slice(1)) {
    product = square12(product);
    // Points of the group's order never meet a vertical line here; any other is refused.
    if (!step((index) => points[index]!)) return false;
    if (bit === "1" && !step((index) => pairs[index]![1])) return false;
  }
  return powerOf(product, EXPONENT)[1].every((part) => fp2.equal(part, zero));
}

/** Four bits of the exponent at a time. */
function powerOf(base: Fp12, exponent: bigint): Fp12 {
  const powers = [one12];
  while (powers.length < 16) powers.push(mul12(powers.at(-1)!, base));
  let result = one12;
  for (const digit of exponent.toString(16)) {
    for (let bit = 0; bit < 4; bit += 1) result = square12(result);
    if (digit !== "0") result = mul12(result, powers[Number.parseInt(digit, 16)]!);
  }
  return result;
}
