/** The real Worker measures a real origin, and the event's rate follows. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { SHOP_PAGE } from "../support/origin.ts";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

interface Fare {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly afterMs?: number;
}

/** How the shop fares just now, by event; well where nothing is said. */
const fares = new Map<string, Fare>();

const { room } = await roomOfFile({
  handler: ({ url = "" }, response) => {
    const { status = 200, headers = {}, afterMs = 0 } = fares.get(url.split("/")[1] ?? "") ?? {};
    setTimeout(() => {
      response.writeHead(status, { "Content-Type": "text/html", ...headers });
      response.end(SHOP_PAGE);
    }, afterMs);
  },
});

/** Visitors inside who look at a page now and then, until stopped. */
async function crowdInside(
  event: string,
  count: number,
): Promise<{ readonly visitors: readonly TestVisitor[]; readonly answers: number[]; stop(): Promise<void> }> {
  const visitors = Array.from({ length: count }, () => new TestVisitor(room, { event }));
  for (const visitor of visitors) for (let tries = 0; tries < 2; tries++) await visitor.open(`/${event}`);
  const answers: number[] = [];
  const leaving = new AbortController();
  const shopping = visitors.map(async (visitor, index) => {
    await sleep((index * 500) / count);
    while (!leaving.signal.aborted) {
      answers.push((await visitor.open(`/${event}/list`)).status);
      await sleep(500);
    }
  });
  return {
    visitors,
    answers,
    async stop() {
      leaving.abort();
      await Promise.all(shopping);
    },
  };
}

async function untilPhase(event: string, phases: readonly string[], limitMs: number): Promise<any> {
  const until = Date.now() + limitMs;
  for (;;) {
    const figures = await room.live(event);
    if (phases.includes(figures.limiter.phase) || Date.now() > until) return figures;
    await sleep(300);
  }
}

