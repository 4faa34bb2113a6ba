/**
 * The draw a second time, written from `docs/draw.md` alone with BigInt and Node's hash: what a third party might write. It
 * shares no code with the first.
 */
import { createHash } from "node:crypto";

const MASK = (1n << 64n) - 1n;
const rotate = (x: bigint, bits: bigint): bigint => ((x << bits) | (x >> (64n - bits))) & MASK;
const littleEndian = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** SipHash-2-4 as in the paper. */
function sipHash(key: Uint8Array, message: Uint8Array): bigint {
  const k0 = littleEndian(key.subarray(0, 8));
  const k1 = littleEndian(key.subarray(8, 16));
  let v0 = k0 ^ 0x736f6d6570736575n;
  let v1 = k1 ^ 0x646f72616e646f6dn;
  let v2 = k0 ^ 0x6c7967656e657261n;
  let v3 = k1 ^ 0x7465646279746573n;
  const round = () => {
    v0 = (v0 + v1) & MASK;
    v1 = rotate(v1, 13n) ^ v0;
    v0 = rotate(v0, 32n);
    v2 = (v2 + v3) & MASK;
    v3 = rotate(v3, 16n) ^ v2;
    v0 = (v0 + v3) & MASK;
    v3 = rotate(v3, 21n) ^ v0;
    v2 = (v2 + v1) & MASK;
    v1 = rotate(v1, 17n) ^ v2;
    v2 = rotate(v2, 32n);
  };
  const padded = new Uint8Array(8 * Math.floor(message.length / 8) + 8);
  padded.set(message);
  padded[padded.length - 1] = message.length;
  for (let at = 0; at < padded.length; at += 8) {
    const word = littleEndian(padded.subarray(at, at + 8));
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
  v2 ^= 0xffn;
  for (let index = 0; index < 4; index += 1) round();
  return v0 ^ v1 ^ v2 ^ v3;
}

const number8 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};

interface Inputs {
  readonly commitment: object;
  readonly seed: string;
  readonly size: number;
  readonly lane: string;
  readonly randomness: string | null;
}

/** Sorts members by name at every depth. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

export function hashOfCommitment(commitment: object): string {
  return createHash("sha256").update(canonical(commitment)).digest("hex");
}

/** The places of the numbers 1 … size. */
export function allPlaces({ commitment, seed, size, lane, randomness }: Inputs): number[] {
  const hash = createHash("sha256").update("stanchion-draw-1/key").update(Buffer.from(seed, "hex"));
  hash.update(Buffer.from(hashOfCommitment(commitment), "hex")).update(number8(size));
  hash.update(randomness === null ? Buffer.of(0) : Buffer.concat([Buffer.of(1), Buffer.from(randomness, "hex")]));
  const key = hash.update(lane).digest().subarray(0, 16);
  let bits = 4;
  while (2 ** (2 * bits) < size) bits += 1;
  const half = 2 ** bits;
  const pass = (value: number): number => {
    let [left, right] = [Math.floor(value / half), value % half];
    for (let round = 0; round < 16; round += 1) {
      const message = Buffer.alloc(5);
      message.writeUInt8(round, 0);
      message.writeUInt32LE(right, 1);
      [left, right] = [right, left ^ Number(sipHash(key, message) % BigInt(half))];
    }
    return left * half + right;
  };
  return Array.from({ length: size }, (_, index) => {
    let value = pass(index);
    while (value >= size) value = pass(value);
    return value + 1;
  });
}

/** The head over leaves, from the hash of the first commitment. */
export function headOver(firstCommitmentHash: string, lane: string, leaves: readonly string[]): string {
  let head = createHash("sha256").update(Buffer.from(firstCommitmentHash, "hex")).update(lane).digest();
  leaves.forEach((leaf, index) => {
    head = createHash("sha256")
      .update(head)
      .update(number8(index + 1))
      .update(Buffer.from(leaf, "hex"))
      .digest();
  });
  return head.toString("hex");
}
