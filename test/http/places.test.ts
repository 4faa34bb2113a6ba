import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cookieSetBy, issued, ownPost } from "../support/joins.ts";
import { SHOP_PAGE, type TestOrigin } from "../support/origin.ts";
import { LONG, pipeline } from "../support/pipeline.ts";
import type { Probe } from "../support/probed-bundle.ts";
import { startProbedRoom, type ProbedRoom } from "../support/probed-room.ts";
import { HOST, type Room } from "../support/room.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";

let probed: ProbedRoom;
let origin: TestOrigin;
let room: Room;
let probe: Probe;

beforeAll(async () => {
  probed = await startProbedRoom();
  ({ origin, room, probe } = probed);
  await Promise.all([
    ...["once", "crowd", "nothing", "patient", "order"].map((id) => room.createEvent({ id, paths: [`/${id}`], doors: "stopped" })),
    room.createEvent({ id: "quiet", paths: ["/quiet"], perMinute: 6000 }),
  ]);
});

afterAll(() => probed?.stop());

beforeEach(() => {
  origin.seen.length = 0;
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
    expect(await issued(room, "once")).toBe(1);
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

test("case 8: 3,000 parallel joins from 300 networks get 3,000 different places without a gap", LONG, async () => {
  const networks = Array.from({ length: 300 }, (_, index) => `127.${100 + (index >> 5)}.7.${index & 31}`);
  const each = 10;
  const answers = await Promise.all(
    networks.map(async (from) => {
      const first = await pipeline(
        room.port,
        HOST,
        Array.from({ length: each }, () => ownPost("join", "crowd")),
        from,
      );
      return pipeline(
        room.port,
        HOST,
        first.map((answer) => ownPost("join", "crowd", cookieSetBy(answer))),
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
    const before = await issued(room, "nothing");
    const answer = await visitor.load(
      "/_stanchion/v1/join",
      { "Content-Type": "application/json" },
      "POST",
      typeof body === "string" ? body : JSON.stringify(body),
    );
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(answer.json().code).toBe(code);
    expect(await issued(room, "nothing")).toBe(before);
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
  const before = await issued(room, "patient");
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
  expect(await issued(room, "patient")).toBe(before);
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
  const before = await room.live("quiet");
  for (let reload = 0; reload < 20; reload++) expect((await inside.open("/quiet")).body).toContain(SHOP_PAGE);
  const after = await room.live("quiet");
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
    const before = await issued(room, "nothing");
    const from = newAddress();
    for (let reload = 0; reload < 20; reload++) {
      const answer = await room.ask({ path: "/nothing", from, headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } });
      expect(answer.headers["set-cookie"]?.[0]).toContain("stanchion-v-nothing.main=");
    }
    expect(await issued(room, "nothing")).toBe(before);
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
