/** The waiting page on slow lines: Chromium's own throttling, and answers that the room sends late. */
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { DEEP_LINK, FLOOR_MS, joining, openScene, pause, setVisibility, soon, text, turn, waiting } from "./scene.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Link {
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
}

const SLOW: Link = { latencyMs: 400, bytesPerSecond: 50_000 };

/** Throttles all that the tab asks for from now on. */
async function throttle(tab: Tab, { latencyMs, bytesPerSecond }: Link): Promise<void> {
  const devTools = await tab.context().newCDPSession(tab);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

interface Timed {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The page's calls by its own clock, which counts what the line costs as well. */
const timedCalls = (tab: Tab): Promise<Timed[]> =>
  tab.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes("/_stanchion/v1/"))
      .map(({ name, startTime, responseEnd }) => ({
        name: new URL(name).pathname.slice("/_stanchion/v1/".length),
        startMs: startTime,
        endMs: responseEnd,
      })),
  );

/** From the end of a call to the start of the next; below 0 two would have been under way at once. */
const pauses = (calls: readonly Timed[]): number[] => calls.slice(1).map(({ startMs }, index) => startMs - (calls[index]?.endMs ?? 0));

test("400 ms and 50 kB/s: painted after one request, before the room answers anything, then one join and one chain of polls", async ({
  expect,
  onTestFinished,
}) => {
  const scene = openScene(browser, onTestFinished);
  const painted = Promise.withResolvers<void>();
  const room = await scene.room(joining, (call, count) =>
    call.name === "join"
      ? { status: 201, body: { status: waiting(30, 7) }, after: painted.promise }
      : { status: 200, body: waiting(30 - count, 7 + count) },
  );
  const tab = await scene.visit(room, { before: (own) => throttle(own, SLOW) });
  await expect.poll(() => tab.evaluate(() => performance.getEntriesByName("first-contentful-paint").length), soon).toBe(1);
  expect(room.pageRequests).toEqual([DEEP_LINK]);
  // Its join may be on the line yet; the room holds its answer back, so nothing else can have come.
  expect(room.calls.filter(({ name }) => name !== "join")).toEqual([]);
  expect(await text(tab, ".headline")).not.toBe("");
  painted.resolve();
  await expect.poll(() => text(tab, ".figure"), soon).toBe("27");
  const calls = await timedCalls(tab);
  expect(calls.map(({ name }) => name)).toEqual(["join", "status", "status", "status"]);
  // The line is as slow as told.
  for (const { startMs, endMs } of calls) expect(endMs - startMs).toBeGreaterThan(SLOW.latencyMs);
  expect(Math.min(...pauses(calls))).toBeGreaterThanOrEqual(FLOOR_MS);
});

test("case 11: a poll that takes longer than its interval is waited for, whatever wakes the page meanwhile", async ({
  expect,
  onTestFinished,
}) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(90, 7), (_call, count) => ({ status: 200, body: waiting(90 - count, 7 + count) }));
  const tab = await scene.visit(room, { before: (own) => throttle(own, { ...SLOW, latencyMs: 3000 }) });
  const endMs = Date.now() + 13_000;
  while (Date.now() < endMs) {
    await setVisibility(tab, "hidden");
    await setVisibility(tab, "visible");
    await tab.evaluate(() => window.dispatchEvent(new Event("online")));
    await pause(200);
  }
  const calls = await timedCalls(tab);
  expect(calls.length).toBeGreaterThanOrEqual(3);
  for (const { startMs, endMs: cameMs } of calls) expect(cameMs - startMs).toBeGreaterThanOrEqual(2999);
  expect(Math.min(...pauses(calls))).toBeGreaterThanOrEqual(0);
  expect(room.mostOpen()).toBe(1);
  expect(Number(await text(tab, ".figure"))).toBeLessThan(90);
});

