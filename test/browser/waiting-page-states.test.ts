/** States before and after the line, and calling somebody who looks elsewhere. */
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { sampleStatus, sampleStatuses } from "../../worker/pages/preview.ts";
import type { VisitorStatus } from "../../worker/pages/visitor-status.ts";
import { launchBrowser } from "../support/browser.ts";
import { gapsBetweenCalls, joining, openScene, pause, setVisibility, soon, text, turn, waiting } from "./scene.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const sample = (name: string): VisitorStatus => sampleStatuses[name] as VisitorStatus;
const after = (ms: number): string => new Date(Date.parse(sampleStatus().updatedAt) + ms).toISOString();
const opensSoon = (ms: number): VisitorStatus => ({ ...sample("countdown"), opensAt: after(ms + 400), ageMs: 400, pollAfterMs: 60_000 });

/** The date of the device, set wrong by so much; the seconds go on as they are. And dice that fall as told. */
const odd = ([shiftMs, random]: [number, number]): void => {
  const now = Date.now.bind(Date);
  Date.now = () => now() + shiftMs;
  Math.random = () => random;
};

test.for([-86_400_000, 86_400_000])(
  "counts down by the room's clock on a device %i ms off, asks once the time has come, and joins",
  async (shiftMs, { expect, onTestFinished }) => {
    const scene = openScene(browser, onTestFinished);
    const room = await scene.room(opensSoon(4000), (call) =>
      call.name === "join" ? { status: 201, body: { status: waiting(8, 9, 60_000) } } : { status: 200, body: { ...joining, version: 8 } },
    );
    const startedAtMs = Date.now();
    const tab = await scene.visit(room, { init: [odd, [shiftMs, 0.1]] });
    expect(await text(tab, ".figure")).toMatch(/^0:0[1-4]$/);
    expect(await text(tab, ".figure-label")).toBe("until the sale opens");
    expect(await tab.title()).toMatch(/^0:0\d · Aurora/);
    await expect.poll(() => text(tab, ".figure"), soon).toBe("8");
    expect(room.calls.map((call) => call.name)).toEqual(["status", "join"]);
    // A tenth of the spread of ten seconds after the opening.
    expect((room.calls[0]?.atMs ?? 0) - startedAtMs).toBeGreaterThan(4500);
    const [toJoin] = await gapsBetweenCalls(tab);
    expect(toJoin).toBeLessThan(1500);
  },
);

test("in the draw, then drawn, then in line", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  let status = { ...sample("in-draw"), pollAfterMs: 2000 };
  const room = await scene.room(status, () => ({ status: 200, body: status }));
  const tab = await scene.visit(room);
  expect(await text(tab, ".draw-number")).toBe("48,213");
  expect(await text(tab, ".lead")).toContain("drawn by lot");
  expect(await tab.getByRole("link", { name: "Check the draw" }).getAttribute("href")).toBe("/_stanchion/v1/events/aurora/draw");
  status = { ...sample("draw-waits"), version: 8, pollAfterMs: 2000 };
  await expect.poll(() => text(tab, ".lead"), soon).toContain("waits for a public random number");
  status = { ...sample("drawn"), version: 9, pollAfterMs: 2000 };
  await expect.poll(() => text(tab, ".headline"), soon).toBe("Your place is drawn");
  expect(await text(tab, ".figure")).toBe("12,345");
  status = waiting(40, 10);
  await expect.poll(() => text(tab, ".figure"), soon).toBe("40");
  expect(room.count("join") + room.count("enter")).toBe(0);
});

test("case 36: a closed sale is told once and for all; the page asks no more and does not load itself anew", async ({
  expect,
  onTestFinished,
}) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7), () => ({ status: 200, body: { ...sample("closed"), version: 8, pollAfterMs: 2000 } }), {
    refreshSeconds: 2,
  });
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".headline"), soon).toBe("The sale is over");
  await pause(4500);
  expect(room.count("status")).toBe(1);
  expect(room.pageRequests.length).toBe(1);
});

test("case 64: sold out keeps the place, and goes on when tickets come back", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  let status = { ...sample("sold-out"), pollAfterMs: 2000 };
  const room = await scene.room(status, () => ({ status: 200, body: status }));
  const tab = await scene.visit(room);
  expect(await text(tab, ".headline")).toBe("Sold out");
  expect(await text(tab, ".lead")).toContain("Your place is kept.");
  status = waiting(3, 8);
  await expect.poll(() => text(tab, ".figure"), soon).toBe("3");
});

test("a full line says when it tries again, and does not sooner", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(joining, () => ({ status: 503, headers: { "Retry-After": "240" }, body: { code: "queue-full" } }));
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".lead"), soon).toMatch(/We try again in [45] min/);
  await pause(2500);
  expect(room.count("join")).toBe(1);
});

test("an invitation is asked for, sent with the next join, and asked for again where it was none", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(joining, (call) => {
    if (call.name !== "join") return { status: 200, body: joining };
    return call.body.includes('"invite":"AB-12"')
      ? { status: 201, body: { status: waiting(5, 8) } }
      : { status: 403, body: { code: "invite-required" } };
  });
  const tab = await scene.visit(room);
  const field = tab.getByLabel("Invitation code");
  await field.fill("wrong");
  await tab.getByRole("button", { name: "Use the code" }).click();
  await expect.poll(() => room.count("join"), soon).toBe(2);
  await field.fill(" AB-12 ");
  await field.press("Enter");
  await expect.poll(() => text(tab, ".figure"), soon).toBe("5");
  expect(await field.isVisible()).toBe(false);
});

