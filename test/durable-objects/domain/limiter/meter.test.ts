import { expect, it } from "vitest";
import {
  createMeter,
  meterEnd,
  meterLoad,
  meterRetryAfter,
  meterStart,
  takeSample,
} from "../../../../durable-objects/domain/limiter/meter.ts";

it("tells the origin's own word and its longest Retry-After once", () => {
  const meter = createMeter("eu", 0);
  meterLoad(meter, "slow");
  meterLoad(meter, "stop");
  meterRetryAfter(meter, 30);
  meterRetryAfter(meter, 5);
  expect(takeSample(meter, 1000, 1)).toMatchObject({ atMs: 1000, load: "stop", retryAfterSeconds: 30 });
  expect(takeSample(meter, 2000, 1)).toMatchObject({ load: null, retryAfterSeconds: 0 });
});

it("S10: one session's hundred attempts count as two", () => {
  const meter = createMeter("eu", 0);
  for (let index = 0; index < 100; index++) meterStart(meter, 7, 1, 0);
  for (let index = 0; index < 100; index++) meterEnd(meter, 7, 1, { routeClass: "html", outcome: "error", firstByteMs: 10 }, 1000);
  expect(takeSample(meter, 1000, 1)).toMatchObject({ started: 2, failed: 2, inFlightSeconds: 2, sessions: [[7, 1, 100, 0, 100, 0]] });
});
