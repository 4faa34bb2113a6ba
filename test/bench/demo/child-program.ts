/** A program of the kind the start command keeps: says its process id, fails on demand, and leaves a file when it stops in order. */
import { writeFile } from "node:fs/promises";
import { runAsChild } from "../../../bench/demo/child.ts";

interface Task {
  readonly pidFile: string;
  readonly stoppedFile: string;
  readonly fail?: string;
}

runAsChild(async ({ pidFile, stoppedFile, fail }: Task) => {
  if (fail === "at once") process.exit(1);
  if (fail !== undefined) throw new Error(fail);
  await writeFile(pidFile, String(process.pid));
  // Something that keeps the process alive, as a server does.
  setInterval(() => undefined, 1000);
  return { stop: () => writeFile(stoppedFile, "stopped") };
});
