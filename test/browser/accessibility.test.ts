/** WCAG 2.2 AA by axe in every state of the pages, light and dark, and what axe can't see: zoom, keyboard, forced colours. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Browser } from "playwright-core";
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
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await preview?.close();
});

test.each([
  ["light", "ltr"],
  ["dark", "rtl"],
] as const)(
  "case 55: in every state axe finds nothing (%s), and nothing is wider than the screen at 400 % zoom with forced colours (%s)",
  { timeout: TIMEOUT_MS },
  async (colorScheme, dir) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    const faults: string[] = [];
    let looked = 0;
    await inEachScene(context, preview.url, async ({ name }, page) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate<AxeResults, readonly string[]>(
        (values) => (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({ runOnly: values }),
        TAGS,
      );
      for (const { id, nodes } of violations) faults.push(`${name}: ${id} ${nodes.map(({ html }) => html).join(" ")}`);
      // 1280 CSS pixels at 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      await page.emulateMedia({ forcedColors: "active" });
      const { width, animations } = await page.evaluate((value) => {
        document.documentElement.dir = value;
        return {
          width: document.documentElement.scrollWidth,
          animations: document.getAnimations().filter((animation) => animation.playState === "running").length,
        };
      }, dir);
      if (width > 320) faults.push(`${name}: ${width} wide`);
      if (animations > 0) faults.push(`${name}: moves`);
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
