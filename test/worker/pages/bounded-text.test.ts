import fc from "fast-check";
import { expect, it } from "vitest";
import { manyLines, MESSAGE_LENGTH, oneLine, TITLE_LENGTH } from "../../../worker/pages/bounded-text.ts";

it("folds a title into one line without marks that turn its surroundings", () => {
  expect(oneLine(" A\n\tB \u202eC\u2066 \u0007")).toBe("A B C");
});

it("keeps the lines of a message, one empty line at most", () => {
  expect(manyLines("a\r\nb\n\n\n \n\nc\u0000\n")).toBe("a\nb\n\nc");
});

it("what nobody sees is no text: it would stand in an empty box", () => {
  expect(manyLines(" \u200b\n\u202e\u00a0\n")).toBe("");
  expect(oneLine("\u200b\u3164")).toBe("");
  expect(manyLines("\u200b👩‍👧\u200b")).toContain("👩‍👧");
});

it("cuts between characters, not within", () => {
  expect(oneLine("👍🏽👍🏽👍🏽", 4)).toBe("👍🏽👍…");
  expect(oneLine("abe\u0301\u0301\u0301x", 5)).toBe("abe…");
  expect(oneLine("👩‍👩‍👧", 3)).toBe("👩…");
});

it("is bounded whatever comes, and leaves what is short and plain alone", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 3000 }), (text) => {
      expect([...oneLine(text)].length).toBeLessThanOrEqual(TITLE_LENGTH);
      expect([...manyLines(text)].length).toBeLessThanOrEqual(MESSAGE_LENGTH);
    }),
    { numRuns: 200 },
  );
  expect(manyLines("é".repeat(1000))).toBe("é".repeat(1000));
  expect(manyLines("🎸".repeat(1000))).toBe("🎸".repeat(1000));
});
