import { describe, expect, test } from "vitest";
import { verifyBeacon } from "../../../../durable-objects/domain/draw/beacon-signature.ts";
import { fromHex, toHex } from "../../../../durable-objects/domain/draw/bytes.ts";
import { firstHead, headAfter, leafOf, nextHead } from "../../../../durable-objects/domain/draw/chain.ts";
import { commitmentHash, type DrawCommitment } from "../../../../durable-objects/domain/draw/commitment.ts";
import { drawKey } from "../../../../durable-objects/domain/draw/draw-key.ts";
import { placeOf } from "../../../../durable-objects/domain/draw/permutation.ts";
import { type DrawPublication, readPublication } from "../../../../durable-objects/domain/draw/publication.ts";
import { type Check, type Evidence, publishedPlace, verifyPublication } from "../../../../durable-objects/domain/draw/verification.ts";
import { beacon, hashOfChain, makeDraw, renamed } from "./draw.ts";
import { allPlaces, hashOfCommitment, headOver } from "./independent-verifier.ts";
import { bytes32, hex32, sha256 } from "./node-sha256.ts";

/** Signatures once checked; each costs a fifth of a second. */
const signatures = new Map<string, boolean>();
const verifier = {
  sha256,
  verifyBeacon: (...[chain, round, signature]: Parameters<typeof verifyBeacon>): boolean => {
    const key = `${chain.publicKey} ${round} ${toHex(signature)}`;
    if (!signatures.has(key)) signatures.set(key, verifyBeacon(chain, round, signature));
    return signatures.get(key) ?? false;
  },
};
const draw = makeDraw();
const plain = makeDraw({ chain: null });
const moved = makeDraw({ moves: 2 });

const checks = (publication: DrawPublication, evidence: Evidence = {}): readonly Check[] =>
  verifyPublication(publication, verifier, evidence);
const verdicts = (publication: DrawPublication, evidence: Evidence = {}) =>
  checks(publication, evidence).map(({ name, lane, ok }) => `${name}${lane === null ? "" : ` ${lane}`}: ${ok}`);
const wrongOnes = (publication: DrawPublication, evidence: Evidence = {}) =>
  checks(publication, evidence)
    .filter(({ ok }) => ok === false)
    .map(({ name }) => name);
const served = (publication: unknown): unknown => JSON.parse(JSON.stringify(publication));

describe("what is published stands up to its checks", () => {
  test("in each state, as far as it goes", () => {
    const always = ["commitments: true", "predictability: true", "beacon-chain: null", "beacon-round: true"];
    expect(verdicts(draw.committed)).toEqual(always);
    expect(verdicts(draw.frozen)).toEqual([...always, "lanes: true"]);
    expect(verdicts(draw.revealed)).toEqual([...always, "lanes: true", "seed: true", "beacon-signature: true"]);
    expect(verdicts(plain.revealed)).toEqual(["commitments: true", "predictability: true", "lanes: true", "seed: true"]);
    expect(wrongOnes(moved.revealed)).toEqual([]);
  });

  test("with leaves and a receipt", () => {
    const receipt = draw.receiptOf("main", 77);
    expect(verdicts(draw.revealed, { leaves: draw.leaves, receipt }).slice(-3)).toEqual([
      "leaves main: true",
      "leaves vip: true",
      "receipt main: true",
    ]);
    expect(verdicts(draw.revealed, { receipt }).at(-1)).toBe("receipt main: null");
    expect(verdicts(draw.committed, { receipt }).at(-1)).toBe("receipt main: null");
    const late = { ...receipt, commitment: toHex(commitmentHash(sha256, moved.revealed.commitments[2]!)) };
    expect(wrongOnes(moved.revealed, { receipt: late })).toEqual([]);
  });

  test("where signatures can't be checked it says so", () => {
    expect(verifyPublication(draw.revealed, { sha256, verifyBeacon: null }).find(({ name }) => name === "beacon-signature")).toMatchObject({
      ok: null,
    });
  });
});

