/** The production bundle: what `wrangler deploy` would upload, with the settings that belong to it. Needs no login and no network. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { buildStatic } from "./build-static.ts";
import { root } from "./project.ts";
import { wranglerConfig } from "./wrangler-config.ts";

/** `manifest.json` beside a bundle's `index.js`: what `wrangler.toml` says about how it runs. */
export interface BundleManifest {
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  readonly durableObjects: readonly { readonly binding: string; readonly className: string }[];
  /** Names of the text modules beside `index.js`. */
  readonly texts: readonly string[];
}

/** Where bundles lie, each in a folder named after what it was built from. */
const bundlesDir = join(root, ".build/worker");
/** Bundles that nobody has built for so long are removed. */
const keptMs = 3_600_000;

/** Everything a bundle is made of. */
const sources = [
  "worker",
  "durable-objects",
  "static",
  "wrangler.toml",
  "tsconfig.base.json",
  "tsconfig.json",
  "package.json",
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
  return hash.digest("hex").slice(0, 16);
}

/** What `wrangler deploy` would upload, into this folder. Throws, with what wrangler said, when it does not build. */
async function runWrangler(outDir: string): Promise<void> {
  const env = {
    ...process.env,
    // The build command in wrangler.toml is to find the project's own Node.
    PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
    WRANGLER_HIDE_BANNER: "true",
  };
  const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
  await promisify(execFile)(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", outDir], { cwd: root, env }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`wrangler could not build the Worker\n${error.stdout}${error.stderr}`);
    },
  );
}

function isWhole(bundle: string): Promise<boolean> {
  return stat(join(bundle, "manifest.json")).then(
    () => true,
    () => false,
  );
}

async function buildInto(target: string): Promise<void> {
  const config = await wranglerConfig();
  // Built aside and put in place in one step: two commands may build at the same time, and either may be interrupted.
  const aside = `${target}.${process.pid}`;
  try {
    await runWrangler(aside);
    const manifest: BundleManifest = {
      compatibilityDate: config.compatibility_date,
      compatibilityFlags: config.compatibility_flags ?? [],
      durableObjects: config.durable_objects.bindings.map(({ name, class_name }) => ({ binding: name, className: class_name })),
      texts: (await readdir(aside)).filter((name) => name.endsWith(".txt")),
    };
    await writeFile(join(aside, "manifest.json"), JSON.stringify(manifest, null, 2));
    // One that is whole is of the same files, and somebody may just be reading it.
    if (!(await isWhole(target))) await rm(target, { recursive: true, force: true });
    await rename(aside, target).catch((error: NodeJS.ErrnoException) => {
      // Somebody else's, made of the same files, came first.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function removeOldBundles(): Promise<void> {
  for (const name of await readdir(bundlesDir).catch(() => [])) {
    const path = join(bundlesDir, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - keptMs) await rm(path, { recursive: true, force: true });
  }
}

/** Builds the bundle whatever is there, and answers its folder. */
export async function buildBundle(): Promise<string> {
  // The page's assets are part of what the bundle is made of: they come first, as they do when wrangler is called by itself.
  await buildStatic();
  const target = join(bundlesDir, await fingerprint());
  await removeOldBundles();
  await buildInto(target);
  return target;
}

/** The folder of a bundle that is up to date, built only if something it is made of has changed. */
export async function ensureBundle(): Promise<string> {
  const target = join(bundlesDir, await fingerprint());
  return (await isWhole(target)) ? target : buildBundle();
}
