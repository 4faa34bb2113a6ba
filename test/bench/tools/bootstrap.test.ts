/** The bootstrap in a small folder of its own, with an `npm` and a test runner that only say that they were called. */
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../bench/tools/project.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const lock = (version: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ packages: { "": { version: "9.9.9" }, "node_modules/hono": { version }, ...more } });

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** A clone in which `installed` is what node_modules holds; null = nothing is installed yet. */
async function clone(installed: string | null): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of ["bootstrap.mjs", "chromium.mjs"]) await cp(join(root, "bench/tools", file), join(folder, "bench/tools", file));
  await write(join(folder, "package.json"), '{"type":"module"}');
  await write(join(folder, "package-lock.json"), lock("4.0.0", { "node_modules/only-windows": { version: "1.0.0", optional: true } }));
  await write(join(folder, "bench/tools/keys.ts"), 'console.log("keys", process.argv.slice(2).join(" ")); process.exitCode = 7;');
  await write(
    join(folder, "node_modules/vitest/vitest.mjs"),
    'import { mkdirSync, writeFileSync } from "node:fs"; const { TOTALS, CODE, STANCHION_TEST_TOTALS } = process.env;\n' +
      'mkdirSync(".build", { recursive: true }); if (TOTALS) writeFileSync(STANCHION_TEST_TOTALS, TOTALS); process.exitCode = Number(CODE);',
  );
  await mkdir(join(folder, "node_modules/node/bin"), { recursive: true });
  await symlink(process.execPath, join(folder, "node_modules/node/bin/node"));
  if (installed !== null) await write(join(folder, "node_modules/.package-lock.json"), installed);
  // The npm of this clone installs by copying the list of what was asked for.
  const npm =
    '#!/bin/sh\necho "npm $*" >> npm-calls\n[ -n "$NPM_FAILS" ] && exit 3\ncp package-lock.json node_modules/.package-lock.json\n';
  await write(join(folder, "tools/npm"), npm);
  await chmod(join(folder, "tools/npm"), 0o755);
  return folder;
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly npmCalls: string;
}

function bootstrap(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const PATH = `${join(folder, "tools")}:/usr/bin:/bin`;
  return new Promise((settle) => {
    execFile(process.execPath, [join(folder, "bench/tools/bootstrap.mjs"), ...args], { env: { PATH, ...env } }, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : 0;
      const calls = readFile(join(folder, "npm-calls"), "utf8").catch(() => "");
      void calls.then((npmCalls) => settle({ code, stdout, stderr, npmCalls }));
    });
  });
}

it("starts at once where everything is installed, and passes arguments and exit code on", async () => {
  const outcome = await bootstrap(await clone(lock("4.0.0")), ["keys", "--dev", "now"]);
  expect(outcome).toEqual({ code: 7, stdout: "keys --dev now\n", stderr: "", npmCalls: "" });
});

it.each([
  ["nothing", null],
  ["another version", lock("3.9.9")],
  ["an unreadable list", "{"],
])("says that it installs, and does, where %s is installed", async (_, installed) => {
  const folder = await clone(installed);
  const outcome = await bootstrap(folder, ["keys"]);
  expect(outcome.stderr).toContain("installing the packages");
  expect(outcome.npmCalls).toMatch(/^npm ci .*\n$/);
  expect(outcome.stdout).toBe("keys \n");
  expect((await bootstrap(folder, ["keys"])).stderr).toBe("");
});

it("stops where the packages cannot be installed", async () => {
  const outcome = await bootstrap(await clone(null), ["keys"], { NPM_FAILS: "1" });
  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toContain("npm ci failed (3)");
});

it("knows only its own commands", async () => {
  const outcome = await bootstrap(await clone(lock("4.0.0")), ["dance"]);
  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toContain("start|crowd|bench|simulate|keys|token|verify-draw|check|test");
});

const unit = ["test", "--project", "unit"];

it.each([
  ["a good run", { passed: 12, failed: 0, skipped: 0 }, "0", 0, "12 passed, 0 failed"],
  ["skipped tests", { passed: 12, failed: 0, skipped: 2 }, "0", 0, "12 passed, 0 failed, 2 skipped"],
  ["a failure", { passed: 11, failed: 1, skipped: 0 }, "1", 1, "11 passed, 1 failed"],
  ["a run without a single test", { passed: 0, failed: 0, skipped: 0 }, "0", 1, "0 passed, 0 failed"],
  ["tests that were all skipped", { passed: 0, failed: 0, skipped: 5 }, "0", 1, "0 passed, 0 failed, 5 skipped"],
])("closes %s with its totals alone on the last line", async (_, totals, CODE, code, line) => {
  const outcome = await bootstrap(await clone(lock("4.0.0")), unit, { TOTALS: JSON.stringify(totals), CODE });
  expect(outcome.code).toBe(code);
  expect(outcome.stdout.split("\n").slice(-2)).toEqual([line, ""]);
});

it("fails where the run ended before it counted", async () => {
  const outcome = await bootstrap(await clone(lock("4.0.0")), unit, { CODE: "0" });
  expect(outcome).toMatchObject({ code: 1, stdout: "" });
});

it("names the browser it cannot use", async () => {
  const outcome = await bootstrap(await clone(lock("4.0.0")), ["test"], { CHROMIUM_PATH: "/nowhere/chromium" });
  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toContain("CHROMIUM_PATH=/nowhere/chromium");
});