const withBeacon = (change: object): DrawPublication => ({ ...draw.revealed, beacon: { ...draw.revealed.beacon!, ...change } });
const withLast = (change: Partial<DrawCommitment>): DrawPublication => ({
  ...moved.revealed,
  commitments: [...moved.revealed.commitments.slice(0, 2), { ...moved.revealed.commitments[2]!, ...change }],
});
const otherRound = beacon.sign(5);

describe("S14: what is not as promised is found", () => {
  test.each([
    ["another seed", { ...draw.revealed, seed: hex32("other") }, ["seed"]],
    ["another round's signature", withBeacon({ signature: otherRound.signature, randomness: otherRound.randomness }), ["beacon-signature"]],
    ["randomness of one's choice", withBeacon({ randomness: hex32("chosen") }), ["beacon-signature"]],
    ["another round", withBeacon(otherRound), ["beacon-round"]],
    ["another chain", withBeacon({ chain: renamed(beacon.chain) }), ["beacon-chain"]],
    ["no beacon where one was promised", { ...draw.revealed, beacon: null, predictableByOperator: true }, ["predictability"]],
    ["a beacon that was not promised", { ...plain.revealed, beacon: draw.revealed.beacon }, ["predictability"]],
    ["no word that it can be foreseen", { ...plain.revealed, predictableByOperator: false }, ["predictability"]],
    ["a lane less", { ...draw.revealed, lanes: draw.revealed.lanes!.slice(1) }, ["lanes"]],
    ["a first commitment that has one before it", { ...moved.revealed, commitments: moved.revealed.commitments.slice(1) }, ["commitments"]],
    ["a commitment left out", { ...moved.revealed, commitments: moved.revealed.commitments.filter((_, at) => at !== 1) }, ["commitments"]],
    ["a changed lead", withLast({ drawLeadSeconds: 119 }), ["commitments"]],
    ["changed lanes", withLast({ lanes: ["main"] }), ["commitments", "lanes"]],
    ["an earlier opening", withLast({ opensAtMs: 1 }), ["commitments"]],
    ["another event", withLast({ event: "other" }), ["commitments"]],
    ["a changed seed", withLast({ seedHash: hex32("other") }), ["commitments", "seed"]],
    ["an earlier round", withLast({ beacon: { chainHash: hashOfChain(beacon.chain), round: 1 } }), ["commitments", "beacon-round"]],
  ] satisfies [string, DrawPublication, string[]][])("%s", (_, publication, names) => {
    expect(wrongOnes(publication)).toEqual(names);
  });

  test("a round too soon after the freeze, even a promised one", () => {
    const first = draw.revealed.commitments[0]!;
    const early = { ...first, beacon: { ...first.beacon!, round: first.beacon!.round - 1 } };
    const { signature, randomness } = beacon.sign(early.beacon.round);
    const publication = { ...withBeacon({ round: early.beacon.round, signature, randomness }), commitments: [early] };
    expect(wrongOnes(publication)).toEqual(["beacon-round"]);
  });

  test("leaves exchanged, turned round, left out or too many", () => {
    const main = draw.leaves.get("main")!;
    const turned = new Uint8Array([...main.subarray(16, 32), ...main.subarray(0, 16), ...main.subarray(32)]);
    for (const leaves of [
      main.map((byte, at) => (at === 77 ? byte ^ 1 : byte)),
      turned,
      main.subarray(16),
      new Uint8Array([...main, ...main]),
    ])
      expect(wrongOnes(draw.revealed, { leaves: new Map([["main", leaves]]) })).toEqual(["leaves"]);
  });

  test.each([
    ["whose leaf is another's", { leaf: "00".repeat(16) }],
    ["for a number that was not drawn", { number: 501 }],
    ["of another event", { event: "other" }],
    ["of another incarnation", { incarnation: 4 }],
    ["of an unknown commitment", { commitment: hex32("other") }],
    ["of an unknown lane", { lane: "other" }],
  ])("a receipt %s", (_, change) => {
    const receipt = { ...draw.receiptOf("main", 77), ...change };
    expect(wrongOnes(draw.revealed, { leaves: draw.leaves, receipt })).toEqual(["receipt"]);
  });
});

