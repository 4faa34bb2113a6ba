/** The servers a measurement needs: the room with one event, baselines, an origin; each a `workerd serve` of its own. */
import { build } from "esbuild";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkBindings, type Config } from "../../worker/config.ts";
import type { EventSettings } from "../../durable-objects/protocol.ts";
import { ensureBundle, readManifest } from "../tools/bundle.ts";
import { makeKeys } from "../tools/keys.ts";
import { root } from "../tools/project.ts";
import { load, wire } from "./load-client.ts";
import { mintOrganiserToken } from "../tools/token.ts";
import { serveWorkerd, type Workerd } from "../tools/workerd.ts";

/** Stops servers and removes folders, last first. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0)) await step();
  }
}

async function folder(cleanup: Cleanup): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "stanchion-bench-"));
  cleanup.add(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A port nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Serves a Worker of `bench/workers/`, bundled with what it imports. */
export async function serveScript(
  name: string,
  cleanup: Cleanup,
  bindings: Record<string, string> = {},
  objects: readonly (readonly [binding: string, className: string])[] = [],
): Promise<Workerd> {
  const dir = await folder(cleanup);
  const bundle = await build({
    entryPoints: [join(root, "bench/workers", `${name}.ts`)],
    bundle: true,
    format: "esm",
    target: "es2024",
    external: ["cloudflare:workers"],
    outfile: join(dir, "index.js"),
    minify: true,
    logLevel: "error",
  });
  if (bundle.errors.length > 0) throw new Error(`${name} does not build`);
  const { compatibilityDate, compatibilityFlags } = await readManifest(await ensureBundle());
  const durableObjects = objects.map(([binding, className]) => ({ binding, className }));
  await writeFile(join(dir, "manifest.json"), JSON.stringify({ compatibilityDate, compatibilityFlags, durableObjects, texts: [] }));
  const storageDir = join(dir, "storage");
  await mkdir(storageDir, { recursive: true });
  const workerd = await serveWorkerd({ bundleDir: dir, storageDir, port: 0, bindings, outbound: ["127.0.0.0/8"] });
  cleanup.add(() => workerd.stop());
  return workerd;
}

export interface BenchRoom {
  readonly workerd: Workerd;
  readonly config: Config;
  readonly host: string;
  /** A call of the organiser API. */
  organise(method: string, path: string, body?: unknown): Promise<any>;
}

/** The production bundle with one event on `bench.localhost`. */
export async function serveRoom(originUrl: string, event: Partial<EventSettings>, cleanup: Cleanup): Promise<BenchRoom> {
  const keys = await makeKeys({ issuer: "https://bench.test", dev: false, nowMs: Date.now() });
  const port = await freePort();
  const host = `bench.localhost:${port}`;
  const deployment = {
    issuer: keys.issuer,
    hosts: { [host]: { origin: originUrl } },
    origins: [originUrl],
    consoleHosts: ["console.localhost"],
    platform: { kind: "workerd" },
    shardsPerRegion: 16,
    region: "weur",
  };
  const bindings = {
    STANCHION_DEPLOYMENT: JSON.stringify(deployment),
    STANCHION_OVERRIDE: "",
    STANCHION_LISTENER: "loopback",
    ...keys.secrets,
  };
  const checked = await checkBindings(bindings);
  if (!checked.ok) throw new Error(checked.faults.join("\n"));
  const workerd = await serveWorkerd({
    bundleDir: await ensureBundle(),
    storageDir: await folder(cleanup),
    port,
    bindings,
    outbound: ["127.0.0.0/8"],
  });
  cleanup.add(() => workerd.stop());
  const room: BenchRoom = {
    workerd,
    config: checked.config,
    host,
    organise: async (method, path, body) => {
      const token = await mintOrganiserToken(
        keys,
        { subject: "bench", role: "owner", events: "*" },
        { ttlSeconds: 3_600, nowMs: Date.now() },
      );
      const response = await fetch(`http://127.0.0.1:${port}/_stanchion/api/v1/${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
  };
  await room.organise("POST", "events", {
    id: "bench",
    title: "Bench",
    region: "weur",
    hosts: [host],
    paths: ["/"],
    perMinute: 60_000,
    maxActiveSessions: 100_000,
    ...event,
  });
  // Isolates and gates keep copies of the directory for a second or two.
  for (let tries = 0; tries < 50; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { statuses } = await load({ port, connections: 1, requests: [wire("GET", "/_stanchion/v1/status", { Host: host })] });
    if (statuses[200] === 1) break;
  }
  return room;
}
