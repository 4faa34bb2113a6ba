/** A draw in the event's object: everything of it lasts, and nothing of it is told too early. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { headAfter, firstHead, LEAF_BYTES } from "../../durable-objects/domain/draw/chain.ts";
import { toHex } from "../../durable-objects/domain/draw/bytes.ts";
import { commitmentHash } from "../../durable-objects/domain/draw/commitment.ts";
import type { DrawPublication } from "../../durable-objects/domain/draw/publication.ts";
import { sha256 } from "../../durable-objects/domain/draw/sha256.ts";
import { publishedPlace, verifyPublication } from "../../durable-objects/domain/draw/verification.ts";
import { EventQueue } from "../../durable-objects/event-queue.ts";
import { EventStore } from "../../durable-objects/event-store.ts";
import { gateStub } from "../../durable-objects/stubs.ts";
import { positionOf } from "../../worker/place.ts";
import { joinOf, leaveOf, LIVES, pass, rawStub, stopClock, TestEvent, upTo } from "./test-event.ts";

beforeEach(stopClock);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const SECOND_MS = 1_000;
/** Gathering from now on, doors in ten minutes, numbers until eight. */
const plan = () => ({
  schedule: { preQueueAt: at(-SECOND_MS), opensAt: at(600 * SECOND_MS), closesAt: null },
  draw: { leadSeconds: 120, beacon: null },
});
const at = (inMs: number): string => new Date(Date.now() + inMs).toISOString();

async function publication(event: TestEvent): Promise<DrawPublication> {
  const published = await (await event.call()).draw();
  if (published === null) throw new Error("nothing is published");
  return published;
}

/** Lets that long pass, with a heartbeat and a call each ten seconds. */
async function wait(event: TestEvent, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 10) {
    pass(Math.min(left, 10) * SECOND_MS);
    await event.interrupt();
    await runDurableObjectAlarm(rawStub(event.ref));
    await event.sync();
  }
}

describe.each(LIVES)("%s", (life) => {
  test("numbers, freeze, reveal: one draw, whatever happens to the object in between", async () => {
    const event = new TestEvent(life);
    await event.configure(plan());
    const first = await event.take(...upTo(30).map((n) => joinOf(n)));
    expect(first.map((result) => result.outcome === "waiting" && result.drawNumber?.number)).toEqual(upTo(30));
    const committed = await publication(event);
    await event.take(leaveOf(7));
    // Repeated, each number is the same, with the same leaf.
    expect(await event.take(joinOf(3), joinOf(30))).toEqual([first[2], first[29]]);
    await event.take(...upTo(20).map((n) => joinOf(100 + n)));
    await wait(event, 481);
    expect(await publication(event)).toMatchObject({ state: "frozen", seed: null, lanes: [{ lane: "main", size: 50 }] });
    expect(await event.take(joinOf(999))).toEqual([{ outcome: "waiting", position: 51 }]);
    await wait(event, 40);

    const revealed = await publication(event);
    expect(revealed).toMatchObject({ state: "revealed", commitments: committed.commitments, predictableByOperator: true });
    const leaves = await (await event.call()).leaves({ lane: "main", from: 1 });
    expect(leaves.length).toBe(50 * LEAF_BYTES);
    const checks = verifyPublication(revealed, { sha256, verifyBeacon: null }, { leaves: new Map([["main", new Uint8Array(leaves)]]) });
    expect(checks.filter(({ ok }) => ok === false)).toEqual([]);
    const { snapshot } = await event.sync();
    const places = upTo(50).map((position) => positionOf(snapshot.lanes[0], { position, isDrawNumber: true }));
    expect(places).toEqual(upTo(50).map((number) => publishedPlace(revealed, sha256, "main", number)));
    // Whoever gave up a number gave up its place.
    await wait(event, 80);
    const gone = places[6] as number;
    const results = await event.take(...upTo(50).map((position) => ({ kind: "claim" as const, lane: "main", position, network: "n" })));
    expect(results.map(({ outcome }, index) => (outcome === "over" ? index + 1 : 0)).filter((place) => place > 0)).toEqual([gone]);
  });

  test("the seed is in nothing that is told or audited before the reveal", async () => {
    const event = new TestEvent(life);
    await event.configure(plan());
    await event.take(joinOf(1));
    const seed = await event.inside((_, { sql }) =>
      toHex(new Uint8Array(sql.exec<{ seed: ArrayBuffer }>("SELECT seed FROM draw").one().seed)),
    );
    const told = JSON.stringify([
      await publication(event),
      await event.sync(),
      await (await event.call()).describe(),
      await event.audit(),
      [...(await (await event.call()).leaves({ lane: "main", from: 1 }))],
    ]);
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    expect(told).not.toContain(seed);
    await wait(event, 530);
    expect((await publication(event)).seed).toBe(seed);
  });

  test("what the commitment covers stays as it is, also for orders and settings that come at once", async () => {
    const event = new TestEvent(life);
    await event.configure(plan());
    await event.take(joinOf(1));
    const before = await publication(event);
    await event.configure({ ...plan(), perMinute: 60, draw: null });
    await event.configure({ perMinute: 70 });
    const { settings } = (await (await event.call()).describe()) ?? {};
    expect([settings?.perMinute, settings?.draw]).toEqual([70, { leadSeconds: 120, beacon: null }]);
    expect(await publication(event)).toEqual(before);
  });
});

