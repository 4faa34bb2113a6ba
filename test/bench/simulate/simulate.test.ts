import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Agenda } from "../../../bench/simulate/agenda.ts";
import { CONTROLLERS } from "../../../bench/simulate/controllers/all.ts";
import { intervalOf, runScenario, type Cell } from "../../../bench/simulate/matrix.ts";
import { page } from "../../../bench/simulate/report.ts";
import { chart } from "../../../bench/simulate/chart.ts";
import { lineAt, parseScenario, readScenarios, stepAt } from "../../../bench/simulate/scenario.ts";
import { simulate } from "../../../bench/simulate/world.ts";
import { root } from "../../../bench/tools/project.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const FOLDER = join(root, "bench/simulate/scenarios");
const scenarios = readScenarios(FOLDER);
const named = (name: string) => readScenarios(join(FOLDER, `${name}.json`));
const [ours] = CONTROLLERS["stanchion"] ?? [];

describe("scenarios", () => {
  it("are all valid, each under its own name", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(37);
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  });

  it.each([
    [{ name: "A b", about: "" }, /^name: /],
    [{ name: "a", about: "", seconds: -1 }, /^seconds: /],
    [{ name: "a", about: "", origin: { servers: 0 } }, /^origin\.servers: /],
    [{ name: "a", about: "", orign: {} }, /^orign: /],
    [{ name: "a", about: "", visitors: { showUp: [[0, 2]] } }, /^visitors\.showUp\.0\.1: /],
    [null, /./],
  ])("says what is wrong with %j", (json, message) => {
    expect(() => parseScenario(json)).toThrow(message);
  });

  it("read steps and lines", () => {
    expect(
      [0, 9.9, 10, 99].map((second) =>
        stepAt(
          [
            [0, 1],
            [10, 0.5],
          ],
          second,
        ),
      ),
    ).toEqual([1, 1, 0.5, 0.5]);
    expect(
      [0, 5, 10, 15].map((second) =>
        lineAt(
          [
            [0, 0],
            [10, 100],
          ],
          second,
        ),
      ),
    ).toEqual([0, 50, 100, 100]);
  });
});

