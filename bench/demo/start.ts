/**
 * `npm start`: a shop, the room before it, a page that shows both, and five hundred visitors. Runs until Ctrl-C.
 *
 *     npm start -- [--port 8787] [--fresh]
 *
 * `--port`: the first of four in a row; `--fresh`: forgets the line of earlier starts. Everything listens on 127.0.0.1 only.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { devKeysFile } from "../tools/keys.ts";
import { isMain, root } from "../tools/project.ts";
import { openDemo } from "./demo.ts";
import { endEarlierDemo, findTakenPort, leavePid } from "./earlier-demo.ts";
import type { Layout } from "./layout.ts";
import { DEFAULT_PORT, layoutFrom } from "./layout.ts";
import { watchNpm } from "./parent-watch.ts";
import { RoomRefusal } from "./room-client.ts";
import { StartFailure } from "./start-failure.ts";

const folder = join(root, ".stanchion");
const pidFile = join(folder, "demo.pid");
const dataDir = join(folder, "data");

interface Flags {
  readonly port: number;
  readonly fresh: boolean;
}

function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: "string", default: String(DEFAULT_PORT) }, fresh: { type: "boolean", default: false } },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1024 || port > 65_532) throw new StartFailure("--port: a whole number from 1024 to 65532");
  return { port, fresh: values.fresh };
}

async function clearTheWay({ port, fresh }: Flags): Promise<Layout> {
  const paths = [join(root, "bench/demo/shop.ts"), join(root, "bench/demo/room-process.ts"), join(dataDir, "workerd.capnp")];
  if (await endEarlierDemo(pidFile, paths)) say("An earlier demo was still running; it has been ended.");
  const layout = layoutFrom(port);
  const taken = await findTakenPort([layout.roomPort, layout.demoPort, layout.shopPort, layout.shopControlPort]);
  if (taken !== null) {
    throw new StartFailure(`Port ${taken} is in use by another program. Choose others: npm start -- --port ${port + 100}`);
  }
  if (fresh) {
    await rm(dataDir, { recursive: true, force: true });
    say("The line of earlier starts is forgotten.");
  }
  return layout;
}

async function main(): Promise<void> {
  const flags = readFlags(process.argv.slice(2));
  const layout = await clearTheWay(flags);
  const demo = await openDemo({ layout, keysFile: devKeysFile, dataDir, say });
  await leavePid(pidFile);

  let stopping = false;
  const stop = (code: number, why: string): void => {
    if (stopping) return;
    stopping = true;
    say(why);
    void demo
      .stop()
      .then(() => rm(pidFile, { force: true }))
      .finally(() => process.exit(code));
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stop(0, "Stopping everything …"));
  watchNpm(() => stop(0, "npm has ended; stopping everything …"));
  void demo.broken.then((part) => stop(1, `The ${part} has ended by itself; stopping everything.`));

  say(links(layout));
  demo.director.arrive();
  say("Five hundred visitors are on their way. Ctrl-C stops everything.");
}

function links({ roomHost, demoHost }: Layout): string {
  return `
  See it all:            http://${demoHost}/
  The shop, as visitor:  http://${roomHost}/tickets
`;
}

function say(text: string): void {
  console.log(text);
}

// A terminal that has gone away is no reason to leave processes behind.
process.stdout.on("error", () => undefined);

if (isMain(import.meta)) {
  try {
    await main();
  } catch (error) {
    // A TypeError with a code is parseArgs speaking.
    const known = error instanceof StartFailure || error instanceof RoomRefusal || (error instanceof TypeError && "code" in error);
    console.error(known ? error.message : error);
    process.exit(1);
  }
}
