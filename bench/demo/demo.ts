/** Brings the demo's parts up one after the other, each step in plain words, and takes them down again. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { LimiterPolicy } from "../../durable-objects/domain/types.ts";
import { checkBindings } from "../../worker/config.ts";
import { loopbackTarget } from "../load/target.ts";
import type { Target } from "../load/target.ts";
import { buildStatic } from "../tools/build-static.ts";
import { ensureBundle } from "../tools/bundle.ts";
import type { KeySet } from "../tools/keys.ts";
import { loadOrMakeDevKeys } from "../tools/keys.ts";
import { root } from "../tools/project.ts";
import { mintOrganiserToken } from "../tools/token.ts";
import type { WorkerdOptions } from "../tools/workerd.ts";
import type { Child } from "./child.ts";
import { startChild } from "./child.ts";
import { createDemoServer } from "./demo-server.ts";
import { Director } from "./director.ts";
import { History } from "./history.ts";
import { closeServer, listenOnLoopback } from "./http-server.ts";
import type { Layout } from "./layout.ts";
import { demoDeployment, demoEvent, EVENT, LANE, PER_MINUTE } from "./layout.ts";
import { RoomClient } from "./room-client.ts";
import { ShopClient } from "./shop-client.ts";
import type { ShopSettings } from "./shop.ts";
import { StartFailure } from "./start-failure.ts";

export interface DemoOptions {
  readonly layout: Layout;
  readonly keysFile: string;
  /** Where the room keeps its line. */
  readonly dataDir: string;
  /** Whether the limiter may lower the rate; measured unless said otherwise. */
  readonly mode?: LimiterPolicy["mode"];
  readonly say: (text: string) => void;
}

export interface Demo {
  readonly director: Director;
  readonly history: History;
  readonly shop: ShopClient;
  /** Settles with the name of a part that ended by itself. */
  readonly broken: Promise<string>;
  readonly stop: () => Promise<void>;
}

const TOKEN_SECONDS = 120;

/** Starts everything. Rejects, with nothing left running, when a part can't be started. */
export async function openDemo(options: DemoOptions): Promise<Demo> {
  const { layout, say } = options;
  const children: Child[] = [];
  const stopChildren = async (): Promise<void> => void (await Promise.all(children.map((child) => child.stop())));
  try {
    const keys = await provideKeys(options);
    const room = await roomOptions(options, keys);
    children.push(await startShop(layout, keys.issuer));
    say(`Shop: a small server with twelve workers, on ${layout.shopOrigin}. It serves only what comes through the room.`);
    children.push(await startChild(join(root, "bench/demo/room-process.ts"), room));
    say(`Room: workerd runs the production bundle on http://${layout.roomHost}.`);

    const parts = await openEvent(options, keys);
    const server = createDemoServer({ host: layout.demoHost, page: await loadPage(layout), lane: LANE, ...parts });
    await listenOnLoopback(server, layout.demoPort);
    parts.history.start();
    return {
      director: parts.director,
      history: parts.history,
      shop: parts.shop,
      broken: Promise.race(children.map((child, index) => child.exited.then(() => (index === 0 ? "shop" : "room")))),
      async stop() {
        parts.director.stop();
        parts.history.stop();
        await closeServer(server);
        await stopChildren();
      },
    };
  } catch (error) {
    await stopChildren();
    throw error;
  }
}

async function provideKeys({ keysFile, say }: DemoOptions): Promise<KeySet> {
  const found = existsSync(keysFile);
  const keys = await loadOrMakeDevKeys(keysFile, Date.now());
  say(`Keys: ${found ? "those" : "new ones, for this machine only,"} in ${relative(root, keysFile)}.`);
  return keys;
}

/** What `workerd` is to run, checked before it runs: a start that would answer every request with 503 is none. */
async function roomOptions({ layout, dataDir, say }: DemoOptions, keys: KeySet): Promise<WorkerdOptions> {
  const bindings = {
    ...keys.secrets,
    STANCHION_DEPLOYMENT: demoDeployment(layout, keys.issuer),
    STANCHION_OVERRIDE: "",
    STANCHION_LISTENER: "loopback",
  };
  const checked = await checkBindings(bindings);
  if (!checked.ok) throw new StartFailure(checked.faults.join("\n"));
  say("Bundle: building it, unless it is up to date …");
  const bundleDir = await ensureBundle();
  return { bundleDir, storageDir: dataDir, port: layout.roomPort, bindings, outbound: ["127.0.0.0/8"] };
}

function startShop(layout: Layout, issuer: string): Promise<Child> {
  const settings: ShopSettings = {
    port: layout.shopPort,
    controlPort: layout.shopControlPort,
    keySetUrl: `http://${layout.roomHost}/_stanchion/jwks.json`,
    issuer,
    origin: layout.shopOrigin,
  };
  return startChild(join(root, "bench/demo/shop.ts"), settings);
}

interface Parts {
  readonly room: RoomClient;
  readonly shop: ShopClient;
  readonly history: History;
  readonly director: Director;
}

async function openEvent({ layout, mode, say }: DemoOptions, keys: KeySet): Promise<Parts> {
  const actor = { subject: "demo", role: "owner", events: [EVENT] } as const;
  const token = (): Promise<string> => mintOrganiserToken(keys, actor, { ttlSeconds: TOKEN_SECONDS, nowMs: Date.now() });
  const room = new RoomClient(`http://${layout.roomHost}`, EVENT, token);
  const shop = new ShopClient(layout.shopControlUrl);
  const provided = await room.provide(demoEvent(layout, mode));
  const pace = `lets in ${PER_MINUTE.toLocaleString("en")} visitors a minute at most`;
  say(`Event: "${EVENT}" ${provided === "created" ? pace : `is there from an earlier start, with its line; it ${pace}`}.`);

  const history = new History(room, shop);
  const director = new Director({
    room,
    shop,
    history,
    roomTarget: targetOf(`http://${layout.roomHost}`),
    shopTarget: targetOf(layout.shopOrigin),
    path: "/tickets",
    perMinute: PER_MINUTE,
    say,
  });
  return { room, shop, history, director };
}

function targetOf(url: string): Target {
  const target = loopbackTarget(url);
  if (target === null) throw new Error(`${url} is not on this machine`);
  return target;
}

async function loadPage(layout: Layout): Promise<ReturnType<typeof import("./page.ts").demoPage>> {
  await buildStatic();
  // Only now: the compiled assets may just have been written.
  const { demoPage } = await import("./page.ts");
  return demoPage(`http://${layout.roomHost}/tickets`);
}
