import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { sampleInput, sampleStatus } from "../../worker/pages/preview.ts";
import { renderWaitingPage } from "../../worker/pages/waiting-page.ts";
import { startScriptedRoom } from "../support/scripted-room.ts";
import {
  DEEP_LINK,
  FLOOR_MS,
  gapsBetweenCalls,
  glance,
  joining,
  missed,
  openScene,
  pause,
  setVisibility,
  soon,
  text,
  turn,
  waiting,
} from "./scene.ts";
import { launchBrowser } from "../support/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("joins, moves up, is taken in at the deep link with its fragment (case 47)", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  let status = waiting(30, 7);
  const room = await scene.room(joining, (call) => {
    if (call.name === "join") return { status: 201, body: { status } };
    if (call.name === "status") return { status: 200, body: status };
    room.admit();
    return { status: 200, body: { returnTo: DEEP_LINK } };
  });
  const tab = await scene.visit(room, { path: `${DEEP_LINK}#row-7%2F%C3%A9` });
  await expect.poll(() => text(tab, ".figure"), soon).toBe("30");
  expect(await text(tab, ".figure-label")).toBe("people ahead of you");
  expect(await tab.title()).toBe("(30) ahead · Aurora · Arena Tour 2027");
  status = waiting(1, 8);
  await expect.poll(() => text(tab, ".figure-label"), soon).toBe("person ahead of you");
  status = waiting(0, 9);
  await expect.poll(() => text(tab, ".headline"), soon).toBe("You are next");
  expect(await tab.locator(".count").isVisible()).toBe(false);
  status = { ...turn, version: 10 };
  await tab.waitForSelector("#shop");
  expect(tab.url()).toBe(`${room.url}${DEEP_LINK}#row-7%2F%C3%A9`);
  expect(room.shopRequests).toEqual([DEEP_LINK]);
  expect(room.pageRequests).toEqual([DEEP_LINK]);
  const sent = room.calls.filter((call) => call.name !== "status").map((call) => [call.name, JSON.parse(call.body)]);
  const place = { event: "aurora", lane: "main", returnTo: DEEP_LINK };
  expect(sent).toEqual([
    ["join", { ...place, invite: null, challenge: null }],
    ["enter", place],
  ]);
});

test("a waiting page at an address of its own leads to where the visitor wanted to go", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(turn, () => (room.admit(), { status: 200, body: { returnTo: "//evil.example/" } }), {
    returnTo: "/a%2Fb?c=%20",
  });
  const tab = await scene.visit(room, { path: "/elsewhere#seat" });
  await tab.waitForSelector("#shop");
  expect(tab.url()).toBe(`${room.url}/a%2Fb?c=%20#seat`);
});

test("case 57: nobody is taken in behind a hidden tab; on return at once", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(2, 7), (call) => {
    if (call.name === "status") return { status: 200, body: { ...turn, version: 8 } };
    room.admit();
    return { status: 200, body: { returnTo: DEEP_LINK } };
  });
  const tab = await scene.visit(room, { hidden: true });
  await glance(tab);
  await expect.poll(() => tab.title(), soon).toBe("▶ It is your turn · Aurora · Arena Tour 2027");
  expect(await text(tab, ".link")).toBe("Go in now");
  expect(await text(tab, ".countdown")).toMatch(/^4 min \d+ sec left, until \d/);
  await pause(2500);
  expect(room.count("enter")).toBe(0);
  const returnedAtMs = Date.now();
  await setVisibility(tab, "visible");
  await tab.waitForSelector("#shop");
  expect(room.calls.at(-1)?.name).toBe("enter");
  expect((room.calls.at(-1)?.atMs ?? Infinity) - returnedAtMs).toBeLessThan(1000);
});

