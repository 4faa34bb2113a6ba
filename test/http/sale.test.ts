/** Plans, stock and bounds as organisers set them and visitors meet them, through the real room. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

/** What the shop says is left, on each answer; null = nothing. */
let stock: number | null = null;

const { room } = await roomOfFile({
  handler: (_, response) => {
    response.writeHead(200, { "Content-Type": "text/html", ...(stock === null ? {} : { "Stanchion-Stock": `${stock}` }) });
    response.end("<p>the shop</p>");
  },
});

const at = (inSeconds: number): string => new Date(Date.now() + inSeconds * 1_000).toISOString();
const order = (event: string, action: string, body: object) => room.organise("POST", `events/${event}/actions/${action}`, body);

describe("case 38: a plan that can't come to pass is refused by name, and nothing is stored", () => {
  const settings = {
    id: "impossible",
    region: "weur",
    hosts: ["shop.localhost"],
    paths: ["/impossible"],
    perMinute: 600,
    maxActiveSessions: 10,
  };

  test.each([
    ["schedule.closesAt", { schedule: { opensAt: at(100), closesAt: at(50) } }],
    ["schedule.opensAt", { schedule: { preQueueAt: at(200), opensAt: at(100) } }],
    ["schedule.opensAt", { schedule: { preQueueAt: at(200) } }],
    ["schedule.opensAt", { schedule: { opensAt: "tomorrow" } }],
    ["schedule.opensAt", { schedule: { opensAt: "2026-13-01T10:00:00Z" } }],
    ["schedule.opensAt", { schedule: { opensAt: "2026-12-01T10:00:00" } }],
    ["schedule.opensAt", { schedule: { opensAt: 1_790_000_000 } }],
    ["draw", { draw: {}, schedule: { opensAt: at(1_000) } }],
    ["draw.leadSeconds", { draw: { leadSeconds: 300 }, schedule: { preQueueAt: at(10), opensAt: at(200) } }],
    ["draw.leadSeconds", { draw: { leadSeconds: 5 }, schedule: { preQueueAt: at(10), opensAt: at(200) } }],
    ["limiter.minPerMinute", { limiter: { minPerMinute: 601 } }],
    ["maxWaiting", { maxWaiting: -1 }],
    ["maxWaitSeconds", { maxWaitSeconds: 1.5 }],
  ])("%s", async (field, changes) => {
    const refused = await room.organise("POST", "events", { ...settings, ...changes });
    expect([refused.status, refused.json().field]).toEqual([422, field]);
    expect((await room.organise("GET", "events/impossible")).status).toBe(404);
  });

  test("a beacon that is none of the deployment's is refused", async () => {
    const draw = { draw: { beacon: "mine" }, schedule: { preQueueAt: at(10), opensAt: at(1_000) } };
    const refused = await room.organise("POST", "events", { ...settings, ...draw });
    expect([refused.status, refused.json().code, refused.json().field]).toEqual([403, "beacon-not-allowed", "draw.beacon"]);
  });
});

test("a plan is read back as it was put, in UTC", async () => {
  const schedule = { preQueueAt: null, opensAt: "2090-12-01T10:00:00+01:00", closesAt: null };
  await room.createEvent({ id: "planned", paths: ["/planned"], schedule });
  const read = (await room.organise("GET", "events/planned")).json();
  expect(read).toMatchObject({ schedule: { ...schedule, opensAt: "2090-12-01T09:00:00.000Z" }, draw: null, maxWaiting: null });
  expect((await room.organise("PUT", "events/planned", read)).json()).toEqual(read);
});

test("an opening by hand, and back: moved, it lets people gather or in at once", async () => {
  await room.createEvent({ id: "moved", paths: ["/moved"], schedule: { preQueueAt: at(-5), opensAt: at(3_600), closesAt: null } });
  const visitor = new TestVisitor(room, { event: "moved" });
  expect((await visitor.join("/moved")).status).toMatchObject({ state: "waiting", position: 1, phase: "pre-queue" });
  expect((await order("moved", "move-opening", { opensAt: null })).json()).toMatchObject({ changed: true, live: { phase: "open" } });
  await expect.poll(async () => (await visitor.call("enter")).status, { timeout: 15_000, interval: 300 }).toBe(200);
  const late = await order("moved", "move-opening", { opensAt: at(100) });
  expect([late.status, late.json().field]).toEqual([422, "opensAt"]);
});

