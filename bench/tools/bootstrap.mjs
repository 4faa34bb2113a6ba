/**
 * `npm start`, `npm test` and their like on a fresh clone: Node >= 20, npm and git are enough. Says what it does, brings the
 * packages up to date, and then runs the real command under the Node that comes as a package.
 *
 * Plain JavaScript without imports from packages: it runs before anything is installed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "./chromium.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const bin = join(root, "node_modules/.bin");
const ownNode = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
const totalsFile = join(root, `.build/test-totals-${process.pid}.json`);

/** What each command really is: a script with its arguments. */
const commands = new Map([
  ["start", ["bench/demo/start.ts"]],
  ["crowd", ["bench/load/crowd.ts"]],
  ["bench", ["bench/run.ts"]],
  ["simulate", ["bench/simulate/run.ts"]],
  ["keys", ["bench/tools/keys.ts"]],
  ["token", ["bench/tools/token.ts"]],
  ["verify-draw", ["bench/tools/verify-draw.ts"]],
  ["check", ["bench/tools/check.ts"]],
  ["test", ["node_modules/vitest/vitest.mjs", "run"]],
]);

/** @param {string} text */
const say = (text) => console.error(`stanchion: ${text}`);

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  say(text);
  process.exit(1);
}

/**
 * Runs a program in the project's folder and passes its output on; answers its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {number}
 */
function run(program, args, env = process.env) {
  // npm is a batch file on Windows, which only a shell can run.
  const shell = process.platform === "win32" && program === "npm";
  const result = spawnSync(program, args, { cwd: root, env, stdio: "inherit", shell });
  if (result.error) say(`${program} cannot be run: ${result.error.message}`);
  return result.status ?? 1;
}

/**
 * @param {string} file
 * @returns {Record<string, {version?: string, integrity?: string, optional?: boolean, peer?: boolean}> | undefined}
 */
function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** Whether node_modules holds what package-lock.json asks for. Optional packages may be missing: they are for other machines. */
function isInstalled() {
  const wanted = lockedPackages("package-lock.json");
  const installed = lockedPackages("node_modules/.package-lock.json");
  if (!wanted || !installed || !existsSync(ownNode)) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === "") return true;
    const found = installed[path];
    return found ? found.version === version && found.integrity === integrity : optional === true;
  });
}

function installPackages() {
  if (isInstalled()) return;
  say("installing the packages of package-lock.json (npm ci) …");
  // node_modules is replaced while npm works: the Node in it must not be the one that npm runs on.
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => resolve(folder) !== bin);
  const env = { ...process.env, PATH: path.join(delimiter) };
  const code = run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], env);
  if (code !== 0) fail(`npm ci failed (${code}); its message is above`);
  if (!isInstalled())
    fail("npm ci ended well, but packages are missing. Are install scripts switched off (npm config get ignore-scripts)?");
}

/** Path of a Chromium for the browser tests, installed from the system's packages where that is possible. */
function provideChromium() {
  const present = findChromium();
  if (present) return present;
  const how = "Install Chromium or Chrome, or set CHROMIUM_PATH to one";
  if (process.env["CHROMIUM_PATH"]) fail(`CHROMIUM_PATH=${process.env["CHROMIUM_PATH"]} is no program. ${how}.`);
  if (!existsSync("/usr/bin/apt-get")) fail(`the browser tests need Chromium and there is none. ${how}.`);
  if (process.getuid?.() !== 0)
    fail(`the browser tests need Chromium and only root can install it here. ${how}, e.g. sudo apt-get install chromium.`);
  say("no Chromium found; installing it from the system's packages (apt-get) …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (run("apt-get", ["update", "-qq"], env) !== 0) say("apt-get update failed; trying with the package lists that are there");
  const code = run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], env);
  const installed = findChromium();
  if (code !== 0 || !installed) fail(`apt-get could not install Chromium (${code}). ${how}.`);
  return installed;
}

/** Closes a test run with the line that continuous integration reads; answers false for a failure or a run without a single test. */
function printTotals() {
  if (!existsSync(totalsFile)) fail("the test run ended before it counted its tests");
  const { passed, failed, skipped } = JSON.parse(readFileSync(totalsFile, "utf8"));
  rmSync(totalsFile);
  if (passed + failed === 0) say("no test was executed");
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return passed + failed > 0 && failed === 0;
}

const [name = "", ...args] = process.argv.slice(2);
const command = commands.get(name);
if (!command) fail(`usage: node bench/tools/bootstrap.mjs ${[...commands.keys()].join("|")} [arguments]`);
if (Number(process.versions.node.split(".")[0]) < 20) fail(`needs Node 20 or newer; this is ${process.version}`);

installPackages();
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, PATH: [bin, process.env["PATH"]].join(delimiter) };
if (!process.stdout.isTTY && !env.FORCE_COLOR) env.NO_COLOR = "1";
if (name === "test") {
  env.STANCHION_TEST_TOTALS = totalsFile;
  // A run that names its projects needs a browser only if that is one of them.
  const projects = args.filter((arg, index) => arg.startsWith("--project=") || args[index - 1] === "--project").join(" ");
  if (projects === "" || projects.includes("browser")) env.CHROMIUM_PATH = provideChromium();
}
const code = run(ownNode, [...command, ...args], env);
const complete = name !== "test" || printTotals();
process.exitCode = code === 0 && !complete ? 1 : code;