it("takes what is next in order of time, then of entry", () => {
  const agenda = new Agenda();
  const times = [5, 3, 9, 3, 1, 3, 7, 1];
  times.forEach((time, index) => agenda.add(time, index % 3, index));
  const taken: [number, number][] = [];
  while (agenda.take()) taken.push([agenda.time, agenda.subject]);
  expect(taken).toEqual(times.map((time, index): [number, number] => [time, index]).toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
});

it("gives the same run for the same seed, and another for another", () => {
  const [scenario] = named("half-and-back");
  if (scenario === undefined || ours === undefined) throw new Error("missing");
  const short = { ...scenario, seconds: 120 };
  const first = simulate(short, ours, 7);
  expect(simulate(short, ours, 7)).toEqual(first);
  expect(simulate(short, ours, 8).good).not.toBe(first.good);
});

it("a limiter that is stopped and started again decides as if it had run on", () => {
  const [scenario] = named("restarts");
  if (scenario === undefined || ours === undefined) throw new Error("missing");
  const short = { ...scenario, seconds: 160 };
  expect(simulate(short, ours, 3)).toEqual(simulate({ ...short, restarts: [] }, ours, 3));
});

it("gives Student's interval", () => {
  expect(intervalOf([1, 2, 3])).toEqual({ mean: 2, low: expect.closeTo(2 - 2.4841, 3), high: expect.closeTo(2 + 2.4841, 3) });
  expect(intervalOf([4])).toEqual({ mean: 4, low: 4, high: 4 });
});

/** A short form of the matrix, by the command itself: scenario, seeds, least goodput, most excess and overshoot. Where one run differs most from another two are taken. */
const BANDS = [
  ["steady", 1, 0.95, 8, 1.2],
  ["half-and-back", 2, 0.85, 8, 1.3],
  ["outage-60", 2, 0.85, 10, 1.3],
  ["flood-of-503", 1, 0.85, 10, 1.6],
  ["brownout-30", 1, 0.9, 8, 1.35],
  ["bad-region", 1, 0.9, 8, 1.3],
] as const;

it.each([1, 2])("a short matrix keeps within its bands, seeds: %i", { timeout: 60_000 }, async (seeds) => {
  const folder = await temporaryFolder();
  const bands = BANDS.filter(([, many]) => many === seeds);
  for (const [name] of bands) copyFileSync(join(FOLDER, `${name}.json`), join(folder, `${name}.json`));
  const flags = ["--scenario", folder, "--controller", "stanchion", "--seeds", `${seeds}`, "--json", join(folder, "out/cells.json")];
  const printed = execFileSync(process.execPath, [join(root, "bench/simulate/run.ts"), ...flags], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const cells = JSON.parse(readFileSync(join(folder, "out/cells.json"), "utf8")) as Cell[];
  const outside = bands.filter(([name, , goodput, excess, overshoot]) => {
    const cell = cells.find(({ scenario }) => scenario === name);
    if (cell === undefined || cell.metastableRuns > 0) return true;
    return cell.goodputRatio.mean < goodput || cell.overloadExcessPoints.mean > excess || cell.overshoot.mean > overshoot;
  });
  expect(outside).toEqual([]);
  for (const [name] of bands) expect(printed).toContain(`| ${name} | stanchion |`);
});

it("figures of other seeds come from other crowds, and a seed's are the same wherever the count begins", () => {
  const [scenario] = named("steady");
  if (scenario === undefined) throw new Error("missing");
  const short = { ...scenario, seconds: 60 };
  const [two] = runScenario(short, ["fixed"], 2, 7);
  const [seventh] = runScenario(short, ["fixed"], 1, 7);
  const [eighth] = runScenario(short, ["fixed"], 1, 8);
  expect(seventh?.meanWaitSeconds.mean).not.toBe(eighth?.meanWaitSeconds.mean);
  expect(two?.meanWaitSeconds.mean).toBeCloseTo(((seventh?.meanWaitSeconds.mean ?? 0) + (eighth?.meanWaitSeconds.mean ?? 0)) / 2, 9);
});

it.each([[["--controller", "none"]], [["--seeds", "0"]], [["--first-seed", "0"]], [["--scenario", "/no/such/file"]], [["--frobnicate"]]])(
  "refuses %j and says how it is used",
  (flags) => {
    const run = spawnSync(process.execPath, [join(root, "bench/simulate/run.ts"), ...flags], { encoding: "utf8" });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("npm run simulate -- ");
  },
);

it("answers that take 400 ms longer from now on, within the target and whatever the load, starve nobody", () => {
  const [scenario] = named("steady");
  const [oracle] = CONTROLLERS["oracle"] ?? [];
  if (scenario === undefined || ours === undefined || oracle === undefined) throw new Error("missing");
  const addedMs: [number, number][] = [
    [99, 0],
    [101, 400],
  ];
  const slower = { ...scenario, seconds: 320, origin: { ...scenario.origin, addedMs } };
  const lastMinute = (good: readonly number[]): number => good.slice(-60).reduce((sum, count) => sum + count, 0);
  const best = lastMinute(simulate(slower, oracle, 4).goodBySecond);
  expect(lastMinute(simulate(slower, ours, 4).goodBySecond)).toBeGreaterThan(0.9 * best);
});

it.each(["errors", "slow", "not-found", "never-arriving"])("S10: hostile sessions (%s) take little of what others get", (kind) => {
  const [scenario] = named(`attack-${kind}`);
  if (scenario === undefined || ours === undefined) throw new Error("missing");
  const short = { ...scenario, seconds: 150 };
  const without = simulate({ ...short, attack: null }, ours, 2);
  expect(simulate(short, ours, 2).completed / without.completed).toBeGreaterThanOrEqual(0.9);
});

it("case 20, case 16: a cap is never passed, and what becomes free is used", () => {
  const [scenario] = named("steady");
  if (scenario === undefined || ours === undefined) throw new Error("missing");
  const capped = {
    ...scenario,
    seconds: 200,
    organiser: { ...scenario.organiser, maxActiveSessions: 100 },
    sessions: { ...scenario.sessions, tellsEnd: 1 },
  };
  const run = simulate(capped, ours, 1);
  expect(Math.max(...run.sessionsBySecond)).toBeLessThanOrEqual(100);
  expect(run.sessionsBySecond.slice(60).every((count) => count >= 70)).toBe(true);
});

it("prints a page with the bars missed, and a chart", () => {
  const [scenario] = named("steady");
  if (scenario === undefined || ours === undefined) throw new Error("missing");
  const short = { ...scenario, seconds: 60 };
  const text = page([short], runScenario(short, ["stanchion", "fixed"], 2), "npm run simulate");
  expect(text).toMatch(/\| steady \| stanchion \| \d\.\d{3} ± \d\.\d{3} \|/);
  expect(text).toContain("## Bars not met");
  expect(chart("a < b", simulate(short, ours, 1))).toMatch(/^<svg [\s\S]*a &lt; b[\s\S]*<\/svg>\n$/);
});
