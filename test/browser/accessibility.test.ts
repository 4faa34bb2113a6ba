/** WCAG 2.2 AA by axe in every state of the pages, light and dark, and what axe can't see: zoom, keyboard, forced colours. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inEachScene } from "../../bench/preview/open-scene.ts";
import { scenes } from "../../bench/preview/scenes.ts";
import { startPreview, type Preview } from "../../bench/preview/server.ts";
import { root } from "../../bench/tools/project.ts";
import { launchBrowser } from "../support/browser.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** All scenes wait for a poll or two, one after the other on a busy machine. */
const TIMEOUT_MS = 180_000;

let browser: Browser;
let preview: Preview;
let axe: string;
beforeAll(async () => {
  axe = await readFile(join(root, "node_modules/axe-core/axe.min.js"), "utf8");
  preview = await startPreview(0);
  // Many tabs of one site: to start a process for each, and to read axe anew in it, would take longer than all that is asked of them.
  browser = await launchBrowser(["--renderer-process-limit=2"]);
});
afterAll(async () => {
  await browser?.close();
  await preview?.close();
});

/** The rules that are broken, with what breaks them. */
const axeFaults = (page: Page): Promise<string[]> =>
  page.evaluate<string[], readonly string[]>(async (values) => {
    const { axe: checker } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
    const { violations } = await checker.run({ runOnly: values, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(" ")}`);
  }, TAGS);

/** What is wrong at 1280 CSS pixels, 400 % zoom, in forced colours. */
async function zoomFaults(page: Page, dir: string): Promise<string[]> {
  const { width, animations } = await page.evaluate((value) => {
    document.documentElement.dir = value;
    return {
      width: document.documentElement.scrollWidth,
      animations: document.getAnimations().filter((animation) => animation.playState === "running").length,
    };
  }, dir);
  return [...(width > 320 ? [`${width} wide`] : []), ...(animations > 0 ? ["moves"] : [])];
}

test(
  "case 55: in every state axe finds nothing, light or dark, and nothing is wider than the screen at 400 % zoom with forced colours, in either direction",
  { timeout: TIMEOUT_MS },
  async () => {
    const context = await browser.newContext({ colorScheme: "light", reducedMotion: "reduce" });
    const faults: string[] = [];
    let looked = 0;
    await inEachScene(context, preview.url, async ({ name }, page) => {
      const note = (how: string, found: string[]): void => void faults.push(...found.map((fault) => `${name}, ${how}: ${fault}`));
      await page.evaluate(axe);
      note("light", await axeFaults(page));
      await page.emulateMedia({ colorScheme: "dark" });
      note("dark", await axeFaults(page));
      await page.setViewportSize({ width: 320, height: 256 });
      await page.emulateMedia({ forcedColors: "active" });
      for (const dir of ["ltr", "rtl"]) note(dir, await zoomFaults(page, dir));
      looked += 1;
    });
    await context.close();
    expect(faults).toEqual([]);
    expect(looked).toBe(scenes.length);
  },
);

test("case 55: everything that can be done can be done by keyboard, in the order in which it is read", async () => {
  const page = await browser.newPage();
  await page.goto(`${preview.url}/waiting`);
  await page.waitForSelector(".alerts:not([hidden])");
  const reached: string[] = [];
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ""));
    // Focus that is not seen is none.
    expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe("solid");
    if (reached.at(-1) === "Leave the line") await page.keyboard.press("Enter");
  }
  expect(reached).toEqual(["Play a sound at my turn", "Notify me at my turn", "Leave the line", "Give up my place"]);
  await page.close();
});
