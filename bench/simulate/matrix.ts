/** Controllers × scenarios × seeds. Every controller meets the same seeds, and the oracle runs beside each. */
import { CONTROLLERS } from "./controllers/all.ts";
import type { ControllerFactory } from "./controller.ts";
import { judge, type Judgement } from "./judge.ts";
import type { RunResult } from "./record.ts";
import type { Scenario } from "./scenario.ts";
import { simulate } from "./world.ts";

/** Mean and the bounds of its 95 % interval. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

type Measured = Exclude<keyof Judgement, "metastable">;

export type Cell = { readonly scenario: string; readonly controller: string; readonly seeds: number; readonly metastableRuns: number } & {
  readonly [Figure in Measured]: Interval;
};

const MEASURED: readonly Measured[] = [
  "goodputRatio",
  "completedRatio",
  "overloadExcessPoints",
  "p99FirstByteMs",
  "failedShare",
  "overshoot",
  "convergeSeconds",
  "roughness",
  "meanWaitSeconds",
];

/** Seeds after which the better of a controller's two mappings is known well enough. */
const TRIAL_SEEDS = 5;

/** One scenario's cells, in the order of the controllers' names, over the seeds from `firstSeed` on. */
export function runScenario(scenario: Scenario, names: readonly string[], seeds: number, firstSeed = 1): Cell[] {
  const oracles: RunResult[] = [];
  const oracleOf = (seed: number): RunResult => (oracles[seed] ??= simulate(scenario, theOracle(), seed));
  const judged = (factory: ControllerFactory, seed: number): Judgement =>
    judge(scenario, simulate(scenario, factory, seed), oracleOf(seed));
  return names.map((name) => {
    const factories = CONTROLLERS[name];
    if (factories === undefined) throw new Error(`no controller ${name}; there are ${Object.keys(CONTROLLERS).join(", ")}`);
    const trials = Math.min(seeds, factories.length === 1 ? seeds : TRIAL_SEEDS);
    const tried = factories.map((factory) => ({
      factory,
      runs: Array.from({ length: trials }, (_, index) => judged(factory, firstSeed + index)),
    }));
    const best = tried.reduce((a, b) => (worth(b.runs) > worth(a.runs) ? b : a));
    const runs = [...best.runs];
    for (let index = trials; index < seeds; index++) runs.push(judged(best.factory, firstSeed + index));
    return cellOf(scenario.name, name, runs);
  });
}

function theOracle(): ControllerFactory {
  return CONTROLLERS["oracle"]?.[0] as ControllerFactory;
}

function worth(runs: readonly Judgement[]): number {
  return runs.reduce((sum, { completedRatio }) => sum + completedRatio, 0);
}

function cellOf(scenario: string, controller: string, runs: readonly Judgement[]): Cell {
  const figures = Object.fromEntries(MEASURED.map((figure) => [figure, intervalOf(runs.map((run) => run[figure]))])) as {
    [Figure in Measured]: Interval;
  };
  return { scenario, controller, seeds: runs.length, ...figures, metastableRuns: runs.filter(({ metastable }) => metastable).length };
}

/** Two-sided 97.5 % points of Student's t for 1 … 30 degrees of freedom; the normal's beyond. */
const T = [
  12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086,
  2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** The mean with its 95 % interval by Student's t; a single value is its own interval. */
export function intervalOf(values: readonly number[]): Interval {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2) return { mean, low: mean, high: mean };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  const half = (T[values.length - 2] ?? 1.96) * Math.sqrt(variance / values.length);
  return { mean, low: mean - half, high: mean + half };
}
