import { expect, test } from "vitest";
import { QUICKNET_HASH } from "../../../durable-objects/domain/draw/beacon.ts";
import { publishedPlace, verifyPublication } from "../../../durable-objects/domain/draw/verification.ts";
import { answerTo, beaconLink, questionOf, summaryOf, verdictOf } from "../../../static/draw/words.ts";
import { makeDraw } from "../../durable-objects/domain/draw/draw.ts";
import { sha256 } from "../../durable-objects/domain/draw/node-sha256.ts";

const draw = makeDraw({ sizes: { main: 50, vip: 3 } });
const plain = makeDraw({ sizes: { main: 50 }, chain: null });
const checksOf = (publication: typeof draw.revealed) => verifyPublication(publication, { sha256, verifyBeacon: null });
const summary = (publication: typeof draw.revealed) => summaryOf(publication, checksOf(publication));

test("a number's answer, as it was typed", () => {
  const answer = (text: string, lane = "main") => answerTo(draw.revealed, sha256, lane, text);
  expect(answer("7")).toBe(`Number 7 has place ${publishedPlace(draw.revealed, sha256, "main", 7)} of 50.`);
  expect(answer(" 2 ", "vip")).toBe(`Number 2 has place ${publishedPlace(draw.revealed, sha256, "vip", 2)} of 3.`);
  expect(answer("51")).toBe("Number 51 came after the 50 that were drawn, and has place 51.");
  for (const text of ["", "0", "-1", "1.5", "1e2", "x", "9".repeat(20)]) expect(answer(text)).toBe("A number is a whole number from 1.");
  expect(answerTo(draw.frozen, sha256, "main", "7")).toBe("Places can't be known before the draw.");
});

test("what the checks come to", () => {
  expect(summary(draw.committed)).toMatch(/still to come/);
  expect(summary(draw.frozen)).toMatch(/are fixed/);
  expect(summary(draw.revealed)).toBe("Everything that can be checked here is as promised.");
  expect(summary(plain.revealed)).toMatch(/the organiser could have known the order/);
  expect(summary({ ...draw.revealed, seed: "00".repeat(32) })).toMatch(/^One check fails/);
  expect(summary({ ...draw.revealed, seed: "00".repeat(32), lanes: [] })).toMatch(/^2 checks fail/);
});

test("each check has a question and a word for its outcome", () => {
  const checks = checksOf(draw.revealed);
  expect(new Set(checks.map(questionOf)).size).toBe(checks.length);
  expect(checks.map(verdictOf)).toEqual(["right", "right", "open", "right", "right", "right", "open"]);
  expect(checksOf({ ...draw.revealed, lanes: [] }).map(verdictOf)).toContain("wrong");
});

test("only quicknet's round is linked", () => {
  const { beacon } = draw.revealed;
  expect(beaconLink(draw.revealed, QUICKNET_HASH, "00")).toBeNull();
  expect(beaconLink(plain.revealed, QUICKNET_HASH, QUICKNET_HASH)).toBeNull();
  expect(beaconLink(draw.revealed, QUICKNET_HASH, QUICKNET_HASH)).toBe(`https://api.drand.sh/${QUICKNET_HASH}/public/${beacon?.round}`);
});
