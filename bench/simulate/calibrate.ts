/** How honest the told waits are, and how much of the intake is used: both over the scenarios of `scenarios/waits`. */
import { stanchion } from "./controllers/stanchion.ts";
import { intervalOf, type Interval } from "./matrix.ts";
import { stepAt, type Scenario } from "./scenario.ts";
import { WaitRecord, type MinuteOfIntake, type Told } from "./wait-record.ts";
import { simulate } from "./world.ts";

/** Waits by how long they really were: the bounds are those of what people do meanwhile, stay, do something else, go away. */
export const HORIZONS = [
  { name: "under 1 min", untilSeconds: 60 },
  { name: "1 to 5 min", untilSeconds: 300 },
  { name: "over 5 min", untilSeconds: Infinity },
] as const;

/** Told ranges of one horizon. */
export interface Coverage {
  readonly told: number;
  /** Share of them in which the real wait lay, below which it lay, and above. */
  readonly held: number;
  readonly shorter: number;
  readonly longer: number;
  /** Mean of (high − low) / likely, with 1 s for a likely wait of less. */
  readonly width: number;
}

/** One run's figures. */
export interface Calibration {
  readonly all: Coverage;
  readonly horizons: readonly Coverage[];
  /** Ranges told to places that were not called by the end of the run. */
  readonly open: number;
  /** Least share of the intake that was used in a minute (but for the first, in which nobody could claim yet) in which the show-up share took a step; null without such a minute. */
  readonly stepUse: number | null;
  /** The same of all other minutes in which people waited all the time and nothing stood still. */
  readonly otherUse: number | null;
}

/** Runs `scenario` once with the event's own limiter. */
export function calibrate(scenario: Scenario, seed: number): Calibration {
  const record = new WaitRecord();
  simulate(scenario, stanchion, seed, record);
  const told = record.waits();
  const ended = told.filter(({ realSeconds }) => realSeconds !== null);
  const isStep = (minute: number): boolean => showUpMove(scenario, minute) > 0.1;
  return {
    all: coverageOf(ended),
    horizons: HORIZONS.map(({ untilSeconds }, index) => {
      const fromSeconds = HORIZONS[index - 1]?.untilSeconds ?? 0;
      return coverageOf(ended.filter(({ realSeconds }) => (realSeconds ?? 0) >= fromSeconds && (realSeconds ?? 0) < untilSeconds));
    }),
    open: told.length - ended.length,
    stepUse: leastUse(record.minutes.filter((_, minute) => minute > 0 && isStep(minute))),
    otherUse: leastUse(record.minutes.filter((_, minute) => minute > 0 && !isStep(minute))),
  };
}

/** How far the show-up share moves within the minute. */
function showUpMove({ visitors }: Scenario, minute: number): number {
  return Math.abs(stepAt(visitors.showUp, minute * 60 + 59.9) - stepAt(visitors.showUp, minute * 60 - 0.1));
}

function leastUse(minutes: readonly MinuteOfIntake[]): number | null {
  const uses = minutes.filter(({ whole, minted }) => whole && minted > 0).map(({ minted, lost }) => 1 - lost / minted);
  return uses.length === 0 ? null : Math.min(...uses);
}

function coverageOf(told: readonly Told[]): Coverage {
  let [shorter, longer, width] = [0, 0, 0];
  for (const { range, realSeconds } of told) {
    if ((realSeconds ?? 0) < range.lowSeconds) shorter++;
    else if ((realSeconds ?? 0) > range.highSeconds) longer++;
    width += (range.highSeconds - range.lowSeconds) / Math.max(1, range.likelySeconds);
  }
  const count = Math.max(1, told.length);
  return {
    told: told.length,
    held: (told.length - shorter - longer) / count,
    shorter: shorter / count,
    longer: longer / count,
    width: width / count,
  };
}

/** One scenario over all seeds. Each run counts once: ranges told in one line are not independent of each other. */
export interface CalibrationRow {
  readonly scenario: string;
  readonly seeds: number;
  readonly held: Interval;
  readonly horizons: readonly Coverage[];
  readonly width: number;
  readonly told: number;
  readonly open: number;
  readonly stepUse: number | null;
  readonly otherUse: number | null;
}

