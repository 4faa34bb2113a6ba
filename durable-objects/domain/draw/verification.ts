/** Recomputes a draw from what is published of it: what anybody may do who was not there. */
import { BEACON_MARGIN_MS, type BeaconChain, chainHashOf, QUICKNET_HASH, randomnessOf, roundDueAtMs, type VerifyBeacon } from "./beacon.ts";
import { fromHex, type Sha256, toHex } from "./bytes.ts";
import { firstHead, headAfter, LEAF_BYTES, leafAt } from "./chain.ts";
import { commitmentHash, type DrawCommitment, freezesAtMs } from "./commitment.ts";
import { drawKey } from "./draw-key.ts";
import { type DrawKey, placeOf } from "./permutation.ts";
import type { DrawPublication, FrozenLane, PublishedBeacon } from "./publication.ts";
import type { ReceiptFacts } from "./receipt.ts";

export type CheckName =
  | "commitments"
  | "predictability"
  | "beacon-chain"
  | "beacon-round"
  | "beacon-signature"
  | "lanes"
  | "seed"
  | "leaves"
  | "receipt";

export interface Check {
  readonly name: CheckName;
  /** The lane it is about; null = all. */
  readonly lane: string | null;
  /** Null: cannot be judged by what is given; the detail says what is missing. */
  readonly ok: boolean | null;
  /** What was found, for a reader. */
  readonly detail: string;
}

export interface Verifier {
  readonly sha256: Sha256;
  /** Null: signatures are not checked here, and the check says so. */
  readonly verifyBeacon: VerifyBeacon | null;
}

/** What somebody holds beside the publication. */
export interface Evidence {
  /** By lane: leaves one after the other, 16 bytes each. */
  readonly leaves?: ReadonlyMap<string, Uint8Array>;
  /** Of a receipt whose signature the caller has proven. */
  readonly receipt?: ReceiptFacts;
}

type Verdict = Omit<Check, "name" | "lane">;

/** Every check that the state of the publication allows, in the order in which a reader follows them. */
export function verifyPublication(publication: DrawPublication, verifier: Verifier, evidence: Evidence = {}): readonly Check[] {
  const { sha256 } = verifier;
  const { lanes, beacon } = publication;
  const last = inForce(publication);
  const checks: Check[] = [];
  const add = (name: CheckName, verdict: Verdict, lane: string | null = null) => checks.push({ name, lane, ...verdict });
  add("commitments", commitmentsVerdict(sha256, publication.commitments));
  add("predictability", predictabilityVerdict(publication, last));
  if (beacon !== null && last.beacon !== null) {
    add("beacon-chain", chainVerdict(sha256, beacon.chain, last.beacon.chainHash));
    add("beacon-round", roundVerdict(beacon, last));
  }
  if (lanes !== null) add("lanes", lanesVerdict(lanes, last));
  if (publication.seed !== null) add("seed", seedVerdict(sha256, publication.seed, last.seedHash));
  if (beacon !== null && beacon.signature !== null) add("beacon-signature", signatureVerdict(verifier, beacon, beacon.signature));
  for (const lane of lanes ?? []) {
    const leaves = evidence.leaves?.get(lane.lane);
    if (leaves !== undefined) add("leaves", leavesVerdict(sha256, publication, lane, leaves), lane.lane);
  }
  if (evidence.receipt !== undefined) {
    const { receipt } = evidence;
    add("receipt", receiptVerdict(sha256, publication, receipt, evidence.leaves?.get(receipt.lane)), receipt.lane);
  }
  return checks;
}

/** The key of a lane's order; null before the reveal, or where there is no such lane. */
export function publishedKey(publication: DrawPublication, sha256: Sha256, lane: string): { key: DrawKey; size: number } | null {
  const frozen = publication.lanes?.find((one) => one.lane === lane);
  if (publication.seed === null || frozen === undefined) return null;
  const { size } = frozen;
  const key = drawKey(sha256, {
    seed: publication.seed,
    commitmentHash: toHex(commitmentHash(sha256, inForce(publication))),
    size,
    randomness: publication.beacon?.randomness ?? null,
    lane,
  });
  return { key, size };
}

/** The place of a number; null as `publishedKey`. @throws RangeError where the number is none */
export function publishedPlace(publication: DrawPublication, sha256: Sha256, lane: string, number: number): number | null {
  const known = publishedKey(publication, sha256, lane);
  return known === null ? null : placeOf(known.key, known.size, number);
}

/** The commitment that binds: the last. */
export function inForce({ commitments }: DrawPublication): DrawCommitment {
  const last = commitments[commitments.length - 1];
  if (last === undefined) throw new RangeError("a draw has a commitment");
  return last;
}

const right = (detail: string): Verdict => ({ ok: true, detail });
const wrong = (detail: string): Verdict => ({ ok: false, detail });
const open = (detail: string): Verdict => ({ ok: null, detail });

function commitmentsVerdict(sha256: Sha256, commitments: readonly DrawCommitment[]): Verdict {
  let former: DrawCommitment | null = null;
  for (const [index, commitment] of commitments.entries()) {
    const fault = linkFault(sha256, former, commitment);
    if (fault !== null) return wrong(`Commitment ${index + 1} ${fault}.`);
    former = commitment;
  }
  const hash = former === null ? "" : toHex(commitmentHash(sha256, former));
  return right(`${commitments.length === 1 ? "One commitment" : `${commitments.length} commitments, each naming the former`}: ${hash}.`);
}

