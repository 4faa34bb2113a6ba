/**
 * Compiles the pages' assets into TypeScript modules for whoever serves them: `static/<page>/` →
 * `worker/generated/<page>-assets.ts`, the demo's → `bench/demo/generated/`. A page's `page.ts` (with all it imports) and
 * `page.css` are bundled and minified; its `*.html` and `*.svg` are taken as they are; other files are parts that `page.ts` or
 * `page.css` import. All languages but English are packed into `worker/generated/languages.txt`, which wrangler keeps beside the code as a text module.
 *
 *     npm run static             writes the modules
 *     npm run static -- --check  exits 1 if one of them is not what it would write
 *
 * The modules are committed, so that a fresh clone deploys, tests and type-checks without a build step before it.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { build } from "esbuild";
import { en } from "../../worker/i18n/en.ts";
import * as languages from "../../worker/i18n/languages.ts";
import { ownNames, textNames } from "./own-names.ts";
import { isMain, root } from "./project.ts";

/** The oldest browsers the pages are written for. */
const browsers = ["chrome96", "firefox94", "safari15.1"];
const sources = join(root, "static");
/** Where the modules lie, and nothing else does. */
const folders = ["worker/generated", "bench/demo/generated"] as const;
const folderOf = (page: string): (typeof folders)[number] => (page === "demo" ? folders[1] : folders[0]);

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
    legalComments: "none",
    logLevel: "silent",
  });
  return { text: result.outputFiles[0]?.text.trim() ?? "", names: (result.mangleCache ?? {}) as Readonly<Record<string, string>> };
}

/** One asset as it stands in the page. */
async function compile(file: string, own: readonly string[]): ReturnType<typeof bundle> {
  const kind = extname(file);
  if (kind !== ".ts" && kind !== ".css") return { text: await readFile(file, "utf8"), names: {} };
  const { text, names } = await bundle(file, own);
  // They are put inline: the text must not be able to close its own element.
  if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`${file} would end its element early`);
  return { text, names };
}

/** `page.css` → `pageCss`, `page.ts` → `pageJs`, `big-clock.svg` → `bigClockSvg`. */
function exportName(file: string): string {
  const kind = extname(file) === ".ts" ? "js" : extname(file).slice(1);
  return `${basename(file, extname(file))}-${kind}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The module of one page, a string for each asset and a hash for each that is put inline; null if it has none. */
async function pageModule(page: string): Promise<string | null> {
  const files = (await readdir(join(sources, page)))
    .filter((file) => /^(?:page\.(?:css|ts)|[a-z0-9-]+\.(?:html|svg))$/.test(file))
    .toSorted();
  if (files.length === 0) return null;
  const lines = [`// Made of static/${page}/ by bench/tools/build-static.ts; do not edit.`];
  for (const file of files) {
    const { text, names } = await compile(join(sources, page, file), page === "waiting-page" ? [...ownNames, ...textNames] : []);
    const name = exportName(file);
    lines.push("", `export const ${name} = ${JSON.stringify(text)};`);
    if (!/\.(?:css|ts)$/.test(file)) continue;
    const shortened = Object.fromEntries(textNames.flatMap((text) => (names[text] === undefined ? [] : [[text, names[text]]])));
    if (Object.keys(shortened).length > 0) {
      lines.push(
        `/** The names of texts by which \`${name}\` knows them. */`,
        `export const ${name}Names: Readonly<Record<string, string>> = ${JSON.stringify(shortened)};`,
      );
    }
    const hash = createHash("sha256").update(text).digest("base64");
    lines.push(
      `/** Source for a Content-Security-Policy that allows \`${name}\` put inline. */`,
      `export const ${name}Hash = "'sha256-${hash}'";`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/** The pages' modules by path in the project. */
export async function staticModules(): Promise<Map<string, string>> {
  const entries = await readdir(sources, { withFileTypes: true }).catch(() => []);
  const pages = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const modules = new Map<string, string>();
  for (const page of pages) {
    const text = await pageModule(page);
    if (text !== null) modules.set(`${folderOf(page)}/${page}-assets.ts`, text);
  }
  return modules;
}

/** All languages but English, which is in the code: a line each, its tag and its texts as JSON. */
export function packedLanguages(): string {
  const packed = Object.values(languages).filter((texts) => texts !== en);
  const lines = packed.map((texts) => `${texts.language} ${JSON.stringify(texts)}\n`);
  return lines.toSorted().join("");
}

/** All that is generated, by path in the project. */
async function generatedFiles(): Promise<Map<string, string>> {
  return (await staticModules()).set("worker/generated/languages.txt", packedLanguages());
}

/** Paths of generated files that are missing, outdated or belong to nothing any more. */
export async function outdatedStaticModules(): Promise<string[]> {
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

/** Brings the modules up to date; answers which it changed. */
export async function buildStatic(): Promise<string[]> {
  const outdated = await outdatedStaticModules();
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
    const outdated = await outdatedStaticModules();
    if (outdated.length > 0) {
      console.error(`not up to date: ${outdated.join(", ")}; run "npm run static"`);
      process.exitCode = 1;
    }
  } else {
    const changed = await buildStatic();
    console.log(changed.length === 0 ? "all up to date" : `wrote ${changed.join(", ")}`);
  }
}