test("a claim granted behind a hidden tab is confirmed once and taken up on return", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  // Granted only once the tab is hidden, however long a busy machine takes to hide it.
  let hidden = false;
  const room = await scene.room(turn, (call) => {
    if (call.name === "enter" && !hidden) return { status: 202, body: { status: { ...turn, state: "recorded", pollAfterMs: 1500 } } };
    if (call.name === "enter") return { status: 200, body: { returnTo: DEEP_LINK } };
    return { status: 204 };
  });
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".headline"), soon).toBe("You are at the front");
  await setVisibility(tab, "hidden");
  hidden = true;
  await expect.poll(() => room.count("session/touch"), soon).toBe(1);
  expect(await tab.title()).toBe("▶ You are in · Aurora · Arena Tour 2027");
  await pause(2200);
  const names = room.calls.map((call) => call.name);
  // Every claim but the last was only recorded; after the grant it is confirmed once, and nothing more is asked.
  expect(names.length).toBeGreaterThanOrEqual(3);
  expect(names).toEqual([...names.slice(1).map(() => "enter"), "session/touch"]);
  room.admit();
  await setVisibility(tab, "visible");
  await tab.waitForSelector("#shop");
});

test("recorded, then granted: asks again within two seconds", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(turn, (_call, count) => {
    if (count < 3) return { status: 202, body: { status: { ...turn, state: "recorded", pollAfterMs: 60_000 } } };
    room.admit();
    return { status: 200, body: { returnTo: DEEP_LINK } };
  });
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".lead"), soon).toContain("as soon as the shop has room");
  await tab.waitForSelector("#shop");
  const times = room.calls.map((call) => call.atMs);
  expect(room.calls.map((call) => call.name)).toEqual(["enter", "enter", "enter"]);
  for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBeLessThan(2400);
});

test("offline it says so and keeps the place; back online it asks at once", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  let status = waiting(49, 8);
  const room = await scene.room(waiting(50, 7), () => ({ status: 200, body: status }));
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".figure"), soon).toBe("49");
  await tab.context().setOffline(true);
  status = waiting(48, 9);
  await expect.poll(() => text(tab, ".trouble"), soon).toMatch(/^You seem to be offline.*Your place is kept\.$/);
  await pause(3000);
  expect(await text(tab, ".figure")).toBe("49");
  expect(await text(tab, ".updated")).toMatch(/^Updated \d seconds ago$/);
  const backAtMs = Date.now();
  await tab.context().setOffline(false);
  await expect.poll(() => text(tab, ".figure"), soon).toBe("48");
  expect((room.calls.at(-1)?.atMs ?? Infinity) - backAtMs).toBeLessThan(2500);
  expect(await tab.locator(".trouble").isVisible()).toBe(false);
});

test("an older answer is not shown", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const answers = [waiting(100, 20), waiting(500, 19), waiting(90, 21)];
  const room = await scene.room(waiting(120, 18), (_call, count) => ({ status: 200, body: answers[count - 1] ?? answers[2] }));
  const tab = await scene.visit(room);
  const seen = new Set<string | null>();
  await expect.poll(async () => (seen.add(await text(tab, ".figure")), room.count("status")), { timeout: 12_000, interval: 50 }).toBe(4);
  expect([...seen]).toEqual(["120", "100", "90"]);
});

test("case 11: one chain of polls, whatever wakes it, and never closer than two seconds", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(100, 7), (_call, count) => ({ status: 200, body: waiting(100, 7 + count), delayMs: 300 }));
  const tab = await scene.visit(room);
  const endMs = Date.now() + 7000;
  while (Date.now() < endMs) {
    await setVisibility(tab, "hidden");
    await setVisibility(tab, "visible");
    await tab.evaluate(() => window.dispatchEvent(new Event("online")));
    await pause(150);
  }
  const gaps = await gapsBetweenCalls(tab);
  expect(gaps.length).toBeGreaterThanOrEqual(2);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(FLOOR_MS);
  expect(room.mostOpen()).toBe(1);
});

