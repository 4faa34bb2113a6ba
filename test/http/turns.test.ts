import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "vitest";
import type { EventSettings } from "../../durable-objects/protocol.ts";
import { SHOP_PAGE } from "../support/origin.ts";
import { cookieSetBy, ownPost } from "../support/joins.ts";
import { pipeline } from "../support/pipeline.ts";
import { HOST } from "../support/room.ts";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

/** What a front interval is: the longest poll told to anybody near their turn. */
const FRONT_INTERVAL_MS = 5_000;

const EVENTS: readonly Partial<EventSettings>[] = [
  { id: "late", doors: "always", perMinute: 6000, provisionalSeconds: 5 },
  { id: "hall", doors: "always", perMinute: 6000, maxActiveSessions: 10 },
  { id: "six", doors: "always", perMinute: 6000, burst: 100 },
  { id: "release", doors: "stopped" },
  { id: "next", doors: "stopped" },
  { id: "lowered", doors: "always", perMinute: 6000, maxActiveSessions: 14 },
  { id: "called", doors: "stopped" },
  { id: "metered", doors: "always", perMinute: 60, burst: 5 },
  { id: "halted", doors: "stopped", perMinute: 600 },
  { id: "many", doors: "stopped" },
].map((event) => ({ ...event, paths: [`/${event.id}`] }) as Partial<EventSettings>);

const { room } = await roomOfFile();
await Promise.all(EVENTS.map((event) => room.createEvent(event)));

function order(event: string, action: string, body: object): Promise<unknown> {
  return room.organise("POST", `events/${event}/actions/${action}`, body);
}

/** That many visitors with places, in their order. */
async function line(event: string, count: number): Promise<TestVisitor[]> {
  const visitors = Array.from({ length: count }, () => new TestVisitor(room, { event }));
  await Promise.all(visitors.map((visitor) => visitor.join(`/${event}`)));
  const places = await Promise.all(visitors.map(async (visitor) => ({ visitor, position: Number((await visitor.status()).position) })));
  return places.toSorted((a, b) => a.position - b.position).map(({ visitor }) => visitor);
}

/** That many places, taken by nobody in particular. */
async function crowd(event: string, count: number): Promise<void> {
  const size = 10;
  await Promise.all(
    Array.from({ length: Math.ceil(count / size) }, async (_, network) => {
      const from = `127.40.${network}.${1 + (event.charCodeAt(0) % 200)}`;
      const bare = Array.from({ length: Math.min(size, count - network * size) }, () => ownPost("join", event));
      const given = await pipeline(room.port, HOST, bare, from);
      await pipeline(
        room.port,
        HOST,
        given.map((answer) => ownPost("join", event, cookieSetBy(answer))),
        from,
      );
    }),
  );
}

/** Polls and claims as the page does, only faster, until inside; then brings the pass back. Resolves with how long it took. */
async function getIn(visitor: TestVisitor, path: string, limitMs: number): Promise<number | null> {
  const startMs = Date.now();
  while (Date.now() - startMs < limitMs) {
    const { state } = await visitor.status();
    if ((state === "your-turn" || state === "recorded" || state === "missed") && (await visitor.call("enter")).status === 200) {
      await visitor.open(path);
      return Date.now() - startMs;
    }
    await sleep(400);
  }
  return null;
}

