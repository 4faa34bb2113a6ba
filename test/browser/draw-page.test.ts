import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test, type TestContext } from "vitest";
import { renderDrawPage } from "../../worker/pages/draw-page.ts";
import { makeDraw } from "../durable-objects/domain/draw/draw.ts";
import { allPlaces } from "../durable-objects/domain/draw/independent-verifier.ts";
import { launchBrowser } from "../support/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const draw = makeDraw({ sizes: { main: 40, vip: 3 } });
const soon = { timeout: 15_000, interval: 50 };

/** A tab on the page of an event whose publication this is; null = it has no draw. */
async function open(
  onTestFinished: TestContext["onTestFinished"],
  publication: unknown,
  options: { readonly javaScriptEnabled?: boolean } = {},
): Promise<{ tab: Page; errors: string[] }> {
  const rendered = renderDrawPage({ event: "on-sale", title: "Aurora <3", nonce: "0123456789abcdef", framing: [] });
  const server = createServer((request, response) => {
    if (request.url === "/_stanchion/v1/events/on-sale/draw")
      response.writeHead(publication === null ? 404 : 200, { "Content-Type": "application/json" }).end(JSON.stringify(publication));
    else response.writeHead(200, rendered.headers).end(rendered.html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = await browser.newContext(options);
  onTestFinished(async () => {
    await own.close();
    server.closeAllConnections();
    server.close();
  });
  const tab = await own.newPage();
  const errors: string[] = [];
  tab.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
  tab.on("pageerror", (error) => void errors.push(error.message));
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { tab, errors };
}

const text = (tab: Page, selector: string) => tab.locator(selector).textContent();

test("case 31: the browser recomputes the draw, and finds the place a third party finds", async ({ expect, onTestFinished }) => {
  const { tab, errors } = await open(onTestFinished, draw.revealed);
  await expect.poll(() => text(tab, "#summary"), soon).toBe("Everything that can be checked here is as promised.");
  expect(await tab.locator(".check").count()).toBe(7);
  expect(await tab.locator(".check.right").count()).toBe(5);
  await tab.getByLabel("Line").selectOption("vip");
  await tab.getByLabel("Your number").fill("2");
  await tab.getByRole("button").click();
  const commitment = draw.revealed.commitments[0]!;
  const places = allPlaces({ commitment, seed: draw.revealed.seed!, size: 3, lane: "vip", randomness: draw.revealed.beacon!.randomness });
  expect(await text(tab, "#answer")).toBe(`Number 2 has place ${places[1]} of 3.`);
  expect(errors).toEqual([]);
});

test("a draw that is not as promised is called so", async ({ expect, onTestFinished }) => {
  const { tab } = await open(onTestFinished, { ...draw.revealed, seed: "00".repeat(32) });
  await expect.poll(() => text(tab, "#summary"), soon).toMatch(/^One check fails/);
  expect(await text(tab, ".check.wrong")).toContain("Is it the seed that was promised?");
});

test.for([
  ["no draw", null, "There is no draw for this event."],
  ["something else", { hello: "world" }, "is no publication of a draw"],
] as const)("%s is said in words", async ([, publication, words], { expect, onTestFinished }) => {
  const { tab } = await open(onTestFinished, publication);
  await expect.poll(() => text(tab, "#summary"), soon).toContain(words);
  expect(await tab.locator("#ask").isVisible()).toBe(false);
});

test("without script the page says that it needs one, and leads to what is published", async ({ expect, onTestFinished }) => {
  const { tab } = await open(onTestFinished, draw.revealed, { javaScriptEnabled: false });
  expect(await tab.locator("noscript p").isVisible()).toBe(true);
  expect(await tab.getByRole("link", { name: "what is published" }).getAttribute("href")).toBe("/_stanchion/v1/events/on-sale/draw");
});

test("it fits a narrow screen, and is light or dark as the reader likes", async ({ expect, onTestFinished }) => {
  const { tab } = await open(onTestFinished, draw.revealed);
  await expect.poll(() => tab.locator(".check").count(), soon).toBe(7);
  await tab.setViewportSize({ width: 320, height: 640 });
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const paper = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await tab.emulateMedia({ colorScheme: "dark" });
  expect(await paper()).not.toBe(light);
});