describe("case 31", () => {
  test("before the reveal nothing published leads to an order, and nothing holds the seed", () => {
    for (const publication of [draw.committed, draw.frozen, plain.committed, plain.frozen]) {
      expect(publishedPlace(publication, sha256, "main", 1)).toBeNull();
      expect(JSON.stringify(publication)).not.toContain(draw.revealed.seed);
      expect(JSON.stringify(publication)).not.toContain(draw.revealed.beacon!.signature);
    }
  });

  test("all of a key's inputs but one tell nothing of the order", () => {
    const inputs = {
      seed: draw.revealed.seed!,
      commitmentHash: hashOfCommitment(draw.revealed.commitments[0]!),
      size: 500,
      randomness: draw.revealed.beacon!.randomness,
      lane: "main",
    };
    const order = (changes: Partial<typeof inputs>) => {
      const key = drawKey(sha256, { ...inputs, ...changes });
      return Array.from({ length: 400 }, (_, at) => placeOf(key, 500, at + 1));
    };
    const real = order({});
    const others: Partial<typeof inputs>[] = [
      { seed: hex32("other") },
      { commitmentHash: hex32("other") },
      { size: 501 },
      { randomness: hex32("other") },
      { randomness: null },
      { lane: "vip" },
    ];
    // By chance 0.8 of 400 places agree.
    for (const other of others) expect(order(other).filter((place, at) => place === real[at]).length).toBeLessThan(8);
  });

  test.each([
    ["a beacon", draw],
    ["no beacon", plain],
    ["an opening that moved", moved],
  ])("with %s a third party computes every place and head from what is published", (_, { revealed, leaves }) => {
    const publication = served(revealed) as DrawPublication;
    const first = hashOfCommitment(publication.commitments[0]!);
    for (const { lane, size, head } of publication.lanes!) {
      const theirs = allPlaces({
        commitment: publication.commitments.at(-1)!,
        seed: publication.seed!,
        size,
        lane,
        randomness: publication.beacon?.randomness ?? null,
      });
      expect(Array.from({ length: size }, (_, at) => publishedPlace(revealed, sha256, lane, at + 1))).toEqual(theirs);
      const hex = toHex(leaves.get(lane)!);
      expect(
        headOver(
          first,
          lane,
          Array.from({ length: size }, (_, at) => hex.slice(32 * at, 32 * at + 32)),
        ),
      ).toBe(head);
    }
  });

  test("of a lane that is not there, nothing", () => {
    expect(publishedPlace(draw.revealed, sha256, "other", 1)).toBeNull();
    expect(() => publishedPlace(draw.revealed, sha256, "main", 0)).toThrow(RangeError);
    expect(publishedPlace(draw.revealed, sha256, "main", 501)).toBe(501);
  });
});

/**
 * S14: he knows the seed, stands at number 1 of 2,000, and may add up to 1,000 joins just before the freeze, which makes the
 * size his. `guess`: the randomness he reckons with. Answers his relative place under the real one.
 */
function grind(trial: number, guess: string | null, real: string | null): number {
  const lane = "main";
  const seed = hex32(`ground seed ${trial}`);
  const commitmentHash = hex32("commitment");
  const placeAt = (size: number, randomness: string | null) =>
    placeOf(drawKey(sha256, { seed, commitmentHash, size, randomness, lane }), size, 1) / size;
  let [best, foremost] = [0, 1];
  for (let size = 2_000; size <= 3_000; size += 1) {
    const place = placeAt(size, guess);
    if (place < foremost) [best, foremost] = [size, place];
  }
  return placeAt(best, real);
}

