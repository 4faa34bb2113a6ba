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

/** What no admission rate can do, and what the figures hide. */
const READING = [
  "Some of these rows nobody meets who admits by a rate, and some are better missed:",
  "",
  "- **Overshoot after a loss.** Whoever is inside can't be recalled. When half of the servers go, the number inside is twice what is carried, for the oracle as well; so it is set beside the oracle's.",
  "  A controller that had 5 % more inside at that moment, as any has that doesn't know the capacity to the session, is as much and more above it until those have left, since a full origin lets them go more slowly.",
  "  In an outage both fall to nothing, and 24 sessions beside the oracle's 20 are 1.2: chance.",
  "- **Failed share.** The bar is the lowest of all baselines. It is mostly set by one that lets in so few that nobody can fail; what it completes stands beside it.",
  "  In an outage those inside at that moment fail, whoever let them in.",
  "- **Overload while nothing is measured and a third of the servers goes.** The oracle sees it. A limiter without reports can only have let in less beforehand,",
  "  which costs as much where nothing is wrong: `measurements-missing` and `missing-and-cut` are one choice.",
];

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
    "| scenario | bar | measured | wanted | set by |",
    "| --- | --- | --- | --- | --- |",
    ...missed.map(
      ({ scenario, bar, measured, wanted, setBy }) =>
        `| ${scenario} | ${bar} | ${Number(measured.toPrecision(3))} | ${Number(wanted.toPrecision(3))} | ${setBy} |`,
    ),
    "",
    ...READING,
    "",
    "## All runs",
    "",
    table(cells),
  ];
  return `${lines.join("\n")}\n`;
}
