/** The production bundle: what `wrangler deploy` would upload, with the settings that belong to it. Needs no login and no network. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { parse } from "smol-toml";
import { root } from "./project.ts";

/** `manifest.json` beside a bundle's `index.js`: what `wrangler.toml` says about how it runs. */
export interface BundleManifest {
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  readonly durableObjects: readonly { readonly binding: string; readonly className: string }[];
}

/** Where the bundle is built. */
export const bundleDir = join(root, ".build/worker");

/** What is read of `wrangler.toml`. */
export interface WranglerConfig {
  readonly compatibility_date: string;
  readonly compatibility_flags?: readonly string[];
  readonly durable_objects: { readonly bindings: readonly { readonly name: string; readonly class_name: string }[] };
  readonly vars: Readonly<Record<string, string>>;
  readonly workers_dev?: boolean;
  readonly preview_urls?: boolean;
  readonly assets?: { readonly directory?: string; readonly run_worker_first?: boolean | readonly string[] };
}

/** The project's `wrangler.toml` as it is written; wrangler itself checks it at each build. */
export async function wranglerConfig(): Promise<WranglerConfig> {
  return parse(await readFile(join(root, "wrangler.toml"), "utf8")) as unknown as WranglerConfig;
}

/** Everything a bundle is made of. */
const sources = [
  "worker",
  "durable-objects",
  "static",
  "wrangler.toml",
  "tsconfig.base.json",
  "tsconfig.json",
  "package-lock.json",
  "bench/tools/bundle.ts",
  "bench/tools/build-static.ts",
];

/** Reads a bundle's manifest. */
export async function readManifest(dir: string): Promise<BundleManifest> {
  return JSON.parse(await readFile(join(dir, "manifest.json"), "utf8")) as BundleManifest;
}

/** A hash over all that goes into the bundle. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of sources) {
    const path = join(root, source);
    const names = await readdir(path, { recursive: true }).catch(() => [""]);
    for (const name of names.toSorted()) {
      const bytes = await readFile(join(path, name)).catch(() => null);
      if (bytes !== null) hash.update(`${source}/${name}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest("hex");
}

/** Builds the bundle anew. Throws, with what wrangler said, when it does not build. */
export async function buildBundle(): Promise<void> {
  const before = await fingerprint();
  await rm(bundleDir, { recursive: true, force: true });
  const env = {
    ...process.env,
    // The build command in wrangler.toml is to find the project's own Node.
    PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
    WRANGLER_HIDE_BANNER: "true",
  };
  const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
  await promisify(execFile)(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", bundleDir], { cwd: root, env }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`wrangler could not build the Worker\n${error.stdout}${error.stderr}`);
    },
  );
  const config = await wranglerConfig();
  const manifest: BundleManifest = {
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags ?? [],
    durableObjects: config.durable_objects.bindings.map(({ name, class_name }) => ({ binding: name, className: class_name })),
  };
  await writeFile(join(bundleDir, "manifest.json"), JSON.stringify(manifest, null, 2));
  // Last, so that a build that was interrupted is not taken for a finished one.
  await writeFile(join(bundleDir, "fingerprint"), before);
}

/** The folder of a bundle that is up to date, built only if something it is made of has changed. */
export async function ensureBundle(): Promise<string> {
  const built = await readFile(join(bundleDir, "fingerprint"), "utf8").catch(() => null);
  if (built !== (await fingerprint())) await buildBundle();
  return bundleDir;
}
