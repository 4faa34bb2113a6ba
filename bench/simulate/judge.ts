/** A run beside the oracle's of the same seed: the excess over what no admission rate could have avoided. */
import type { RunResult } from "./record.ts";
import type { Scenario } from "./scenario.ts";

export interface Judgement {
  readonly goodputRatio: number;
  readonly completedRatio: number;
  /** Seconds in overload, in hundredths of the run, minus the oracle's. */
  readonly overloadExcessPoints: number;
  readonly p99FirstByteMs: number;
  /** Of those who came in, the share whose session failed. */
  readonly failedShare: number;
  /** Greatest number of sessions inside over what the origin carries, or over the oracle's where that is more. */
  readonly overshoot: number;
  /** From the last disturbance until the good answers stay at nine tenths of the oracle's for 10 s. */
  readonly convergeSeconds: number;
  /** Mean change of the permitted rate from one second to the next, over its mean. */
  readonly roughness: number;
  readonly meanWaitSeconds: number;
  /** In the last minute less than half of the oracle's good answers: it has not come back. */
  readonly metastable: boolean;
}

/** Fewer sessions than these are noise. */
const FEW = 20;
const SMOOTH_SECONDS = 5;

export function judge(scenario: Scenario, run: RunResult, oracle: RunResult): Judgement {
  const ratio = (one: number, other: number): number => (other === 0 ? 1 : one / other);
  return {
    goodputRatio: ratio(run.good, oracle.good),
    completedRatio: ratio(run.completed, oracle.completed),
    overloadExcessPoints: (100 * (run.overloadSeconds - oracle.overloadSeconds)) / run.seconds,
    p99FirstByteMs: run.p99FirstByteMs,
    failedShare: ratio(run.failedSessions, Math.max(1, run.admitted)),
    overshoot: overshoot(run, oracle),
    convergeSeconds: converge(scenario, run, oracle),
    roughness: roughness(run.rateBySecond),
    meanWaitSeconds: run.meanWaitSeconds,
    metastable: lastMinute(run.goodBySecond) < 0.5 * lastMinute(oracle.goodBySecond),
  };
}

function overshoot(run: RunResult, oracle: RunResult): number {
  const sessions = smooth(run.sessionsBySecond);
  const theirs = smooth(oracle.sessionsBySecond);
  return sessions.reduce(
    (most, count, second) => Math.max(most, count / Math.max(FEW, run.carriedBySecond[second] ?? 0, theirs[second] ?? 0)),
    0,
  );
}

function smooth(values: readonly number[]): number[] {
  return values.map((_, index) => {
    const window = values.slice(Math.max(0, index - SMOOTH_SECONDS + 1), index + 1);
    return window.reduce((sum, value) => sum + value, 0) / window.length;
  });
}

function converge({ disturbedAt }: Scenario, run: RunResult, oracle: RunResult): number {
  let since: number | null = null;
  for (let second = Math.floor(disturbedAt) + 5; second < run.seconds; second++) {
    const mine = sumOf(run.goodBySecond, second - 4, second + 1);
    const theirs = sumOf(oracle.goodBySecond, second - 4, second + 1);
    if (mine < 0.9 * theirs) since = null;
    else since ??= second;
    if (since !== null && second - since >= 10) return since - disturbedAt;
  }
  return run.seconds - disturbedAt;
}

function roughness(rates: readonly number[]): number {
  let change = 0;
  for (let second = 1; second < rates.length; second++) change += Math.abs((rates[second] ?? 0) - (rates[second - 1] ?? 0));
  return change / Math.max(1e-9, sumOf(rates, 0, rates.length));
}

function lastMinute(values: readonly number[]): number {
  return sumOf(values, values.length - 60, values.length);
}

function sumOf(values: readonly number[], from: number, to: number): number {
  return values.slice(Math.max(0, from), to).reduce((sum, value) => sum + value, 0);
}
