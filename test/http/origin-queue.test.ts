/** The short queue before a shop that can't cope. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SHOP_PAGE, startOrigin, type TestOrigin } from "../support/origin.ts";
import { startRoom, type Room } from "../support/room.ts";
import { TestVisitor } from "../support/visitor.ts";

let origin: TestOrigin;
let room: Room;
/** How long the shop takes just now. */
let afterMs = 0;
/** Requests for a list under way at the shop, and the most there were. */
const lists = { now: 0, most: 0 };
const leaving = new AbortController();
let shopping: Promise<void>[] = [];

beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const isList = request.url === "/short-queue/list";
    if (isList) lists.most = Math.max(lists.most, ++lists.now);
    setTimeout(() => {
      if (isList) lists.now--;
      response.end(SHOP_PAGE);
    }, afterMs);
  });
  room = await startRoom({ origin: origin.url });
});

afterAll(async () => {
  leaving.abort();
  await Promise.all(shopping);
  await room?.stop();
  await origin?.stop();
});

const live = (): Promise<any> => room.live("short-queue");

async function untilWell(limitMs: number): Promise<any> {
  const until = Date.now() + limitMs;
  for (;;) {
    const figures = await live();
    if (["start", "cruise"].includes(figures.limiter.phase) || Date.now() > until) return figures;
    await sleep(300);
  }
}

test("a shop that slows gets no more at once than its limit; what waits too long is refused, paying never; when it is well nothing is", async () => {
  await room.createEvent({
    id: "short-queue",
    paths: ["/short-queue"],
    perMinute: 6_000,
    limiter: { latencyTargetMs: 250 } as never,
    rules: [{ action: "critical", paths: ["/short-queue/list"], methods: [], networks: [], header: null }],
  });
  const visitors = Array.from({ length: 40 }, () => new TestVisitor(room, { event: "short-queue" }));
  for (const visitor of visitors) for (let tries = 0; tries < 2; tries++) await visitor.open("/short-queue");
  const retryAfters: number[] = [];
  const answers: { readonly path: string; readonly status: number; readonly code: string }[] = [];
  shopping = visitors.map(async (visitor, index) => {
    while (!leaving.signal.aborted) {
      const path = index % 8 === 0 ? "/short-queue/pay" : "/short-queue/list";
      const { status, headers, body } = await visitor.load(path);
      answers.push({ path, status, code: status === 503 ? JSON.parse(body).code : "" });
      if (status === 503) retryAfters.push(Number(headers["retry-after"]));
      await sleep(150);
    }
  });
  await sleep(3_000);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  afterMs = 1_200;
  const until = Date.now() + 20_000;
  while (!answers.some(({ status }) => status === 503) && Date.now() < until) await sleep(200);
  expect(lists.most).toBeGreaterThan(20);
  // What was under way before has been answered.
  await sleep(2_500);
  lists.most = 0;
  answers.length = 0;
  let limit = 0;
  for (let look = 0; look < 8; look++) {
    limit = Math.max(limit, (await live()).limiter.mostInFlight ?? 0);
    await sleep(500);
  }
  expect(limit).toBeGreaterThanOrEqual(8);
  expect(limit).toBeLessThan(30);
  expect(lists.most).toBeGreaterThan(0);
  expect(lists.most).toBeLessThanOrEqual(limit);
  expect(answers.filter(({ status }) => status !== 200).every(({ path, code }) => path === "/short-queue/list" && code === "shed")).toBe(
    true,
  );
  expect(answers.filter(({ path, status }) => path === "/short-queue/pay" && status === 200).length).toBeGreaterThan(10);
  expect(Math.min(...retryAfters)).toBeGreaterThanOrEqual(5);
  afterMs = 0;
  expect(await untilWell(30_000)).toMatchObject({ standstill: null });
  await expect.poll(async () => (await live()).limiter.mostInFlight, { timeout: 20_000, interval: 300 }).toBe(null);
  // The isolate hears of it within a second.
  await sleep(1_500);
  answers.length = 0;
  await sleep(2_000);
  expect(answers.length).toBeGreaterThan(20);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});