test("an answer after ten seconds is none, comes too late to be shown, and older ones after it are not taken", async ({
  expect,
  onTestFinished,
}) => {
  const scene = openScene(browser, onTestFinished);
  const replies = [
    { status: 200, body: waiting(5, 9), delayMs: 11_500 },
    { status: 200, body: waiting(80, 10) },
    { status: 200, body: waiting(500, 9) },
    { status: 200, body: waiting(70, 11) },
  ];
  const room = await scene.room(waiting(90, 8), (_call, count) => replies[Math.min(count, 4) - 1]!);
  const tab = await scene.visit(room);
  const seen = new Set<string | null>();
  const figure = async (): Promise<string | null> => {
    const shown = await text(tab, ".figure");
    seen.add(shown);
    return shown;
  };
  await expect
    .poll(async () => (await figure(), text(tab, ".trouble")), { timeout: 20_000, interval: 50 })
    .toMatch(/We can't reach the waiting room.*Your place is kept\./);
  expect(room.count("status")).toBe(1);
  await expect.poll(figure, soon).toBe("70");
  expect([...seen]).toEqual(["90", "80", "70"]);
  expect(await tab.locator(".trouble").isVisible()).toBe(false);
  const calls = await timedCalls(tab);
  expect((calls[0]?.endMs ?? 0) - (calls[0]?.startMs ?? 0)).toBeGreaterThanOrEqual(9900);
  expect(Math.min(...pauses(calls))).toBeGreaterThanOrEqual(FLOOR_MS);
});

test("case 7: a join whose answer is lost on the way is sent again, once the wait for it is over", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(joining, (call, count) => ({
    status: call.name === "join" ? 201 : 200,
    body: call.name === "join" ? { status: waiting(30, 7, 60_000) } : waiting(30, 8, 60_000),
    ...(count === 1 ? { delayMs: 11_500 } : {}),
  }));
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".figure"), { timeout: 25_000, interval: 50 }).toBe("30");
  expect(room.calls.map((call) => call.name)).toEqual(["join", "join"]);
  expect((room.calls[1]?.atMs ?? 0) - (room.calls[0]?.atMs ?? 0)).toBeGreaterThan(11_000);
});

test("an invitation given while a call is under way is not lost, nor one that did not get through", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const asked = Promise.withResolvers<void>();
  const room = await scene.room(joining, (call, count) => {
    if (call.name !== "join") return { status: 200, body: joining };
    if (count === 3) return { status: 502, body: "" };
    return call.body.includes('"invite":"AB-12"')
      ? { status: 201, body: { status: waiting(5, 8, 60_000) } }
      : { status: 403, body: { code: "invite-required" }, ...(count === 2 ? { after: asked.promise } : {}) };
  });
  const tab = await scene.visit(room);
  const field = tab.getByLabel("Invitation code");
  await field.fill("AB-1");
  await field.press("Enter");
  await expect.poll(() => room.count("join"), soon).toBe(2);
  // The field is hidden while its code is looked at, on a slow line for long; a script may send the form all the same.
  await tab.evaluate(() => {
    document.querySelector<HTMLInputElement>(".invite input[name=invite]")!.value = "AB-12";
    document.querySelector<HTMLFormElement>(".invite form")!.requestSubmit();
  });
  asked.resolve();
  await expect.poll(() => text(tab, ".figure"), soon).toBe("5");
  const codes = room.calls.filter(({ name }) => name === "join").map(({ body }) => (JSON.parse(body) as { invite?: string }).invite);
  expect(codes).toEqual([null, "AB-1", "AB-12", "AB-12"]);
});

/**
 * While a tab waits for another page, DevTools can't speak to it: what happens to it then happens from within. Tabs are changed and
 * the network comes back every 300 ms, and what the page says is noted. Waits of a minute and more are shorter by `times`: all that
 * the page has of them here are those after which it loads itself anew.
 */
const disturb = (times: number): void => {
  const wait = window.setTimeout.bind(window);
  Object.assign(window, { setTimeout: (run: () => void, ms = 0) => wait(run, ms >= 60_000 ? ms / times : ms) });
  const { setVisibility: show } = window as unknown as { setVisibility: (state: string) => void };
  setInterval(() => {
    const headline = document.querySelector(".headline")?.textContent;
    if (headline === undefined) return;
    sessionStorage.setItem("headline", headline ?? "");
    show("hidden");
    show("visible");
    dispatchEvent(new Event("online"));
  }, 300);
};

test("entry over a slow line: one claim and one request to the shop, although tabs are changed and the shop takes minutes", async ({
  expect,
  onTestFinished,
}) => {
  const scene = openScene(browser, onTestFinished);
  const shop = Promise.withResolvers<void>();
  const room = await scene.room(turn, () => (room.admit(shop.promise), { status: 200, body: { returnTo: DEEP_LINK } }));
  const tab = await scene.visit(room, { before: (own) => throttle(own, SLOW), init: [disturb, 20] });
  await expect.poll(() => room.shopRequests, soon).toEqual([DEEP_LINK]);
  // Past the 90 s after which a page that does nothing is loaded anew, before the 180 s of one that enters.
  await pause(6500);
  expect(room.calls.map((call) => call.name)).toEqual(["enter"]);
  expect(room.shopRequests).toEqual([DEEP_LINK]);
  expect(room.pageRequests).toEqual([DEEP_LINK]);
  shop.resolve();
  await tab.waitForSelector("#shop");
  expect(await tab.evaluate(() => sessionStorage.getItem("headline"))).toBe("You are in");
  expect(room.shopRequests).toEqual([DEEP_LINK]);
});
