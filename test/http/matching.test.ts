import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { SHOP_PAGE } from "../support/origin.ts";
import { get } from "../support/raw.ts";
import { HOST } from "../support/room.ts";
import { roomOfFile } from "../support/room-of-file.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";

const SECRET = "a-secret-of-the-payment-provider";
const OTHER_HOST = "other.localhost";
const NAVIGATION = { Host: HOST, Accept: "text/html", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };

const { origin, room } = await roomOfFile({ moreHosts: [OTHER_HOST, "unlisted.localhost"] });
await room.createEvent({ id: "tickets", paths: ["/tickets"], doors: "stopped" });
await room.createEvent({
  id: "shop",
  paths: ["/shop"],
  doors: "stopped",
  rules: [
    { action: "bypass", paths: ["*.js", "*.css"], methods: [], networks: [], header: null },
    { action: "bypass", paths: ["/shop/callback"], methods: ["POST"], networks: [], header: { name: "X-Payment-Secret", value: SECRET } },
  ],
});
await room.createEvent({ id: "checkout", paths: ["/shop/checkout", "/shop/orders.js"], doors: "stopped" });
await room.createEvent({
  id: "lanes",
  hosts: [OTHER_HOST],
  doors: "stopped",
  lanes: [
    { id: "monday", share: 1, paths: ["/monday"] },
    { id: "tuesday", share: 1, paths: ["/tuesday"] },
    { id: "main", share: 1, paths: [] },
  ],
});

beforeEach(() => {
  origin.seen.length = 0;
});

/** The event whose waiting page this is, by the cookie that comes with it. */
function eventOf(head: string): string | undefined {
  return /stanchion-v-([a-z]+\.[a-z]+)=/.exec(head)?.[1];
}

describe("case 1: every spelling of a covered path is covered", () => {
  test.each([
    "/Tickets",
    "/TICKETS",
    "/%74ickets",
    "/%54ickets",
    "/%2574ickets",
    "//tickets",
    "///tickets",
    "/./tickets",
    "/x/../tickets",
    "/x/%2e%2e/tickets",
    "/tickets/",
    "/tickets//",
    "/tickets;x=1",
    "/;x/tickets",
    "/tickets%2F1",
    "/tickets%252F1",
    "/tickets?x=1",
    "/tickets#x",
    "/tickets/a.b",
    "/\\tickets",
    "\\tickets",
    "/x\\..\\tickets",
    "/tickets\\1",
    "/tickets%5C1",
    "/tickets%00",
    "/tickets%20",
    "/tickets.",
    "/tickets/..%2ftickets",
    "/x/..;/tickets",
    "/tickets%3fx",
    "/tickets%23x",
    "/tickets/%",
    "/tickets/%zz",
    "/tic\u212Aets",
    "/ticket\u017F",
    "/ticket%C5%BF",
    "/tic%E2%84%AAets",
  ])("%s", async (path) => {
    const answer = await get(room.port, Buffer.from(path).toString("latin1"), NAVIGATION);
    expect(origin.seen).toEqual([]);
    // The waiting page, or a refusal where the spelling is no path at all.
    if (answer.status === 200) expect(eventOf(answer.head)).toBe("tickets.main");
    else expect(answer.status).toBe(400);
  });

  test("and what only looks alike is not", async () => {
    for (const path of ["/ticketsx", "/ticket", "/x/tickets", "/tickets-2", "/"]) {
      expect((await get(room.port, path, NAVIGATION)).body, path).toContain(SHOP_PAGE);
    }
    expect(origin.seen.map(({ url }) => url)).toEqual(["/ticketsx", "/ticket", "/x/tickets", "/tickets-2", "/"]);
  });
});

