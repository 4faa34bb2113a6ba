/** What isolates measure at the origin, as sums that can be merged in any order. */
import type { OriginSums } from "./types.ts";

/** Nothing measured. */
export const NO_SUMS: OriginSums = {
  requests: 0,
  ok: 0,
  serverErrors: 0,
  throttled: 0,
  timeouts: 0,
  connectErrors: 0,
  firstByteMsSum: 0,
  inFlightMax: 0,
  refusedWithoutPass: 0,
};

/** Adds two reports' sums; the greatest in-flight count of either is kept. */
export function addSums(a: OriginSums, b: OriginSums): OriginSums {
  const sum = { ...NO_SUMS };
  for (const key of Object.keys(NO_SUMS) as (keyof OriginSums)[]) {
    const value = b[key];
    const safe = Number.isFinite(value) && value > 0 ? value : 0;
    Object.assign(sum, { [key]: key === "inFlightMax" ? Math.max(a[key], safe) : a[key] + safe });
  }
  return sum;
}
