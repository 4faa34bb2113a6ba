/** Rounds of a beacon: real ones, and a chain whose key is the test's own. */
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { createHash } from "node:crypto";
import { type BeaconChain, roundMessage } from "../../durable-objects/domain/draw/beacon.ts";
import { toHex } from "../../durable-objects/domain/draw/bytes.ts";

/** Rounds of quicknet as they stand in drand's own documentation of its API, in several clients' tests, and in drand-verify's. */
export const quicknetRounds = [
  {
    round: 42,
    signature: "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a",
    randomness: null,
  },
  {
    round: 1_000,
    signature: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    randomness: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
  },
  {
    round: 657_413,
    signature: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
    randomness: "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
  },
] as const;

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest());

const scheme = bls12_381.shortSignatures;

export interface TestChain {
  readonly chain: BeaconChain;
  readonly sign: (round: number) => { readonly round: number; readonly signature: string; readonly randomness: string };
}

/** A chain of three-second rounds, signed by an implementation that is not ours. */
export function testChain(label = "test", genesisSeconds = 1_700_000_000): TestChain {
  const { secretKey, publicKey } = scheme.keygen(new Uint8Array(createHash("sha384").update(label).digest()));
  const chain = {
    publicKey: toHex(publicKey.toBytes()),
    periodSeconds: 3,
    genesisSeconds,
    groupHash: createHash("sha256").update(label).digest("hex"),
    beaconId: "test",
  };
  const sign = (round: number) => {
    const message = scheme.hash(roundMessage(sha256, round), "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_");
    const signature = scheme.sign(message, secretKey).toBytes();
    return { round, signature: toHex(signature), randomness: toHex(sha256(signature)) };
  };
  return { chain, sign };
}