test("case 2: the longer of two covering paths wins, by segment", async () => {
  for (const [path, event] of [
    ["/shop", "shop.main"],
    ["/shop/x", "shop.main"],
    ["/shop/checkout", "checkout.main"],
    ["/shop/checkout/x", "checkout.main"],
    ["/shop/checkoutx", "shop.main"],
  ] as const) {
    expect(eventOf((await get(room.port, path, NAVIGATION)).head), path).toBe(event);
  }
  expect(origin.seen).toEqual([]);
  expect((await get(room.port, "/shopping", NAVIGATION)).body).toContain(SHOP_PAGE);
});

describe("case 3: bypass rules", () => {
  test("what a rule names passes while everybody else is held, uncounted and without credentials", async () => {
    const passed = await room.ask({
      path: "/shop/app.js?v=1",
      headers: { Cookie: "mine=1; stanchion-p-shop.main=x", Authorization: "Basic eDp5", Accept: "*/*" },
    });
    expect(passed.status).toBe(200);
    expect(origin.seen).toHaveLength(1);
    expect(origin.seen[0]?.url).toBe("/shop/app.js?v=1");
    expect(origin.seen[0]?.headers).not.toHaveProperty("cookie");
    expect(origin.seen[0]?.headers).not.toHaveProperty("authorization");
    expect(origin.seen[0]?.headers).not.toHaveProperty("stanchion-pass");
    expect(origin.seen[0]?.headers["stanchion-edge"]).toBeDefined();
    const live = await room.live("shop");
    expect(live.activeSessions).toBe(0);
    expect(live.lanes[0].lastIssued).toBe(0);
  });

  test("names that only end alike do not pass", async () => {
    const alike = [
      "/tickets;x=.css",
      "/shop/orders.js",
      "/shop/checkout;x=.css",
      "/shop/checkout/x;.js",
      "/shop/checkout%2f.js",
      "/shop/x%00.js",
      "/shop/x%3b.js",
      "/shop/..%2fcheckout.js",
      "/shop/a\\b.js",
      "/shop/%zz.js",
    ];
    for (const path of alike) expect([200, 400], path).toContain((await get(room.port, path, NAVIGATION)).status);
    expect(origin.seen).toEqual([]);
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      expect((await room.ask({ method, path: "/shop/app.js", headers: { Accept: "*/*" }, body: "x" })).status, method).toBe(503);
    }
    expect(origin.seen).toEqual([]);
  });
});

describe("case 4: the payment provider calls back without cookies", () => {
  const callback = { method: "POST", path: "/shop/callback", body: '{"paid":true}' };
  const headers = { Accept: "*/*", "Content-Type": "application/json" };

  test("with its secret a rule lets it in", async () => {
    const answer = await room.ask({ ...callback, headers: { ...headers, "X-Payment-Secret": SECRET } });
    expect(answer.status).toBe(200);
    expect(origin.seen[0]).toMatchObject({ method: "POST", url: "/shop/callback", body: '{"paid":true}' });
  });

  test("without it: 503, Retry-After, a problem with waitUrl, and the organiser sees the refusals counted", async () => {
    const refused = async (): Promise<number> => {
      // Counts go along with this isolate's next refresh, which any request may bring.
      await get(room.port, "/shop", NAVIGATION);
      await sleep(600);
      await get(room.port, "/shop", NAVIGATION);
      return (await room.live("shop")).origin.refusedWithoutPass;
    };
    const before = await refused();
    for (const wrong of [{}, { "X-Payment-Secret": SECRET.slice(1) }, { "X-Payment-Secret": "" }]) {
      const answer = await room.ask({ ...callback, headers: { ...headers, ...wrong } });
      expect(answer.status).toBe(503);
      expect(answer.headers["content-type"]).toBe("application/problem+json");
      expect(answer.headers["retry-after"]).toMatch(/^[1-9][0-9]*$/);
      expect(answer.headers["cache-control"]).toContain("no-store");
      expect(answer.json()).toMatchObject({ code: "pass-required", waitUrl: `http://${HOST}/` });
    }
    expect(origin.seen).toEqual([]);
    expect((await refused()) - before).toBe(3);
  });
});

