/** Measurements of an isolate, for tests that only count them. */
import type { OriginSums } from "../../durable-objects/domain/types.ts";

/** So many good requests of 50 ms each, all at once. */
export const sumsOf = (requests: number): OriginSums => ({
  requests,
  ok: requests,
  serverErrors: 0,
  throttled: 0,
  timeouts: 0,
  connectErrors: 0,
  firstByteMsSum: requests * 50,
  inFlightMax: requests,
  refusedWithoutPass: 0,
});
