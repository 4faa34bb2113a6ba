/** The table of a matrix, for people. */
import { completedMeans, missedBars } from "./bar.ts";
import type { Cell, Interval } from "./matrix.ts";
import type { Scenario } from "./scenario.ts";

const HEAD = [
  "| scenario | controller | goodput / oracle | completed / oracle | overload, points over oracle | p99 first byte ms | let in and failed % | overshoot | converge s | wait s | metastable |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
];

/** One row a scenario and controller; `±` is half of the 95 % interval. */
export function table(cells: readonly Cell[]): string {
  return [...HEAD, ...cells.map(row)].join("\n");
}

function row(cell: Cell): string {
  const columns = [
    cell.scenario,
    cell.controller,
    spread(cell.goodputRatio, 3),
    spread(cell.completedRatio, 3),
    spread(cell.overloadExcessPoints, 1),
    spread(cell.p99FirstByteMs, 0),
    spread({ mean: 100 * cell.failedShare.mean, low: 100 * cell.failedShare.low, high: 100 * cell.failedShare.high }, 1),
    spread(cell.overshoot, 2),
    spread(cell.convergeSeconds, 0),
    spread(cell.meanWaitSeconds, 0),
    `${cell.metastableRuns} of ${cell.seeds}`,
  ];
  return `| ${columns.join(" | ")} |`;
}

function spread({ mean, high }: Interval, digits: number): string {
  return `${mean.toFixed(digits)} ± ${(high - mean).toFixed(digits)}`;
}

/** The whole page: the command, the bar, the table. */
export function page(scenarios: readonly Scenario[], cells: readonly Cell[], command: string): string {
  const missed = missedBars(scenarios, cells);
  const lines = [
    "# The limiter beside the oracle and published limiters",
    "",
    `Made by \`${command}\`. What the columns mean, and how a scenario is written: \`docs/simulate.md\`.`,
    "",
    "## Completed sessions / oracle, mean over the scenarios",
    "",
    "| controller | mean |",
    "| --- | --- |",
    ...completedMeans(cells).map(({ controller, mean }) => `| ${controller} | ${mean.toFixed(3)} |`),
    "",
    `## Bars not met (${missed.length})`,
    "",
    "| scenario | bar | measured | wanted |",
    "| --- | --- | --- | --- |",
    ...missed.map(
      ({ scenario, bar, measured, wanted }) =>
        `| ${scenario} | ${bar} | ${Number(measured.toPrecision(3))} | ${Number(wanted.toPrecision(3))} |`,
    ),
    "",
    "## All runs",
    "",
    table(cells),
  ];
  return `${lines.join("\n")}\n`;
}