describe("S14: an attacker who knows the seed and controls the last 1,000 joins", () => {
  const trials = Array.from({ length: 120 }, (_, trial) => trial);

  test("gains nothing with a beacon: its round comes after the size is fixed", () => {
    const places = trials.map((trial) => grind(trial, hex32(`guess ${trial}`), hex32(`round ${trial}`)));
    const tenths = new Array<number>(10).fill(0);
    for (const place of places) tenths[Math.min(9, Math.floor(place * 10))]! += 1;
    // Chi-square with 9 degrees of freedom exceeds 33.7 once in 10,000 times.
    expect(tenths.reduce((sum, count) => sum + (count - 12) ** 2 / 12, 0)).toBeLessThan(33.7);
    expect(Math.abs(places.reduce((sum, place) => sum + place, 0) / places.length - 0.5)).toBeLessThan(0.11);
  });

  test("without one he stands at the very front, and the publication says that this can be", () => {
    for (const place of trials.slice(0, 10).map((trial) => grind(trial, null, null))) expect(place).toBeLessThan(0.01);
    expect(plain.committed.predictableByOperator).toBe(true);
    expect(draw.committed.predictableByOperator).toBe(false);
  });
});

describe("the chain of numbers", () => {
  test("goes on from any head", () => {
    const main = draw.leaves.get("main")!;
    const start = firstHead(sha256, hashOfCommitment(draw.revealed.commitments[0]!), "main");
    const half = headAfter(sha256, start, 1, main.subarray(0, 16 * 200));
    expect(toHex(headAfter(sha256, half, 201, main.subarray(16 * 200)))).toBe(draw.revealed.lanes![0]!.head);
    expect(headAfter(sha256, start, 1, new Uint8Array())).toEqual(start);
    expect(nextHead(sha256, start, 1, main.subarray(0, 16))).toEqual(headAfter(sha256, start, 1, main.subarray(0, 16)));
  });

  test("a leaf is 16 bytes of the credential's id and the number", () => {
    expect(toHex(leafOf(sha256, "id", 258))).toBe(toHex(sha256(new Uint8Array([105, 100, 0, 0, 0, 0, 0, 0, 1, 2]))).slice(0, 32));
    expect(firstHead(sha256, toHex(bytes32("c")), "a")).toEqual(sha256(new Uint8Array([...fromHex(toHex(bytes32("c"))), 97])));
  });
});

describe("reading a publication", () => {
  test.each([draw.committed, draw.frozen, draw.revealed, plain.revealed, moved.revealed])("as it was served", (publication) => {
    expect(readPublication(served(publication))).toEqual({ ok: true, publication });
    expect(readPublication({ ...(served(publication) as object), later: "member" })).toEqual({ ok: true, publication });
  });

  const [commitment] = draw.revealed.commitments;
  test.each([
    [null, "the publication is no object"],
    [[], "the publication is no object"],
    [{ ...draw.revealed, state: "open" }, 'state is not one of "committed", "frozen", "revealed"'],
    [{ ...draw.revealed, algorithm: "stanchion-draw-2" }, "algorithm is not one of"],
    [{ ...draw.revealed, commitments: [] }, "commitments is empty"],
    [{ ...draw.revealed, commitments: null }, "commitments is no list"],
    [{ ...draw.revealed, commitments: [{ ...commitment, seedHash: "AB" }] }, "commitments[0].seedHash is not 32 bytes"],
    [{ ...draw.revealed, commitments: [{ ...commitment, event: "../x" }] }, "commitments[0].event is no id"],
    [{ ...draw.revealed, seed: null }, 'seed does not fit the state "revealed"'],
    [{ ...draw.frozen, seed: draw.revealed.seed }, 'seed does not fit the state "frozen"'],
    [{ ...draw.committed, lanes: draw.frozen.lanes }, 'lanes do not fit the state "committed"'],
    [withBeacon({ randomness: null }), 'beacon.randomness does not fit the state "revealed"'],
    [withBeacon({ signature: "00" }), "beacon.signature is not 48 bytes"],
    [withBeacon({ round: 0.5 }), "beacon.round is no whole number from 1"],
    [withBeacon({ chain: { ...beacon.chain, publicKey: "" } }), "beacon.chain.publicKey is not 96 bytes"],
    [{ ...draw.revealed, lanes: [{ lane: "main", size: 2e9, head: hex32("h") }] }, "lanes[0].size is over 1000000000"],
    [{ ...draw.revealed, predictableByOperator: "no" }, "predictableByOperator is neither true nor false"],
  ])("and not otherwise (%#)", (publication, fault) => {
    expect(readPublication(publication)).toEqual({ ok: false, fault: expect.stringContaining(fault) });
  });
});