test("an invitation that was taken for a credential loads the page anew, in the lane it is for", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(joining, (call) => {
    if (call.name !== "join") return { status: 200, body: joining };
    return call.body.includes('"invite":"AB-12"')
      ? { status: 202, body: { status: joining } }
      : { status: 403, body: { code: "invite-required" } };
  });
  const tab = await scene.visit(room);
  const field = tab.getByLabel("Invitation code");
  await field.fill("AB-12");
  const loaded = tab.waitForEvent("load");
  await field.press("Enter");
  await loaded;
  expect(room.count("join")).toBeGreaterThanOrEqual(2);
});

test("the organiser's message comes with a poll, as text, and is said once (case 60)", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const message = "<b>Two</b> more {{shows}}\n😀 عرض";
  const room = await scene.room(waiting(9, 7), (_call, count) => ({ status: 200, body: { ...waiting(9, 7 + count), message } }));
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".words"), soon).toBe(message);
  expect(await text(tab, ".spoken")).toBe(message);
  expect(await tab.locator(".message b").count()).toBe(0);
  expect(await text(tab, ".reference")).toBe("Reference main-12345-KD");
});

test("back from the browser's memory the page asks at once", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7, 60_000), () => ({ status: 200, body: waiting(8, 8, 60_000) }));
  const tab = await scene.visit(room);
  await pause(2100);
  expect(room.count("status")).toBe(0);
  await tab.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect.poll(() => text(tab, ".figure"), soon).toBe("8");
});

test("a hidden tab asks less often", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7, 2000), (_call, count) => ({ status: 200, body: waiting(9, 7 + count, 2000) }));
  const tab = await scene.visit(room, { hidden: true });
  await expect.poll(() => room.count("status"), { timeout: 20_000 }).toBe(3);
  // The browser notes a call once it has its answer.
  await expect.poll(() => gapsBetweenCalls(tab), soon).toHaveLength(2);
  expect(Math.min(...(await gapsBetweenCalls(tab)))).toBeGreaterThanOrEqual(4999);
});

/** Notes what the page asks of the browser for sound and notifications. */
const listen = (): void => {
  const heard = { asked: 0, shown: [] as string[], notes: 0 };
  class FakeNotification extends EventTarget {
    static permission = "default";
    static requestPermission(): Promise<string> {
      heard.asked += 1;
      return Promise.resolve("granted");
    }
    constructor(title: string) {
      super();
      heard.shown.push(title);
    }
  }
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function note(this: OscillatorNode, at?: number) {
    heard.notes += 1;
    start.call(this, at);
  };
  Object.assign(window, { Notification: FakeNotification, heard });
};
interface Heard {
  readonly asked: number;
  readonly shown: string[];
  readonly notes: number;
}
const heardIn = (tab: Tab): Promise<Heard> => tab.evaluate(() => (window as unknown as { heard: Heard }).heard);

test("case 57: sound and notification call only whom a button was told, and the turn is kept", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  let status = waiting(2, 7, 2000);
  const room = await scene.room(
    () => status,
    (call) => (call.name === "enter" ? { status: 200, body: { returnTo: "/" } } : { status: 200, body: status }),
  );
  const quiet = await scene.visit(room, { init: [listen, null] });
  const told = await scene.visit(room, { init: [listen, null] });
  expect(await heardIn(told)).toEqual({ asked: 0, shown: [], notes: 0 });
  await told.getByRole("button", { name: "Notify me at my turn" }).click();
  await told.getByRole("button", { name: "Play a sound at my turn" }).click();
  expect(await told.getByRole("button", { pressed: true }).count()).toBe(2);
  const { notes } = await heardIn(told);
  for (const tab of [quiet, told]) await setVisibility(tab, "hidden");
  status = { ...turn, version: 8, pollAfterMs: 2000 };
  for (const tab of [quiet, told]) await expect.poll(() => tab.title(), soon).toMatch(/^▶ It is your turn/);
  expect(await heardIn(quiet)).toEqual({ asked: 0, shown: [], notes: 0 });
  expect(await heardIn(told)).toEqual({ asked: 1, shown: ["It is your turn"], notes: notes + 2 });
  await pause(6000);
  // Told once a turn, and nobody is taken in meanwhile.
  expect((await heardIn(told)).shown).toEqual(["It is your turn"]);
  expect(room.count("enter")).toBe(0);
});

test("case 56: a script that breaks on its way is replaced by the refresh", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7), () => ({ status: 500 }), { refreshSeconds: 2 });
  // The first thing that the script needs is not there.
  const tab = await browser.newPage();
  scene.onClose(() => tab.close());
  await tab.addInitScript("Object.defineProperty(window, 'performance', { get() { throw new Error('blocked'); } })");
  await tab.goto(room.url);
  await expect.poll(() => room.pageRequests.length, soon).toBeGreaterThanOrEqual(2);
  expect(room.calls).toEqual([]);
});

test("one request to first paint, and nothing from anywhere else after it", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(waiting(9, 7, 60_000), () => ({ status: 200, body: waiting(8, 8) }));
  const tab = await browser.newPage();
  scene.onClose(() => tab.close());
  const requests: string[] = [];
  tab.on("request", (request) => requests.push(request.url()));
  await tab.goto(room.url);
  await expect.poll(() => tab.evaluate(() => performance.getEntriesByName("first-contentful-paint").length), soon).toBe(1);
  await pause(1000);
  expect(requests).toEqual([`${room.url}/`]);
});
