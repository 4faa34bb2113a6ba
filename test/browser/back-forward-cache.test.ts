/**
 * Chromium's own memory for back and forward, switched on as in a browser that people use. It keeps pages that say `no-store`, ours
 * among them with the headers they really have, as long as none of their scripts has got an answer that says so, too: it does until
 * the first poll. After that it drops them, and going back asks for the page anew. Both are real here. That a page which has polled
 * comes back (as browsers without that rule may do) is shown with answers that lack `no-store`; all else of it is the same.
 */
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { launchBrowser, WITH_PAGE_MEMORY } from "../support/browser.ts";
import { startScriptedRoom, type RoomReply, type ScriptedRoom } from "../support/scripted-room.ts";
import { DEEP_LINK, FLOOR_MS, gapsBetweenCalls, openScene, pause, soon, text, turn, waiting } from "./scene.ts";

/** Longer than a test takes: the page asks sooner only where something tells it to. */
const POLL_MS = 50_000;
const KEPT = { "Cache-Control": "no-cache" };

let browser: Browser;
let elsewhere: ScriptedRoom;
beforeAll(async () => {
  browser = await launchBrowser([], WITH_PAGE_MEMORY);
  elsewhere = await startScriptedRoom(
    () => ({ html: "<!doctype html><title>Elsewhere</title>", headers: { "Content-Type": "text/html" } }),
    () => ({ status: 404 }),
  );
});
afterAll(async () => {
  await browser.close();
  await elsewhere.close();
});

/** Notes how the page was shown. */
const noteShown = (): void => {
  const shown: boolean[] = [];
  Object.assign(window, { shown });
  addEventListener("pageshow", (event) => shown.push(event.persisted));
};
const shownIn = (tab: Tab): Promise<boolean[]> => tab.evaluate(() => (window as unknown as { shown: boolean[] }).shown);

/** Goes to a page of another site, and back `awayMs` later. */
async function leaveAndReturn(tab: Tab, awayMs = 500): Promise<void> {
  await tab.goto(elsewhere.url);
  await pause(awayMs);
  // The page that comes back was loaded long ago.
  await tab.goBack({ waitUntil: "commit" });
}

const visit = { path: DEEP_LINK, init: [noteShown, null] } as const;

test("with its real headers the page comes back as it was, asks at once and goes on with one chain", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  let status = waiting(9, 7, POLL_MS);
  const room = await scene.room(
    () => status,
    () => ({ status: 200, body: status }),
  );
  const tab = await scene.visit(room, visit);
  status = waiting(8, 8, 2000);
  await leaveAndReturn(tab, 2500);
  await expect.poll(() => text(tab, ".figure"), soon).toBe("8");
  expect(await shownIn(tab)).toEqual([false, true]);
  expect(await text(tab, ".place")).toBe("12,345");
  await expect.poll(() => room.count("status"), soon).toBe(4);
  expect(Math.min(...(await gapsBetweenCalls(tab)))).toBeGreaterThanOrEqual(FLOOR_MS);
  expect(room.mostOpen()).toBe(1);
  expect(room.pageRequests).toEqual([DEEP_LINK]);
  expect(room.calls.every(({ name }) => name === "status")).toBe(true);
});

test("a page that has polled, with its real headers: going back gives the same place, and no figure of before", async ({
  expect,
  onTestFinished,
}) => {
  const scene = openScene(browser, onTestFinished);
  let status = waiting(9, 7);
  const room = await scene.room(
    () => status,
    () => ({ status: 200, body: status }),
  );
  const tab = await scene.visit(room, visit);
  await expect.poll(() => room.count("status"), soon).toBe(1);
  status = waiting(4, 8, POLL_MS);
  await leaveAndReturn(tab);
  await tab.waitForFunction(() => document.querySelector(".figure")?.textContent === "4");
  // A browser may come to keep it all the same.
  expect(room.pageRequests).toHaveLength((await shownIn(tab)).includes(true) ? 1 : 2);
  expect(await text(tab, ".place")).toBe("12,345");
  expect(room.count("join") + room.count("enter")).toBe(0);
});

test("a page that has polled and comes back asks at once, and is never two", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(100, 7), (_call, count) => ({ status: 200, body: waiting(100 - count, 7 + count), headers: KEPT }));
  const tab = await scene.visit(room, visit);
  await expect.poll(() => text(tab, ".figure"), soon).toBe("99");
  for (let time = 0; time < 3; time += 1) await leaveAndReturn(tab);
  await expect.poll(async () => Number(await text(tab, ".figure")), soon).toBeLessThanOrEqual(97);
  expect(await shownIn(tab)).toEqual([false, true, true, true]);
  expect(Math.min(...(await gapsBetweenCalls(tab)))).toBeGreaterThanOrEqual(FLOOR_MS);
  expect(room.mostOpen()).toBe(1);
  expect(room.pageRequests).toEqual([DEEP_LINK]);
});

test("an answer that came while the page lay in memory is too old to be shown", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const left = Promise.withResolvers<void>();
  const old: RoomReply = { status: 200, body: waiting(8, 8, POLL_MS), after: left.promise };
  const room = await scene.room(waiting(9, 7), (_call, count) => (count === 1 ? old : { status: 200, body: waiting(3, 9, POLL_MS) }));
  const tab = await scene.visit(room, visit);
  await expect.poll(() => room.count("status"), soon).toBe(1);
  const seen = new Set<string | null>();
  setTimeout(left.resolve, 1000);
  await leaveAndReturn(tab, 11_000);
  await expect.poll(async () => (seen.add(await text(tab, ".figure")), seen.has("3")), soon).toBe(true);
  expect([...seen]).not.toContain("8");
  expect(await shownIn(tab)).toEqual([false, true]);
  expect(room.count("status")).toBe(2);
});

test("who goes in, goes on to another site and comes back is in the shop; nothing is claimed twice", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(turn, () => (room.admit(), { status: 200, body: { returnTo: DEEP_LINK } }));
  const tab = await scene.visit(room, visit);
  await tab.waitForSelector("#shop");
  await leaveAndReturn(tab);
  await tab.waitForSelector("#shop");
  await pause(1000);
  expect(room.calls.map(({ name }) => name)).toEqual(["enter"]);
  expect(room.pageRequests).toEqual([DEEP_LINK]);
});

test("a turn that came meanwhile is taken up once on return", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7, POLL_MS), (call) => {
    if (call.name === "status") return { status: 200, body: { ...turn, version: 8 } };
    room.admit();
    return { status: 200, body: { returnTo: DEEP_LINK } };
  });
  const tab = await scene.visit(room, visit);
  await leaveAndReturn(tab);
  await tab.waitForSelector("#shop");
  expect(room.calls.map(({ name }) => name)).toEqual(["status", "enter"]);
  expect(room.shopRequests).toEqual([DEEP_LINK]);
});
