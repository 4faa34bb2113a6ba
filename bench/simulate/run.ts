/**
 * `npm run simulate`: the limiter, an oracle and published limiters in a deterministic world. Uses no network and no clock; the same
 * arguments give the same figures.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { isMain } from "../tools/project.ts";
import { calibrateAll, calibrationPage, calibrationTable } from "./calibrate.ts";
import { chart } from "./chart.ts";
import { CONTROLLERS } from "./controllers/all.ts";
import { runScenario, type Cell } from "./matrix.ts";
import { page, table } from "./report.ts";
import { readScenarios } from "./scenario.ts";
import { simulate } from "./world.ts";

const FOLDER = join(import.meta.dirname, "scenarios");
const WAITS_FOLDER = join(FOLDER, "waits");
const WAITS_PAGE = join(import.meta.dirname, "../results/waits.md");

const USAGE = `npm run simulate -- [--scenario FILE|DIR] [--controller a,b] [--seeds N] [--first-seed N] [--json FILE]
  --scenario FILE|DIR  one scenario or a folder of them (bench/simulate/scenarios)
  --controller a,b     of ${Object.keys(CONTROLLERS).join(", ")} (all)
  --seeds N            runs of each (3)
  --first-seed N       the first of them (1): figures to tune by and figures to report come from different crowds
  --json FILE          write the figures there
  --with FILE          take the cells of other controllers from figures written before
  --report FILE        write the page with the bar and the table there
  --charts DIR         draw the first seed of each run there, as SVG
npm run simulate -- --calibrate [--scenario FILE|DIR] [--seeds N] [--first-seed N] [--report FILE]
  how often told waits held and how much of the intake was used (bench/simulate/scenarios/waits; bench/results/waits.md)`;

const FLAGS = {
  calibrate: { type: "boolean", default: false },
  scenario: { type: "string" },
  controller: { type: "string" },
  seeds: { type: "string", default: "3" },
  "first-seed": { type: "string", default: "1" },
  json: { type: "string" },
  with: { type: "string" },
  report: { type: "string" },
  charts: { type: "string" },
} as const;

async function main(): Promise<number> {
  let values;
  try {
    ({ values } = parseArgs({ options: FLAGS }));
  } catch (error) {
    return refuse(error);
  }
  const names = values.controller?.split(",") ?? Object.keys(CONTROLLERS);
  const unknown = names.filter((name) => !(name in CONTROLLERS));
  const seeds = Number(values.seeds);
  if (unknown.length > 0) return refuse(`--controller: no ${unknown.join(", ")}`);
  if (!Number.isInteger(seeds) || seeds < 1 || seeds > 10_000) return refuse("--seeds: a whole number from 1 to 10000");
  const firstSeed = Number(values["first-seed"]);
  if (!Number.isInteger(firstSeed) || firstSeed < 1) return refuse("--first-seed: a whole number from 1");
  let scenarios;
  try {
    scenarios = readScenarios(values.scenario ?? (values.calibrate ? WAITS_FOLDER : FOLDER));
  } catch (error) {
    return refuse(error);
  }
  const command = `npm run simulate -- ${process.argv.slice(2).join(" ")}`;
  if (values.calibrate) {
    const rows = scenarios.map((scenario) => {
      console.error(`${scenario.name} …`);
      return calibrateAll(scenario, seeds, firstSeed);
    });
    console.log(calibrationTable(rows));
    await write(values.report ?? WAITS_PAGE, calibrationPage(scenarios, rows, command));
    return 0;
  }
  const known = values.with === undefined ? [] : (JSON.parse(await readFile(values.with, "utf8")) as Cell[]);
  const cells: Cell[] = [];
  for (const scenario of scenarios) {
    console.error(`${scenario.name} …`);
    const fresh = runScenario(scenario, names, seeds, firstSeed);
    cells.push(...fresh, ...known.filter((cell) => cell.scenario === scenario.name && !names.includes(cell.controller)));
    // Written after each scenario: a long run that is stopped has not been for nothing.
    if (values.json !== undefined) await write(values.json, `${JSON.stringify(cells, null, 2)}\n`);
    if (values.charts !== undefined) {
      for (const name of names) {
        const [factory] = CONTROLLERS[name] ?? [];
        if (factory !== undefined)
          await write(
            join(values.charts, `${scenario.name}-${name}.svg`),
            chart(`${scenario.name}: ${name}`, simulate(scenario, factory, firstSeed)),
          );
      }
    }
  }
  console.log(table(cells));
  if (values.report !== undefined) await write(values.report, page(scenarios, cells, command));
  return 0;
}

function refuse(reason: unknown): number {
  console.error(`${reason instanceof Error ? reason.message : String(reason)}\n\n${USAGE}`);
  return 1;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

if (isMain(import.meta)) process.exitCode = await main();
