/** What a run is judged by. */
import { addTime, createHistogram, quantile } from "../../durable-objects/domain/limiter/histogram.ts";
import type { Scenario } from "./scenario.ts";

/** A second counts as overload when its mean answer took longer than this, or more than a tenth of its answers failed. */
const SLOW_SECONDS = 1;
const FAILED_SHARE = 0.1;
const FEW_FAILED = 3;
/** An answer that took longer is no good any more: goodput is what came in time. */
const IN_TIME_SECONDS = 2;

export interface RunResult {
  readonly seconds: number;
  readonly good: number;
  readonly completed: number;
  readonly failedSessions: number;
  readonly admitted: number;
  readonly overloadSeconds: number;
  readonly p99FirstByteMs: number;
  readonly meanWaitSeconds: number;
  /** By second: good answers, sessions inside, sessions the origin could carry, permitted rate. */
  readonly goodBySecond: readonly number[];
  readonly sessionsBySecond: readonly number[];
  readonly carriedBySecond: readonly number[];
  readonly rateBySecond: readonly number[];
  readonly slowBySecond: readonly number[];
}

export class RunRecord {
  readonly #scenario: Scenario;
  readonly #times = createHistogram();
  readonly #good: number[] = [];
  readonly #late: number[] = [];
  readonly #failed: number[] = [];
  readonly #timeSum: number[] = [];
  readonly #sessions: number[] = [];
  readonly #carried: number[] = [];
  readonly #rate: number[] = [];
  readonly #inOrigin: number[] = [];
  #completed = 0;
  #failedSessions = 0;
  #admitted = 0;
  #waitSum = 0;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    const seconds = Math.ceil(scenario.seconds) + 1;
    for (const list of [this.#good, this.#late, this.#failed, this.#timeSum, this.#sessions, this.#carried, this.#rate, this.#inOrigin]) {
      for (let second = 0; second < seconds; second++) list.push(0);
    }
  }

  admitted(waitedSeconds: number): void {
    this.#waitSum += waitedSeconds;
  }

  sessionStarted(): void {
    this.#admitted++;
  }

  sessionEnded(how: "completed" | "failed"): void {
    if (how === "completed") this.#completed++;
    else this.#failedSessions++;
  }

  answered(now: number, tookSeconds: number, outcome: string): void {
    const second = Math.min(this.#good.length - 1, Math.floor(now));
    if (outcome === "ok" && tookSeconds <= IN_TIME_SECONDS) this.#good[second] = (this.#good[second] ?? 0) + 1;
    else if (outcome === "ok") this.#late[second] = (this.#late[second] ?? 0) + 1;
    else this.#failed[second] = (this.#failed[second] ?? 0) + 1;
    if (outcome === "ok" || outcome === "timeout") {
      this.#timeSum[second] = (this.#timeSum[second] ?? 0) + tookSeconds;
      addTime(this.#times, tookSeconds * 1000);
    }
  }

  tick(now: number, sessions: number, carried: number, inOrigin: number, rate: number): void {
    const second = Math.floor(now);
    this.#sessions[second] = sessions;
    this.#carried[second] = carried;
    this.#inOrigin[second] = inOrigin;
    this.#rate[second] = rate;
  }

  result(): RunResult {
    const seconds = Math.floor(this.#scenario.seconds);
    let overloadSeconds = 0;
    const slowBySecond: number[] = [];
    for (let second = 0; second < seconds; second++) {
      const good = this.#good[second] as number;
      const failed = this.#failed[second] as number;
      const ends = good + (this.#late[second] as number) + failed;
      const mean = (this.#timeSum[second] as number) / Math.max(1, ends);
      slowBySecond.push(mean);
      const stuck = ends === 0 && (this.#inOrigin[second] as number) > 0 && (this.#sessions[second] as number) > 20;
      if (stuck || mean > SLOW_SECONDS || (failed >= FEW_FAILED && failed > FAILED_SHARE * ends)) overloadSeconds++;
    }
    const good = this.#good.reduce((sum, count) => sum + count, 0);
    return {
      seconds,
      good,
      completed: this.#completed,
      failedSessions: this.#failedSessions,
      admitted: this.#admitted,
      overloadSeconds,
      p99FirstByteMs: quantile(this.#times, 0.99) ?? 0,
      meanWaitSeconds: this.#waitSum / Math.max(1, this.#admitted),
      goodBySecond: this.#good.slice(0, seconds),
      sessionsBySecond: this.#sessions.slice(0, seconds),
      carriedBySecond: this.#carried.slice(0, seconds),
      rateBySecond: this.#rate.slice(0, seconds),
      slowBySecond,
    };
  }
}