test("case 14: a missed turn is not taken up unasked, and by the button it is", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(missed, (call) => {
    if (call.name === "status") return { status: 200, body: { ...missed, version: 8, pollAfterMs: 2000 } };
    room.admit();
    return { status: 200, body: { returnTo: DEEP_LINK } };
  });
  const tab = await scene.visit(room);
  await expect.poll(() => room.count("status"), soon).toBe(1);
  expect(room.count("enter")).toBe(0);
  await tab.getByRole("link", { name: "Go in now" }).press("Enter");
  await tab.waitForSelector("#shop");
});

test("a spent place offers a new one: gives the old one up, then starts anew", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  let status = turn;
  const room = await scene.room(
    () => status,
    (call) => {
      if (call.name === "enter") return { status: 410, body: { code: "place-spent" } };
      if (call.name === "join") return { status: 201, body: { status: waiting(9, 7, 60_000) } };
      status = joining;
      return { status: 204 };
    },
  );
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".headline"), soon).toBe("This place has lapsed");
  await tab.getByRole("button", { name: "Take a new place" }).click();
  await expect.poll(() => text(tab, ".figure"), soon).toBe("9");
  expect(room.calls.map((call) => call.name)).toEqual(["enter", "leave", "join"]);
});

test("leaving asks first, ends the polling and offers a new place", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7), (call) => (call.name === "leave" ? { status: 204 } : { status: 200, body: waiting(8, 8) }));
  const tab = await scene.visit(room);
  await tab.getByText("Leave the line").press("Enter");
  expect(await text(tab, ".leave-question")).toContain("12,345");
  await tab.getByRole("button", { name: "Give up my place" }).press("Enter");
  await expect.poll(() => text(tab, ".headline"), soon).toBe("You have left the line");
  const polls = room.count("status");
  await pause(3000);
  expect(room.count("status")).toBe(polls);
  expect(tab.url()).toBe(room.url + DEEP_LINK);
});

test("a place given up in another tab is not silently replaced", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7), () => ({ status: 200, body: { ...joining, version: 8 } }));
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".headline"), soon).toBe("You are not in line");
  await pause(2200);
  expect(room.count("join")).toBe(0);
});

test("when another tab has entered, this one follows as soon as it is looked at", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7), () => ({
    status: 200,
    body: sampleStatus({ state: "admitted", ahead: null, version: 8, pollAfterMs: 2000 }),
  }));
  const tab = await scene.visit(room, { hidden: true });
  await glance(tab);
  await expect.poll(() => text(tab, ".headline"), soon).toBe("You are in");
  room.admit();
  await setVisibility(tab, "visible");
  await tab.waitForSelector("#shop");
  expect(room.count("enter")).toBe(0);
});

test("429 waits as long as told; what is no JSON of ours is trouble, not an end", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7), (_call, count) => {
    if (count === 1) return { status: 429, headers: { "Retry-After": "4" }, body: { code: "limited" } };
    if (count === 2) return { status: 200, body: "<!doctype html>Please log in to this network" };
    return { status: 200, body: waiting(8, 8) };
  });
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".trouble"), soon).toMatch(/Too many requests come from your network. We try again in \d sec/);
  await expect.poll(() => text(tab, ".trouble"), soon).toMatch(/We can't reach the waiting room.*Your place is kept\./);
  expect(await text(tab, ".figure")).toBe("9");
  await expect.poll(() => text(tab, ".figure"), soon).toBe("8");
  const [first] = await gapsBetweenCalls(tab);
  expect(first).toBeGreaterThanOrEqual(4000);
});

test("a full line is told with the time to come back", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(joining, () => ({ status: 503, headers: { "Retry-After": "60" }, body: { code: "full" } }));
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".headline"), soon).toBe("The line is full");
  await pause(2500);
  expect(room.count("join")).toBe(1);
});

test("a browser that keeps no cookies is told so and stops asking", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(joining, () => ({ status: 202, body: { status: joining } }));
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".headline"), { timeout: 12_000 }).toBe("This browser keeps no cookies");
  const joins = room.count("join");
  await pause(2500);
  expect(joins).toBe(4);
  expect(room.count("join")).toBe(joins);
});

