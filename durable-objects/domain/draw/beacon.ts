/**
 * The public randomness beacon, as far as it is arithmetic: drand's chains of the scheme `bls-unchained-g1-rfc9380`
 * (https://docs.drand.love/docs/specification/). Each period a quorum of independent organisations signs the round's number;
 * nobody knows the signature before, and everybody can verify it afterwards.
 */
import { asciiBytes, concatBytes, fromHex, type Sha256, toHex, uint64 } from "./bytes.ts";

/** What drand's `/info` tells of a chain. Its hash covers all of it, so a chain's hash says who signs. */
export interface BeaconChain {
  /** 96 bytes (a point of G2, compressed), hexadecimal. */
  readonly publicKey: string;
  readonly periodSeconds: number;
  readonly genesisSeconds: number;
  /** 32 bytes, hexadecimal. */
  readonly groupHash: string;
  readonly beaconId: string;
}

/** The chain of the League of Entropy with a round each 3 seconds. */
export const quicknet: BeaconChain = {
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  periodSeconds: 3,
  genesisSeconds: 1_692_803_367,
  groupHash: "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
  beaconId: "quicknet",
};

export const QUICKNET_HASH = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

/** From the freeze to the beacon's round at least: whoever sees the frozen size cannot know the round. */
export const BEACON_MARGIN_MS = 30_000;

/** Says whether a signature is the chain's for that round. Never throws. */
export type VerifyBeacon = (chain: BeaconChain, round: number, signature: Uint8Array) => boolean;

/** A chain's hash (drand, `chain.Info.Hash`): SHA-256 of period (4 bytes), genesis (8), key, group hash and, unless "default", id. */
export function chainHashOf(sha256: Sha256, chain: BeaconChain): string {
  const { publicKey, periodSeconds, genesisSeconds, groupHash, beaconId } = chain;
  const id = beaconId === "default" ? new Uint8Array() : asciiBytes(beaconId);
  return toHex(sha256(concatBytes(uint64(periodSeconds).subarray(4), uint64(genesisSeconds), fromHex(publicKey), fromHex(groupHash), id)));
}

/** When a round is due. Round 1 is due at the genesis. */
export function roundDueAtMs({ genesisSeconds, periodSeconds }: BeaconChain, round: number): number {
  return (genesisSeconds + (round - 1) * periodSeconds) * 1_000;
}

/** The first round that is due at that time or later. */
export function firstRoundAt({ genesisSeconds, periodSeconds }: BeaconChain, atMs: number): number {
  return Math.max(1, Math.ceil((atMs - genesisSeconds * 1_000) / (periodSeconds * 1_000)) + 1);
}

/** What is signed in a round: SHA-256 of its number in 8 bytes. */
export function roundMessage(sha256: Sha256, round: number): Uint8Array {
  return sha256(uint64(round));
}

/** A round's randomness: SHA-256 of its signature. */
export function randomnessOf(sha256: Sha256, signature: Uint8Array): Uint8Array {
  return sha256(signature);
}
