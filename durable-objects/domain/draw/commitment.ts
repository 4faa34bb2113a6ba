/**
 * What is promised before the first number of a draw is given, and cannot be changed afterwards (S14).
 *
 * A commitment's hash is SHA-256 of its canonical JSON (RFC 8785): members sorted by name, no blanks, ASCII. In Python:
 * `sha256(json.dumps(commitment, sort_keys=True, separators=(",", ":")).encode())`.
 */
import { BEACON_MARGIN_MS, type BeaconChain, chainHashOf, firstRoundAt } from "./beacon.ts";
import { asciiBytes, type Sha256, toHex } from "./bytes.ts";

/** Names the whole protocol of `docs/draw.md`; another way to draw gets another name. */
export const DRAW_ALGORITHM = "stanchion-draw-1";

/** What a commitment promises of the event. */
export interface DrawTerms {
  readonly event: string;
  readonly incarnation: number;
  readonly opensAtMs: number;
  /** The freeze is so long before the opening. */
  readonly drawLeadSeconds: number;
  /** Lane ids, in the event's order. */
  readonly lanes: readonly string[];
}

/** Hashes are 32 bytes in hexadecimal. */
export interface DrawCommitment extends DrawTerms {
  readonly algorithm: typeof DRAW_ALGORITHM;
  readonly seedHash: string;
  /** The round whose randomness is mixed in; null = none, and the operator can foresee the draw. */
  readonly beacon: { readonly chainHash: string; readonly round: number } | null;
  /** Hash of the commitment that this one replaces; null = the first. */
  readonly previous: string | null;
}

/** The text that is hashed. @throws RangeError where an id is not ASCII */
export function canonicalCommitment(commitment: DrawCommitment): string {
  const { algorithm, beacon, drawLeadSeconds, event, incarnation, lanes, opensAtMs, previous, seedHash } = commitment;
  // In the order of their names, as RFC 8785 wants it.
  return JSON.stringify({
    algorithm,
    beacon: beacon === null ? null : { chainHash: beacon.chainHash, round: beacon.round },
    drawLeadSeconds,
    event,
    incarnation,
    lanes,
    opensAtMs,
    previous,
    seedHash,
  });
}

export function commitmentHash(sha256: Sha256, commitment: DrawCommitment): Uint8Array {
  return sha256(asciiBytes(canonicalCommitment(commitment)));
}

/** When the size and the heads are fixed. */
export function freezesAtMs({ opensAtMs, drawLeadSeconds }: Pick<DrawTerms, "opensAtMs" | "drawLeadSeconds">): number {
  return opensAtMs - drawLeadSeconds * 1_000;
}

/** The first round that may be used after a freeze. */
export function firstRoundAfterFreeze(chain: BeaconChain, freezeMs: number): number {
  return firstRoundAt(chain, freezeMs + BEACON_MARGIN_MS);
}

/**
 * The first commitment of a draw.
 *
 * @param seed 32 random bytes, secret until the reveal
 * @param chain the beacon's; null = none
 */
export function makeCommitment(sha256: Sha256, terms: DrawTerms, seed: Uint8Array, chain: BeaconChain | null): DrawCommitment {
  const { event, incarnation, opensAtMs, drawLeadSeconds, lanes } = terms;
  const beacon =
    chain === null
      ? null
      : { chainHash: chainHashOf(sha256, chain), round: firstRoundAfterFreeze(chain, freezesAtMs({ opensAtMs, drawLeadSeconds })) };
  return {
    algorithm: DRAW_ALGORITHM,
    event,
    incarnation,
    opensAtMs,
    drawLeadSeconds,
    lanes: [...lanes],
    seedHash: toHex(sha256(seed)),
    beacon,
    previous: null,
  };
}

export type Appended =
  | { readonly ok: true; readonly commitment: DrawCommitment }
  /** "frozen": the freeze has begun; "not-later": an opening moves to later only. */
  | { readonly ok: false; readonly reason: "frozen" | "not-later" };

/**
 * Moves the opening to later: a commitment that replaces the last one, under the same seed and with a later round.
 *
 * @param chain the same as before; null if the draw has none
 */
export function appendCommitment(
  sha256: Sha256,
  last: DrawCommitment,
  move: { readonly opensAtMs: number; readonly nowMs: number },
  chain: BeaconChain | null,
): Appended {
  if (move.nowMs >= freezesAtMs(last)) return { ok: false, reason: "frozen" };
  if (move.opensAtMs <= last.opensAtMs) return { ok: false, reason: "not-later" };
  const moved = { ...last, opensAtMs: move.opensAtMs, previous: toHex(commitmentHash(sha256, last)) };
  if (last.beacon === null) return { ok: true, commitment: moved };
  if (chain === null || chainHashOf(sha256, chain) !== last.beacon.chainHash) throw new Error("a draw keeps its beacon");
  const round = Math.max(last.beacon.round + 1, firstRoundAfterFreeze(chain, freezesAtMs(moved)));
  return { ok: true, commitment: { ...moved, beacon: { ...last.beacon, round } } };
}
