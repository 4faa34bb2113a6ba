/** One pass, one person's load (S6), over two isolates that share the objects. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "vitest";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

const { origin, room } = await roomOfFile({ replicas: 1 });

/** The pass's requests at each of two isolates, so many a second, answered or not, for so long; their statuses. */
async function askAtBoth(visitor: TestVisitor, path: string, perSecond: number, seconds: number): Promise<number[]> {
  const isolates = [visitor, visitor.copy({ port: room.workerd.replicaPorts[0] as number })];
  const answers: Promise<number>[] = [];
  const startMs = Date.now();
  for (let request = 0; request < perSecond * seconds; request++) {
    // By the clock, so that a busy machine asks no less.
    await sleep(Math.max(0, startMs + (request / perSecond) * 1000 - Date.now()));
    for (const isolate of isolates) answers.push(isolate.load(path).then(({ status }) => status));
  }
  return Promise.all(answers);
}

const busyOf = async (event: string): Promise<any[]> => (await room.live(event)).busySessions as any[];

const reached = (path: string): number => origin.seen.filter(({ url }) => url === path).length;

// These mostly wait; each has an event of its own.
describe.concurrent("one pass, one person's load", () => {
  test("S6: below the limit at each isolate and above it in sum: within 5 s the sum is held to it, and the organiser sees who it is", async ({
    expect,
  }) => {
    const sessionLimits = { perSecond: 10, burst: 10, concurrent: 64 };
    await room.createEvent({ id: "two-isolates", paths: ["/two-isolates"], perMinute: 6_000, sessionLimits });
    const visitor = new TestVisitor(room, { event: "two-isolates" });
    for (let tries = 0; tries < 2; tries++) await visitor.open("/two-isolates");
    const flood = askAtBoth(visitor, "/two-isolates/tickets", 8, 12);
    await sleep(5_000);
    const busy = await busyOf("two-isolates");
    expect(busy).toMatchObject([{ lane: "main", position: 1, held: true }]);
    expect(busy[0].perSecond).toBeGreaterThan(10);
    const before = reached("/two-isolates/tickets");
    await sleep(5_000);
    // 16 a second are asked; at each isolate alone 8 would pass.
    const passed = (reached("/two-isolates/tickets") - before) / 5;
    expect(passed).toBeGreaterThan(5);
    expect(passed).toBeLessThan(13);
    expect(await flood).toContain(429);
  });

  test("S6: as much over both isolates as one may ask passes, all of it", async ({ expect }) => {
    const sessionLimits = { perSecond: 20, burst: 20, concurrent: 64 };
    await room.createEvent({ id: "one-person-two", paths: ["/one-person-two"], perMinute: 6_000, sessionLimits });
    const visitor = new TestVisitor(room, { event: "one-person-two" });
    for (let tries = 0; tries < 2; tries++) await visitor.open("/one-person-two");
    const answers = await askAtBoth(visitor, "/one-person-two/tickets", 8, 6);
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect(await busyOf("one-person-two")).toMatchObject([{ held: false }]);
  });

  test("S6: the organiser's limit holds at one isolate at once", async ({ expect }) => {
    const sessionLimits = { perSecond: 1, burst: 10, concurrent: 4 };
    await room.createEvent({ id: "strict", paths: ["/strict"], perMinute: 6_000, sessionLimits });
    const visitor = new TestVisitor(room, { event: "strict" });
    for (let tries = 0; tries < 2; tries++) await visitor.open("/strict");
    const answers = await Promise.all(Array.from({ length: 30 }, async () => (await visitor.load("/strict/image")).status));
    const passed = answers.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(8);
    expect(passed).toBeLessThanOrEqual(13);
  });

  test("S6: a form within the grace that is over the limit is refused with the renewed pass, so that the session is kept", async ({
    expect,
  }) => {
    const sessionLimits = { perSecond: 1, burst: 10, concurrent: 64 };
    await room.createEvent({
      id: "late-forms",
      paths: ["/late-forms"],
      perMinute: 6_000,
      idleSeconds: 10,
      provisionalSeconds: 10,
      sessionLimits,
    });
    const visitor = new TestVisitor(room, { event: "late-forms" });
    for (let tries = 0; tries < 2; tries++) await visitor.open("/late-forms");
    await sleep(11_000);
    const tabs = Array.from({ length: 16 }, () => visitor.copy());
    const answers = await Promise.all(tabs.map((tab) => tab.load("/late-forms/pay", {}, "POST", "seat=1")));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({ code: "session-rate" });
      expect(answer.headers["set-cookie"]?.join()).toContain("stanchion-p-late-forms.main=");
    }
  });
});