test("case 56: without script the page loads itself anew until it is let in", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7), () => ({ status: 500 }), { refreshSeconds: 2 });
  const tab = await scene.visit(room, { javaScriptEnabled: false });
  expect(await text(tab, ".figure")).toBe("9");
  await expect.poll(() => room.pageRequests.length, soon).toBeGreaterThanOrEqual(2);
  room.admit();
  await tab.waitForSelector("#shop");
  expect(room.shopRequests).toEqual([DEEP_LINK]);
  expect(room.calls).toEqual([]);
});

test("case 56: a script that can't start is replaced by the same refresh", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await startScriptedRoom(
    (path) => {
      const page = renderWaitingPage(sampleInput(waiting(9, 7), { returnTo: path, refreshSeconds: 2 }));
      // What an old browser makes of it: a script it can't read.
      const at = page.html.lastIndexOf("<script");
      return { ...page, html: page.html.slice(0, at) + page.html.slice(at).replace(">", ">let let = ;") };
    },
    () => ({ status: 500 }),
  );
  scene.onClose(room.close);
  const tab = await browser.newPage();
  scene.onClose(() => tab.close());
  await tab.goto(room.url + DEEP_LINK);
  await tab.locator(".reload").waitFor();
  await expect.poll(() => room.pageRequests.length, soon).toBeGreaterThanOrEqual(2);
  room.admit();
  await tab.waitForSelector("#shop");
  expect(room.calls).toEqual([]);
});

test("a running script keeps the page from loading itself anew", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7), (_call, count) => ({ status: 200, body: waiting(9, 7 + count, 4000) }), {
    refreshSeconds: 2,
  });
  await scene.visit(room);
  await pause(5000);
  expect(room.pageRequests.length).toBe(1);
});

test("case 54: after sleep the page asks at once", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7, 60_000), () => ({ status: 200, body: waiting(8, 8, 60_000) }));
  const tab = await scene.visit(room);
  await pause(2100);
  // The device's clock has gone on for a quarter of an hour while no timer ran.
  await tab.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 900_000;
  });
  await expect.poll(() => text(tab, ".figure"), { timeout: 3000, interval: 50 }).toBe("8");
});

test("case 55: spoken at meaningful steps only", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(joining, (call, count) =>
    call.name === "join" ? { status: 201, body: { status: waiting(60, 7) } } : { status: 200, body: waiting(60 - count, 7 + count) },
  );
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".figure"), soon).toBe("60");
  const said = await tab.evaluate(
    () =>
      new Promise<number>((done) => {
        let changes = 0;
        const observer = new MutationObserver((records) => (changes += records.length));
        observer.observe(document.querySelector('[role="status"]') as Element, { childList: true, characterData: true, subtree: true });
        setTimeout(() => done(changes), 6500);
      }),
  );
  expect(await text(tab, ".spoken")).toBe("60 people ahead of you. Expected wait: 4–9 minutes.");
  expect(said).toBe(0);
  expect(room.count("status")).toBeGreaterThanOrEqual(3);
});

test("case 55: 400 % zoom, right to left, reduced motion and forced colours", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const status = sampleStatus({ ahead: 1_284_003, position: 1_384_226, message: "نص طويل ".repeat(40) });
  const texts = { ...sampleInput(status).texts, direction: "rtl" as const };
  const room = await scene.room(status, () => ({ status: 200, body: { ...status, version: 8 } }), { texts });
  const tab = await scene.visit(room, { viewport: { width: 320, height: 256 }, reducedMotion: "reduce", forcedColors: "active" });
  const page = await tab.evaluate(() => ({
    wide: document.documentElement.scrollWidth > window.innerWidth,
    animations: document.getAnimations().filter((animation) => animation.playState === "running").length,
  }));
  expect(page).toEqual({ wide: false, animations: 0 });
});
