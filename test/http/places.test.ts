import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SHOP_PAGE, startOrigin, type TestOrigin } from "../support/origin.ts";
import { pipeline } from "../support/pipeline.ts";
import { probedBundle, probeOf, type Probe } from "../support/probed-bundle.ts";
import { rm } from "node:fs/promises";
import { HOST, startRoom, type Room } from "../support/room.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";

let bundleDir: string;
let origin: TestOrigin;
let room: Room;
let probe: Probe;

beforeAll(async () => {
  origin = await startOrigin();
  bundleDir = await probedBundle();
  room = await startRoom({ origin: origin.url, bundleDir });
  probe = probeOf(room.port);
  const stopped = { doors: "stopped" } as const;
  await Promise.all([
    room.createEvent({ id: "once", paths: ["/once"], ...stopped }),
    room.createEvent({ id: "crowd", paths: ["/crowd"], ...stopped }),
    room.createEvent({ id: "nothing", paths: ["/nothing"], ...stopped }),
    room.createEvent({ id: "patient", paths: ["/patient"], ...stopped }),
    room.createEvent({ id: "order", paths: ["/order"], ...stopped }),
    room.createEvent({ id: "killed", paths: ["/killed"], ...stopped }),
    room.createEvent({ id: "bound", paths: ["/bound"], ...stopped }),
    room.createEvent({
      id: "hall",
      paths: ["/hall"],
      lanes: [
        { id: "left", share: 1, paths: ["/hall/left"] },
        { id: "right", share: 1, paths: [] },
      ],
      ...stopped,
    }),
    room.createEvent({ id: "quiet", paths: ["/quiet"], perMinute: 6000 }),
  ]);
});

afterAll(async () => {
  await room?.stop();
  await origin?.stop();
  if (bundleDir !== undefined) await rm(bundleDir, { recursive: true, force: true });
});

beforeEach(() => {
  origin.seen.length = 0;
});

async function issued(event: string, lane = 0): Promise<number> {
  return (await room.organise("GET", `events/${event}/live`)).json().lanes[lane].lastIssued;
}

/** A join as the page sends it, with no cookie or with one. */
const bareJoin = (event: string, cookie?: string) => ({
  path: "/_stanchion/v1/join",
  headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", ...(cookie === undefined ? {} : { Cookie: cookie }) },
  body: JSON.stringify({ event }),
});

describe("case 7: the same join sent twice is one place", () => {
  test("retried, by several tabs at once, and by navigations besides", async () => {
    const browser = new TestVisitor(room, { event: "once" });
    await browser.open("/once");
    const tabs = Array.from({ length: 5 }, () => browser.copy());
    const answers = await Promise.all(tabs.map((tab) => tab.call("join")));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().status.position)).size).toBe(1);
    // The answer was lost: the browser still has the visitor credential only.
    const retried = await browser.copy().call("join");
    expect(retried.json().status.position).toBe(answers[0]?.json().status.position);
    const opened = await browser.copy().open("/once", { Accept: "application/json", "Sec-Fetch-Mode": "navigate" });
    expect(opened.status).toBe(200);
    expect(await issued("once")).toBe(1);
  });

  test("with its ticket a browser that joins again has the place it had", async () => {
    const browser = new TestVisitor(room, { event: "once" });
    const { status } = await browser.join("/once");
    const again = await browser.call("join");
    expect(again.status).toBe(201);
    expect(again.json().status.position).toBe(status.position);
    expect(again.headers["set-cookie"]).toBeUndefined();
  });
});

/** For thousands of requests on a busy machine. */
const LONG = { timeout: 120_000 };

test("case 8: 3,000 parallel joins from 300 networks get 3,000 different places without a gap", LONG, async () => {
  const networks = Array.from({ length: 300 }, (_, index) => `127.${100 + (index >> 5)}.7.${index & 31}`);
  const each = 10;
  const answers = await Promise.all(
    networks.map(async (from) => {
      const first = await pipeline(
        room.port,
        HOST,
        Array.from({ length: each }, () => bareJoin("crowd")),
        from,
      );
      return pipeline(
        room.port,
        HOST,
        first.map(({ head }) => bareJoin("crowd", /set-cookie: ([^;]+)/i.exec(head)?.[1])),
        from,
      );
    }),
  );
  expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([201]));
  const positions = answers.flat().map(({ body }) => JSON.parse(body).status.position as number);
  expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: networks.length * each }, (_, index) => index + 1));
});

