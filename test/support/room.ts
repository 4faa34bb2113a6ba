/** The real room for tests: the production bundle in raw `workerd serve`, on a free loopback port, with keys of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBundle } from "../../bench/tools/bundle.ts";
import { makeKeys, type KeySet } from "../../bench/tools/keys.ts";
import { mintOrganiserToken } from "../../bench/tools/token.ts";
import { serveWorkerd, type Workerd } from "../../bench/tools/workerd.ts";
import type { EventSettings } from "../../durable-objects/protocol.ts";
import type { OrganiserActor } from "../../worker/organiser/deps.ts";
import type { Config } from "../../worker/config.ts";
import { configFrom, deployment } from "./deployment.ts";
import { send, type Answer, type Ask } from "./http.ts";

export const HOST = "shop.localhost";

export interface RoomOptions {
  /** Origin of `shop.localhost`, and of further hosts. */
  readonly origin: string;
  readonly hosts?: Readonly<Record<string, string>>;
  readonly origins?: readonly string[];
  /** Kept from an earlier run, for crash tests. */
  readonly storageDir?: string;
  readonly keys?: KeySet;
  readonly port?: number;
  /** Changes to the bindings. */
  readonly bindings?: Readonly<Record<string, string>>;
  readonly deployment?: Readonly<Record<string, unknown>>;
  readonly tls?: { readonly privateKey: string; readonly certificateChain: string };
  /** Another bundle than the production one, see `probed-bundle.ts`. */
  readonly bundleDir?: string;
  /** Further isolates that share the objects. */
  readonly replicas?: number;
  /** What calls to the outside may reach; public addresses unless said otherwise. */
  readonly outside?: readonly string[];
  /** Gets every line the Worker logs. */
  readonly onLog?: (line: string) => void;
}

/** The room's keys as its Worker has them: with these a test makes credentials that are genuine, and of whatever time it likes. */
export function configOf(room: Pick<Room, "keys">): Promise<Config> {
  const parsed = { ...deployment, issuer: room.keys.issuer };
  return configFrom({
    STANCHION_DEPLOYMENT: JSON.stringify(parsed),
    STANCHION_OVERRIDE: "",
    STANCHION_LISTENER: "loopback",
    ...room.keys.secrets,
  });
}

export interface Room {
  readonly workerd: Workerd;
  readonly port: number;
  readonly keys: KeySet;
  readonly storageDir: string;
  /** A request to the room; the Host is `shop.localhost` unless told. `port`: another isolate's. */
  ask(ask: Ask, port?: number): Promise<Answer>;
  /** A call of the organiser API as owner, or as whoever is named. */
  organise(method: string, path: string, body?: unknown, actor?: Partial<OrganiserActor>): Promise<Answer>;
  /** An event's figures, as its organiser sees them. */
  live(event: string): Promise<any>;
  /** Creates an event with settings good for tests and waits until the room knows it. */
  createEvent(settings?: Partial<EventSettings>): Promise<void>;
  stop(): Promise<void>;
}

/** Settings that are left out in tests. */
const TEST_EVENT = {
  id: "on-sale",
  title: "Test on-sale",
  region: "weur",
  hosts: [HOST],
  paths: ["/"],
  // Most tests put all their events before one origin.
  shareOrigin: true,
  perMinute: 600,
  maxActiveSessions: 1000,
} as const;

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts the room. */
export async function startRoom(options: RoomOptions): Promise<Room> {
  const bundleDir = options.bundleDir ?? (await ensureBundle());
  const storageDir = options.storageDir ?? (await mkdtemp(join(tmpdir(), "stanchion-room-")));
  const keys = options.keys ?? (await makeKeys({ issuer: "https://room.test", dev: true, nowMs: Date.now() }));
  const port = options.port ?? (await freePort());
  const hosts = Object.fromEntries(
    Object.entries({ [HOST]: options.origin, ...options.hosts }).map(([host, origin]) => [host, { origin }]),
  );
  const deployment = {
    issuer: keys.issuer,
    hosts,
    origins: [options.origin, ...(options.origins ?? [])],
    consoleHosts: ["console.localhost"],
    platform: { kind: "workerd" },
    shardsPerRegion: 4,
    region: "weur",
    ...options.deployment,
  };
  const workerd = await serveWorkerd({
    bundleDir,
    storageDir,
    port,
    bindings: {
      STANCHION_DEPLOYMENT: JSON.stringify(deployment),
      STANCHION_OVERRIDE: "",
      STANCHION_LISTENER: "loopback",
      ...keys.secrets,
      ...options.bindings,
    },
    outbound: ["127.0.0.0/8"],
    ...(options.outside === undefined ? {} : { outside: options.outside }),
    ...(options.tls === undefined ? {} : { tls: options.tls }),
    ...(options.onLog === undefined ? {} : { onLog: options.onLog }),
    replicas: options.replicas ?? 0,
  });
  const ask = (given: Ask, to = port): Promise<Answer> =>
    send(to, { ...given, headers: { Host: HOST, ...given.headers } }, options.tls !== undefined);
  const room: Room = {
    workerd,
    port,
    keys,
    storageDir,
    ask,
    organise: async (method, path, body, actor) => {
      const token = await mintOrganiserToken(
        keys,
        { subject: "tests", role: "owner", events: "*", ...actor },
        { ttlSeconds: 600, nowMs: Date.now() },
      );
      return ask({
        method,
        path: `/_stanchion/api/v1/${path}`,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    live: async (event) => (await room.organise("GET", `events/${event}/live`)).json(),
    createEvent: async (settings = {}) => {
      const wanted = { ...TEST_EVENT, ...settings };
      const created = await room.organise("POST", "events", wanted);
      if (created.status !== 201) throw new Error(`event not created: ${created.status} ${created.body}`);
      await untilKnown(room, wanted.id, wanted.hosts[0] ?? HOST);
    },
    stop: async () => {
      await workerd.stop();
      if (options.storageDir === undefined) await rm(storageDir, { recursive: true, force: true });
    },
  };
  return room;
}

/** Isolates and gates keep copies of the directory for a second or two. */
async function untilKnown(room: Room, event: string, host: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await room.ask({ path: `/_stanchion/v1/status?event=${event}`, headers: { Host: host } });
    // Several lanes and none named is an answer that knows the event, too.
    if (answer.status === 200 || answer.status === 400) return;
    await sleep(100);
  }
  throw new Error(`the room does not know ${event}`);
}
