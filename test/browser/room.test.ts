/** A real browser, the real room, a real shop: join, wait, see the number fall, get in at the deep link. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, test, type TestContext } from "vitest";
import { launchBrowser, WITH_PAGE_MEMORY } from "../support/browser.ts";
import { SHOP_PAGE, startOrigin, type TestOrigin } from "../support/origin.ts";
import { freePort, startRoom, type Room } from "../support/room.ts";
import { TestVisitor } from "../support/visitor.ts";

let browser: Browser;
let origin: TestOrigin;
let room: Room;
let host: string;

beforeAll(async () => {
  const port = await freePort();
  host = `shop.localhost:${port}`;
  origin = await startOrigin();
  room = await startRoom({ origin: origin.url, port, hosts: { [host]: origin.url } });
  // With the memory for back and forward, as people's browsers have it.
  browser = await launchBrowser(["--host-resolver-rules=MAP *.localhost 127.0.0.1"], WITH_PAGE_MEMORY);
});

afterAll(async () => {
  await browser?.close();
  await room?.stop();
  await origin?.stop();
});

/** An event of its own for each test, with the doors stopped and `ahead` people in line already. */
async function lineOf(id: string, ahead: number): Promise<void> {
  await room.createEvent({ id, hosts: [host], paths: [`/${id}`], doors: "stopped", perMinute: 60 });
  for (let place = 0; place < ahead; place++) {
    const visitor = new TestVisitor(room, { host, event: id });
    await visitor.join(`/${id}`);
  }
}

/** A tab of a browser of its own, which is closed after the test. */
async function open(onTestFinished: TestContext["onTestFinished"], path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`http://${host}${path}`);
  return page;
}

/** Also while the page loads itself anew. */
const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page
    .locator(selector)
    .textContent()
    .catch(() => "")) ?? "";

const figure = async (page: Page): Promise<number> => Number((await textOf(page, ".figure")).replaceAll(",", ""));

test("waits, sees the number fall, and is taken in at the deep link, byte for byte", async ({ expect, onTestFinished }) => {
  await lineOf("falls", 25);
  const link = "/falls/show?seat=%2F+a&seat=b#row-3";
  const page = await open(onTestFinished, link);
  await expect.poll(() => figure(page), { timeout: 10_000 }).toBe(25);
  expect(await page.locator(".place").textContent()).toBe("26");
  expect(await page.locator(".wait").textContent()).toMatch(/not known/i);
  // Those before it never come back: three are let in beside the rate, so three are called, and as nobody comes some more.
  await room.organise("POST", "events/falls/actions/let-in", { count: 3 });
  await expect.poll(() => figure(page), { timeout: 20_000 }).toBeLessThan(25);
  await room.organise("POST", "events/falls/actions/doors", { doors: "always" });
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "The shop", undefined, { timeout: 40_000 });
  expect(page.url()).toBe(`http://${host}${link}`);
  expect(origin.seen.map(({ url }) => url)).toContain("/falls/show?seat=%2F+a&seat=b");
  // The pass that came back is a session.
  const session = await page.evaluate(async () => (await fetch("/_stanchion/v1/session?event=falls")).json());
  expect(session).toMatchObject({ position: 26, provisional: false });
});

test("case 56: without script the visitor joins, waits and gets in", async ({ expect, onTestFinished }) => {
  await lineOf("plain", 1);
  const page = await open(onTestFinished, "/plain/show?a=%2F", { javaScriptEnabled: false });
  // The first answer brings the credential; the page loads itself anew and gets its place.
  await expect.poll(() => textOf(page, ".place"), { timeout: 15_000 }).toBe("2");
  await room.organise("POST", "events/plain/actions/doors", { doors: "always" });
  await expect.poll(() => textOf(page, "h1"), { timeout: 45_000 }).toBe("The shop");
  expect(page.url()).toBe(`http://${host}/plain/show?a=%2F`);
});

