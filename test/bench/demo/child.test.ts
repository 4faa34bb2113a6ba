import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startChild } from "../../../bench/demo/child.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const program = join(import.meta.dirname, "child-program.ts");

interface Task {
  readonly pidFile: string;
  readonly stoppedFile: string;
}

async function makeTask(): Promise<Task> {
  const folder = await temporaryFolder();
  return { pidFile: join(folder, "pid"), stoppedFile: join(folder, "stopped") };
}

async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await sleep(50);
  }
  return false;
}

describe("a program beside the start command", () => {
  it("stops in order when it is told to", async () => {
    const task = await makeTask();
    const child = await startChild(program, task);
    const pid = Number(await readFile(task.pidFile, "utf8"));
    await child.stop();
    await child.exited;
    expect(await isGone(pid)).toBe(true);
    expect(existsSync(task.stoppedFile)).toBe(true);
  });

  it("says why it can't start", async () => {
    await expect(startChild(program, { ...(await makeTask()), fail: "the port is taken" })).rejects.toThrow("the port is taken");
    await expect(startChild(program, { ...(await makeTask()), fail: "at once" })).rejects.toThrow("it ended at once");
  });

  it("stops in order when the one who started it is killed", async () => {
    const task = await makeTask();
    const parent = spawn(process.execPath, [join(import.meta.dirname, "parent-program.ts"), JSON.stringify(task)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(parent.stdout, "data");
    const pid = Number(await readFile(task.pidFile, "utf8"));
    parent.kill("SIGKILL");
    expect(await isGone(pid)).toBe(true);
    expect(existsSync(task.stoppedFile)).toBe(true);
  });
});
