/**
 * The draw as an event holds it: commitment, numbers, freeze, reveal (S14). Until the reveal whoever gathers has a number; the
 * places are a permutation of the numbers that nobody knows. `docs/draw.md` is the protocol.
 */
import type { BeaconChain } from "./beacon.ts";
import { BEACON_MARGIN_MS, randomnessOf, roundDueAtMs } from "./beacon.ts";
import { fromHex, toHex } from "./bytes.ts";
import { firstHead, leafOf, nextHead } from "./chain.ts";
import {
  appendCommitment,
  commitmentHash,
  type DrawCommitment,
  type DrawTerms,
  DRAW_ALGORITHM,
  freezesAtMs,
  makeCommitment,
} from "./commitment.ts";
import { drawKeyBytes } from "./draw-key.ts";
import { drawKeyOf, placeOf, type DrawKey } from "./permutation.ts";
import type { DrawPublication } from "./publication.ts";
import { sha256 } from "./sha256.ts";

/** What a draw is made with: from the shell, since none of it can be had here. */
export interface DrawMeans {
  /** 32 random bytes, secret until the reveal. */
  readonly seed: Uint8Array;
  readonly event: string;
  readonly incarnation: number;
  /** The beacon that is mixed in; null = none. */
  readonly chain: BeaconChain | null;
}

/** One lane's numbers. */
export interface DrawLane {
  readonly lane: string;
  /** Last place that was issued before the draw began: number n stands at base + n until it is drawn. */
  readonly base: number;
  head: Uint8Array;
  /** Fixed by the freeze. */
  size: number | null;
  /** Known with the reveal. */
  key: { readonly hex: string; readonly key: DrawKey } | null;
}

export interface Draw extends DrawMeans {
  /** Oldest first, the last one holds; none before the first number may be given. */
  readonly commitments: DrawCommitment[];
  readonly lanes: DrawLane[];
  /** When it was frozen, wall clock. */
  frozenAtMs: number | null;
  /** The beacon's verified signature of the committed round, hexadecimal. */
  signature: string | null;
  isRevealed: boolean;
}

/** A draw that has not begun. */
export function createDraw(means: DrawMeans): Draw {
  return { ...means, commitments: [], lanes: [], frozenAtMs: null, signature: null, isRevealed: false };
}

/** Whether the commitment is made: from then on nothing that it covers may change. */
export function hasBegun({ commitments }: Draw): boolean {
  return commitments.length > 0;
}

/** The commitment that holds. @throws Error before the draw has begun */
export function commitmentOf({ commitments }: Draw): DrawCommitment {
  const last = commitments.at(-1);
  if (last === undefined) throw new Error("the draw has not begun");
  return last;
}

/** Every number given names the hash of the same commitment, so it is computed once. */
const hashes = new WeakMap<DrawCommitment, string>();

/** Hash of the commitment that holds, hexadecimal. */
export function commitmentHashOf(draw: Draw): string {
  const commitment = commitmentOf(draw);
  const known = hashes.get(commitment) ?? toHex(commitmentHash(sha256, commitment));
  hashes.set(commitment, known);
  return known;
}

/** Commits, and begins to give numbers. `issued`: the last place of each lane, in the order of the terms. */
export function beginDraw(draw: Draw, terms: Omit<DrawTerms, "event" | "incarnation">, issued: readonly number[]): void {
  const { event, incarnation, seed, chain } = draw;
  draw.commitments.push(makeCommitment(sha256, { event, incarnation, ...terms }, seed, chain));
  const hash = commitmentHashOf(draw);
  terms.lanes.forEach((lane, index) => {
    draw.lanes.push({ lane, base: issued[index] ?? 0, head: firstHead(sha256, hash, lane), size: null, key: null });
  });
}

/** Puts the opening off; false with the reason where it may not be. */
export function moveDraw(draw: Draw, opensAtMs: number, nowMs: number): "frozen" | "not-later" | null {
  const moved = appendCommitment(sha256, commitmentOf(draw), { opensAtMs, nowMs }, draw.chain);
  if (!moved.ok) return moved.reason;
  draw.commitments.push(moved.commitment);
  return null;
}

/** Whether numbers are given now. */
export function isGathering(draw: Draw): boolean {
  return hasBegun(draw) && draw.frozenAtMs === null;
}

/** The lane's numbers, or undefined where the lane has no draw. */
export function drawLaneOf(draw: Draw | null, lane: string): DrawLane | undefined {
  return draw?.lanes.find((each) => each.lane === lane);
}

/** Notes who got the place as a number: chains its leaf. `credentialId`: of the visitor credential that paid for it. */
export function giveNumber(lane: DrawLane, position: number, credentialId: string): Uint8Array {
  const number = position - lane.base;
  const leaf = leafOf(sha256, credentialId, number);
  lane.head = nextHead(sha256, lane.head, number, leaf);
  return leaf;
}

/** Whether `position` was given as a number of this draw. */
export function isNumber(lane: DrawLane, position: number): boolean {
  return position > lane.base && (lane.size === null || position <= lane.base + lane.size);
}

