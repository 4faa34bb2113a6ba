import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownPost } from "../support/joins.ts";
import { SHOP_PAGE } from "../support/origin.ts";
import { pipeline, type PipelineAsk } from "../support/pipeline.ts";
import type { Probe } from "../support/probed-bundle.ts";
import { startProbedRoom, type ProbedRoom } from "../support/probed-room.ts";
import { HOST, type Room } from "../support/room.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";

let probed: ProbedRoom;
let room: Room;
let probe: Probe;

beforeAll(async () => {
  probed = await startProbedRoom();
  ({ room, probe } = probed);
  await Promise.all([
    room.createEvent({ id: "held", paths: ["/held"], doors: "stopped" }),
    room.createEvent({ id: "quiet", paths: ["/quiet"], perMinute: 6000, maxActiveSessions: 10_000 }),
    room.createEvent({ id: "phantoms", paths: ["/phantoms"], perMinute: 6000, maxActiveSessions: 10_000 }),
    room.createEvent({ id: "full", paths: ["/full"], doors: "always", perMinute: 6000, maxActiveSessions: 1 }),
  ]);
});

afterAll(() => probed?.stop());

/** Calls about visitors that a piece of work costs: those that come with every refresh of the isolate not counted. */
async function visitsOf(work: () => Promise<unknown>): Promise<number> {
  const before = (await probe.calls())["gate.visit"] ?? 0;
  await work();
  return ((await probe.calls())["gate.visit"] ?? 0) - before;
}

