/** The whole demo for tests: shop, room and page, with ports, keys and a line of its own. Its crowd comes only when it is sent. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDemo } from "../../bench/demo/demo.ts";
import { layoutFrom, PER_MINUTE, type Layout } from "../../bench/demo/layout.ts";
import { runCrowd, type CrowdRun } from "../../bench/load/run-crowd.ts";
import { loopbackTarget } from "../../bench/load/target.ts";

export interface TestDemo {
  readonly layout: Layout;
  /** What it told the terminal. */
  readonly said: readonly string[];
  /** Sends visitors through the room; `letIn`: how many an order let in beside the rate. */
  crowd(visitors: number, timeoutSeconds: number, letIn?: number): Promise<CrowdRun>;
  /** A second call does nothing. */
  stop(): Promise<void>;
}

/** Starts it; takes some seconds, more where the bundle has to be built first. */
export async function startTestDemo(): Promise<TestDemo> {
  // Below the ports that the system hands out by itself.
  const layout = layoutFrom(21_000 + (process.pid % 1000) * 8);
  const said: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), "stanchion-demo-"));
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const options = { layout, keysFile: join(folder, "keys.json"), dataDir: join(folder, "data"), say: (text: string) => said.push(text) };
  const demo = await openDemo(options).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const target = loopbackTarget(`http://${layout.roomHost}`);
  if (target === null) throw new Error("the room is not on this machine");
  const ending = new AbortController();
  let stopped: Promise<void> | undefined;
  return {
    layout,
    said,
    crowd: (visitors, timeoutSeconds, letIn = 0) =>
      runCrowd({
        target,
        visitors,
        arriveSeconds: 1,
        path: "/tickets",
        timeoutSeconds,
        perMinute: PER_MINUTE,
        burst: null,
        letIn: () => letIn,
        signal: ending.signal,
      }),
    stop: () => {
      ending.abort();
      stopped ??= demo.stop().then(removeFolder);
      return stopped;
    },
  };
}
