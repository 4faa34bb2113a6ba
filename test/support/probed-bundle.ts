/** The production bundle with a probe around it: counts the calls between the rooms, makes them fail, kills gates. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { ensureBundle, readManifest } from "../../bench/tools/bundle.ts";
import { root } from "../../bench/tools/project.ts";
import { send } from "./http.ts";

/** What a call between two rooms comes to: an error that is no overload, one that is, no answer for half a minute. */
export type Fault = "unreachable" | "overloaded" | "silent";

/** By room ("gate", "event", "directory") or method ("gate.visit"), and for one event only with its id behind ("gate.visit on-sale"). */
export type Faults = Readonly<Record<string, Fault>>;

/** Calls so far by method: "gate.visit", "gate.read", "gate.directory", "event.sync", "directory.read" … */
export type Calls = Readonly<Record<string, number>>;

/** Builds it into a folder of its own, which the caller removes; to be given to `startRoom` as `bundleDir`. */
export async function probedBundle(): Promise<string> {
  const production = await ensureBundle();
  const folder = await mkdtemp(join(tmpdir(), "stanchion-probed-"));
  await build({
    entryPoints: [join(root, "test/support/probe.ts")],
    outfile: join(folder, "index.js"),
    bundle: true,
    format: "esm",
    external: ["cloudflare:*"],
    // What is probed is the bundle that is deployed, not its sources.
    plugins: [
      {
        name: "production",
        setup: ({ onResolve }) => onResolve({ filter: /worker\/index\.ts$/ }, () => ({ path: join(production, "index.js") })),
      },
    ],
    logLevel: "error",
  });
  // Its text modules are in the code of this one.
  await writeFile(join(folder, "manifest.json"), JSON.stringify({ ...(await readManifest(production)), texts: [] }));
  return folder;
}

export interface Probe {
  calls(): Promise<Calls>;
  /** From now on; `{}` = none. */
  fail(faults: Faults): Promise<void>;
  /** Kills every gate: what it held in memory is lost, and whoever waits for it gets an error. */
  killGates(): Promise<void>;
}

/** The probe of a room that serves such a bundle. */
export function probeOf(port: number): Probe {
  const control = async (query: string): Promise<Calls> =>
    (await send(port, { path: `/?${query}`, headers: { Host: "probe.test" } })).json();
  return {
    calls: () => control(""),
    fail: async (faults) => void (await control(`faults=${encodeURIComponent(JSON.stringify(faults))}`)),
    killGates: async () => void (await control("kill=1")),
  };
}
