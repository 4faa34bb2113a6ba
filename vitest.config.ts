import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { findChromium } from "./bench/tools/chromium.mjs";
import { TotalsReporter } from "./test/support/totals-reporter.ts";

/** Folders of tests that need more than a function call: a runtime, a process, a browser. */
const heavy = ["objects", "http", "browser", "crash"] as const;

/** A project that starts processes: one file at a time, after those before it. */
const driving = (name: (typeof heavy)[number], timeoutSeconds: number, env: Record<string, string> = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: "node" as const,
    fileParallelism: false,
    sequence: { groupOrder: heavy.indexOf(name) + 2 },
    testTimeout: timeoutSeconds * 1000,
    hookTimeout: 60_000,
    env,
  },
});

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
          testTimeout: 10_000,
          maxWorkers: "100%",
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: "./wrangler.toml" } })],
        test: {
          name: "objects",
          include: ["test/objects/**/*.test.ts"],
          fileParallelism: false,
          sequence: { groupOrder: heavy.indexOf("objects") + 2 },
          testTimeout: 20_000,
        },
      },
      driving("http", 30),
      driving("browser", 60, { CHROMIUM_PATH: findChromium() ?? "" }),
      driving("crash", 120),
    ],
  },
});