// These mostly wait; each has an event of its own.
describe.concurrent("an event's rate", () => {
  test("case 16: a shop that fails closes its own door, and it opens again when the shop is back; the audit says why", async ({
    expect,
  }) => {
    await room.createEvent({ id: "fails", paths: ["/fails"], perMinute: 6_000 });
    const crowd = await crowdInside("fails", 25);
    expect(await untilPhase("fails", ["start", "cruise"], 10_000)).toMatchObject({ standstill: null });
    fares.set("fails", { status: 500 });
    const dead = await untilPhase("fails", ["dead"], 20_000);
    expect(dead).toMatchObject({ perMinute: 0, standstill: "paused", limiter: { phase: "dead" } });
    expect(dead.perMinuteReason).toMatch(/^paused: \d+ % of sessions fail$/);
    // Those inside go on; a newcomer waits instead of meeting a dead shop.
    expect((await new TestVisitor(room, { event: "fails" }).open("/fails")).body).not.toContain(SHOP_PAGE);
    fares.delete("fails");
    expect(await untilPhase("fails", ["start", "cruise"], 30_000)).toMatchObject({ standstill: null });
    await crowd.stop();
    const { entries } = await (await room.organise("GET", "events/fails/audit")).json();
    const changes = entries.map(({ detail }: { detail: string }) => detail).filter((detail: string) => detail.startsWith("limiter: "));
    expect(changes.some((detail: string) => /→ dead; paused: \d+ % of sessions fail/.test(detail))).toBe(true);
  });

  test("case 20: the origin's own word is obeyed where it may speak, and the organiser's too", async ({ expect }) => {
    await room.createEvent({ id: "speaks", paths: ["/speaks"], perMinute: 6_000, originCommands: true });
    await room.createEvent({ id: "mute", paths: ["/mute"], perMinute: 6_000 });
    for (const event of ["speaks", "mute"]) fares.set(event, { headers: { "Stanchion-Load": "stop" } });
    const crowds = [await crowdInside("speaks", 5), await crowdInside("mute", 5)];
    expect(await untilPhase("speaks", ["stopped"], 10_000)).toMatchObject({
      perMinute: 0,
      perMinuteReason: "paused: the origin says stop",
    });
    expect((await room.live("mute")).limiter.phase).not.toBe("stopped");
    for (const event of ["speaks", "mute"]) fares.delete(event);
    const said = await room.organise("POST", "events/mute/actions/load", { load: "stop" });
    expect(said.status).toBe(200);
    expect(await untilPhase("mute", ["stopped"], 10_000)).toMatchObject({ perMinute: 0 });
    await Promise.all(crowds.map((crowd) => crowd.stop()));
    expect(crowds.flatMap(({ answers }) => answers).every((status) => status === 200)).toBe(true);
  });

  test("while the shop can't cope browsing is refused to some sessions, always the same, and paying to none", async ({ expect }) => {
    await room.createEvent({
      id: "sheds",
      paths: ["/sheds"],
      perMinute: 6_000,
      limiter: { latencyTargetMs: 50 } as never,
      rules: [
        { action: "sheddable", paths: ["/sheds/list"], methods: [], networks: [], header: null },
        { action: "checkout", paths: ["/sheds/pay"], methods: [], networks: [], header: null },
      ],
    });
    const crowd = await crowdInside("sheds", 25);
    fares.set("sheds", { afterMs: 600 });
    const until = Date.now() + 40_000;
    while ((await room.live("sheds")).limiter.shedLevel < 0.5 && Date.now() < until) await sleep(300);
    const { shedLevel, phase } = (await room.live("sheds")).limiter;
    expect([phase, shedLevel >= 0.5]).toEqual(["saturated", true]);
    await sleep(1_500);
    const visitors = crowd.visitors.slice(0, 12);
    const asked = async (path: string) => Promise.all(visitors.map(async (visitor) => (await visitor.open(path)).status));
    const first = await asked("/sheds/list");
    expect(first.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(await asked("/sheds/pay")).toEqual(visitors.map(() => 200));
    const refused = visitors[first.indexOf(503)] as TestVisitor;
    const page = await refused.open("/sheds/list");
    expect(page).toMatchObject({ status: 503, body: expect.stringContaining("more to do than it can") });
    expect(Number(page.headers["retry-after"])).toBeGreaterThanOrEqual(5);
    expect((await refused.load("/sheds/list")).json()).toMatchObject({ code: "shed" });
    // A form goes through, and the session is kept.
    expect((await refused.submit("/sheds/list", "seat=1")).status).toBe(200);
    await crowd.stop();
  });

  test("a fixed rate is what it says, whatever the shop does", async ({ expect }) => {
    await room.createEvent({ id: "fixed-rate", paths: ["/fixed-rate"], perMinute: 6_000, limiter: { mode: "fixed" } as never });
    fares.set("fixed-rate", { status: 500 });
    const crowd = await crowdInside("fixed-rate", 10);
    await sleep(5_000);
    expect(await room.live("fixed-rate")).toMatchObject({ perMinute: 6_000, standstill: null, limiter: { phase: null } });
    await crowd.stop();
  });
});

test("S6: a script on one pass is held to one person's load, and the others notice nothing", async () => {
  await room.createEvent({ id: "one-person", paths: ["/one-person"], perMinute: 6_000 });
  const greedy = new TestVisitor(room, { event: "one-person" });
  const other = new TestVisitor(room, { event: "one-person" });
  for (const visitor of [greedy, other]) for (let tries = 0; tries < 2; tries++) await visitor.open("/one-person");
  const answers: number[] = [];
  const until = Date.now() + 30_000;
  while (!answers.includes(429) && Date.now() < until) {
    const batch = await Promise.all(Array.from({ length: 100 }, () => greedy.load("/one-person/image")));
    answers.push(...batch.map(({ status }) => status));
    for (const refused of batch.filter(({ status }) => status === 429)) {
      expect(refused.json()).toMatchObject({ code: "session-rate" });
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    }
  }
  expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(300);
  expect(answers).toContain(429);
  expect((await other.open("/one-person")).status).toBe(200);
});