describe("S12: what asks no object", () => {
  test("calls with no, a malformed, another network's or another event's credential", async () => {
    const owner = new TestVisitor(room, { event: "held" });
    await owner.open("/held");
    const [visitor, elsewhere] = [owner.cookie("v") ?? "", newAddress()];
    const other = new TestVisitor(room, { event: "quiet" });
    for (let request = 0; request < 3; request++) await other.open("/quiet");
    const foreign = other.cookie() ?? "";
    const shown = ["", "x", "a.b.c", `${visitor}x`, visitor.slice(0, -2), foreign, foreign.split("~")[0] ?? ""];
    const visits = await visitsOf(async () => {
      for (const value of shown) {
        const cookies = `stanchion-p-held.main=${value}; stanchion-v-held.main=${value}`;
        const asks = ["join", "enter", "leave", "session/touch"].map((call) => ownPost(call, "held", cookies));
        const answers = await pipeline(room.port, HOST, asks, elsewhere);
        expect(
          answers.map(({ status }) => status),
          value.slice(0, 20),
        ).toEqual([202, 401, 204, 404]);
      }
      await pipeline(room.port, HOST, [ownPost("join", "held", `stanchion-v-held.main=${visitor}`)], elsewhere);
    });
    expect(visits).toBe(0);
  });

  test("polls, early claims, repeated ends", async () => {
    const waiting = new TestVisitor(room, { event: "held" });
    await waiting.join("/held");
    expect(
      await visitsOf(async () => {
        for (let poll = 0; poll < 30; poll++) await waiting.status();
        for (let reload = 0; reload < 10; reload++) await waiting.open("/held");
        for (let claim = 0; claim < 10; claim++) expect((await waiting.call("enter")).status).toBe(409);
      }),
    ).toBe(0);
    const saved = waiting.copy();
    expect(await visitsOf(async () => expect((await waiting.call("leave")).status).toBe(204))).toBe(1);
    expect(saved.cookie()).toBeDefined();

    const inside = new TestVisitor(room, { event: "quiet" });
    for (let request = 0; request < 3; request++) await inside.open("/quiet");
    const copy = inside.copy();
    expect(await visitsOf(() => inside.call("leave"))).toBe(1);
    expect(
      await visitsOf(async () => {
        for (let repeat = 0; repeat < 10; repeat++) {
          expect((await copy.copy().call("leave")).status).toBe(204);
          expect((await copy.copy().call("session/touch")).status).toBe(404);
        }
      }),
    ).toBe(0);
  });

  test("renewals before their time: a page and its fifty pieces cost one call at most", async () => {
    const inside = new TestVisitor(room, { event: "quiet" });
    for (let request = 0; request < 3; request++) await inside.open("/quiet");
    const cookie = inside.jar.header() ?? "";
    const pieces = Array.from({ length: 50 }, (_, index) => ({ path: `/quiet/${index}.png`, headers: { Cookie: cookie } }));
    expect(
      await visitsOf(async () => {
        const answers = await pipeline(room.port, HOST, pieces, inside.from);
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }),
    ).toBeLessThanOrEqual(1);
  });

  test("unknown events, and organisers whom nobody knows", async () => {
    const before = await probe.calls();
    const unknown = ["join", "enter", "leave", "session/touch"].map((call) => ownPost(call, "unknown"));
    const answers = await pipeline(room.port, HOST, [
      ...unknown,
      { path: "/_stanchion/v1/status?event=unknown" },
      { path: "/_stanchion/v1/status?event=held&lane=unknown" },
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    const strangers: PipelineAsk[] = ["", "Bearer x", "Bearer a.b.c", "Basic eDp5"].flatMap((value) => [
      { path: "/_stanchion/api/v1/events", headers: { Authorization: value } },
      { path: "/_stanchion/api/v1/events/held/live", headers: { Authorization: value } },
      { path: "/_stanchion/api/v1/events", headers: { Authorization: value, "Content-Type": "application/json" }, body: "{}" },
    ]);
    expect(new Set((await pipeline(room.port, HOST, strangers)).map(({ status }) => status))).toEqual(new Set([401]));
    const after = await probe.calls();
    for (const name of ["gate.visit", "event.describe", "event.command", "event.configure", "directory.create"])
      expect(after[name], name).toBe(before[name]);
  });
});

describe("S12: what a flood costs", () => {
  test(
    "one network: claims, joins and navigations reach a gate within its limit only, 429 says when to come back",
    { timeout: 90_000 },
    async () => {
      const from = newAddress();
      // Someone whose claim is recorded: each repetition is a call to the event.
      const holder = new TestVisitor(room, { event: "full" });
      expect((await holder.goIn("/full")).status).toBe(200);
      await holder.open("/full");
      const recorded = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const visitor = new TestVisitor(room, { event: "full", from });
          await visitor.join("/full");
          return visitor;
        }),
      );
      const startMs = Date.now();
      let answers: readonly { status: number; head: string }[] = [];
      const visits = await visitsOf(async () => {
        const asks = recorded.map((visitor) => Array.from({ length: 150 }, () => ownPost("enter", "full", visitor.jar.header())));
        answers = (await Promise.all(asks.map((each) => pipeline(room.port, HOST, each, from)))).flat();
      });
      const seconds = (Date.now() - startMs) / 1000;
      expect(new Set(answers.map(({ status }) => status)).has(429)).toBe(true);
      // 200 at once and 20 a second for the network; 20 at once and 2 a second for each credential.
      expect(visits).toBeLessThanOrEqual(Math.min(200 + 20 * seconds, 8 * (20 + 2 * seconds)) + 8);
      const limited = answers.find(({ status }) => status === 429)?.head ?? "";
      expect(limited).toMatch(/\r\nRetry-After: [1-9]/i);
      expect(limited).toMatch(/\r\nRateLimit-Policy: "(?:visitor|calls)";q=[0-9]+;w=[0-9]+/i);
      expect(limited).toMatch(/\r\nRateLimit: "(?:visitor|calls)";r=0;t=[1-9]/i);
    },
  );

  test(
    "case 59: a join storm of one network is limited; other people join as before; a browser gets a page that comes back",
    { timeout: 90_000 },
    async () => {
      const storm = newAddress();
      const bare = Array.from({ length: 400 }, () => ownPost("join", "held"));
      const others = Array.from({ length: 10 }, (_, index) => new TestVisitor(room, { event: "held", from: `127.210.${index}.1` }));
      const [answers, positions] = await Promise.all([
        pipeline(room.port, HOST, bare, storm),
        Promise.all(others.map(async (visitor) => Number((await visitor.join("/held")).status.position))),
      ]);
      expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThanOrEqual(200);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(50);
      for (const { head, body } of refused) {
        expect(head).toMatch(/Retry-After: [1-9]/i);
        expect(head).toMatch(/RateLimit-Policy: "credentials";q=200;w=20/i);
        expect(JSON.parse(body).code).toBe("too-many-requests");
      }
      expect(new Set(positions).size).toBe(10);
      await pipeline(room.port, HOST, bare, storm);
      const page = await room.ask({ path: "/held", from: storm, headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } });
      expect([page.status, page.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
      expect(page.headers["retry-after"]).toMatch(/^[1-9]/);
      expect(page.body).toMatch(/<meta http-equiv="refresh"/);
    },
  );

  test("promise 7: however many poll, at most one read for each refresh interval", { timeout: 90_000 }, async () => {
    const waiting = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const visitor = new TestVisitor(room, { event: "held", from: `127.220.${index}.1` });
        await visitor.join("/held");
        return visitor;
      }),
    );
    const before = (await probe.calls())["gate.read"] ?? 0;
    const startMs = Date.now();
    await Promise.all(
      waiting.map((visitor) =>
        pipeline(
          room.port,
          HOST,
          Array.from({ length: 100 }, () => ({
            path: "/_stanchion/v1/status?event=held",
            headers: { Cookie: visitor.jar.header() ?? "" },
          })),
          visitor.from,
        ),
      ),
    );
    const reads = ((await probe.calls())["gate.read"] ?? 0) - before;
    expect(reads).toBeLessThanOrEqual(2 + (Date.now() - startMs) / 300);
  });

  test("an event out of reach is not asked again for each request", async () => {
    await probe.fail({ "gate held": "unreachable" });
    await sleep(1_700);
    const before = (await probe.calls())["gate.read"] ?? 0;
    const startMs = Date.now();
    await pipeline(
      room.port,
      HOST,
      Array.from({ length: 200 }, () => ({ path: "/_stanchion/v1/status?event=held" })),
      newAddress(),
    );
    const reads = ((await probe.calls())["gate.read"] ?? 0) - before;
    await probe.fail({});
    expect(reads).toBeLessThanOrEqual(2 + (Date.now() - startMs) / 300);
  });
});

test(
  "S5: navigations without cookies fill a share of the room at most, and no real visitor queues for them",
  { timeout: 90_000 },
  async () => {
    const phantoms = Array.from({ length: 60 }, (_, network) => `127.230.${network}.1`);
    for (let round = 0; round < 3; round++) {
      const navigations = Array.from({ length: 4 }, () => ({
        path: "/phantoms",
        headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" },
      }));
      await Promise.all(phantoms.map((from) => pipeline(room.port, HOST, navigations, from)));
      for (let person = 0; person < 6; person++) {
        const visitor = new TestVisitor(room, { event: "phantoms" });
        await visitor.open("/phantoms");
        // At once, or with the credential of the first answer: never a place in a line.
        expect((await visitor.open("/phantoms")).body).toContain(SHOP_PAGE);
        await visitor.open("/phantoms");
      }
      const figures = await room.live("phantoms");
      expect(figures.lanes[0]).toMatchObject({ waiting: 0, recorded: 0 });
      expect(figures.provisionalSessions).toBeLessThanOrEqual(Math.max(10, figures.activeSessions / 3 + 1));
    }
  },
);