test("by the alarm alone the draw is made and the doors open, with nobody asking", async () => {
  const event = new TestEvent("in one life");
  await event.configure(plan());
  await event.take(joinOf(1), joinOf(2));
  const phases = new Set<string>();
  for (let rings = 0; rings < 200; rings++) {
    const dueMs = await event.alarmAt();
    if (dueMs === null) break;
    vi.setSystemTime(Math.max(Date.now(), dueMs));
    await runDurableObjectAlarm(rawStub(event.ref));
    phases.add((await event.inside((queue) => queue.describe()))?.figures.phase ?? "");
    if (phases.has("open")) break;
  }
  expect([...phases]).toEqual(["pre-queue", "drawn", "open"]);
});

test("leaves chain to the head that was published, from any number on", async () => {
  const event = new TestEvent("in one life");
  await event.configure(plan());
  for (const n of upTo(12)) await event.take(joinOf(n));
  await wait(event, 530);
  const { commitments, lanes } = await publication(event);
  const [first] = commitments;
  if (first === undefined) throw new Error("no commitment");
  const leaves = new Uint8Array(await (await event.call()).leaves({ lane: "main", from: 1 }));
  const start = firstHead(sha256, toHex(commitmentHash(sha256, first)), "main");
  expect(toHex(headAfter(sha256, start, 1, leaves))).toBe(lanes?.[0]?.head);
  const later = new Uint8Array(await (await event.call()).leaves({ lane: "main", from: 5 }));
  expect(later).toEqual(leaves.slice(4 * LEAF_BYTES));
  expect(new Uint8Array(await (await event.call()).leaves({ lane: "main", from: 13 })).length).toBe(0);
  expect(new Uint8Array(await (await event.call()).leaves({ lane: "nowhere", from: 1 })).length).toBe(0);
});

test("leaves are read no further than they are asked for", async () => {
  const event = new TestEvent("in one life");
  await event.configure(plan());
  await event.take(...upTo(7).map((n) => joinOf(n)));
  await event.take(...upTo(5).map((n) => joinOf(10 + n)));
  await event.take(...upTo(3).map((n) => joinOf(20 + n)));
  const read = (from: number, most: number) =>
    event.inside((_, storage) => {
      const all = new EventStore(storage).leaves("main", 1, 100);
      const some = new EventStore(storage).leaves("main", from, most);
      return [some, all.slice((from - 1) * LEAF_BYTES, (from - 1 + most) * LEAF_BYTES)].map(toHex);
    });
  for (const [from, most] of [
    [1, 4],
    [3, 5],
    [5, 3],
    [7, 8],
    [8, 5],
    [14, 9],
  ] as const) {
    const [some, expected] = await read(from, most);
    expect(some).toBe(expected);
  }
});

test("S12: whoever reads a draw as often as they like asks the event once a second, and for leaves not before there are any", async () => {
  const event = new TestEvent("in one life");
  await event.configure(plan());
  await event.take(...upTo(20).map((n) => joinOf(n)));
  const draw = vi.spyOn(EventQueue.prototype, "draw");
  const leaves = vi.spyOn(EventQueue.prototype, "leaves");
  const gate = gateStub(env, event.ref, "weur", 3);
  const read = (from: number) => gate.leaves({ ref: event.ref, lane: "main", from });
  const published = await Promise.all(upTo(200).map(() => gate.draw({ ref: event.ref })));
  expect(new Set(published.map((each) => JSON.stringify(each))).size).toBe(1);
  expect((await Promise.all(upTo(50).map(read))).every((answer) => answer !== "unavailable" && answer.length === 0)).toBe(true);
  expect([draw.mock.calls.length, leaves.mock.calls.length]).toEqual([1, 0]);
  await wait(event, 530);
  expect(await gate.draw({ ref: event.ref })).toMatchObject({ state: "revealed" });
  const answers = await Promise.all(upTo(100).map(() => read(1)));
  expect(answers.filter((answer) => answer !== "unavailable").map(({ length }) => length)).toEqual(Array(16).fill(20 * LEAF_BYTES));
  expect(await read(21)).toHaveLength(0);
  expect([draw.mock.calls.length, leaves.mock.calls.length]).toEqual([2, 16]);
});