/** Where somebody with this number stands; null = it is not drawn yet. */
export function drawnPlace({ base, size, key }: DrawLane, position: number): number | null {
  return size === null || key === null ? null : base + placeOf(key.key, size, position - base);
}

/** When the draw freezes, wall clock. */
export function drawFreezesAtMs(draw: Draw): number | null {
  return hasBegun(draw) ? freezesAtMs(commitmentOf(draw)) : null;
}

/** Whether the moment of the freeze has come: whoever comes from then on gets no number, frozen or not. */
export function isFreezeDue(draw: Draw, nowMs: number): boolean {
  const dueAtMs = drawFreezesAtMs(draw);
  return dueAtMs !== null && nowMs >= dueAtMs;
}

/** Fixes size and head. `issued`: the last place of each lane of the draw. */
export function freeze(draw: Draw, issued: (lane: string) => number, nowMs: number): void {
  for (const lane of draw.lanes) lane.size = issued(lane.lane) - lane.base;
  draw.frozenAtMs = nowMs;
}

/** The committed round, if it is due and its signature is missing; null = nothing is to be fetched. */
export function wantedRound(draw: Draw, nowMs: number): number | null {
  const { chain, frozenAtMs, signature } = draw;
  if (chain === null || frozenAtMs === null || signature !== null) return null;
  const round = commitmentOf(draw).beacon?.round ?? null;
  return round === null || nowMs < roundDueAtMs(chain, round) ? null : round;
}

/** Whether all is there that the places are computed from: never before its head was published for half a minute. */
export function mayReveal({ frozenAtMs, isRevealed, chain, signature }: Draw, nowMs: number): boolean {
  if (frozenAtMs === null || isRevealed || nowMs < frozenAtMs + BEACON_MARGIN_MS) return false;
  return chain === null || signature !== null;
}

/** What the reveal still waits for, in words for the organiser. */
export function missingForReveal({ chain, frozenAtMs, signature, commitments }: Draw): string {
  if (frozenAtMs === null) return "it is not frozen yet";
  if (chain === null || signature !== null) return "its size must have been published for half a minute";
  return `round ${commitments.at(-1)?.beacon?.round} of the beacon ${chain.beaconId} has not been had`;
}

/** Makes every place known at once. */
export function reveal(draw: Draw): void {
  const hash = commitmentHashOf(draw);
  const randomness = randomnessHex(draw);
  for (const lane of draw.lanes) {
    const input = { seed: toHex(draw.seed), commitmentHash: hash, size: lane.size ?? 0, randomness, lane: lane.lane };
    const bytes = drawKeyBytes(sha256, input);
    lane.key = { hex: toHex(bytes), key: drawKeyOf(bytes) };
  }
  draw.isRevealed = true;
}

function randomnessHex({ signature }: Draw): string | null {
  return signature === null ? null : toHex(randomnessOf(sha256, fromHex(signature)));
}

/** What is published; null before the commitment. The seed is in it only after the reveal. */
export function publicationOf(draw: Draw): DrawPublication | null {
  if (!hasBegun(draw)) return null;
  const { commitments, frozenAtMs, isRevealed, chain, signature, seed } = draw;
  const round = commitmentOf(draw).beacon?.round;
  return {
    algorithm: DRAW_ALGORITHM,
    state: isRevealed ? "revealed" : frozenAtMs === null ? "committed" : "frozen",
    commitments,
    lanes: frozenAtMs === null ? null : draw.lanes.map(({ lane, size, head }) => ({ lane, size: size ?? 0, head: toHex(head) })),
    beacon:
      chain === null || round === undefined
        ? null
        : { chain, round, signature: isRevealed ? signature : null, randomness: isRevealed ? randomnessHex(draw) : null },
    seed: isRevealed ? toHex(seed) : null,
    predictableByOperator: chain === null,
  };
}

/** A draw as stored, but for its means: seed and chain stand in a row of their own. */
export interface StoredDraw {
  readonly commitments: readonly DrawCommitment[];
  readonly lanes: readonly (readonly [lane: string, base: number, head: string, size: number | null, key: string | null])[];
  readonly frozenAtMs: number | null;
  readonly signature: string | null;
  readonly isRevealed: boolean;
}

/** For storage. */
export function saveDraw({ commitments, lanes, frozenAtMs, signature, isRevealed }: Draw): StoredDraw {
  return {
    commitments: [...commitments],
    lanes: lanes.map(({ lane, base, head, size, key }) => [lane, base, toHex(head), size, key?.hex ?? null] as const),
    frozenAtMs,
    signature,
    isRevealed,
  };
}

/** From storage. */
export function loadDraw(means: DrawMeans, stored: StoredDraw): Draw {
  return {
    ...means,
    commitments: [...stored.commitments],
    lanes: stored.lanes.map(([lane, base, head, size, key]) => ({
      lane,
      base,
      head: fromHex(head),
      size,
      key: key === null ? null : { hex: key, key: drawKeyOf(fromHex(key)) },
    })),
    frozenAtMs: stored.frozenAtMs,
    signature: stored.signature,
    isRevealed: stored.isRevealed,
  };
}
