/** S3 in a real browser, over TLS with the cookies as deployed: what an organiser's template can and can't do. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test, type TestContext } from "vitest";
import { makeKeys } from "../../bench/tools/keys.ts";
import { launchBrowser } from "../support/browser.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { startOrigin, type Handler, type TestOrigin } from "../support/origin.ts";
import { freePort, startRoom, type Room } from "../support/room.ts";
import { putTemplate } from "../support/template.ts";

const CONSOLE_HOST = "console.localhost";

let browser: Browser;
let origin: TestOrigin;
let room: Room;
let host: string;

/** The shop; below `/own` it serves the hostile page itself, which may then do what it likes. */
const shop: Handler = (request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  if (request.url === "/own") response.end(HOSTILE.replaceAll("{{event}}", "hostile").replaceAll("{{lane}}", "main"));
  else response.end(`<h1>The shop</h1><p id="path">${request.url ?? ""}</p>`);
};

beforeAll(async () => {
  const port = await freePort();
  host = `shop.localhost:${port}`;
  origin = await startOrigin(shop);
  room = await startRoom({
    origin: origin.url,
    port,
    hosts: { [host]: origin.url },
    tls: selfSignedCertificate(["shop.localhost", CONSOLE_HOST]),
    keys: await makeKeys({ issuer: "https://room.test", dev: false, nowMs: Date.now() }),
    bindings: { STANCHION_LISTENER: "" },
  });
  browser = await launchBrowser(["--host-resolver-rules=MAP *.localhost 127.0.0.1", "--disable-popup-blocking"]);
});

afterAll(async () => {
  await browser?.close();
  await room?.stop();
  await origin?.stop();
});

/** A visitor on an event's template, with a cookie and a storage of the shop's own that scripts of the shop can read. */
async function openTemplate(
  { expect, onTestFinished }: Pick<TestContext, "expect" | "onTestFinished">,
  id: string,
  template: string,
): Promise<Page> {
  await room.createEvent({ id, hosts: [host], paths: [`/${id}`], doors: "stopped", perMinute: 60 });
  expect((await putTemplate(room, id, template)).status).toBe(200);
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  onTestFinished(() => context.close());
  await context.addCookies([
    { name: "shop-basket", value: "seat-12", domain: "shop.localhost", path: "/", secure: true, sameSite: "None" },
  ]);
  const page = await context.newPage();
  // A page of the shop that nobody waits for.
  await page.goto(`https://${host}/free`);
  await page.evaluate(() => localStorage.setItem("shop", "secret"));
  expect(await page.evaluate(() => document.cookie)).toBe("shop-basket=seat-12");
  await expect
    .poll(async () => (await page.goto(`https://${host}/${id}/show?seat=%2F+a`))?.headers()["content-security-policy"] ?? "", {
      timeout: 10_000,
    })
    .toContain("sandbox");
  return page;
}

/** Tries what a hostile template would, and writes what came of it. */
const HOSTILE = `<!doctype html><title>{{title}}</title><p id="place">{{#placeKnown}}{{place}}{{/placeKnown}}</p><pre id="report"></pre>
<script>
const api = "/_stanchion/v1/";
const named = "event={{event}}&lane={{lane}}";
const json = JSON.stringify({ event: "{{event}}", lane: "{{lane}}", returnTo: "/" });
const send = (path, type, body) => fetch(api + path, { method: "POST", credentials: "include", headers: type === null ? { } : { "Content-Type": type }, body })
  .then((answer) => answer.text());
const tries = {
  origin: () => self.origin,
  cookie: () => document.cookie,
  setCookie: () => { document.cookie = "planted=1"; },
  localStorage: () => localStorage.getItem("shop"),
  sessionStorage: () => sessionStorage.length,
  indexedDB: () => new Promise((resolve, reject) => { const r = indexedDB.open("x"); r.onsuccess = resolve; r.onerror = () => reject(r.error); }),
  caches: () => caches.keys(),
  serviceWorker: () => navigator.serviceWorker.register("/sw.js"),
  status: () => fetch(api + "status?" + named, { credentials: "include" }).then((answer) => answer.text()),
  page: () => fetch(location.href, { credentials: "include" }).then((answer) => answer.text()),
  shop: () => fetch("/free", { credentials: "include" }).then((answer) => answer.text()),
  organiser: () => fetch("/_stanchion/api/v1/events", { credentials: "include" }).then((answer) => answer.text()),
  console: () => fetch("https://${CONSOLE_HOST}:" + location.port + "/", { credentials: "include" }).then((answer) => answer.text()),
  join: () => send("join", "application/json", json),
  leave: () => send("leave", "application/json", json),
  leaveSimple: () => send("leave", "application/x-www-form-urlencoded", named + "&returnTo=/"),
  leavePlain: () => send("leave", "text/plain", json),
  frame: () => new Promise((resolve, reject) => {
    const frame = document.createElement("iframe");
    frame.onload = () => { try { resolve(frame.contentWindow.document.cookie); } catch (error) { reject(error); } };
    frame.src = "/free";
    document.body.append(frame);
  }),
  popup: () => { const opened = window.open("about:blank"); try { return opened.document.cookie; } finally { opened && opened.close(); } },
};
(async () => {
  const report = { };
  for (const [name, attempt] of Object.entries(tries)) {
    try { report[name] = "got " + JSON.stringify(await attempt()); } catch (error) { report[name] = error.name; }
  }
  document.getElementById("report").textContent = JSON.stringify(report);
})();
</script>`;

