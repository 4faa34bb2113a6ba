/** A real browser before the real room: it works out what a place costs, or waits instead. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { startOrigin, type TestOrigin } from "../support/origin.ts";
import { putTemplate } from "../support/template.ts";
import { freePort, startRoom, type Room } from "../support/room.ts";

let browser: Browser;
let origin: TestOrigin;
let room: Room;
let host: string;
const challenge = { attempts: 1_000 };

beforeAll(async () => {
  const port = await freePort();
  host = `shop.localhost:${port}`;
  origin = await startOrigin();
  room = await startRoom({ origin: origin.url, port, hosts: { [host]: origin.url } });
  browser = await launchBrowser(["--host-resolver-rules=MAP *.localhost 127.0.0.1"]);
  for (const id of ["solved", "unsolvable", "tabs", "own-page"])
    await room.createEvent({ id, hosts: [host], paths: [`/${id}`], doors: "stopped", challenge });
});

afterAll(async () => {
  await browser?.close();
  await room?.stop();
  await origin?.stop();
});

/** What a test registers its clean-up with. */
type OnFinished = (close: () => Promise<void>) => void;

async function newContext(onFinished: OnFinished): Promise<BrowserContext> {
  const context = await browser.newContext();
  onFinished(() => context.close());
  return context;
}

const place = (page: Page): Promise<string | null> => page.locator(".place").textContent();

test("S4: the page solves the challenge by itself and has its place", async ({ expect, onTestFinished }) => {
  const page = await (await newContext(onTestFinished)).newPage();
  const joins: string[] = [];
  page.on("request", (request) => request.url().endsWith("/join") && joins.push(request.postData() ?? ""));
  await page.goto(`http://${host}/solved`);
  await expect.poll(() => place(page), { timeout: 20_000 }).toBe("1");
  // One call, with the solution: the puzzle came with the page.
  expect(joins.map((body) => (JSON.parse(body) as { challenge: string }).challenge.length)).toEqual([20]);
});

test("tabs of one browser solve it each for themselves and have one place", async ({ expect, onTestFinished }) => {
  const context = await newContext(onTestFinished);
  const pages = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const page = await context.newPage();
      await page.goto(`http://${host}/tabs`);
      return page;
    }),
  );
  for (const page of pages) await expect.poll(() => place(page), { timeout: 30_000 }).toBe("1");
  expect((await room.live("tabs")).lanes[0].lastIssued).toBe(1);
});

test("case 69: a browser that can't solve it says when it tries again, and is not told of cookies", async ({ expect, onTestFinished }) => {
  const page = await (await newContext(onTestFinished)).newPage();
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  await page.goto(`http://${host}/unsolvable`);
  await expect.poll(() => page.locator(".lead").textContent(), { timeout: 10_000 }).toMatch(/We try again in /);
  expect(await page.locator(".headline").textContent()).toBe("A short check");
});

test("who has solved it is shown the organiser's own page", async ({ expect, onTestFinished }) => {
  expect((await putTemplate(room, "own-page", "<h1>Our own page</h1>{{#isStopped}}stopped{{/isStopped}}")).status).toBe(200);
  const page = await (await newContext(onTestFinished)).newPage();
  await expect
    .poll(
      async () => {
        await page.goto(`http://${host}/own-page`);
        await page.waitForTimeout(1500);
        return page.locator("h1").textContent();
      },
      { timeout: 20_000 },
    )
    .toBe("Our own page");
});
