/** The event's own limiter, as the event runs it. */
import { noteSample, stepLimiter } from "../../../durable-objects/domain/limiter/limiter.ts";
import {
  createLimiter,
  loadLimiter,
  saveLimiter,
  type Limiter,
  type LimiterSettings,
} from "../../../durable-objects/domain/limiter/state.ts";
import type { Controller, View } from "../controller.ts";
import type { Scenario } from "../scenario.ts";

/** The organiser's settings of a scenario. */
export function settingsOf({ organiser }: Scenario): LimiterSettings {
  const { minPerMinute, startPerMinute, latencyTargetMs, fallbackPerMinute } = organiser;
  return { minPerMinute, maxPerMinute: organiser.perMinute, startPerMinute, latencyTargetMs, fallbackPerMinute };
}

export function stanchion(scenario: Scenario): Controller & { readonly limiter: Limiter } {
  const settings = settingsOf(scenario);
  let limiter = createLimiter(settings, 0);
  return {
    get limiter() {
      return limiter;
    },
    get sample() {
      return limiter.table.sample;
    },
    get phase() {
      return limiter.phase;
    },
    step({ now, samples, waiting, granted, provisional, active }: View) {
      for (const sample of samples) noteSample(limiter, sample, now * 1000);
      return stepLimiter(limiter, settings, { waiting, granted, provisional, active }, now * 1000);
    },
    restart() {
      limiter = loadLimiter(saveLimiter(limiter)) ?? createLimiter(settings, 0);
    },
  };
}
