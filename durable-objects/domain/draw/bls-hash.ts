/** Hashing to G1: suite `BLS12381G1_XMD:SHA-256_SSWU_RO_` of RFC 9380 (section 8.8.1). */
import { asciiBytes, concatBytes, type Sha256 } from "./bytes.ts";
import { addPoints, curveOfG1, type G1, multiply } from "./bls-curve.ts";
import { fp, P, reduce } from "./bls-field.ts";
import { xDenominator, xNumerator, yDenominator, yNumerator } from "./bls-isogeny.ts";

/** The point that a message hashes to; null = infinity, which no message is known to reach. */
export function hashToG1(sha256: Sha256, message: Uint8Array, domain: string): G1 | null {
  const bytes = expandMessage(sha256, message, asciiBytes(domain));
  const points = [bytes.subarray(0, 64), bytes.subarray(64)].map((part) => isogeny(mapToCurve(integer(part) % P)));
  const [one = null, other = null] = points;
  const sum = addPoints(fp, one, other);
  return sum === null ? null : multiply(curveOfG1, sum, COFACTOR);
}

const COFACTOR = 0xd201000000010001n;

/** `expand_message_xmd` (section 5.3.1) to the 128 bytes that two values take. */
function expandMessage(sha256: Sha256, message: Uint8Array, domain: Uint8Array): Uint8Array {
  const suffix = concatBytes(domain, Uint8Array.of(domain.length));
  const first = sha256(concatBytes(new Uint8Array(64), message, Uint8Array.of(0, 128, 0), suffix));
  const blocks: Uint8Array[] = [];
  let former: Uint8Array = new Uint8Array(32);
  for (let index = 1; index <= 4; index += 1) {
    const mixed = first.map((byte, at) => byte ^ former[at]!);
    former = sha256(concatBytes(mixed, Uint8Array.of(index), suffix));
    blocks.push(former);
  }
  return concatBytes(...blocks);
}

function integer(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

// The curve y² = x³ + A·x + B that the map leads to first.
const A = 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1dn;
const B = 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0n;
const Z = 11n;

/** The simplified SWU map (section 6.6.2). */
function mapToCurve(u: bigint): G1 {
  const zu2 = (Z * u * u) % P;
  const inverse = fp.invert((zu2 * zu2 + zu2) % P);
  const x1 = inverse === 0n ? (B * fp.invert((Z * A) % P)) % P : (((reduce(-B) * fp.invert(A)) % P) * (1n + inverse)) % P;
  for (const x of [x1, (zu2 * x1) % P]) {
    const y = fp.sqrt((x ** 3n + A * x + B) % P);
    // Of the two roots the one that is as odd as u.
    if (y !== null) return { x, y: y % 2n === u % 2n ? y : fp.sub(0n, y) };
  }
  throw new Error("one of the two always has a root");
}

/** The isogeny of degree 11 from that curve to BLS12-381's (appendix E.2); null = infinity. */
function isogeny({ x, y }: G1): G1 | null {
  const at = (coefficients: readonly bigint[]) => coefficients.reduceRight((sum, coefficient) => (sum * x + coefficient) % P, 0n);
  const [xDen, yDen] = [at(xDenominator), at(yDenominator)];
  if (xDen === 0n || yDen === 0n) return null;
  return { x: (at(xNumerator) * fp.invert(xDen)) % P, y: (((y * at(yNumerator)) % P) * fp.invert(yDen)) % P };
}
