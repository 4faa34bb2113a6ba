/** The oracle, which knows what the origin can carry at each moment, and the fixed rate, which was right at the start. */
import type { Controller, View } from "../controller.ts";
import { cycleSeconds, limitOf } from "../controller.ts";
import type { Scenario } from "../scenario.ts";

/** The best that an admission rate can do: it keeps the number of sessions the origin can carry, and can't recall any. */
export function oracle(scenario: Scenario): Controller {
  const staySeconds = scenario.sessions.pages * cycleSeconds(scenario);
  return {
    step({ truth, provisional }: View) {
      if (truth.backlog > 3 * Math.max(1, truth.servers))
        return limitOf({ ...scenario, organiser: { ...scenario.organiser, minPerMinute: 0 } }, 0, "oracle");
      const gap = truth.carried - truth.sessions - provisional;
      return limitOf(scenario, truth.sessions / staySeconds + gap / 1.5, "oracle");
    },
  };
}

/** Nine tenths of what the origin carried when somebody measured it once. */
export function fixed(scenario: Scenario): Controller {
  const { servers, serviceMs } = scenario.origin;
  const rate = (0.9 * servers) / (serviceMs / 1000) / scenario.sessions.pages;
  return { step: () => limitOf(scenario, rate, "fixed") };
}
