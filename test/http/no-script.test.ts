import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { SHOP_PAGE } from "../support/origin.ts";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

const { origin, room } = await roomOfFile();
await Promise.all([
  room.createEvent({ id: "moving", paths: ["/moving"], doors: "always", perMinute: 6000 }),
  room.createEvent({ id: "held", paths: ["/held"], doors: "stopped" }),
]);

/** Seconds after which the page loads itself anew without script. */
function refreshOf(body: string): number | null {
  const seconds = /<meta http-equiv="refresh" content="([0-9]+)/.exec(body)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

test("case 56: with navigations alone a browser joins, waits, gets in, and can leave", async () => {
  const browser = new TestVisitor(room);
  const path = "/moving/show?x=%2F";
  const pages: number[] = [];
  let page = await browser.open(path);
  const startMs = Date.now();
  while (page.status === 200 && !page.body.includes(SHOP_PAGE) && Date.now() - startMs < 20_000) {
    const refresh = refreshOf(page.body);
    expect(refresh).not.toBeNull();
    expect(refresh).toBeGreaterThanOrEqual(2);
    expect(refresh).toBeLessThanOrEqual(60);
    expect(page.headers["cache-control"]).toContain("no-store");
    pages.push(page.status);
    // Sooner than the page would, which must do no harm.
    await sleep(500);
    page = await browser.open(path);
  }
  // The turn: a redirect to the same page, so that the pass comes back at once.
  expect([page.status, page.headers.location]).toEqual([303, path]);
  expect(pages.length).toBeGreaterThanOrEqual(2);
  const shop = await browser.open(path);
  expect(shop.body).toContain(SHOP_PAGE);
  expect(origin.seen.map(({ url }) => url)).toEqual([path]);
  expect(await room.live("moving")).toMatchObject({ activeSessions: 1, provisionalSessions: 0 });
});

test("case 56: the first page gives a credential, the second the place, later ones keep it, and its form gives it up", async () => {
  const browser = new TestVisitor(room);
  const first = await browser.open("/held");
  expect(browser.cookie("v")).toBeDefined();
  expect(browser.cookie("p")).toBeUndefined();
  const second = await browser.open("/held");
  const ticket = browser.cookie("p");
  expect(ticket).toBeDefined();
  for (let refresh = 0; refresh < 5; refresh++) await browser.open("/held");
  expect(browser.cookie("p")).toBe(ticket);
  expect((await browser.load("/_stanchion/v1/status?event=held")).json().position).toBe(1);
  expect(first.body).not.toBe(second.body);

  // The form of the page itself, sent as it stands there.
  const form = /<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(second.body);
  expect(form).not.toBeNull();
  const fields = [...(form?.[2] ?? "").matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  const left = await browser.submit(form?.[1] ?? "", new URLSearchParams(fields).toString());
  expect(left.status).toBe(200);
  expect(left.headers["content-type"]).toContain("text/html");
  expect(browser.jar.header()).toBeUndefined();
  expect((await room.live("held")).lanes[0].waiting).toBe(0);
});

test("a form sent without a pass is never replayed, and its page leads back", async () => {
  const browser = new TestVisitor(room);
  const answer = await browser.submit("/held/pay", "card=4111", "same-origin", { Referer: "http://shop.localhost/held/basket?x=1" });
  expect(answer.status).toBe(503);
  expect(answer.headers["cache-control"]).toContain("no-store");
  expect(answer.body).toContain('href="/held/basket?x=1"');
  expect(answer.body).not.toContain("4111");
  expect(refreshOf(answer.body)).toBeNull();
  const elsewhere = await browser.submit("/held/pay", "card=4111", "cross-site", { Referer: "https://evil.example/held" });
  expect(elsewhere.body).toContain('href="/"');
  expect(origin.seen.filter(({ url }) => url.startsWith("/held"))).toEqual([]);
});
