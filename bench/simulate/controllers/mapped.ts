/**
 * A concurrency limit L as an admission rate. By Little's law L / R is a request rate, and a session makes so many requests; or,
 * through the population: that rate / requests a second of a session is a number of sessions to keep. Both are given the
 * true demand of a session and the true number of sessions.
 */
import { cycleSeconds, limitOf, type Controller, type View } from "../controller.ts";
import type { Scenario } from "../scenario.ts";
import type { ConcurrencyLimit } from "./concurrency.ts";

const CLOSE_SECONDS = 15;

export function mapped(scenario: Scenario, concurrency: ConcurrencyLimit, through: "little" | "population"): Controller {
  const cycle = cycleSeconds(scenario);
  const { pages } = scenario.sessions;
  let rttMs = scenario.origin.serviceMs;
  return {
    step({ second, truth, provisional }: View) {
      if (second !== null) {
        if (second.meanMs > 0) rttMs = second.meanMs;
        const dropped = second.failed > 0.02 * (second.good + second.failed) && second.failed > 0;
        concurrency.update({ rttMs: second.meanMs, leastRttMs: second.leastMs, inFlight: second.inFlight, dropped });
      }
      const requestRate = concurrency.limit / (rttMs / 1000);
      if (through === "little") return limitOf(scenario, requestRate / pages, "little");
      const gap = requestRate * cycle - truth.sessions - provisional;
      return limitOf(scenario, truth.sessions / (pages * cycle) + gap / CLOSE_SECONDS, "population");
    },
  };
}