/** Runs a scenario with the seeds from `firstSeed` on. */
export function calibrateAll(scenario: Scenario, seeds: number, firstSeed = 1): CalibrationRow {
  const runs = Array.from({ length: seeds }, (_, index) => calibrate(scenario, firstSeed + index));
  const least = (uses: readonly (number | null)[]): number | null => {
    const known = uses.filter((use) => use !== null);
    return known.length === 0 ? null : Math.min(...known);
  };
  return {
    scenario: scenario.name,
    seeds,
    held: intervalOf(runs.map(({ all }) => all.held)),
    horizons: HORIZONS.map((_, index) => meanOf(runs.flatMap(({ horizons }) => horizons[index] ?? []).filter(({ told }) => told > 0))),
    width: meanOf(runs.map(({ all }) => all)).width,
    told: runs.reduce((sum, { all }) => sum + all.told, 0),
    open: runs.reduce((sum, { open }) => sum + open, 0),
    stepUse: least(runs.map(({ stepUse }) => stepUse)),
    otherUse: least(runs.map(({ otherUse }) => otherUse)),
  };
}

function meanOf(parts: readonly Coverage[]): Coverage {
  const mean = (figure: keyof Coverage): number => parts.reduce((sum, part) => sum + part[figure], 0) / Math.max(1, parts.length);
  return { told: mean("told"), held: mean("held"), shorter: mean("shorter"), longer: mean("longer"), width: mean("width") };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const percentOrNone = (share: number | null): string => (share === null ? "–" : percent(share));

/** One row a scenario. */
export function calibrationTable(rows: readonly CalibrationRow[]): string {
  const named = HORIZONS.map(({ name }) => `${name}: held (shorter, longer), width`);
  const head = [
    "scenario",
    "seeds",
    "ranges told",
    "held, 95 % interval",
    "width",
    ...named,
    "use, minute of a step",
    "use, worst other minute",
  ];
  return [
    `| ${head.join(" | ")} |`,
    `| ${head.map(() => "---").join(" | ")} |`,
    ...rows.map(({ scenario, seeds, told, open, held, width, horizons, stepUse, otherUse }) => {
      const parts = horizons.map((part) =>
        part.told === 0 ? "–" : `${percent(part.held)} (${percent(part.shorter)}, ${percent(part.longer)}), ${part.width.toFixed(2)}`,
      );
      const counted = open === 0 ? String(told) : `${told}, ${open} without an end`;
      const all = `${percent(held.mean)} ± ${(100 * (held.high - held.mean)).toFixed(1)}`;
      return `| ${[scenario, seeds, counted, all, width.toFixed(2), ...parts, percentOrNone(stepUse), percentOrNone(otherUse)].join(" | ")} |`;
    }),
  ].join("\n");
}

/** The whole page. */
export function calibrationPage(scenarios: readonly Scenario[], rows: readonly CalibrationRow[], command: string): string {
  const lines = [
    "# Told waits and used intake",
    "",
    `Made by \`${command}\`. How a range is found: \`docs/wait.md\`; the world: \`docs/simulate.md\`.`,
    "",
    "A range holds when the visitor's place is called, as the snapshot tells it, between its low and its high end after it was told. Every range",
    "that any poll was answered with counts, of those who leave later too, also if it was told before a change nobody could foresee. The aim is 80 % ± 5.",
    "*Width* is (high − low) / likely, mean over the ranges. *Use* is the worst minute of all seeds: what of the minted intake found a claim, in minutes",
    "after the first in which people waited all the time and neither doors nor session cap withheld anything; promised are 98 %, and 90 % in the minute of a step.",
    "",
    calibrationTable(rows),
    "",
    "Those told before an unforeseeable change, who wait across it, are the misses of `wait-halving` (over 5 min, longer) and `wait-doubling` (shorter).",
    "In `wait-on-sale` most is told before any wait as long has ended, so it rests on what is assumed at first. The `show-up` lines are there for the intake:",
    "everybody in them was told before a step that makes the line three or eighteen times as fast, and none of their waits could be known.",
    "",
    ...scenarios.map(({ name, about }) => `- \`${name}\`: ${about}`),
  ];
  return `${lines.join("\n")}\n`;
}
