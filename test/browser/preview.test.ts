/** The preview as somebody uses it who opens one state after the other and looks at it for a while. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test, type TestContext } from "vitest";
import { scenes } from "../../bench/preview/scenes.ts";
import { startPreview, type Preview } from "../../bench/preview/server.ts";
import { en } from "../../worker/i18n/en.ts";
import { launchBrowser } from "../support/browser.ts";

/** Longer than the page waits for any answer. */
const A_WHILE_MS = 13_000;

let browser: Browser;
let preview: Preview;
beforeAll(async () => {
  preview = await startPreview(0);
  browser = await launchBrowser(["--renderer-process-limit=2"]);
});
afterAll(async () => {
  await browser?.close();
  await preview?.close();
});

async function open(onTestFinished: TestContext["onTestFinished"], name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${preview.url}/${name}`);
  return page;
}

const phaseOf = (page: Page): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset["phase"]);

test("a state in which the page would go on by itself is there and stays; offline says that it is", async ({ expect, onTestFinished }) => {
  const names = ["joining", "your-turn", "turn-without-answer", "front", "entering", "admitted", "offline"];
  const meant = scenes.filter(({ name }) => names.includes(name));
  const shown = await Promise.all(
    meant.map(async ({ name, phase }) => {
      const page = await open(onTestFinished, name);
      await page.waitForSelector(`html[data-live][data-phase="${phase}"]`, { timeout: 20_000 });
      await page.waitForTimeout(A_WHILE_MS);
      const trouble = await page.locator(".trouble").textContent();
      return [new URL(page.url()).pathname, await phaseOf(page), trouble?.startsWith(en.line.offline)];
    }),
  );
  expect(shown).toEqual(meant.map(({ name, phase }) => [`/${name}`, phase, name === "offline"]));
});

test.for(["your-turn", "missed", "admitted"])("%s: who presses goes where the shop would be", async (name, { onTestFinished }) => {
  const page = await open(onTestFinished, name);
  await page.waitForSelector("html[data-live] .link:not([hidden])");
  await page.click(".link");
  await page.waitForSelector("text=Here the shop would be.");
});
