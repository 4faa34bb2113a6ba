/** What a laptop's low screen shows without scrolling. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { startPreview, type Preview } from "../../bench/preview/server.ts";
import { launchBrowser } from "../support/browser.ts";

let browser: Browser;
let preview: Preview;
beforeAll(async () => {
  preview = await startPreview(0);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await preview?.close();
});

test.for(["waiting", "near", "next", "countdown", "your-turn"])(
  "%s, 720 high: all of it, to the way to leave the line",
  async (name, { expect }) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
    await page.goto(`${preview.url}/${name}`);
    await page.waitForSelector("html[data-live]");
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(720);
    await page.close();
  },
);

test("closed: it says that the page can be closed, and offers nothing to press", async ({ expect }) => {
  const page = await browser.newPage();
  await page.goto(`${preview.url}/closed`);
  await page.waitForSelector("html[data-live]");
  expect(await page.locator(".button:visible").count()).toBe(0);
  await page.close();
});