test("case 40: a line at its bound says when to come back, and goes on as soon as a place frees", async () => {
  await room.createEvent({ id: "bounded", paths: ["/bounded"], doors: "stopped", maxWaiting: 2 });
  const [first, second, third] = [1, 2, 3].map(() => new TestVisitor(room, { event: "bounded" })) as [
    TestVisitor,
    TestVisitor,
    TestVisitor,
  ];
  await first.join("/bounded");
  await second.join("/bounded");
  await expect.poll(async () => (await third.open("/bounded")).status, { timeout: 5_000, interval: 300 }).toBe(503);
  const page = await third.open("/bounded");
  expect(Number(page.headers["retry-after"])).toBeGreaterThanOrEqual(24);
  expect(page.body).toContain("The line is full");
  expect(third.cookie("p")).toBeUndefined();
  const refused = await third.call("join");
  expect([refused.status, refused.json().code]).toEqual([503, "queue-full"]);
  expect(refused.headers["retry-after"]).toBeDefined();
  expect(await third.status()).toMatchObject({ state: "full", position: null });
  expect((await room.live("bounded")).lanes[0]).toMatchObject({ lastIssued: 2, waiting: 2 });
  // Who has a place keeps it, and a repeated join is no new one.
  expect((await first.status()).position).toBe(1);
  await first.call("leave");
  await expect.poll(async () => (await third.join("/bounded")).status?.state, { timeout: 5_000, interval: 300 }).toBe("stopped");
});

test("the shop's word of what is left sells a lane out, and reopens it in the same order", async () => {
  await room.createEvent({ id: "stock", paths: ["/stock"], perMinute: 6_000, originCommands: true, maxActiveSessions: 1 });
  const inside = new TestVisitor(room, { event: "stock" });
  expect((await inside.open("/stock")).body).toContain("the shop");
  await inside.open("/stock");
  const waiting = new TestVisitor(room, { event: "stock" });
  expect((await waiting.join("/stock")).status.position).toBe(2);
  stock = 0;
  await inside.open("/stock");
  await expect.poll(async () => (await waiting.status()).state, { timeout: 10_000, interval: 300 }).toBe("sold-out");
  expect(await room.live("stock")).toMatchObject({ phase: "sold-out", lanes: [{ soldOut: "stock", stock: 0 }] });
  expect((await waiting.open("/stock")).body).toContain("Sold out");
  const newcomer = new TestVisitor(room, { event: "stock" });
  expect((await newcomer.open("/stock")).body).toContain("Sold out");
  expect(newcomer.cookie("v")).toBeUndefined();
  // Those inside go on, and the header is not theirs to see.
  const page = await inside.open("/stock");
  expect([page.status, page.headers["stanchion-stock"]]).toEqual([200, undefined]);
  stock = 3;
  await inside.open("/stock");
  await expect.poll(async () => (await waiting.status()).state, { timeout: 10_000, interval: 300 }).not.toBe("sold-out");
  expect((await waiting.status()).position).toBe(2);
  expect((await room.live("stock")).phase).toBe("open");
  stock = null;
});

test("what the shop says counts only where it may speak", async () => {
  await room.createEvent({ id: "silent", paths: ["/silent"], perMinute: 6_000 });
  const inside = new TestVisitor(room, { event: "silent" });
  stock = 0;
  for (let asked = 0; asked < 3; asked++) await inside.open("/silent");
  stock = null;
  await sleep(2_500);
  await inside.open("/silent");
  expect((await room.live("silent")).phase).toBe("open");
});

test("orders about lanes name the lane that is wrong; only owners close", async () => {
  await room.createEvent({ id: "orders", paths: ["/orders"] });
  const refused = await order("orders", "sold-out", { lane: "nowhere" });
  expect([refused.status, refused.json().field]).toEqual([422, "lane"]);
  const operator = { subject: "otto", role: "operator", events: "*" } as const;
  expect((await room.organise("POST", "events/orders/actions/close", {}, operator)).status).toBe(403);
  expect((await order("orders", "sold-out", {})).json()).toMatchObject({ changed: true, live: { phase: "sold-out" } });
  expect((await order("orders", "sold-out", {})).json()).toMatchObject({ changed: false });
  expect((await order("orders", "reopen", {})).json()).toMatchObject({ changed: true, live: { phase: "open" } });
  expect((await order("orders", "close", {})).json()).toMatchObject({ changed: true, live: { phase: "closed" } });
  expect((await order("orders", "reopen", {})).json()).toMatchObject({ changed: false, live: { phase: "closed" } });
});
