import fc from "fast-check";
import { expect, test } from "vitest";
import { equalInConstantTime } from "../../worker/constant-time.ts";

test("says what === says", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\0", "é"), maxLength: 4 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect([a, b, equalInConstantTime(a, b)]).toEqual([a, b, a === b]);
    }),
    { numRuns: 3_000 },
  );
});
