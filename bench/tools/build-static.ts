/**
 * Packs what the pages show and say into text files, a line each: a name, a space and JSON (`worker/packed/unpack.ts` reads them). The pages'
 * assets, `static/<page>/`, go to `worker/generated/pages.txt`, the demo's to `bench/demo/generated/`: a page's `page.ts` (with all it imports)
 * and `page.css` are bundled and minified, its `page.html` is taken as it is; other files are parts of these. The languages go to
 * `worker/generated/languages.txt`. wrangler keeps what lies in `worker/` beside the code as text modules, which nobody has to compile.
 *
 *     npm run static             writes the files
 *     npm run static -- --check  exits 1 if one of them is not what it would write
 *
 * They are committed, so that a fresh clone deploys, tests and type-checks without a build step before it.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { minifySync } from "vite";
import * as languages from "../../worker/i18n/languages.ts";
import { ownNames, textNames } from "./own-names.ts";
import { isMain, root } from "./project.ts";

/** The oldest browsers the pages are written for. */
const browsers = ["chrome96", "firefox94", "safari15.1"];
const sources = join(root, "static");
/** Where the packed files lie, and nothing else does. */
const folders = ["worker/generated", "bench/demo/generated"] as const;

/**
 * A script or style sheet with all it imports, for the pages' browsers.
 *
 * @param own names of members that it may shorten; `names` tells how
 */
export async function bundle(file: string, own: readonly string[], format: "iife" | "esm" = "iife") {
  const result = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    minify: true,
    format,
    target: browsers,
    ...(own.length === 0 ? {} : { mangleProps: new RegExp(`^(?:${own.join("|")})$`), mangleCache: {} }),
    charset: "utf8",
    // Modules are strict anyway: what only a "use strict" would find, the compiler has found.
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    legalComments: "none",
    logLevel: "silent",
  });
  const bundled = result.outputFiles[0]?.text.trim() ?? "";
  return {
    text: file.endsWith(".ts") ? squeezed(bundled) : bundled,
    names: (result.mangleCache ?? {}) as Readonly<Record<string, string>>,
  };
}

/** A script that Oxc's minifier has gone over as well: it finds what esbuild's does not, and the other way round. */
function squeezed(script: string): string {
  const { code, errors } = minifySync("page.js", script, { compress: { target: "es2021" }, mangle: { toplevel: true } });
  if (errors.length > 0) throw new Error(`a page's script can't be minified: ${errors[0]?.message}`);
  return code.trim();
}

/** A page's assets as they stand in it; null if it has none. */
async function pageAssets(page: string): Promise<Record<string, unknown> | null> {
  const files = new Set(await readdir(join(sources, page)));
  const path = (file: string): string => join(sources, page, file);
  if (!files.has("page.ts")) return null;
  const own = page === "waiting-page" ? [...ownNames, ...textNames] : [];
  const { text: js, names } = await bundle(path("page.ts"), own);
  return {
    css: files.has("page.css") ? (await bundle(path("page.css"), [])).text : "",
    js,
    ...(files.has("page.html") && { html: await readFile(path("page.html"), "utf8") }),
    ...(own.length > 0 && { names: Object.fromEntries(textNames.map((text) => [text, names[text] ?? text])) }),
  };
}

/** The pages by name, packed. */
export async function packedPages(): Promise<Map<string, string>> {
  const entries = await readdir(sources, { withFileTypes: true });
  const pages = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const packed = new Map<string, string>();
  for (const page of pages.toSorted()) {
    const assets = await pageAssets(page);
    if (assets !== null) packed.set(page, pack(page, assets));
  }
  return packed;
}

const pack = (name: string, value: unknown): string => `${name} ${JSON.stringify(value)}\n`;

/** All languages, packed. */
export function packedLanguages(): string {
  const packed = Object.values(languages).map((texts) => pack(texts.language, texts));
  return packed.toSorted().join("");
}

/** All that is generated, by path in the project. */
async function generatedFiles(): Promise<Map<string, string>> {
  const pages = [...(await packedPages())];
  const textOf = (demo: boolean): string => pages.flatMap(([page, text]) => ((page === "demo") === demo ? [text] : [])).join("");
  return new Map([
    ["worker/generated/languages.txt", packedLanguages()],
    ["worker/generated/pages.txt", textOf(false)],
    ["bench/demo/generated/pages.txt", textOf(true)],
  ]);
}

/** Paths of generated files that are missing, outdated or belong to nothing any more. */
export async function outdatedFiles(): Promise<string[]> {
  const wanted = await generatedFiles();
  const outdated: string[] = [];
  for (const folder of folders) {
    const present = await readdir(join(root, folder)).catch(() => [] as string[]);
    outdated.push(...present.map((name) => `${folder}/${name}`).filter((path) => !wanted.has(path)));
  }
  for (const [path, text] of wanted) {
    const current = await readFile(join(root, path), "utf8").catch(() => null);
    if (current !== text) outdated.push(path);
  }
  return outdated;
}

/** Brings the files up to date; answers which it changed. */
export async function buildStatic(): Promise<string[]> {
  const outdated = await outdatedFiles();
  if (outdated.length === 0) return outdated;
  const wanted = await generatedFiles();
  for (const path of outdated) {
    const text = wanted.get(path);
    await mkdir(dirname(join(root, path)), { recursive: true });
    await (text === undefined ? rm(join(root, path)) : writeFile(join(root, path), text));
  }
  return outdated;
}

if (isMain(import.meta)) {
  if (process.argv.includes("--check")) {
    const outdated = await outdatedFiles();
    if (outdated.length > 0) {
      console.error(`not up to date: ${outdated.join(", ")}; run "npm run static"`);
      process.exitCode = 1;
    }
  } else {
    const changed = await buildStatic();
    console.log(changed.length === 0 ? "all up to date" : `wrote ${changed.join(", ")}`);
  }
}
