/** CUBIC on a rate, as the cloud SDKs' adaptive retry mode has it: cut on throttling, then a cubic back through the last good rate. */
import { limitOf, type Controller, type View } from "../controller.ts";
import type { Scenario } from "../scenario.ts";

const BETA = 0.7;
const SCALE = 0.4;

export class CubicRate {
  rate: number;
  #wanted: number;
  #throttledAt = 0;

  constructor(rate: number) {
    this.rate = rate;
    this.#wanted = rate;
  }

  /** One window: the measured rate, and whether anything was throttled in it. */
  update(measured: number, throttled: boolean, now: number): void {
    if (throttled) {
      this.#wanted = measured > 0 ? Math.min(measured, this.rate) : this.rate;
      this.#throttledAt = now;
      this.rate = BETA * this.#wanted;
    } else {
      const k = Math.cbrt((this.#wanted * (1 - BETA)) / SCALE);
      this.rate = SCALE * (now - this.#throttledAt - k) ** 3 + this.#wanted;
    }
    this.rate = Math.max(0.5, Math.min(this.rate, 2 * Math.max(measured, 0.5)));
  }
}

export function cubic(scenario: Scenario): Controller {
  const { pages } = scenario.sessions;
  const rate = new CubicRate((scenario.organiser.perMinute / 60) * pages);
  let until = 0;
  return {
    step({ second, now }: View) {
      if (second !== null) {
        const failed = second.failed > 0.02 * (second.good + second.failed) && second.failed > 0;
        rate.update(second.good + second.failed, failed, now);
        if (second.retryAfterSeconds > 0) until = Math.max(until, now + second.retryAfterSeconds);
      }
      return limitOf(scenario, now < until ? 0 : rate.rate / pages, "cubic");
    },
  };
}