function linkFault(sha256: Sha256, former: DrawCommitment | null, { previous, ...next }: DrawCommitment): string | null {
  if (former === null) return previous === null ? null : "names one before it, which is not published";
  if (previous !== toHex(commitmentHash(sha256, former))) return "does not name the one before it";
  if (next.seedHash !== former.seedHash) return "changes the seed";
  if (next.event !== former.event || next.incarnation !== former.incarnation) return "is another event's";
  if (next.drawLeadSeconds !== former.drawLeadSeconds) return "changes the time of the freeze";
  if (next.lanes.join() !== former.lanes.join()) return "changes the lanes";
  if (next.opensAtMs <= former.opensAtMs) return "does not move the opening to later";
  if (next.beacon?.chainHash !== former.beacon?.chainHash) return "changes the beacon";
  if (next.beacon !== null && former.beacon !== null && next.beacon.round <= former.beacon.round) return "does not move to a later round";
  return null;
}

function predictabilityVerdict({ beacon, predictableByOperator }: DrawPublication, { beacon: promised }: DrawCommitment): Verdict {
  if ((beacon === null) !== (promised === null)) return wrong("The publication and the commitment differ about whether a beacon is used.");
  if (predictableByOperator !== (beacon === null))
    return wrong("What is said about whether the operator could foresee the order is not so.");
  return beacon === null
    ? right("No beacon is used: whoever runs the room could foresee and choose the order. The publication says so.")
    : right("The order depends on a beacon's round that nobody knew when the numbers were frozen.");
}

function chainVerdict(sha256: Sha256, chain: BeaconChain, promised: string): Verdict {
  if (chainHashOf(sha256, chain) !== promised) return wrong("The beacon's chain is not the one that was promised.");
  return promised === QUICKNET_HASH
    ? right("The beacon is quicknet, of the League of Entropy (drand).")
    : open(`The beacon is the chain ${promised}, as promised. Find out who runs it: they could foresee the order.`);
}

function roundVerdict({ chain, round }: PublishedBeacon, commitment: DrawCommitment): Verdict {
  if (round !== commitment.beacon?.round) return wrong("The round is not the one that was promised.");
  const seconds = (roundDueAtMs(chain, round) - freezesAtMs(commitment)) / 1_000;
  return seconds * 1_000 >= BEACON_MARGIN_MS
    ? right(`Round ${round} was due ${seconds} s after the freeze.`)
    : wrong(`Round ${round} was due ${seconds} s after the freeze, and must be at least ${BEACON_MARGIN_MS / 1_000} s after it.`);
}

function lanesVerdict(frozen: readonly FrozenLane[], { lanes }: DrawCommitment): Verdict {
  const same = frozen.length === lanes.length && frozen.every(({ lane }, index) => lane === lanes[index]);
  if (!same) return wrong("The lanes are not those that were promised.");
  return right(frozen.map(({ lane, size }) => `${lane}: ${size} ${size === 1 ? "number" : "numbers"}`).join(", ") + ".");
}

function seedVerdict(sha256: Sha256, seed: string, seedHash: string): Verdict {
  return toHex(sha256(fromHex(seed))) === seedHash
    ? right("The seed has the hash that was promised.")
    : wrong("The seed is not the one that was promised.");
}

function signatureVerdict({ sha256, verifyBeacon }: Verifier, { chain, round, randomness }: PublishedBeacon, signature: string): Verdict {
  const bytes = fromHex(signature);
  if (toHex(randomnessOf(sha256, bytes)) !== randomness) return wrong("The beacon's randomness is not the hash of its signature.");
  if (verifyBeacon === null)
    return open("The randomness is the hash of the published signature; whether the beacon signed it is not checked here.");
  return verifyBeacon(chain, round, bytes)
    ? right(`The beacon signed round ${round}, and the randomness is the hash of its signature.`)
    : wrong(`The signature is not the beacon's for round ${round}.`);
}

function leavesVerdict(sha256: Sha256, { commitments }: DrawPublication, { lane, size, head }: FrozenLane, leaves: Uint8Array): Verdict {
  const first = commitments[0];
  if (first === undefined || leaves.length !== size * LEAF_BYTES)
    return wrong(`${size * LEAF_BYTES} bytes of leaves belong to ${size} numbers, and there are ${leaves.length}.`);
  const start = firstHead(sha256, toHex(commitmentHash(sha256, first)), lane);
  return toHex(headAfter(sha256, start, 1, leaves)) === head
    ? right("The leaves lead to the head that was fixed at the freeze.")
    : wrong("The leaves do not lead to the head that was fixed at the freeze.");
}

function receiptVerdict(sha256: Sha256, publication: DrawPublication, receipt: ReceiptFacts, leaves: Uint8Array | undefined): Verdict {
  const { event, incarnation } = inForce(publication);
  if (receipt.event !== event || receipt.incarnation !== incarnation) return wrong("The receipt is another draw's.");
  if (!publication.commitments.some((one) => toHex(commitmentHash(sha256, one)) === receipt.commitment))
    return wrong("The receipt names a commitment that is not published.");
  if (publication.lanes === null) return open("The receipt names a published commitment. The numbers are not frozen yet.");
  const frozen = publication.lanes.find(({ lane }) => lane === receipt.lane);
  if (frozen === undefined) return wrong("The receipt's lane is not published.");
  if (receipt.number > frozen.size)
    return wrong(`Number ${receipt.number} was given before the freeze, and is not among the ${frozen.size} drawn.`);
  if (leaves === undefined) return open(`Number ${receipt.number} is among those drawn. Its leaf is not compared: no leaves are given.`);
  return toHex(leafAt(leaves, receipt.number - 1)) === receipt.leaf
    ? right(`Number ${receipt.number} is among those drawn, under the receipt's leaf.`)
    : wrong(`Number ${receipt.number} was published under another leaf than the receipt's: it was exchanged.`);
}
