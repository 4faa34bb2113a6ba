import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { findChromium } from "./bench/tools/chromium.mjs";
import { wranglerConfig } from "./bench/tools/wrangler-config.ts";
import { TotalsReporter } from "./test/support/totals-reporter.ts";

/** Folders of tests that need more than a function call: a runtime, a process, a browser. */
const heavy = ["objects", "http", "browser", "crash"] as const;

/** Which projects run side by side, and one after the other. Crashes mostly wait, as HTTP tests do. */
const groups = [["unit"], ["objects"], ["http", "crash"], ["browser"]];
const groupOrderOf = (name: string): number => groups.findIndex((group) => group.includes(name)) + 1;

/** A project that starts processes, so many files at a time; projects of one group say the same. */
const driving = (name: (typeof heavy)[number], timeoutSeconds: number, maxWorkers: number, env: Record<string, string> = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: "node" as const,
    maxWorkers,
    globalSetup: "test/support/build-bundle.ts",
    // A page waits most of its time: two tests of one file wait side by side, each in a browser context of its own.
    sequence: { groupOrder: groupOrderOf(name), concurrent: name === "browser" },
    maxConcurrency: 2,
    testTimeout: timeoutSeconds * 1000,
    hookTimeout: 60_000,
    env,
  },
});

/** The runtime of `wrangler.toml`, without its secrets: the objects have none, and each test would be told so. */
async function runtimeOptions() {
  const { compatibility_date, compatibility_flags, durable_objects, vars } = await wranglerConfig();
  const classes = durable_objects.bindings.map(({ name, class_name }) => [name, { className: class_name, useSQLite: true }] as const);
  return {
    compatibilityDate: compatibility_date,
    // Vitest itself looks for this module.
    compatibilityFlags: [...(compatibility_flags ?? []), "enable_nodejs_inspector_module"],
    durableObjects: Object.fromEntries(classes),
    bindings: { ...vars },
    // As wrangler does by itself.
    modulesRules: [{ type: "Text" as const, include: ["**/*.txt"] }],
  };
}

/** Where `bench/tools/bootstrap.mjs` reads how the run went. */
const totalsFile = process.env["STANCHION_TEST_TOTALS"];

export default defineConfig({
  test: {
    reporters: totalsFile === undefined ? ["default"] : ["default", new TotalsReporter(totalsFile)],
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: heavy.map((name) => `test/${name}/**`),
          environment: "node",
          testTimeout: 30_000,
          maxWorkers: "100%",
          // Pure functions: a worker for each file would cost more than many of them take.
          isolate: false,
          sequence: { groupOrder: groupOrderOf("unit") },
        },
      },
      {
        plugins: [cloudflareTest({ main: "./worker/index.ts", miniflare: await runtimeOptions() })],
        test: {
          name: "objects",
          include: ["test/objects/**/*.test.ts"],
          fileParallelism: false,
          // Starting the runtime takes longer than most files; no test knows another's event.
          isolate: false,
          sequence: { groupOrder: groupOrderOf("objects") },
          testTimeout: 30_000,
        },
      },
      driving("http", 60, 4),
      driving("browser", 60, 2, { CHROMIUM_PATH: findChromium() ?? "" }),
      driving("crash", 120, 4),
    ],
  },
});
