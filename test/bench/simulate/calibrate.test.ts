/** The calibration in short: small lines, so that told waits and used intake are looked at with every run of the tests. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { calibrate, calibrateAll, calibrationTable, HORIZONS } from "../../../bench/simulate/calibrate.ts";
import { parseScenario, readScenarios } from "../../../bench/simulate/scenario.ts";
import { WaitRecord } from "../../../bench/simulate/wait-record.ts";
import { root } from "../../../bench/tools/project.ts";
import { roomWithLine } from "../../durable-objects/domain/room.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const FOLDER = join(root, "bench/simulate/scenarios/waits");
const scenarios = readScenarios(FOLDER);

/** The line of 15 minutes that a scenario of an hour is made from. */
const small = (name: string, visitors: object, rest: object = {}) =>
  parseScenario({ name, about: "", seconds: 1_800, visitors: { atOpening: 1_000, ...visitors }, ...rest });

const LINES = [
  small("steady", {
    perSecond: [
      [0, 5.5],
      [900, 0],
    ],
  }),
  small(
    "halving",
    {
      perSecond: [
        [0, 5.5],
        [600, 2.7],
        [900, 0],
      ],
    },
    {
      origin: {
        capacity: [
          [0, 1],
          [600, 0.5],
        ],
      },
    },
  ),
  small(
    "doubling",
    {
      perSecond: [
        [0, 2.7],
        [600, 5.5],
        [1_000, 0],
      ],
    },
    {
      origin: {
        capacity: [
          [0, 0.5],
          [600, 1],
        ],
      },
    },
  ),
  small("abandoning", {
    perSecond: [
      [0, 9],
      [900, 0],
    ],
    leavePerMinute: [
      [0, 0.06],
      [600, 0.12],
    ],
  }),
];

describe("told waits", () => {
  it.each(LINES.map((scenario) => [scenario.name, scenario] as const))("hold about eight times in ten: %s", (_, scenario) => {
    const row = calibrateAll(scenario, 1, 201);
    expect(row.held.mean).toBeGreaterThan(0.7);
    expect(row.held.mean).toBeLessThan(0.9);
    // Not by being told as anything at all.
    expect(row.width).toBeLessThan(1.6);
    expect(row.told).toBeGreaterThan(10_000);
    expect(row.open).toBe(0);
    expect(row.otherUse).toBeGreaterThanOrEqual(0.98);
  });

  it("promise 5: at the limiter's own rate, show-up 0.9 → 0.3 and 0.9 → 0.05", () => {
    for (const [to, atOpening] of [
      [0.3, 5_000],
      [0.05, 20_000],
    ] as const) {
      const { stepUse, otherUse } = calibrate(
        small(
          "show-up",
          {
            atOpening,
            perSecond: [[0, 0]],
            showUp: [
              [0, 0.9],
              [150, to],
            ],
          },
          { seconds: 330 },
        ),
        1,
      );
      expect(stepUse).toBeGreaterThanOrEqual(0.9);
      expect(otherUse).toBeGreaterThanOrEqual(0.98);
    }
  });
});

describe("the record", () => {
  it("takes a wait from the poll until the call, and leaves open what was not called", () => {
    const room = roomWithLine(100, { perMinute: 60 });
    const record = new WaitRecord();
    const range = { lowSeconds: 1, likelySeconds: 2, highSeconds: 3 };
    record.told(90, range, 10);
    record.told(100, range, 10);
    room.lane().nowServing = 90;
    record.after(room.event, 25);
    expect(record.waits().map(({ realSeconds }) => realSeconds)).toEqual([15, null]);
  });

  it("counts what overflows the bucket as lost, and only minutes that were whole", () => {
    const room = roomWithLine(100, { perMinute: 60, burst: 2 });
    const record = new WaitRecord();
    room.event.bucket.tokens = 2;
    for (let second = 1; second <= 120; second++) {
      if (second === 61) room.order({ command: "doors", doors: "stopped" });
      record.before(room.event, 1);
      record.after(room.event, second);
    }
    expect(record.minutes).toEqual([
      { minted: 60, lost: 60, whole: true },
      { minted: 0, lost: 0, whole: false },
    ]);
  });
});

describe("npm run simulate -- --calibrate", () => {
  it("has the scenarios that are judged, each under its file's name", () => {
    expect(scenarios.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["wait-steady", "wait-halving", "wait-doubling", "wait-abandoning", "wait-stopped"]),
    );
  });

  it("prints the table, and writes the page with the command that made it", async () => {
    const folder = await temporaryFolder();
    const scenario = join(folder, "one.json");
    const page = join(folder, "waits.md");
    writeFileSync(scenario, JSON.stringify({ name: "one", about: "One short line.", seconds: 200, visitors: { atOpening: 200 } }));
    const args = ["--calibrate", "--scenario", scenario, "--seeds", "2", "--report", page];
    const printed = execFileSync(process.execPath, [join(root, "bench/simulate/run.ts"), ...args], { encoding: "utf8", stdio: "pipe" });
    expect(printed).toMatch(/\| one \| 2 \|/);
    const written = readFileSync(page, "utf8");
    expect(written).toContain(`npm run simulate -- ${args.join(" ")}`);
    expect(written).toContain(printed.trim());
    for (const { name } of HORIZONS) expect(written).toContain(name);
    expect(calibrationTable([]).split("\n")).toHaveLength(2);
  });

  it("the page as committed: 80 % ± 5 in steady, halving, doubling and abandoning lines, and promise 5", () => {
    const rows = readFileSync(join(root, "bench/results/waits.md"), "utf8")
      .split("\n")
      .filter((line) => /^\| (wait|show-up)-/.test(line))
      .map((line) => line.split("|").map((cell) => cell.trim()));
    expect(rows.map(([, name]) => name)).toEqual(scenarios.map(({ name }) => name));
    const figure = (cell: string | undefined): number => Number.parseFloat(cell ?? "");
    for (const [, name = "", , , held, , , , , stepUse, otherUse] of rows) {
      if (/^wait-(steady|halving|doubling|abandoning|stopped)$/.test(name)) {
        expect(figure(held)).toBeGreaterThanOrEqual(75);
        expect(figure(held)).toBeLessThanOrEqual(85);
      }
      if (name.startsWith("show-up")) expect(figure(stepUse)).toBeGreaterThanOrEqual(90);
      if (otherUse !== "–") expect(figure(otherUse)).toBeGreaterThanOrEqual(98);
    }
  });
});
