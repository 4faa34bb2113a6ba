/** A draw from its commitment to its reveal, for tests: made by the parts that the event uses. */
import { type BeaconChain, chainHashOf } from "../../../../durable-objects/domain/draw/beacon.ts";
import { concatBytes, toHex } from "../../../../durable-objects/domain/draw/bytes.ts";
import { firstHead, headAfter, leafOf } from "../../../../durable-objects/domain/draw/chain.ts";
import {
  appendCommitment,
  commitmentHash,
  type DrawCommitment,
  makeCommitment,
} from "../../../../durable-objects/domain/draw/commitment.ts";
import type { DrawPublication } from "../../../../durable-objects/domain/draw/publication.ts";
import type { ReceiptFacts } from "../../../../durable-objects/domain/draw/receipt.ts";
import { testChain } from "../../../support/beacon.ts";
import { bytes32, sha256 } from "./node-sha256.ts";

export const beacon = testChain();
/** 2027-01-15T12:00:00Z */
export const opensAtMs = 1_800_014_400_000;

export interface DrawOptions {
  readonly label?: string;
  /** By lane. */
  readonly sizes?: Readonly<Record<string, number>>;
  readonly chain?: BeaconChain | null;
  /** How often the opening is moved by a minute. */
  readonly moves?: number;
}

export interface MadeDraw {
  readonly committed: DrawPublication;
  readonly frozen: DrawPublication;
  readonly revealed: DrawPublication;
  readonly leaves: ReadonlyMap<string, Uint8Array>;
  readonly receiptOf: (lane: string, number: number) => ReceiptFacts;
}

export function makeDraw({ label = "draw", sizes = { main: 500, vip: 20 }, chain = beacon.chain, moves = 0 }: DrawOptions = {}): MadeDraw {
  const seed = bytes32(`seed of ${label}`);
  const terms = { event: "on-sale", incarnation: 3, opensAtMs, drawLeadSeconds: 120, lanes: Object.keys(sizes) };
  const commitments: [DrawCommitment, ...DrawCommitment[]] = [makeCommitment(sha256, terms, seed, chain)];
  for (let move = 1; move <= moves; move += 1) {
    const moved = appendCommitment(
      sha256,
      commitments.at(-1)!,
      { opensAtMs: opensAtMs + move * 60_000, nowMs: opensAtMs - 600_000 },
      chain,
    );
    if (moved.ok) commitments.push(moved.commitment);
  }
  const first = toHex(commitmentHash(sha256, commitments[0]));
  const leaves = new Map(
    Object.entries(sizes).map(([lane, size]) => [
      lane,
      concatBytes(...Array.from({ length: size }, (_, index) => leafOf(sha256, `${label}-${lane}-${index + 1}`, index + 1))),
    ]),
  );
  const round = commitments.at(-1)!.beacon?.round ?? 0;
  const { signature, randomness } = beacon.sign(round);
  const published = (revealed: boolean) =>
    chain === null ? null : { chain, round, signature: revealed ? signature : null, randomness: revealed ? randomness : null };
  const committed: DrawPublication = {
    algorithm: "stanchion-draw-1",
    state: "committed",
    commitments,
    lanes: null,
    beacon: published(false),
    seed: null,
    predictableByOperator: chain === null,
  };
  const lanes = Object.entries(sizes).map(([lane, size]) => ({
    lane,
    size,
    head: toHex(headAfter(sha256, firstHead(sha256, first, lane), 1, leaves.get(lane)!)),
  }));
  const frozen: DrawPublication = { ...committed, state: "frozen", lanes };
  return {
    committed,
    frozen,
    revealed: { ...frozen, state: "revealed", beacon: published(true), seed: toHex(seed) },
    leaves,
    receiptOf: (lane, number) => ({
      event: "on-sale",
      incarnation: 3,
      lane,
      number,
      leaf: toHex(leaves.get(lane)!.subarray(16 * (number - 1), 16 * number)),
      commitment: first,
    }),
  };
}

/** A chain that differs from another in its name alone. */
export const renamed = (chain: BeaconChain): BeaconChain => ({ ...chain, beaconId: "renamed" });
export const hashOfChain = (chain: BeaconChain): string => chainHashOf(sha256, chain);