describe.concurrent("turns", { timeout: 90_000 }, () => {
  test("case 14: before the turn nothing is lost; a grant nobody picks up is a missed turn, come back once, then a new place is offered", async ({
    expect,
  }) => {
    const [visitor] = await line("late", 1);
    if (visitor === undefined) throw new Error("no visitor");
    expect((await visitor.goIn("/late")).status).toBe(200);
    visitor.jar.store(["stanchion-v-late.main=; Max-Age=0"]);
    // The tab was closed at that moment: the pass never comes back.
    await sleep(7_600);
    const missed = await visitor.status();
    expect(["missed", "your-turn"]).toContain(missed.state);
    expect(missed.position).toBe(1);
    const late = await visitor.goIn("/late", 4_000);
    expect(late.status).toBe(200);
    await sleep(7_600);
    const spent = await visitor.call("enter");
    expect(spent.status).toBe(410);
    expect(spent.json().code).toBe("place-spent");
    expect((await visitor.call("leave")).status).toBe(204);
    const { status } = await visitor.join("/late");
    expect(status.position).toBe(2);
  });

  test("case 16: cap 10, 30 waiting, the second ten have closed their tabs: the third ten get in within three front intervals", async ({
    expect,
  }) => {
    const visitors = await line("hall", 30);
    const [first, third] = [visitors.slice(0, 10), visitors.slice(20)];
    expect(await Promise.all(first.map((visitor) => getIn(visitor, "/hall", 15_000)))).not.toContain(null);
    expect(await room.live("hall")).toMatchObject({ activeSessions: 10, standstill: "full" });
    await Promise.all(first.map((visitor) => visitor.call("leave")));
    const times = await Promise.all(third.map((visitor) => getIn(visitor, "/hall", 25_000)));
    expect(times).not.toContain(null);
    // An ended slot is refilled 2 s after its end.
    expect(Math.max(...times.map(Number))).toBeLessThan(3 * FRONT_INTERVAL_MS + 2_000);
  });

  test("case 17: of six two miss their turn, the others enter: nobody is counted as waiting", async ({ expect }) => {
    const visitors = await line("six", 6);
    const showUp = [...visitors.slice(0, 2), ...visitors.slice(4)];
    expect(await Promise.all(showUp.map((visitor) => getIn(visitor, "/six", 20_000)))).not.toContain(null);
    const figures = await room.live("six");
    expect(figures.lanes[0]).toMatchObject({ lastIssued: 6, nowServing: 6, waiting: 0, calledNotIn: 2, recorded: 0 });
    expect(figures.activeSessions).toBe(4);
  });

  test("case 18: more let in than wait: later arrivals are let in up to that number and not unmetered", async ({ expect }) => {
    const early = await line("release", 2);
    await order("release", "let-in", { count: 5 });
    const [shown, hidden] = early;
    expect(await getIn(shown as TestVisitor, "/release", 15_000)).not.toBeNull();
    expect(hidden).toBeDefined();
    const later = await line("release", 7);
    const entered = (await Promise.all(later.map((visitor) => getIn(visitor, "/release", 8_000)))).filter((time) => time !== null);
    expect(entered).toHaveLength(4);
    expect(await room.live("release")).toMatchObject({ activeSessions: 5, letInRemaining: 0 });
  });

  test("case 19: position = now serving is your turn; nobody reads that 0 or -1 are ahead", async ({ expect }) => {
    const [first, second] = (await line("next", 2)) as [TestVisitor, TestVisitor];
    expect(await first.status()).toMatchObject({ state: "stopped", position: 1, ahead: 0, wait: null });
    expect(await second.status()).toMatchObject({ state: "stopped", position: 2, ahead: 1, wait: null });
    await order("next", "let-in", { count: 1 });
    await expect.poll(async () => (await first.status()).state, { timeout: 8_000 }).toBe("your-turn");
    const status = await first.status();
    expect(status.nowServing).toBeGreaterThanOrEqual(1);
    expect(status.ahead).toBeNull();
    for (const visitor of [first, second]) {
      const page = (await visitor.copy().open("/next")).body.replaceAll(/<script[\s\S]*?<\/script>/g, "");
      expect(page).not.toMatch(/(?:>|\s)-?[01]\s+(?:people|person|visitors?|places?)?\s*ahead of you/i);
    }
  });

  test("case 20: the cap lowered from 14 to 10 with 14 inside: nobody is admitted until there are fewer than 10, nothing goes negative", async ({
    expect,
  }) => {
    const visitors = await line("lowered", 16);
    const entered = visitors.slice(0, 14);
    expect(await Promise.all(entered.map((visitor) => getIn(visitor, "/lowered", 20_000)))).not.toContain(null);
    await order("lowered", "intake", { maxActiveSessions: 10 });
    const waiting = visitors[14] as TestVisitor;
    await Promise.all(entered.slice(0, 4).map((visitor) => visitor.call("leave")));
    await sleep(2_600);
    for (let tries = 0; tries < 4; tries++) {
      expect((await waiting.call("enter")).status).not.toBe(200);
      await sleep(200);
    }
    expect(await room.live("lowered")).toMatchObject({ activeSessions: 10, maxActiveSessions: 10, standstill: "full" });
    await entered[4]?.call("leave");
    expect(await getIn(waiting, "/lowered", 10_000)).not.toBeNull();
    expect((await room.live("lowered")).activeSessions).toBe(10);
  });

  test("case 21: now serving never goes back, whatever is lowered; those called keep their turn", async ({ expect }) => {
    const [first] = await line("called", 1);
    await crowd("called", 120);
    await order("called", "let-in", { count: 100 });
    await expect.poll(async () => (await room.live("called")).lanes[0].nowServing, { timeout: 10_000 }).toBeGreaterThanOrEqual(100);
    let highest = 0;
    for (const [action, body] of [
      ["intake", { perMinute: 1 }],
      ["intake", { maxActiveSessions: 1 }],
      ["doors", { doors: "sealed" }],
      ["doors", { doors: "always" }],
      ["doors", { doors: "stopped" }],
    ] as const) {
      await order("called", action, body);
      const { nowServing, waiting, lastIssued } = (await room.live("called")).lanes[0];
      expect(nowServing, `${action} ${JSON.stringify(body)}`).toBeGreaterThanOrEqual(highest);
      expect(waiting).toBeGreaterThanOrEqual(0);
      expect(waiting + nowServing).toBe(lastIssued);
      highest = nowServing;
    }
    await expect.poll(async () => (await (first as TestVisitor).status()).state).toBe("your-turn");
    expect(await getIn(first as TestVisitor, "/called", 10_000)).not.toBeNull();
  });

  test("case 23: everybody comes within seconds, at several places: never more than rate and burst admit", async ({ expect }) => {
    const startMs = Date.now();
    const visitors = Array.from({ length: 40 }, (_, index) => new TestVisitor(room, { event: "metered", from: `127.55.${index % 3}.9` }));
    const all = Promise.all(visitors.map(async (visitor) => (await visitor.join("/metered"), getIn(visitor, "/metered", 12_000))));
    let most = 0;
    while (Date.now() - startMs < 12_000) {
      const { activeSessions } = await room.live("metered");
      // One a second, five at once.
      expect(activeSessions).toBeLessThanOrEqual(5 + (Date.now() - startMs) / 1000);
      most = Math.max(most, activeSessions);
      await sleep(500);
    }
    await all;
    expect(most).toBeGreaterThan(8);
  });

  test("case 61: doors stopped: joins still get places, the wait is unknown, and comes back when they move", async ({ expect }) => {
    const [first] = await line("halted", 1);
    await crowd("halted", 200);
    const last = new TestVisitor(room, { event: "halted" });
    await last.join("/halted");
    expect(await last.status()).toMatchObject({ state: "stopped", position: 202, wait: null });
    expect(await room.live("halted")).toMatchObject({ activeSessions: 0, standstill: "stopped", perMinute: 0 });
    expect((await first?.call("enter"))?.status).toBe(409);
    await order("halted", "doors", { doors: "auto" });
    await expect.poll(async () => (await last.status()).wait, { timeout: 5_000 }).toMatchObject({ likelySeconds: expect.any(Number) });
    expect((await last.status()).position).toBe(202);
    expect(await getIn(first as TestVisitor, "/halted", 10_000)).not.toBeNull();
  });

  test("case 67: many let in at once: who asks late still gets the turn", async ({ expect }) => {
    const visitors = await line("many", 3);
    await crowd("many", 400);
    await order("many", "let-in", { count: 400 });
    await sleep(FRONT_INTERVAL_MS + 2_000);
    for (const visitor of visitors) {
      expect((await visitor.status()).state).toBe("your-turn");
      const page = await visitor.open("/many");
      expect(page.status).toBe(303);
      expect((await visitor.open("/many")).body).toContain(SHOP_PAGE);
    }
  });
});
