/** A second of reports as published limiters see it. */
import { addEncoded, countOf, createHistogram, quantile } from "../../durable-objects/domain/limiter/histogram.ts";
import type { OriginSample } from "../../durable-objects/domain/limiter/samples.ts";
import type { RawSecond } from "./controller.ts";

const LOG_WIDTH = Math.log(1.05);

export function rawSecond(samples: readonly OriginSample[]): RawSecond {
  const times = createHistogram();
  let good = 0;
  let failed = 0;
  let throttled = 0;
  let inFlight = 0;
  let retryAfterSeconds = 0;
  for (const sample of samples) {
    for (const [, pairs] of sample.classes) addEncoded(times, pairs);
    inFlight += sample.inFlightSeconds;
    retryAfterSeconds = Math.max(retryAfterSeconds, sample.retryAfterSeconds);
    for (const [, , , ok, bad, refused] of sample.sessions) {
      good += ok * sample.sample;
      failed += bad * sample.sample;
      throttled += refused * sample.sample;
    }
  }
  const count = countOf(times);
  let meanMs = 0;
  times.forEach((many, bucket) => (meanMs += (many * Math.exp(bucket * LOG_WIDTH)) / Math.max(1, count)));
  return { good, failed, throttled, meanMs, leastMs: quantile(times, 0) ?? 0, inFlight, retryAfterSeconds };
}
