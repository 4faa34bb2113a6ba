/** The bar the limiter is held to, row by row, and where it is missed. */
import type { Cell } from "./matrix.ts";
import type { Scenario } from "./scenario.ts";

export interface Missed {
  readonly scenario: string;
  readonly bar: string;
  readonly measured: number;
  readonly wanted: number;
  /** The baseline that sets the bar, and what it completes; empty where the bar is a fixed figure. */
  readonly setBy: string;
}

const OURS = "stanchion";
/** What knows the truth is no baseline. */
const ORACLE = "oracle";

/** Every bar that the means of `cells` miss. Cells of scenarios not given are left out. */
export function missedBars(scenarios: readonly Scenario[], cells: readonly Cell[]): Missed[] {
  return scenarios.flatMap((scenario) => {
    const here = cells.filter((cell) => cell.scenario === scenario.name);
    const ours = here.find(({ controller }) => controller === OURS);
    if (ours === undefined) return [];
    const baselines = here.filter(({ controller }) => controller !== OURS && controller !== ORACLE);
    const missed: Missed[] = [];
    const atLeast = (bar: string, measured: number, wanted: number, by?: Cell): void => {
      if (measured < wanted) missed.push({ scenario: scenario.name, bar, measured, wanted, setBy: nameOf(by) });
    };
    const atMost = (bar: string, measured: number, wanted: number, by?: Cell): void => {
      if (measured > wanted) missed.push({ scenario: scenario.name, bar, measured, wanted, setBy: nameOf(by) });
    };
    const goodput = ours.goodputRatio.mean;
    atLeast("goodput / oracle", goodput, scenario.failure ? 0.9 : 0.97);
    if (!scenario.failure && baselines.length > 0) {
      const best = baselines.reduce((a, b) => (b.goodputRatio.mean > a.goodputRatio.mean ? b : a));
      atLeast("goodput, best baseline − 0.01", goodput, best.goodputRatio.mean - 0.01, best);
    }
    atMost("overload, points over the oracle's", ours.overloadExcessPoints.mean, 2);
    atMost("overshoot", ours.overshoot.mean, 1.1);
    atMost("metastable runs", ours.metastableRuns, 0);
    if (baselines.length > 0) {
      const best = baselines.reduce((a, b) => (b.failedShare.mean < a.failedShare.mean ? b : a));
      atMost("failed share, best baseline", ours.failedShare.mean, best.failedShare.mean + 1e-9, best);
    }
    return missed;
  });
}

function nameOf(cell: Cell | undefined): string {
  return cell === undefined ? "" : `${cell.controller}, which completes ${cell.completedRatio.mean.toFixed(3)}`;
}

/** Mean of completed / oracle over all scenarios, by controller, best first. */
export function completedMeans(cells: readonly Cell[]): { readonly controller: string; readonly mean: number }[] {
  const controllers = [...new Set(cells.map(({ controller }) => controller))];
  return controllers
    .map((controller) => {
      const own = cells.filter((cell) => cell.controller === controller);
      return { controller, mean: own.reduce((sum, cell) => sum + cell.completedRatio.mean, 0) / own.length };
    })
    .toSorted((a, b) => b.mean - a.mean);
}
