/** A demo of this folder that is still there: an earlier start's, or what a killed one left behind. */
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { closeServer, listenOnLoopback } from "./http-server.ts";

interface Running {
  readonly pid: number;
  readonly command: string;
}

const START_COMMAND = "bench/demo/start.ts";
const GRACE_MS = 8000;
const PORT_WAIT_MS = 3000;

/**
 * Ends the demo whose process id is in `pidFile`, and then whatever still runs with one of `paths` (absolute, of this
 * folder's demo alone) in its command line. Answers whether there was anything.
 */
export async function endEarlierDemo(pidFile: string, paths: readonly string[]): Promise<boolean> {
  const pid = Number(await readFile(pidFile, "utf8").catch(() => ""));
  // Process ids are used again: it must be the start command as well.
  const findStart = async (): Promise<Running | undefined> =>
    (await processes()).find((one) => one.pid === pid && one.command.includes(START_COMMAND));
  const found = await findStart();
  if (found !== undefined) signal(pid, "SIGTERM");
  const giveUpMs = Date.now() + GRACE_MS;
  while ((await findStart()) !== undefined) {
    if (Date.now() > giveUpMs) signal(pid, "SIGKILL");
    await sleep(50);
  }
  const left = (await processes()).filter(({ command }) => paths.some((path) => command.includes(path)));
  for (const one of left) signal(one.pid, "SIGKILL");
  await rm(pidFile, { force: true });
  return found !== undefined || left.length > 0;
}

/** Leaves word of this process for the next start. */
export async function leavePid(pidFile: string): Promise<void> {
  await writeFile(pidFile, String(process.pid), { mode: 0o600 });
}

/** All processes but this one; none where the system has no `ps`. */
async function processes(): Promise<readonly Running[]> {
  try {
    const { stdout } = await promisify(execFile)("ps", ["-e", "-o", "pid=,stat=,args="], { maxBuffer: 16 * 1024 * 1024 });
    return stdout.split("\n").flatMap((line) => {
      const [, pid, stat = "Z", command = ""] = /^\s*(\d+)\s+(\S+)\s+(.*)$/u.exec(line) ?? [];
      return stat.startsWith("Z") || Number(pid) === process.pid ? [] : [{ pid: Number(pid), command }];
    });
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in between.
  }
}

/** The first of the ports that stays taken; null when all are free. A process that is ending gets a moment. */
export async function findTakenPort(ports: readonly number[]): Promise<number | null> {
  const giveUpMs = Date.now() + PORT_WAIT_MS;
  for (const port of ports) {
    while (!(await isFree(port))) {
      if (Date.now() > giveUpMs) return port;
      await sleep(100);
    }
  }
  return null;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await listenOnLoopback(server, port);
    await closeServer(server);
    return true;
  } catch {
    return false;
  }
}
