/** What somebody presses, types and gives up: nothing of it is lost, and neither is the focus. */
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sampleStatus } from "../../worker/pages/preview.ts";
import { launchBrowser } from "../support/browser.ts";
import { DEEP_LINK, joining, missed, openScene, pause, setVisibility, soon, text, turn, waiting } from "./scene.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** The class of the element that has the focus. */
const focused = (tab: Tab): Promise<string> =>
  tab.evaluate(() => document.activeElement?.className || (document.activeElement?.tagName ?? ""));
const spoken = (tab: Tab): Promise<string | null> => text(tab, ".spoken");
const FAILED = { status: 503, body: { code: "room-unavailable" } } as const;

describe("an invitation's code", () => {
  test("that is no good is said to the eye, to the ear and of its field, and the focus stays there", async ({ expect, onTestFinished }) => {
    const scene = openScene(browser, onTestFinished);
    const codes: string[] = [];
    const room = await scene.room(
      joining,
      (call) => {
        if (call.name === "status") return { status: 200, body: joining };
        codes.push(JSON.parse(call.body).invite);
        return { status: 403, body: { code: "invite-invalid", field: "invite" } };
      },
      { barred: "invite" },
    );
    const tab = await scene.visit(room);
    const field = tab.getByRole("textbox", { name: "Invitation code" });
    expect(await field.getAttribute("aria-invalid")).toBe("false");
    await field.fill(" WRONG ");
    await field.press("Enter");
    await expect.poll(() => text(tab, ".trouble"), soon).toMatch(/^This code can't be used/);
    expect(await spoken(tab)).toContain("This code can't be used");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await tab.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("invite");
    expect(await field.inputValue()).toBe(" WRONG ");
    expect(codes).toEqual(["WRONG"]);
    // The next one is judged by itself.
    await field.fill("ALSO");
    await field.press("Enter");
    await expect.poll(() => codes, soon).toEqual(["WRONG", "ALSO"]);
  });

  test("is offered to whoever waits in another line, whose place a wrong one does not touch", async ({ expect, onTestFinished }) => {
    const scene = openScene(browser, onTestFinished);
    const inLine = { ...waiting(50, 7, 2000), invites: true as const };
    const room = await scene.room(inLine, (call) =>
      call.name === "join" ? { status: 403, body: { code: "invite-expired", field: "invite" } } : { status: 200, body: inLine },
    );
    const tab = await scene.visit(room);
    const field = tab.getByRole("textbox", { name: "Invitation code" });
    expect(await field.isVisible()).toBe(false);
    await tab.locator(".invite summary").click();
    await field.fill("OLD");
    await tab.getByRole("button", { name: "Use the code" }).click();
    await expect.poll(() => text(tab, ".trouble"), soon).toMatch(/^This code can't be used/);
    expect(await text(tab, ".headline")).toBe("You are in line");
    // It stays to be read, over the polls that follow.
    await expect.poll(() => room.count("status"), soon).toBeGreaterThan(1);
    expect(await text(tab, ".trouble")).toMatch(/^This code can't be used/);
  });

  test("is kept and shown again where the room can't be reached, and leads to where it belongs", async ({ expect, onTestFinished }) => {
    const scene = openScene(browser, onTestFinished);
    const inLine = { ...waiting(50, 7), invites: true as const };
    const room = await scene.room(inLine, (call, count) => {
      if (call.name !== "join") return { status: 200, body: inLine };
      return count === 1 ? FAILED : { status: 202, body: { status: joining } };
    });
    const tab = await scene.visit(room);
    await tab.locator(".invite summary").click();
    await tab.locator("[name=invite]").fill("GOOD");
    await tab.locator("[name=invite]").press("Enter");
    await expect.poll(() => room.pageRequests.length, { timeout: 15_000 }).toBe(2);
    // Until the new page is alive: a browser does not close well while it changes pages.
    const polls = room.count("status");
    await expect.poll(() => room.count("status"), soon).toBeGreaterThan(polls);
    expect(room.calls.filter(({ name }) => name === "join").map(({ body }) => JSON.parse(body).invite)).toEqual(["GOOD", "GOOD"]);
  });
});

describe("giving up the place", () => {
  test("is tried until the room has heard it, says so meanwhile, and goes before a turn", async ({ expect, onTestFinished }) => {
    const scene = openScene(browser, onTestFinished);
    const room = await scene.room(waiting(5, 7), (call, count) => {
      if (call.name === "leave") return count < 3 ? FAILED : { status: 204 };
      return { status: 200, body: { ...turn, version: 8 } };
    });
    const tab = await scene.visit(room);
    await tab.locator(".leave summary").focus();
    await tab.keyboard.press("Enter");
    await tab.locator(".leave button").focus();
    await tab.keyboard.press("Enter");
    await expect.poll(() => text(tab, ".trouble"), soon).toMatch(/can't reach the waiting room/);
    await expect.poll(() => spoken(tab), soon).toMatch(/can't reach the waiting room/);
    await expect.poll(() => text(tab, ".headline"), { timeout: 15_000 }).toBe("You have left the line");
    expect(room.calls.map(({ name }) => name)).toEqual(["leave", "leave", "leave"]);
    // What was pressed is gone; the focus is where it says what has come of it, and the next thing to do is the next to reach.
    expect(await focused(tab)).toBe("headline");
    await tab.keyboard.press("Tab");
    expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe("Take a new place");
  });
});

test("a button that disappears hands the focus to the headline", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const room = await scene.room(missed, () => ({ status: 202, body: { status: { ...missed, state: "recorded", late: true } } }));
  const tab = await scene.visit(room);
  await tab.locator(".link").focus();
  await tab.keyboard.press("Enter");
  await expect.poll(() => text(tab, ".headline"), soon).toBe("You are back in time");
  expect(await focused(tab)).toBe("headline");
});

describe("somebody who looks away and back", () => {
  test("is sent into a slow shop once, however often; never told of cookies that are fine", async ({ expect, onTestFinished }) => {
    const scene = openScene(browser, onTestFinished);
    const room = await scene.room(turn, () => (room.admit(pause(8000)), { status: 200, body: { returnTo: DEEP_LINK } }));
    // Looked at and away from without the test's own doing, which would wait for the page that is on its way.
    const tab = await scene.visit(room, {
      init: [
        () => {
          for (let round = 1; round <= 5; round++) {
            setTimeout(() => (window as unknown as { setVisibility: (to: string) => void }).setVisibility("hidden"), round * 1000);
            setTimeout(() => (window as unknown as { setVisibility: (to: string) => void }).setVisibility("visible"), round * 1000 + 500);
            setTimeout(
              () => {
                // The shop, where this runs as well, has none.
                const headline = document.querySelector(".headline");
                if (headline !== null) sessionStorage.setItem("told", headline.textContent);
              },
              round * 1000 + 900,
            );
          }
        },
        null,
      ],
    });
    await tab.waitForSelector("#shop");
    expect(await tab.evaluate(() => sessionStorage.getItem("told"))).toBe("You are in");
    expect(room.shopRequests).toEqual([DEEP_LINK]);
  });

  test.for([
    ["a full line", joining, { status: 503, body: { code: "queue-full" }, headers: { "Retry-After": "240" } }],
    ["a room that can't be asked", turn, { ...FAILED, headers: { "Retry-After": "30" } }],
  ] as const)("asks %s no sooner than it said", async ([, status, reply], { expect, onTestFinished }) => {
    const scene = openScene(browser, onTestFinished);
    const room = await scene.room(status, () => reply);
    const tab = await scene.visit(room);
    await expect.poll(() => room.calls.length, soon).toBe(1);
    for (let round = 0; round < 6; round++) {
      await setVisibility(tab, "hidden");
      await setVisibility(tab, "visible");
      await pause(500);
    }
    expect(room.calls.length).toBe(1);
  });
});

test("a status with another state is no credential: a browser is not said to keep no cookies", async ({ expect, onTestFinished }) => {
  const scene = openScene(browser, onTestFinished);
  const stopped = sampleStatus({ state: "sold-out", position: null, ahead: null, pollAfterMs: 2000 });
  const room = await scene.room(joining, (call) =>
    call.name === "join" ? { status: 202, body: { status: stopped } } : { status: 200, body: stopped },
  );
  const tab = await scene.visit(room);
  await expect.poll(() => text(tab, ".headline"), soon).toBe("Sold out");
  expect(room.count("join")).toBe(1);
});