test("case 5: JSON or HTML by real negotiation", async () => {
  const wanted: readonly (readonly [string, "html" | "json" | "refused"])[] = [
    ["application/json", "json"],
    ["application/json, text/html", "json"],
    ["text/html, application/json", "html"],
    ["application/json;q=0.5, text/html;q=0.6", "html"],
    ["text/html;q=0.2, application/json;q=0.9", "json"],
    ["text/html, application/json;q=0", "html"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
    ["text/*, application/json;q=0.9", "html"],
    ["*/*", "refused"],
    ["image/webp", "refused"],
    ["text/html;q=0, application/json;q=0", "refused"],
  ];
  for (const [accept, kind] of wanted) {
    const answer = await room.ask({ path: "/tickets/x", headers: { Accept: accept }, from: newAddress() });
    if (kind === "refused") {
      expect(answer.status, accept).toBe(503);
      expect(answer.headers["content-type"], accept).toBe("application/problem+json");
    } else {
      expect(answer.status, accept).toBe(200);
      expect(answer.headers["content-type"], accept).toMatch(kind === "json" ? /^application\/json/ : /^text\/html/);
      expect(answer.headers["cache-control"], accept).toContain("no-store");
      if (kind === "json") expect(answer.json()).toMatchObject({ event: "tickets", state: "joining", position: null });
    }
  }
  // Fetch metadata says what it is, whatever Accept asks for.
  const fetched = await room.ask({ path: "/tickets", headers: { Accept: "text/html", "Sec-Fetch-Mode": "cors" } });
  expect(fetched.status).toBe(503);
  expect(origin.seen).toEqual([]);
});

test("case 6: one browser holds independent places in two events of one host", async () => {
  const others = new TestVisitor(room, { event: "tickets" });
  await others.join("/tickets");
  const browser = new TestVisitor(room);
  await browser.open("/tickets");
  await browser.open("/shop");
  const inTickets = (await browser.call("join", { event: "tickets" })).json().status;
  const inShop = (await browser.call("join", { event: "shop" })).json().status;
  expect([inTickets.event, inTickets.position]).toEqual(["tickets", 2]);
  expect([inShop.event, inShop.position]).toEqual(["shop", 1]);
  expect((await browser.call("leave", { event: "tickets" })).status).toBe(204);
  expect((await browser.load("/_stanchion/v1/status?event=shop")).json().position).toBe(1);
  expect((await browser.load("/_stanchion/v1/status?event=tickets")).json().state).toBe("joining");
});

describe("S8: no spelling slips by", () => {
  test("readings that name different lanes or events are refused, nothing is fetched", async () => {
    const across = { ...NAVIGATION, Host: OTHER_HOST };
    for (const path of [
      "/monday/..%2ftuesday",
      "/monday;/../tuesday",
      "/monday%2f..%2ftuesday",
      "/tuesday\\..\\monday",
      "/monday/..;/tuesday",
    ]) {
      const answer = await get(room.port, path, across);
      expect(answer.status, path).toBe(400);
      expect(answer.body, path).toContain("ambiguous-path");
    }
    const json = await room.ask({ path: "/monday/..%2ftuesday", headers: { Host: OTHER_HOST, Accept: "application/json" } });
    expect(json.json()).toMatchObject({ status: 400, code: "ambiguous-path" });
    expect((await get(room.port, "/shop/..%2ftickets", NAVIGATION)).status).toBe(400);
    expect(origin.seen).toEqual([]);
  });

  test("a host no event lists, or the deployment does not know: 421, no fetch", async () => {
    for (const host of [
      "unlisted.localhost",
      "unknown.localhost",
      "shop.localhost.evil.localhost",
      "console.localhost",
      `${HOST}:1234`,
      "127.0.0.1",
    ]) {
      const page = await get(room.port, "/tickets", { ...NAVIGATION, Host: host });
      expect([page.status, page.body], host).toEqual([421, expect.stringContaining("Nothing is on sale here")]);
      // A page for browsers, the same as a problem for everything else.
      const { json } = await room.ask({ path: "/tickets", headers: { Host: host } });
      expect(json(), host).toMatchObject({ status: 421, code: "unknown-host" });
    }
    for (const host of ["", "shop.localhost@evil", "sh op.localhost", "shop.localhost:99999999"]) {
      expect([400, 421], host).toContain((await get(room.port, "/tickets", { ...NAVIGATION, Host: host })).status);
    }
    expect(origin.seen).toEqual([]);
    // A Host that moves the border between host and path: what is fetched is what was judged.
    await get(room.port, "/tickets", { ...NAVIGATION, Host: "shop.localhost/x?" });
    expect(origin.seen.map(({ url }) => url)).toEqual(["/x?/tickets"]);
    expect((await get(room.port, "/tickets", { ...NAVIGATION, Host: "SHOP.localhost" })).head).toContain("stanchion-v-tickets.main=");
  });

  test("every reading under /_stanchion is ours or 404, never the origin's", async () => {
    for (const path of [
      "/_stanchion",
      "/_stanchion/",
      "/_stanchion/x",
      "/_STANCHION/v1/status",
      "/%5fstanchion/v1/status",
      "//_stanchion/v1/status",
      "/x/../_stanchion/x",
      "/_stanchion;x/v1",
      "/_stanchion%2fv1%2fstatus",
      "/_stanchion/v1/status/",
      "/_stanchion/v1//status",
      "/_stanchion/v1/%73tatus",
      "/_stanchion/jwks.json/x",
      "/x\\..\\_stanchion",
      "/_stanchion/v1/constructor",
    ]) {
      const answer = await get(room.port, path, NAVIGATION);
      expect(answer.status, path).toBe(404);
      expect(answer.body, path).toContain("not-found");
    }
    expect(origin.seen).toEqual([]);
  });

  test("an absolute request target can't name another host than Host does", async () => {
    const answer = await get(room.port, `http://unlisted.localhost/tickets`, NAVIGATION);
    expect(answer.status === 421 || answer.status === 400 || eventOf(answer.head) === "tickets.main", `${answer.status}`).toBe(true);
    expect(origin.seen).toEqual([]);
  });

  test("without a pass no header names another path or method", async () => {
    const overrides = {
      "X-Original-URL": "/tickets",
      "X-Rewrite-URL": "/tickets",
      X_Original_URL: "/tickets",
      "X-HTTP-Method-Override": "DELETE",
      "X-HTTP-Method": "PUT",
      "X-Method-Override": "PUT",
    };
    const answer = await room.ask({ path: "/free", headers: { Accept: "text/html", ...overrides } });
    expect(answer.body).toContain(SHOP_PAGE);
    for (const name of Object.keys(overrides)) expect(origin.seen[0]?.headers, name).not.toHaveProperty(name.toLowerCase());
  });

  test("the path reaches the origin as it was judged, query and all, byte for byte", async () => {
    for (const target of ["/free/a%2Fb?x=%2F&y=+&y=2&z=%E4", "/free/%C3%A4", "/free/a%20b?q=%22%3C&empty=", "/free/?", "/free/x;y=1?;"]) {
      await get(room.port, target, NAVIGATION);
      expect(origin.seen.at(-1)?.url).toBe(target);
    }
  });
});

describe("S2: hosts and origins belong to the deployment", () => {
  test("forwarded requests carry CDN-Loop, and meeting our own is 508", async () => {
    await room.ask({ path: "/free", headers: { Accept: "text/html", "CDN-Loop": "cdn.example; v=1" } });
    expect(origin.seen[0]?.headers["cdn-loop"]).toBe("cdn.example; v=1, stanchion");
    for (const loop of ["stanchion", "cdn.example, stanchion", "Stanchion; hops=2", "stanchion , other"]) {
      const answer = await room.ask({ path: "/free", headers: { Accept: "text/html", "CDN-Loop": loop } });
      expect(answer.status, loop).toBe(508);
    }
    expect(origin.seen).toHaveLength(1);
  });
});
