import { expect, test } from "vitest";
import { quicknet, randomnessOf } from "../../../../durable-objects/domain/draw/beacon.ts";
import { verifyBeacon } from "../../../../durable-objects/domain/draw/beacon-signature.ts";
import { fromHex, toHex } from "../../../../durable-objects/domain/draw/bytes.ts";
import { quicknetRounds, testChain } from "../../../support/beacon.ts";
import { sha256 } from "./node-sha256.ts";

test.each(quicknetRounds)("S14: quicknet's round $round", ({ round, signature, randomness }) => {
  expect(verifyBeacon(quicknet, round, fromHex(signature))).toBe(true);
  if (randomness !== null) expect(toHex(randomnessOf(sha256, fromHex(signature)))).toBe(randomness);
  expect(verifyBeacon(quicknet, round + 1, fromHex(signature))).toBe(false);
});

test("S14: a chain signs for itself alone", () => {
  const [one, other] = [testChain("one"), testChain("other")];
  const signature = fromHex(one.sign(77).signature);
  expect(verifyBeacon(one.chain, 77, signature)).toBe(true);
  expect(verifyBeacon(other.chain, 77, signature)).toBe(false);
  expect(verifyBeacon(quicknet, 77, signature)).toBe(false);
});
