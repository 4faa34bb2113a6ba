/** The demo's page in a real browser, before the real demo: what it shows, and what its buttons do. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { startTestDemo, type TestDemo } from "../support/demo.ts";

const CROWD = 20;
/** How long a figure may take to change: a few looks of the page, or of a waiting visitor. */
const soon = { timeout: 15_000, interval: 100 };

let demo: TestDemo;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [demo, browser] = await Promise.all([startTestDemo(), launchBrowser()]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

beforeEach(async () => {
  faults = [];
  context = await browser.newContext();
  page = await context.newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
  page.on("requestfailed", (request) => faults.push(`failed: ${request.url()}`));
  await page.goto(`http://${demo.layout.demoHost}/`);
});

afterEach(() => context.close());

const text = async (id: string): Promise<string> => (await page.locator(`#${id}`).textContent()) ?? "";
const number = async (id: string): Promise<number> => Number((await text(id)).replaceAll(",", ""));
const button = (name: string) => page.getByRole("button", { name });

/** The shop in a tab of its own, as the page's link opens it. */
async function goToTheShop(): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent("page"), page.locator("#you-link").click()]);
  return tab;
}

// One after the other: the line is the same one, and these are its figures.
test("shows the shop's load, the line with rate and state, and you", { concurrent: false }, async () => {
  await expect.poll(() => text("shop-state"), soon).toBe("serving well");
  expect(await number("shop-requests")).toBeGreaterThanOrEqual(0);
  expect(await text("shop-workers-text")).toMatch(/^\d+ of 12 busy · backlog \d+$/);
  expect(await page.locator("#shop-workers i").count()).toBe(12);
  await expect.poll(() => text("line-state"), soon).toBe("letting in");
  expect([await number("line-waiting"), await number("line-rate")]).toEqual([0, 900]);
  expect([await text("you-state"), await text("you-headline")]).toEqual(["outside", "You are not in line"]);
  expect(await text("story")).toMatch(/All quiet|The line is empty/);
  expect(faults).toEqual([]);
});

test("stops letting in, lets in 50, and shows the figures move: the line's, the shop's and yours", { concurrent: false }, async () => {
  await button("Stop letting in").click();
  await expect.poll(() => text("line-state"), soon).toBe("stopped");
  expect(await number("line-rate")).toBe(0);
  await button("Let in again").waitFor();

  const crowd = demo.crowd(CROWD, 50, 50);
  await expect.poll(() => number("line-waiting"), soon).toBe(CROWD);
  const tab = await goToTheShop();
  await expect.poll(() => text("you-state"), soon).toBe("in line");
  expect(await text("you-text")).toContain(`Place ${CROWD + 1}. Nobody is let in at the moment.`);
  await expect.poll(() => number("line-waiting"), soon).toBe(CROWD + 1);
  expect(await text("story")).toContain(`Nobody is let in. ${CROWD + 1} people in line`);

  await button("Let in 50").click();
  await expect.poll(() => number("shop-requests"), soon).toBeGreaterThan(0);
  await expect.poll(() => text("you-state"), soon).toBe("inside");
  expect(await text("you-text")).toContain(`You came in with place ${CROWD + 1}.`);
  await expect.poll(() => tab.title(), soon).toContain("Lantern Theatre");
  await expect.poll(() => number("line-waiting"), soon).toBe(0);
  await expect.poll(() => number("line-active"), soon).toBeGreaterThan(0);
  expect(await text("line-state")).toBe("stopped");

  await button("Let in again").click();
  await expect.poll(() => text("line-state"), soon).toBe("letting in");
  expect([...(await crowd).reasons]).toEqual([]);
  expect(faults).toEqual([]);
});