/** The place on a page that is asked for anew. The page does so by itself, too, and may come in between. */
async function placeAnew(page: Page): Promise<string | null> {
  await page.reload().catch(() => null);
  return page.locator("#place").textContent();
}

/** What it wrote, once it has tried everything. */
async function reportOf(page: Page): Promise<Record<string, string>> {
  const written = page.locator("#report").filter({ hasText: /./ });
  return JSON.parse((await written.textContent({ timeout: 15_000 })) ?? "") as Record<string, string>;
}

test("S3: reads no cookie, no storage, no answer of the room, the shop or the console, and moves nothing", async (context) => {
  const { expect } = context;
  // While it tries it must not be loaded anew.
  const page = await openTemplate(context, "hostile", HOSTILE);
  await expect.poll(() => page.locator("#place").textContent(), { timeout: 15_000 }).toBe("1");
  const { origin: own, ...report } = await reportOf(page);
  expect(own).toBe('got "null"');
  for (const [name, outcome] of Object.entries(report))
    expect(outcome, name).toMatch(/^(?:SecurityError|TypeError|NotSupportedError|InvalidStateError)$/);
  expect(Object.keys(report)).toHaveLength(18);
  // Its place is still there, and nothing was planted.
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names).not.toContain("planted");
  await expect.poll(() => placeAnew(page), { timeout: 15_000 }).toBe("1");
  // The same attempts from a page of the shop do succeed, all but those no page of a shop can do either.
  await page.goto(`https://${host}/own`);
  const control = await reportOf(page);
  const failed = Object.keys(control).filter((name) => control[name]?.startsWith("got") !== true);
  expect(failed).toEqual(["serviceWorker", "console"]);
});

test("S3: a form of it sent to the room changes nothing", async (context) => {
  const { expect } = context;
  const page = await openTemplate(
    context,
    "form",
    `<p id="place">{{#placeKnown}}{{place}}{{/placeKnown}}</p><form method="post" action="/_stanchion/v1/leave" target="_blank"><input name="event" value="{{event}}"><input name="lane" value="{{lane}}"><input name="returnTo" value="/"><button>x</button></form>`,
  );
  await expect.poll(() => page.locator("#place").textContent(), { timeout: 15_000 }).toBe("1");
  const [sent] = await Promise.all([
    page.context().waitForEvent("response", (answer) => answer.url().endsWith("/leave")),
    page.click("button"),
  ]);
  expect(sent.status()).toBe(403);
  await expect.poll(() => placeAnew(page), { timeout: 15_000 }).toBe("1");
});

test("S3: a link out of it opens an ordinary page", async (context) => {
  const { expect } = context;
  const page = await openTemplate(context, "link", `<a href="/free" target="_blank">Help</a>`);
  const [opened] = await Promise.all([page.waitForEvent("popup"), page.click("a")]);
  await opened.waitForLoadState();
  expect(await opened.evaluate(() => document.cookie)).toBe("shop-basket=seat-12");
});

test("a visitor waits on it and gets in at the deep link, by nothing but its being loaded anew", async (context) => {
  const { expect } = context;
  const page = await openTemplate(context, "journey", `<title>{{state}}</title><p id="place">{{#placeKnown}}{{place}}{{/placeKnown}}</p>`);
  await expect.poll(() => page.locator("#place").textContent(), { timeout: 15_000 }).toBe("1");
  await room.organise("POST", "events/journey/actions/doors", { doors: "always" });
  await page.waitForSelector("h1", { timeout: 20_000 });
  expect(await page.locator("#path").textContent()).toBe("/journey/show?seat=%2F+a");
});