describe("case 9: what is no join takes no place", () => {
  test.each([
    ["an unknown event", { event: "unknown" }, 404, "unknown-event"],
    ["an unknown lane", { event: "nothing", lane: "unknown" }, 404, "unknown-lane"],
    ["an event that is no text", { event: 7 }, 400, "invalid-body"],
    ["a lane that is no text", { event: "nothing", lane: {} }, 400, "invalid-body"],
    ["a returnTo that is no text", { event: "nothing", returnTo: [] }, 400, "invalid-body"],
    ["a list", ["nothing"], 400, "invalid-body"],
    ["no JSON", "{event", 400, "invalid-body"],
    ["null", "null", 400, "invalid-body"],
    ["too much", { event: "nothing", returnTo: "x".repeat(9_000) }, 413, "body-too-large"],
  ] as const)("%s", async (_, body, status, code) => {
    const visitor = new TestVisitor(room);
    await visitor.open("/nothing");
    const before = await issued("nothing");
    const answer = await visitor.load(
      "/_stanchion/v1/join",
      { "Content-Type": "application/json" },
      "POST",
      typeof body === "string" ? body : JSON.stringify(body),
    );
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(answer.json().code).toBe(code);
    expect(await issued("nothing")).toBe(before);
  });

  test("one of several events, none named", async () => {
    const answer = await new TestVisitor(room).call("join");
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: "lane-required", field: "event" });
  });

  test("another media type", async () => {
    const visitor = new TestVisitor(room, { event: "nothing" });
    await visitor.open("/nothing");
    const answer = await visitor.load("/_stanchion/v1/join", { "Content-Type": "text/plain" }, "POST", '{"event":"nothing"}');
    expect(answer.status).toBe(415);
  });
});

test("case 10: 1,000 requests without cookies while queueing use no place, and nobody's wait changes", LONG, async () => {
  const waiting = new TestVisitor(room, { event: "patient" });
  const { status } = await waiting.join("/patient");
  const before = await issued("patient");
  const accept = ["text/html", "application/json"];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, network) =>
      pipeline(
        room.port,
        HOST,
        Array.from({ length: 50 }, (_, index) => ({ path: `/patient/${index}`, headers: { Accept: accept[index % 2] ?? "" } })),
        `127.60.${network}.1`,
      ),
    ),
  );
  expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]));
  expect(await issued("patient")).toBe(before);
  const after = await waiting.status();
  expect(after.position).toBe(status.position);
  expect(after.ahead).toBe(status.ahead);
  expect(after.wait).toEqual(status.wait);
  expect(origin.seen).toEqual([]);
});

test("case 11: reloading, polling early and in five tabs keeps the place and asks the event for nothing", async () => {
  const browser = new TestVisitor(room, { event: "patient" });
  const { status } = await browser.join("/patient");
  const before = await probe.calls();
  const tabs = [browser, ...Array.from({ length: 4 }, () => browser.copy())];
  const polls = await Promise.all(tabs.flatMap((tab) => Array.from({ length: 20 }, () => tab.status())));
  for (const poll of polls) expect([poll.position, poll.state]).toEqual([status.position, "stopped"]);
  for (let reload = 0; reload < 100; reload++) {
    const page = await browser.open("/patient");
    expect(page.status).toBe(200);
    expect(page.headers["set-cookie"]).toBeUndefined();
  }
  const after = await probe.calls();
  expect(after["gate.visit"]).toBe(before["gate.visit"]);
  expect((await browser.status()).position).toBe(status.position);
});

test("case 12: F5 of somebody inside changes nothing for those outside", async () => {
  const inside = new TestVisitor(room, { event: "quiet" });
  await inside.open("/quiet");
  const before = (await room.organise("GET", "events/quiet/live")).json();
  for (let reload = 0; reload < 20; reload++) expect((await inside.open("/quiet")).body).toContain(SHOP_PAGE);
  const after = (await room.organise("GET", "events/quiet/live")).json();
  expect(after.lanes).toEqual(before.lanes);
  expect(after.activeSessions).toBe(before.activeSessions);
});

test("case 13: A joins before B, but B polls first: A stays before B", async () => {
  const [a, b] = [new TestVisitor(room, { event: "order" }), new TestVisitor(room, { event: "order" })];
  await b.open("/order");
  await a.open("/order");
  const first = (await a.call("join")).json().status.position;
  const second = (await b.call("join")).json().status.position;
  for (let poll = 0; poll < 5; poll++) await b.status();
  expect([(await a.status()).position, (await b.status()).position]).toEqual([first, second]);
  expect(first).toBeLessThan(second);
});

