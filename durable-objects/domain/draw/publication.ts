/** What is published of a draw: `GET /_stanchion/v1/events/:id/draw`. Data, and the reading of it. */
import type { BeaconChain } from "./beacon.ts";
import { isHex } from "./bytes.ts";
import { DRAW_ALGORITHM, type DrawCommitment } from "./commitment.ts";
import { MAX_DRAW_SIZE } from "./permutation.ts";

/** A lane's numbers as they were at the freeze. */
export interface FrozenLane {
  readonly lane: string;
  readonly size: number;
  /** Head of the chain over the numbers, 32 bytes in hexadecimal. */
  readonly head: string;
}

export interface PublishedBeacon {
  readonly chain: BeaconChain;
  readonly round: number;
  /** 48 bytes (a point of G1, compressed) in hexadecimal; null until the reveal. */
  readonly signature: string | null;
  readonly randomness: string | null;
}

export interface DrawPublication {
  readonly algorithm: typeof DRAW_ALGORITHM;
  /** `committed`: numbers are being given; `frozen`: no more are drawn; `revealed`: every place can be computed. */
  readonly state: "committed" | "frozen" | "revealed";
  /** Oldest first; the last is in force. */
  readonly commitments: readonly DrawCommitment[];
  /** Null until the freeze. */
  readonly lanes: readonly FrozenLane[] | null;
  /** Null: none is used. */
  readonly beacon: PublishedBeacon | null;
  /** 32 bytes in hexadecimal; null until the reveal. */
  readonly seed: string | null;
  /** No beacon is used, so whoever runs the room could know the order beforehand, and choose it. */
  readonly predictableByOperator: boolean;
}

export type ReadPublication =
  | { readonly ok: true; readonly publication: DrawPublication }
  /** `fault` names the member and what is wrong with it. */
  | { readonly ok: false; readonly fault: string };

class Fault extends Error {}

/** Reads what somebody served as a publication. Never throws; members it does not know are left out. */
export function readPublication(value: unknown): ReadPublication {
  try {
    return { ok: true, publication: publicationOf(value) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.message };
    throw error;
  }
}

function publicationOf(value: unknown): DrawPublication {
  const read = members(value, "the publication");
  const state = oneOf(read("state"), ["committed", "frozen", "revealed"], "state");
  const lanes = read("lanes");
  const beacon = read("beacon");
  const publication = {
    algorithm: oneOf(read("algorithm"), [DRAW_ALGORITHM], "algorithm"),
    state,
    commitments: list(read("commitments"), "commitments").map(commitmentOf),
    lanes: lanes === null ? null : list(lanes, "lanes").map(laneOf),
    beacon: beacon === null ? null : beaconOf(beacon),
    seed: orNull(read("seed"), (seed) => hex(seed, 32, "seed")),
    predictableByOperator: boolean(read("predictableByOperator"), "predictableByOperator"),
  };
  if (publication.commitments.length === 0) throw new Fault("commitments is empty");
  if ((publication.lanes === null) !== (state === "committed")) throw new Fault(`lanes do not fit the state "${state}"`);
  if ((publication.seed === null) !== (state !== "revealed")) throw new Fault(`seed does not fit the state "${state}"`);
  for (const name of ["signature", "randomness"] as const) {
    if (publication.beacon !== null && (publication.beacon[name] === null) !== (state !== "revealed"))
      throw new Fault(`beacon.${name} does not fit the state "${state}"`);
  }
  return publication;
}

function commitmentOf(value: unknown, index: number): DrawCommitment {
  const at = `commitments[${index}]`;
  const read = members(value, at);
  return {
    algorithm: oneOf(read("algorithm"), [DRAW_ALGORITHM], `${at}.algorithm`),
    event: id(read("event"), `${at}.event`),
    incarnation: whole(read("incarnation"), 1, `${at}.incarnation`),
    opensAtMs: whole(read("opensAtMs"), 0, `${at}.opensAtMs`),
    drawLeadSeconds: whole(read("drawLeadSeconds"), 0, `${at}.drawLeadSeconds`),
    lanes: list(read("lanes"), `${at}.lanes`).map((lane) => id(lane, `${at}.lanes`)),
    seedHash: hex(read("seedHash"), 32, `${at}.seedHash`),
    beacon: orNull(read("beacon"), (beacon) => {
      const readBeacon = members(beacon, `${at}.beacon`);
      return {
        chainHash: hex(readBeacon("chainHash"), 32, `${at}.beacon.chainHash`),
        round: whole(readBeacon("round"), 1, `${at}.beacon.round`),
      };
    }),
    previous: orNull(read("previous"), (previous) => hex(previous, 32, `${at}.previous`)),
  };
}

function laneOf(value: unknown, index: number): FrozenLane {
  const at = `lanes[${index}]`;
  const read = members(value, at);
  const size = whole(read("size"), 0, `${at}.size`);
  if (size > MAX_DRAW_SIZE) throw new Fault(`${at}.size is over ${MAX_DRAW_SIZE}`);
  return { lane: id(read("lane"), `${at}.lane`), size, head: hex(read("head"), 32, `${at}.head`) };
}

function beaconOf(value: unknown): PublishedBeacon {
  const read = members(value, "beacon");
  const chain = members(read("chain"), "beacon.chain");
  return {
    chain: {
      publicKey: hex(chain("publicKey"), 96, "beacon.chain.publicKey"),
      periodSeconds: whole(chain("periodSeconds"), 1, "beacon.chain.periodSeconds"),
      genesisSeconds: whole(chain("genesisSeconds"), 0, "beacon.chain.genesisSeconds"),
      groupHash: hex(chain("groupHash"), 32, "beacon.chain.groupHash"),
      beaconId: id(chain("beaconId"), "beacon.chain.beaconId"),
    },
    round: whole(read("round"), 1, "beacon.round"),
    signature: orNull(read("signature"), (signature) => hex(signature, 48, "beacon.signature")),
    randomness: orNull(read("randomness"), (randomness) => hex(randomness, 32, "beacon.randomness")),
  };
}

function members(value: unknown, at: string): (name: string) => unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Fault(`${at} is no object`);
  // What is left out reads as null.
  return (name) => new Map(Object.entries(value)).get(name) ?? null;
}

function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Fault(`${at} is no list`);
  return value;
}

function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null ? null : read(value);
}

function oneOf<T extends string>(value: unknown, known: readonly T[], at: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Fault(`${at} is not one of ${known.map((one) => `"${one}"`).join(", ")}`);
  return found;
}

function id(value: unknown, at: string): string {
  if (typeof value !== "string" || !/^[a-z0-9][a-z0-9-]{0,39}$/.test(value)) throw new Fault(`${at} is no id`);
  return value;
}

function whole(value: unknown, min: number, at: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < min) throw new Fault(`${at} is no whole number from ${min}`);
  return value as number;
}

function hex(value: unknown, byteLength: number, at: string): string {
  if (!isHex(value, byteLength)) throw new Fault(`${at} is not ${byteLength} bytes in lower-case hexadecimal`);
  return value;
}

function boolean(value: unknown, at: string): boolean {
  if (typeof value !== "boolean") throw new Fault(`${at} is neither true nor false`);
  return value;
}
