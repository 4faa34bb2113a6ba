/** `npm run check`: all that must hold before a change goes in. The quick parts first, all of them; the tests only if those are well. */
import { spawnSync } from "node:child_process";
import { root } from "./project.ts";

/** Name of the part, npm script, its arguments. */
const parts: readonly (readonly [string, string, ...string[]])[] = [
  ["format", "format", "--check"],
  ["lint", "lint"],
  ["page assets current", "static", "--check"],
  ["generated types current", "types", "--check"],
  ["types", "typecheck"],
  ["unused code", "unused"],
  ["bundle", "build"],
];

/** Runs an npm script and answers whether it went well. */
function passes(script: string, args: readonly string[]): boolean {
  const result = spawnSync("npm", ["run", "--silent", script, "--", ...args], {
    cwd: root,
    env: { ...process.env, WRANGLER_HIDE_BANNER: "true" },
    shell: process.platform === "win32",
    stdio: "inherit",
  });
  return result.status === 0;
}

const failed: string[] = [];
for (const [part, script, ...args] of parts) {
  const startMs = performance.now();
  console.log(`\n── ${part}`);
  const ok = passes(script, args);
  if (!ok) failed.push(part);
  console.log(`── ${part}: ${ok ? "ok" : "FAILED"} (${((performance.now() - startMs) / 1000).toFixed(1)} s)`);
}
if (failed.length > 0) {
  console.error(`\ncheck failed: ${failed.join(", ")}. The tests did not run.`);
  process.exitCode = 1;
} else if (!passes("test", process.argv.slice(2))) {
  process.exitCode = 1;
}
