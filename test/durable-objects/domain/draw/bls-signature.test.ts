import { bls12_381 } from "@noble/curves/bls12-381.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ORDER, readG1, readG2 } from "../../../../durable-objects/domain/draw/bls-curve.ts";
import { fp, fp2, P } from "../../../../durable-objects/domain/draw/bls-field.ts";
import { hashToG1 } from "../../../../durable-objects/domain/draw/bls-hash.ts";
import { verifySignature } from "../../../../durable-objects/domain/draw/bls-signature.ts";
import { bytes32, sha256 } from "./node-sha256.ts";

const text = (value: string) => new TextEncoder().encode(value);
const domain = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const { G1, G2, shortSignatures: scheme } = bls12_381;

describe("hash to G1", () => {
  // RFC 9380, appendix J.9.1.
  test.each([
    ["", "052926add2207b76ca4fa57a8734416c8dc95e24501772c814278700eed6d1e4e8cf62d9c09db0fac349612b759e79a1"],
    ["abc", "03567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903"],
    ["abcdef0123456789", "11e0b079dea29a68f0383ee94fed1b940995272407e3bb916bbf268c263ddd57a6a27200a784cbc248e84f357ce82d98"],
  ])('"%s" as in RFC 9380', (message, x) => {
    const point = hashToG1(sha256, text(message), "QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_");
    expect(point?.x.toString(16).padStart(96, "0")).toBe(x);
  });

  test("any message as in another implementation", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (message) => {
        expect(hashToG1(sha256, message, domain)).toEqual({ ...scheme.hash(message, domain).toAffine() });
      }),
      { numRuns: 20 },
    );
  });
});

const pair = (label: string) => scheme.keygen(new Uint8Array([...bytes32(label), ...bytes32(`${label}!`).subarray(0, 16)]));
const { secretKey, publicKey } = pair("one");
const message = text("round");
const signature = scheme.sign(scheme.hash(message, domain), secretKey).toBytes();
const key = publicKey.toBytes();
const verify = (changes: { key?: Uint8Array; message?: Uint8Array; signature?: Uint8Array; domain?: string }): boolean =>
  verifySignature(sha256, changes.key ?? key, changes.message ?? message, changes.signature ?? signature, changes.domain ?? domain);

test("what another implementation signs is right, under any key and message", () => {
  expect(verify({})).toBe(true);
  for (const label of ["two", "three", "four"]) {
    const other = pair(label);
    const signed = scheme.sign(scheme.hash(text(label), domain), other.secretKey).toBytes();
    expect(verify({ key: other.publicKey.toBytes(), message: text(label), signature: signed })).toBe(true);
    expect(verify({ message: text(label), signature: signed })).toBe(false);
  }
});

const flipped = (bytes: Uint8Array, at: number, bit: number) => bytes.map((byte, index) => (index === at ? byte ^ bit : byte));
/** A point of the curve outside the group: the first x with a root, which only one in some 10^38 points of the group is. */
const outsider = (): Uint8Array => {
  for (let x = 1n; ; x += 1n) {
    if (fp.sqrt((x ** 3n + 4n) % P) === null) continue;
    const bytes = Uint8Array.from(Buffer.from(x.toString(16).padStart(96, "0"), "hex"));
    bytes[0]! |= 0x80;
    return bytes;
  }
};
const infinity = (length: number) => Uint8Array.from({ length }, (_, index) => (index === 0 ? 0xc0 : 0));
const plusP = (bytes: Uint8Array): Uint8Array => {
  const small = BigInt(`0x${Buffer.from(bytes).toString("hex")}`) & ((1n << 381n) - 1n);
  const whole = Uint8Array.from(Buffer.from((small + P).toString(16).padStart(96, "0"), "hex"));
  whole[0]! |= bytes[0]! & 0xe0;
  return whole;
};

test.each([
  ["another message", { message: text("rounds") }],
  ["another domain", { domain: `${domain}x` }],
  ["the other root of the signature", { signature: flipped(signature, 0, 0x20) }],
  ["the other root of the key", { key: flipped(key, 0, 0x20) }],
  ["a changed bit", { signature: flipped(signature, 47, 1) }],
  ["infinity", { signature: infinity(48) }],
  ["infinity under a key that is infinity", { signature: infinity(48), key: infinity(96) }],
  ["a signature outside the group", { signature: outsider() }],
  ["a signature that is not compressed", { signature: flipped(signature, 0, 0x80) }],
  ["a signature with a byte more", { signature: new Uint8Array([...signature, 0]) }],
  ["no bytes", { signature: new Uint8Array() }],
  ["no key", { key: new Uint8Array() }],
  ["a key as signature", { signature: key }],
])("%s is refused", (_, changes) => {
  expect(verify(changes)).toBe(false);
});

test("a point has one spelling", () => {
  // An x so small that P more of it still fits in 381 bits.
  for (let index = 0; ; index += 1) {
    const point = G1.Point.BASE.multiply(BigInt(index + 1)).toBytes();
    const other = plusP(point);
    if (((other[0]! ^ point[0]!) & 0xe0) !== 0 || other[0]! < point[0]!) continue;
    expect(readG1(point)).not.toBeNull();
    expect(readG1(other)).toBeNull();
    break;
  }
});

test("points of both groups are read as another implementation wrote them", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: ORDER - 1n }), (factor) => {
      const [one, two] = [G1.Point.BASE.multiply(factor), G2.Point.BASE.multiply(factor)];
      const { x, y } = two.toAffine();
      expect(readG1(one.toBytes())).toEqual({ ...one.toAffine() });
      expect(readG2(two.toBytes())).toEqual({ x: [x.c0, x.c1], y: [y.c0, y.c1] });
    }),
    { numRuns: 10 },
  );
});

test("fields: inverses and roots are what their names say", () => {
  const value = fc.bigInt({ min: 0n, max: P - 1n });
  fc.assert(
    fc.property(value, value, (c0, c1) => {
      expect(fp.mul(c0, fp.invert(c0))).toBe(c0 === 0n ? 0n : 1n);
      const square = fp2.mul([c0, c1], [c0, c1]);
      const root = fp2.sqrt(square);
      if (c0 !== 0n) expect(root !== null && fp2.equal(fp2.mul(root, root), square)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
