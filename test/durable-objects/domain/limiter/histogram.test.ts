import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addEncoded,
  addTime,
  countOf,
  createHistogram,
  encodeHistogram,
  mergeInto,
  quantile,
} from "../../../../durable-objects/domain/limiter/histogram.ts";

const times = fc.array(fc.double({ min: 1, max: 100_000, noNaN: true }), { minLength: 1, maxLength: 200 });
const filled = (values: readonly number[]): Float64Array => {
  const histogram = createHistogram();
  for (const value of values) addTime(histogram, value);
  return histogram;
};

it("knows every quantile to one bucket", () => {
  fc.assert(
    fc.property(times, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, q) => {
      const exact = values.toSorted((a, b) => a - b)[Math.ceil(q * values.length) - 1] as number;
      const estimate = quantile(filled(values), q) as number;
      expect(estimate / exact).toBeGreaterThan(1 / 1.06);
      expect(estimate / exact).toBeLessThan(1.06);
    }),
  );
});

it("merges and travels without loss, in any order", () => {
  fc.assert(
    fc.property(times, times, (a, b) => {
      const merged = filled(a);
      mergeInto(merged, filled(b));
      const arrived = createHistogram();
      addEncoded(arrived, encodeHistogram(filled(b)));
      addEncoded(arrived, encodeHistogram(filled(a)));
      expect(arrived).toEqual(merged);
      expect(countOf(arrived)).toBe(a.length + b.length);
    }),
  );
});

it("is empty without times, and takes no nonsense from the wire", () => {
  const histogram = createHistogram();
  expect(quantile(histogram, 0.5)).toBeNull();
  expect(addEncoded(histogram, [-1, 5, 240, 5, 1.5, 5, 3, -2, 3, Number.NaN, 3, Infinity, 7])).toBe(0);
  expect(quantile(histogram, 0.5)).toBeNull();
});