test("case 11: five tabs of one browser have one place and one entry", async ({ expect, onTestFinished }) => {
  await lineOf("tabs", 0);
  const first = await open(onTestFinished, "/tabs");
  await expect.poll(() => textOf(first, ".place"), { timeout: 10_000 }).toBe("1");
  const tabs = [first, ...(await Promise.all([1, 2, 3, 4].map(() => first.context().newPage())))];
  await Promise.all(tabs.slice(1).map((tab) => tab.goto(`http://${host}/tabs`)));
  for (const tab of tabs) await expect.poll(() => textOf(tab, ".place"), { timeout: 10_000 }).toBe("1");
  await room.organise("POST", "events/tabs/actions/doors", { doors: "always" });
  for (const tab of tabs) await expect.poll(() => textOf(tab, "h1"), { timeout: 45_000 }).toBe("The shop");
  const live = (await room.organise("GET", "events/tabs/live")).json();
  expect(live.lanes[0].lastIssued).toBe(1);
  expect(live.activeSessions).toBe(1);
});

test("who goes to another page and comes back has the same place, and goes in once", async ({ expect, onTestFinished }) => {
  await lineOf("back", 1);
  const page = await open(onTestFinished, "/back/show?a=%2F");
  await expect.poll(() => textOf(page, ".place"), { timeout: 10_000 }).toBe("2");
  for (const elsewhere of [`${origin.url}/elsewhere`, `http://${host}/free`]) {
    await page.goto(elsewhere);
    await page.goBack({ waitUntil: "commit" });
    await expect.poll(() => textOf(page, ".place"), { timeout: 10_000 }).toBe("2");
  }
  await room.organise("POST", "events/back/actions/doors", { doors: "always" });
  await expect.poll(() => textOf(page, "h1"), { timeout: 45_000 }).toBe("The shop");
  expect(page.url()).toBe(`http://${host}/back/show?a=%2F`);
  await page.goto(`${origin.url}/elsewhere`);
  await page.goBack({ waitUntil: "commit" });
  await expect.poll(() => textOf(page, "#path"), { timeout: 10_000 }).toBe("/back/show?a=%2F");
  const live = (await room.organise("GET", "events/back/live")).json();
  expect(live.lanes[0].lastIssued).toBe(2);
  expect(live.activeSessions).toBe(1);
});

test.for([
  ["with script", true],
  ["without script", false],
] as const)(
  "S6: %s a visit that was opened from another network goes on here only when somebody says so",
  { timeout: 120_000 },
  async ([, javaScriptEnabled], { expect, onTestFinished }) => {
    const id = javaScriptEnabled ? "elsewhere" : "elsewhere-plain";
    await lineOf(id, 0);
    const page = await open(onTestFinished, `/${id}/show?a=%2F`, { javaScriptEnabled });
    await expect.poll(() => textOf(page, ".place"), { timeout: 15_000 }).toBe("1");
    const other = new TestVisitor(room, { host, event: id, from: "127.80.2.1" });
    other.jar.store((await page.context().cookies()).map(({ name, value }) => `${name}=${value}`));
    await room.organise("POST", `events/${id}/actions/doors`, { doors: "always" });
    await expect.poll(() => textOf(page, "h1"), { timeout: 45_000 }).toBe("The shop");
    await page.waitForTimeout(2_500);
    expect((await other.call("enter")).status).toBe(200);
    // Within the snapshot's refresh.
    await page.waitForTimeout(1_500);
    await page.reload();
    expect(await textOf(page, "h1")).toBe("Your visit was opened elsewhere");
    // As long as the page polls several times, and would have gone in by itself.
    await page.waitForTimeout(6_000);
    expect(await textOf(page, "h1")).toBe("Your visit was opened elsewhere");
    expect((await other.open(`/${id}`)).body).toContain(SHOP_PAGE);
    await page.getByRole("button", { name: "Go on here" }).click();
    await expect.poll(() => textOf(page, "h1"), { timeout: 10_000 }).toBe("The shop");
    expect(page.url()).toBe(`http://${host}/${id}/show?a=%2F`);
    await page.waitForTimeout(1_500);
    expect((await other.open(`/${id}`)).body).not.toContain(SHOP_PAGE);
  },
);
