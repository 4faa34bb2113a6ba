import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chainHashOf, firstRoundAt, QUICKNET_HASH, quicknet, roundDueAtMs } from "../../../../durable-objects/domain/draw/beacon.ts";
import { asciiBytes, fromHex, toHex, uint64 } from "../../../../durable-objects/domain/draw/bytes.ts";
import {
  appendCommitment,
  canonicalCommitment,
  commitmentHash,
  type DrawCommitment,
  freezesAtMs,
  makeCommitment,
} from "../../../../durable-objects/domain/draw/commitment.ts";
import { opensAtMs } from "./draw.ts";
import { hashOfCommitment } from "./independent-verifier.ts";
import { bytes32, sha256 } from "./node-sha256.ts";

const terms = { event: "on-sale", incarnation: 3, opensAtMs, drawLeadSeconds: 120, lanes: ["main", "vip"] };
const seed = bytes32("seed");
const first = makeCommitment(sha256, terms, seed, quicknet);

describe("a beacon's rounds", () => {
  test("quicknet's hash covers what its relays tell of it", () => {
    expect(chainHashOf(sha256, quicknet)).toBe(QUICKNET_HASH);
    expect(chainHashOf(sha256, { ...quicknet, periodSeconds: 4 })).not.toBe(QUICKNET_HASH);
    expect(chainHashOf(sha256, { ...quicknet, beaconId: "default" })).not.toBe(QUICKNET_HASH);
  });

  // The first three: drand's definition, round 1 at the genesis.
  test.each([
    [-5_000, 1],
    [0, 1],
    [1, 2],
    [3_000, 2],
    [3_001, 3],
    [2_997_000, 1_000],
  ])("%d ms after the genesis the next round is %d", (afterMs, round) => {
    expect(firstRoundAt(quicknet, quicknet.genesisSeconds * 1_000 + afterMs)).toBe(round);
  });

  test("the first round at a time is due then or later, and the one before it is not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 }), (atMs) => {
        const round = firstRoundAt(quicknet, atMs);
        expect(roundDueAtMs(quicknet, round)).toBeGreaterThanOrEqual(atMs);
        expect(roundDueAtMs(quicknet, round - 1)).toBeLessThan(atMs);
      }),
    );
  });
});

describe("S14: a commitment", () => {
  test("its canonical text, byte for byte", () => {
    expect(canonicalCommitment(first)).toBe(
      `{"algorithm":"stanchion-draw-1","beacon":{"chainHash":"${QUICKNET_HASH}","round":35736982},"drawLeadSeconds":120,"event":"on-sale","incarnation":3,"lanes":["main","vip"],"opensAtMs":1800014400000,"previous":null,"seedHash":"${toHex(sha256(seed))}"}`,
    );
  });

  test("its hash depends on each member, on none's order, and is what a third party computes", () => {
    const changed: DrawCommitment[] = [
      { ...first, event: "on-sale-2" },
      { ...first, incarnation: 4 },
      { ...first, opensAtMs: opensAtMs + 1 },
      { ...first, drawLeadSeconds: 121 },
      { ...first, lanes: ["vip", "main"] },
      { ...first, lanes: ["main"] },
      { ...first, seedHash: toHex(bytes32("other")) },
      { ...first, beacon: null },
      { ...first, beacon: { chainHash: QUICKNET_HASH, round: 1 } },
      { ...first, beacon: { chainHash: toHex(bytes32("chain")), round: 35736982 } },
      { ...first, previous: toHex(bytes32("former")) },
    ];
    const all = [first, ...changed];
    expect(new Set(all.map((one) => toHex(commitmentHash(sha256, one)))).size).toBe(all.length);
    for (const one of all) expect(toHex(commitmentHash(sha256, one))).toBe(hashOfCommitment(one));
    const turned = Object.fromEntries(Object.entries(first).toReversed()) as unknown as DrawCommitment;
    expect(canonicalCommitment(turned)).toBe(canonicalCommitment(first));
  });

  test("its round is the first at least 30 s after the freeze", () => {
    const due = roundDueAtMs(quicknet, first.beacon?.round ?? 0);
    expect(due - freezesAtMs(first)).toBeGreaterThanOrEqual(30_000);
    expect(due - freezesAtMs(first)).toBeLessThan(33_000);
  });

  test("without a beacon it names none", () => {
    expect(makeCommitment(sha256, terms, seed, null).beacon).toBeNull();
  });
});

describe("S14: moving the opening", () => {
  const move = (toMs: number, nowMs: number, last = first) => appendCommitment(sha256, last, { opensAtMs: toMs, nowMs }, quicknet);
  const freezeMs = freezesAtMs(first);

  test("to later and before the freeze: same seed, later round, the former's hash", () => {
    const moved = move(opensAtMs + 60_000, freezeMs - 1);
    expect(moved).toEqual({
      ok: true,
      commitment: {
        ...first,
        opensAtMs: opensAtMs + 60_000,
        previous: toHex(commitmentHash(sha256, first)),
        beacon: { chainHash: QUICKNET_HASH, round: (first.beacon?.round ?? 0) + 20 },
      },
    });
  });

  test("a move shorter than a period takes a later round all the same", () => {
    const moved = move(opensAtMs + 1, freezeMs - 1);
    expect(moved.ok && moved.commitment.beacon?.round).toBe((first.beacon?.round ?? 0) + 1);
  });

  test.each([
    ["from the freeze on", opensAtMs + 60_000, freezeMs, "frozen"],
    ["to earlier", opensAtMs - 1, freezeMs - 1, "not-later"],
    ["to where it is", opensAtMs, freezeMs - 1, "not-later"],
  ])("not %s", (_, toMs, nowMs, reason) => {
    expect(move(toMs, nowMs)).toEqual({ ok: false, reason });
  });

  test("a draw keeps its beacon, and one without gets none", () => {
    expect(() => appendCommitment(sha256, first, { opensAtMs: opensAtMs + 1, nowMs: 0 }, null)).toThrow("keeps its beacon");
    const plain = makeCommitment(sha256, terms, seed, null);
    expect(appendCommitment(sha256, plain, { opensAtMs: opensAtMs + 1, nowMs: 0 }, null)).toMatchObject({ commitment: { beacon: null } });
  });
});

describe("bytes", () => {
  test("numbers to 2^53 as 8 bytes, most significant first", () => {
    expect(toHex(uint64(0))).toBe("0000000000000000");
    expect(toHex(uint64(0x0102_0304_0506))).toBe("0000010203040506");
    expect(toHex(uint64(Number.MAX_SAFE_INTEGER))).toBe("001fffffffffffff");
    for (const value of [-1, 1.5, 2 ** 53, Number.NaN]) expect(() => uint64(value)).toThrow(RangeError);
  });

  test("hexadecimal there and back, in one spelling", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(bytes);
      }),
    );
    for (const text of ["0", "0g", "AB", "0x01", " 1"]) expect(() => fromHex(text)).toThrow(RangeError);
  });

  test("only ASCII is hashed", () => {
    expect(asciiBytes("a-1")).toEqual(Uint8Array.of(97, 45, 49));
    expect(() => asciiBytes("é")).toThrow(RangeError);
  });
});
