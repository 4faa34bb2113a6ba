/**
 * Notices that the command which started this process was killed: `npm start` is a chain of processes, and killing its
 * first one tells the last one nothing.
 */
import { execFileSync } from "node:child_process";

const LOOK_MS = 500;
/** npm, its shell, the bootstrap: no chain is longer. */
const LONGEST_CHAIN = 4;

/** Calls `onOrphaned` once when a process of the chain up to npm has ended. Without npm in it nothing is watched. */
export function watchNpm(onOrphaned: () => void): void {
  const chain = chainToNpm();
  if (chain.length === 0) return;
  const timer = setInterval(() => {
    if (process.ppid === chain[0] && chain.every(exists)) return;
    clearInterval(timer);
    onOrphaned();
  }, LOOK_MS);
  timer.unref();
}

/** Process ids from the parent up to npm, npm's own included; empty when npm is not there. */
function chainToNpm(): readonly number[] {
  if (process.env["npm_lifecycle_event"] === undefined || process.platform === "win32") return [];
  const chain: number[] = [];
  for (let pid = process.ppid; pid > 1 && chain.length < LONGEST_CHAIN;) {
    const [, parent = "0", command = ""] = /^\s*(\d+)\s+(.*)$/u.exec(describe(pid)) ?? [];
    chain.push(pid);
    if (command.startsWith("npm ") || /\/npm(?:-cli\.js)? /u.test(`${command} `)) return chain;
    pid = Number(parent);
  }
  return [];
}

function describe(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "ppid=,args=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