describe("case 15: a browser that keeps nothing, reloading 20 times", () => {
  test("gets no place while queueing", async () => {
    const before = await issued("nothing");
    const from = newAddress();
    for (let reload = 0; reload < 20; reload++) {
      const answer = await room.ask({ path: "/nothing", from, headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } });
      expect(answer.headers["set-cookie"]?.[0]).toContain("stanchion-v-nothing.main=");
    }
    expect(await issued("nothing")).toBe(before);
  });

  test("gets at most five one-step admissions where nobody waits", async () => {
    const from = newAddress();
    let pages = 0;
    for (let reload = 0; reload < 20; reload++) {
      const answer = await room.ask({ path: "/quiet", from, headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } });
      expect(answer.status).toBe(200);
      if (answer.body.includes(SHOP_PAGE)) pages++;
    }
    expect(pages).toBe(5);
    expect(origin.seen).toHaveLength(5);
    // One that keeps its cookie goes in all the same, from the same network.
    const honest = new TestVisitor(room, { from, event: "quiet" });
    await honest.open("/quiet");
    expect((await honest.open("/quiet")).body).toContain(SHOP_PAGE);
  });
});

describe("S4: no place for nothing", () => {
  test("10,000 bare joins get credentials at most, no place, and call no gate", LONG, async () => {
    const before = await probe.calls();
    const places = await issued("nothing");
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, network) =>
        pipeline(
          room.port,
          HOST,
          Array.from({ length: 100 }, () => bareJoin("nothing")),
          `127.70.${network}.1`,
        ),
      ),
    );
    expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.flat().map(({ head }) => /set-cookie: ([^;]+)/i.exec(head)?.[1])).size).toBe(10_000);
    const after = await probe.calls();
    expect(after["gate.visit"]).toBe(before["gate.visit"]);
    expect(await issued("nothing")).toBe(places);
  });

  test("one credential across many requests, routes and a gate's death is one place", async () => {
    const browser = new TestVisitor(room, { event: "killed" });
    await browser.open("/killed");
    const attempts: Promise<unknown>[] = [];
    for (let round = 0; round < 6; round++) {
      attempts.push(browser.copy().call("join"), browser.copy().open("/killed"));
      if (round % 2 === 1) attempts.push(probe.killGates());
    }
    await Promise.all(attempts);
    await probe.killGates();
    const joined = await browser.call("join");
    expect(joined.status).toBe(201);
    expect(joined.json().status.position).toBe(1);
    expect(await issued("killed")).toBe(1);
  });

  test("a credential counts on its own network, for its own event and lane, as it was written", async () => {
    const owner = new TestVisitor(room, { event: "bound" });
    await owner.open("/bound");
    const value = owner.cookie("v") ?? "";
    const before = await probe.calls();
    const elsewhere = owner.copy({ from: newAddress() });
    expect((await elsewhere.call("join")).status).toBe(202);
    const [header = "", payload = "", signature = ""] = value.split(".");
    for (const wrong of [
      `${header}.${payload}.`,
      `${header}.${payload}.${signature}A`,
      `${header}.${payload}`,
      `${value} `,
      `"${value}"`,
      `${payload}.${payload}.${signature}`,
      "x",
    ]) {
      const answer = await room.ask({ ...bareJoin("bound", `stanchion-v-bound.main=${wrong}`), from: owner.from });
      // Blanks at the ends are no part of a cookie's value.
      expect(answer.status, wrong).toBe(wrong === `${value} ` ? 201 : 202);
    }
    expect((await room.ask({ ...bareJoin("order", `stanchion-v-order.main=${value}`), from: owner.from })).status).toBe(202);
    expect((await room.ask({ ...bareJoin("bound", `stanchion-p-bound.main=${value}`), from: owner.from })).status).toBe(202);
    const after = await probe.calls();
    expect((after["gate.visit"] ?? 0) - (before["gate.visit"] ?? 0)).toBe(1);
    expect(await issued("bound")).toBe(1);
  });

  test("a lane's credential gets no place in another lane", async () => {
    const left = new TestVisitor(room, { event: "hall", lane: "left" });
    await left.open("/hall/left");
    const value = left.cookie("v") ?? "";
    const answer = await room.ask({
      ...bareJoin("hall", `stanchion-v-hall.right=${value}`),
      from: left.from,
      body: '{"event":"hall","lane":"right"}',
    });
    expect(answer.status).toBe(202);
    expect((await left.call("join")).status).toBe(201);
    expect([await issued("hall", 0), await issued("hall", 1)]).toEqual([1, 0]);
  });

  test("no route gives a place to a request that brings no credential of an earlier answer", async () => {
    const before = await issued("nothing");
    const from = newAddress();
    const routes: readonly { method: string; path: string; headers: Record<string, string>; body?: string }[] = [
      { method: "GET", path: "/nothing", headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } },
      { method: "GET", path: "/nothing", headers: { Accept: "text/html" } },
      { method: "GET", path: "/nothing", headers: { Accept: "application/json" } },
      {
        method: "GET",
        path: "/nothing",
        headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate", "Sec-Purpose": "prefetch;prerender" },
      },
      { method: "GET", path: "/nothing", headers: { Accept: "text/html", Purpose: "prefetch" } },
      { method: "HEAD", path: "/nothing", headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } },
      { method: "POST", path: "/nothing", headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" }, body: "a=1" },
      { method: "GET", path: "/_stanchion/v1/status?event=nothing", headers: {} },
      { method: "GET", path: "/_stanchion/v1/session?event=nothing", headers: {} },
      {
        method: "POST",
        path: "/_stanchion/v1/join",
        headers: { "Stanchion-Credential": "new", "Content-Type": "application/json" },
        body: '{"event":"nothing"}',
      },
      {
        method: "POST",
        path: "/_stanchion/v1/enter",
        headers: { "Stanchion-Credential": "new", "Content-Type": "application/json" },
        body: '{"event":"nothing"}',
      },
      {
        method: "POST",
        path: "/_stanchion/v1/leave",
        headers: { "Stanchion-Credential": "new", "Content-Type": "application/json" },
        body: '{"event":"nothing"}',
      },
      {
        method: "POST",
        path: "/_stanchion/v1/session/touch",
        headers: { "Stanchion-Credential": "new", "Content-Type": "application/json" },
        body: '{"event":"nothing"}',
      },
      {
        method: "POST",
        path: "/_stanchion/v1/join",
        headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" },
        body: "event=nothing",
      },
    ];
    for (const route of routes) {
      const answer = await room.ask({ ...route, from });
      const given = [answer.headers["set-cookie"]?.join() ?? "", answer.headers["stanchion-credential"] ?? ""].join();
      expect(given, `${route.method} ${route.path}`).not.toMatch(/stanchion-p-[^=]+=[^;]/);
      expect(answer.status, `${route.method} ${route.path}`).not.toBe(201);
    }
    expect(await issued("nothing")).toBe(before);
    expect(origin.seen).toEqual([]);
  });

  test("what takes no place, even with a credential: prefetch, HEAD, forms, elements", async () => {
    const browser = new TestVisitor(room, { event: "order" });
    await browser.open("/order");
    const before = await issued("order");
    expect((await browser.open("/order", { "Sec-Purpose": "prefetch" })).status).toBe(503);
    expect((await browser.load("/order", { "Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors" })).status).toBe(503);
    expect((await browser.load("/order", { "Sec-Fetch-Mode": "navigate" }, "HEAD")).status).toBe(503);
    expect((await browser.submit("/order", "buy=1")).status).toBe(503);
    expect(await issued("order")).toBe(before);
    expect(origin.seen).toEqual([]);
  });

  test("an app keeps its credential itself", async () => {
    const from = newAddress();
    const ask = (credential: string) =>
      room.ask({
        method: "POST",
        path: "/_stanchion/v1/join",
        from,
        headers: { "Stanchion-Credential": credential, "Content-Type": "application/json" },
        body: '{"event":"order"}',
      });
    const first = await ask("new");
    expect(first.status).toBe(202);
    expect(first.headers["set-cookie"]).toBeUndefined();
    const visitor = String(first.headers["stanchion-credential"]);
    const second = await ask(visitor);
    expect(second.status).toBe(201);
    const ticket = String(second.headers["stanchion-credential"]);
    expect((await ask(ticket)).json().status.position).toBe(second.json().status.position);
    const status = await room.ask({ path: "/_stanchion/v1/status?event=order", from, headers: { Authorization: `Bearer ${ticket}` } });
    expect(status.json().position).toBe(second.json().status.position);
    // Elsewhere that header is the shop's: there it is nobody's ticket.
    const page = await room.ask({
      path: "/order",
      from,
      headers: { Host: HOST, Accept: "application/json", Authorization: `Bearer ${ticket}` },
    });
    expect(page.json().position).toBeNull();
  });
});
