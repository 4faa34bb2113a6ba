import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SHOP_PAGE, type TestOrigin } from "../support/origin.ts";
import { pipeline } from "../support/pipeline.ts";
import { probeOf, type Faults, type Probe } from "../support/probed-bundle.ts";
import { startProbedRoom, type ProbedRoom } from "../support/probed-room.ts";
import { HOST, startRoom, type Room } from "../support/room.ts";
import type { Answer } from "../support/http.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";

/** For that long the event must have been out of reach before `failure: "open"` lets anybody in. */
const UNREACHABLE_SECONDS = 10;
/** A shop that answers nobody. */
const NOBODY = "http://127.0.0.1:1";
/** What a browser sends with a form, as far as it is told by. */
const FORM = { Accept: "text/html", "Sec-Fetch-Mode": "navigate", Referer: `http://${HOST}/seats?row=1` };

let probed: ProbedRoom;
let origin: TestOrigin;
let room: Room;
let probe: Probe;
let failing = false;

beforeAll(async () => {
  probed = await startProbedRoom({
    handler: (_, response) => {
      response.writeHead(failing ? 500 : 200, { "Content-Type": "text/html" });
      response.end(failing ? "broken" : SHOP_PAGE);
    },
    origins: [NOBODY],
  });
  ({ origin, room, probe } = probed);
  const events = ["shop", "closing", "closed", "open", "flooded", "slow", "limited"];
  await Promise.all([
    ...events.map((id) => room.createEvent({ id, paths: [`/${id}`], perMinute: 6000, failure: id === "closed" ? "closed" : "open" })),
    room.createEvent({ id: "dark", paths: ["/dark"], perMinute: 6000, origin: NOBODY }),
    room.createEvent({ id: "line", paths: ["/line"], doors: "stopped" }),
    room.createEvent({ id: "broken", paths: ["/broken"], doors: "always", perMinute: 6000, maxActiveSessions: 1 }),
  ]);
});

afterAll(() => probed?.stop());

beforeEach(async () => {
  failing = false;
  await probe.fail({});
});

const isIn = ({ body }: { body: string }): boolean => body.includes(SHOP_PAGE);

/** A page that says what became of a form, and stays: loaded anew, the browser would send the form again, or lose it. */
function expectStill(answer: Answer, status: number, ...says: readonly string[]): void {
  expect([answer.status, answer.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
  for (const words of ["may have gone through", ...says]) expect(answer.body).toContain(words);
  expect(answer.headers).not.toHaveProperty("refresh");
  expect(answer.body).not.toMatch(/http-equiv="refresh"|by itself|location\.reload/);
}

async function inside(event: string): Promise<TestVisitor> {
  const visitor = new TestVisitor(room, { event });
  for (let request = 0; request < 3; request++) await visitor.open(`/${event}`);
  expect(isIn(await visitor.open(`/${event}`))).toBe(true);
  return visitor;
}

/** A navigation of somebody nobody has seen. */
const stranger = (event: string) => new TestVisitor(room, { event }).open(`/${event}`);

describe("case 45: what fails admits nobody and loses no place", () => {
  test.each([
    ["the event out of reach", { gate: "unreachable" }],
    ["the event overloaded", { gate: "overloaded" }],
    ["the event's object gone behind its gates", { event: "unreachable" }],
    ["everything but the Worker dead", { gate: "unreachable", event: "unreachable", directory: "unreachable" }],
  ] as [string, Faults][])("%s", async (_, faults) => {
    const [holder, waiting, new_] = [
      await inside("shop"),
      new TestVisitor(room, { event: "line" }),
      new TestVisitor(room, { event: "line" }),
    ];
    const { status } = await waiting.join("/line");
    await new_.open("/line");
    await probe.fail(faults);
    await sleep(1_700);
    // Inside: served, renewed or not.
    expect(isIn(await holder.open("/shop/1"))).toBe(true);
    // Waiting: the last state, and the place.
    expect(await waiting.status()).toMatchObject({ state: "stopped", position: status.position });
    const page = await waiting.open("/line");
    expect([page.status, isIn(page)]).toEqual([200, false]);
    expect((await waiting.call("enter")).status).toBe(503);
    // New: the waiting page and no place; the one with a credential is told to come again.
    const first = await stranger("shop");
    expect([first.status, isIn(first)]).toEqual([200, false]);
    expect(first.headers["set-cookie"]?.[0]).toContain("stanchion-v-shop.main=");
    const joined = await new_.call("join");
    expect(joined.status).toBe(503);
    expect(joined.headers["retry-after"]).toMatch(/^[1-9]/);
    expect(joined.headers).not.toHaveProperty("set-cookie");

    await probe.fail({});
    await expect.poll(async () => (await new_.call("join")).status, { timeout: 5_000 }).toBe(201);
    expect((await new_.status()).position).toBeGreaterThan(status.position);
    expect((await waiting.status()).position).toBe(status.position);
  });

  test("the shop answers 500: relayed, the session stays, nobody else is let in for it", async () => {
    const holder = new TestVisitor(room, { event: "broken" });
    expect((await holder.goIn("/broken")).status).toBe(200);
    await holder.open("/broken");
    const waiting = new TestVisitor(room, { event: "broken" });
    const { status } = await waiting.join("/broken");
    failing = true;
    for (let request = 0; request < 5; request++) {
      const answer = await holder.open("/broken");
      expect([answer.status, answer.body]).toEqual([500, "broken"]);
    }
    expect((await waiting.call("enter")).status).not.toBe(200);
    expect(await waiting.status()).toMatchObject({ position: status.position });
    const figures = await room.live("broken");
    expect(figures.activeSessions).toBe(1);
    failing = false;
    expect(isIn(await holder.open("/broken"))).toBe(true);
  });

  test("a limit answers 429 with its policy, admits nobody, and the place is kept", async () => {
    // The one before it holds the only place inside.
    const waiting = new TestVisitor(room, { event: "broken" });
    const { status } = await waiting.join("/broken");
    await expect.poll(async () => (await waiting.status()).state, { timeout: 8_000 }).toBe("your-turn");
    // The one that waited for the shop to answer may have claimed, too.
    const { recorded } = (await room.live("broken")).lanes[0];
    const answers = await Promise.all(Array.from({ length: 40 }, () => waiting.call("enter")));
    const limited = answers.filter((answer) => answer.status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202, 429]));
    for (const { headers, json } of limited) {
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(headers["ratelimit-policy"]).toBe('"visitor";q=20;w=10');
      expect(headers["ratelimit"]).toMatch(/^"visitor";r=0;t=[1-9][0-9]*$/);
      expect(json()).toMatchObject({ code: "too-many-requests", status: 429 });
    }
    expect(await waiting.status()).toMatchObject({ position: status.position });
    expect(await room.live("broken")).toMatchObject({
      activeSessions: 1,
      lanes: [{ recorded: recorded + 1 }],
    });
  });
});

describe("a form that is not handed on is told so by a page that stays", () => {
  test("the shop out of reach: 502, and the visit is kept", async () => {
    const visitor = new TestVisitor(room, { event: "dark" });
    const page = await visitor.open("/dark");
    expect(page.status).toBe(502);
    expect(page.body).toMatch(/http-equiv="refresh" content="5".*by itself/s);
    expectStill(await visitor.submit("/dark/pay", "seat=1"), 502, "The shop is not answering", "your visit: it is kept");
    const session = await visitor.load("/_stanchion/v1/session?event=dark");
    expect(session.json()).toMatchObject({ provisional: false });
  });

  test("doors sealed on somebody inside", async () => {
    const visitor = await inside("closing");
    await room.organise("POST", "events/closing/actions/doors", { doors: "sealed" });
    await expect.poll(async () => isIn(await visitor.open("/closing")), { timeout: 5_000 }).toBe(false);
    origin.seen.length = 0;
    const answer = await visitor.submit("/closing/pay", "seat=1", "same-origin", { Referer: `http://${HOST}/closing/seats?row=1` });
    expectStill(answer, 503, "The form was not sent", 'href="/closing/seats?row=1"');
    expect(origin.seen).toEqual([]);
    // Held all the same, not out.
    expect((await visitor.open("/closing")).body).toContain("The shop is closed for the moment");
  });
});

test(
  "S11: failure open lets a few a second in, without a pass, after ten seconds out of reach; overload and silence never do",
  { timeout: 90_000 },
  async () => {
    const events = ["open", "closed", "flooded", "slow"];
    for (const event of events) expect(isIn(await stranger(event)), event).toBe(true);
    await probe.fail({ "gate open": "unreachable", "gate closed": "unreachable", "gate flooded": "overloaded", "gate slow": "silent" });
    const startMs = Date.now();
    const seconds = (): number => (Date.now() - startMs) / 1000;
    const letIn = await Promise.all(
      events.map(async (event) => {
        const times: number[] = [];
        const credential = new TestVisitor(room, { event });
        await credential.open(`/${event}`);
        while (seconds() < UNREACHABLE_SECONDS + 4) {
          const sent = seconds();
          const answers = await Promise.all(Array.from({ length: 6 }, () => stranger(event)));
          for (const answer of answers.filter(isIn)) {
            times.push(sent);
            expect(answer.headers["set-cookie"] ?? []).toEqual([]);
          }
          // What else a flood is made of: joins and claims.
          if (event === "flooded") await Promise.all([credential.call("join"), credential.copy().call("enter")]);
          await sleep(300);
        }
        return times;
      }),
    );
    const [open = [], ...others] = letIn;
    expect(others).toEqual([[], [], []]);
    expect(open.length).toBeGreaterThan(0);
    // By the isolate's clock, which began with the first read that failed.
    expect(Math.min(...open)).toBeGreaterThan(UNREACHABLE_SECONDS - 2.5);
    expect(open.length).toBeLessThanOrEqual(3 * Math.ceil(seconds() - UNREACHABLE_SECONDS + 2.5));
    expect(origin.seen.filter(({ url, headers }) => url.startsWith("/open") && headers["stanchion-pass"] === undefined)).toHaveLength(
      open.length,
    );
    await probe.fail({});
    await expect
      .poll(async () => (await stranger("open")).headers["set-cookie"]?.[0] ?? "", { timeout: 5_000 })
      .toContain("stanchion-p-open.main=");
  },
);

test("S11: a real flood of navigations, joins and claims lets nobody in but whom the event admits", { timeout: 90_000 }, async () => {
  await room.organise("POST", "events/limited/actions/doors", { doors: "stopped" });
  await expect.poll(async () => isIn(await stranger("limited")), { timeout: 5_000 }).toBe(false);
  const seen = origin.seen.length;
  const asks = [
    { path: "/limited", headers: { Accept: "text/html" } },
    { path: "/limited", headers: { Accept: "application/json" } },
    {
      path: "/_stanchion/v1/join",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: '{"event":"limited"}',
    },
    {
      path: "/_stanchion/v1/enter",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: '{"event":"limited"}',
    },
  ];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, network) =>
      pipeline(
        room.port,
        HOST,
        Array.from({ length: 100 }, (_, index) => asks[index % 4] ?? (asks[0] as never)),
        `127.90.${network}.1`,
      ),
    ),
  );
  expect(origin.seen.length).toBe(seen);
  for (const { status, body } of answers.flat()) {
    expect([200, 202, 401, 429]).toContain(status);
    expect(body).not.toContain(SHOP_PAGE);
  }
});

describe("S11: a cold isolate that can reach no directory", () => {
  let cold: Room;
  let pass: string;

  beforeAll(async () => {
    pass = (await inside("shop")).cookie() ?? "";
    const { bundleDir } = probed;
    cold = await startRoom({ origin: origin.url, keys: room.keys, bundleDir, hosts: { "unlisted.localhost": origin.url } });
    await probeOf(cold.port).fail({ directory: "unreachable", gate: "unreachable" });
    origin.seen.length = 0;
  });

  afterAll(() => cold?.stop());

  const ask = (path: string, headers: Record<string, string | undefined>) => cold.ask({ path, from: newAddress(), headers });

  test("answers 503 and takes nothing for uncovered", async () => {
    for (const path of ["/", "/free", "/shop", "/robots.txt", "/.well-known/x"]) {
      const page = await ask(path, { Accept: "text/html" });
      expect([page.status, isIn(page)], path).toEqual([503, false]);
      expect(page.headers["retry-after"]).toMatch(/^[1-9]/);
      expect((await ask(path, { Accept: "application/json" })).json()).toMatchObject({ status: 503, code: "room-unavailable" });
    }
    expect((await ask("/_stanchion/v1/status?event=shop", {})).status).toBe(503);
    expectStill(await cold.ask({ method: "POST", path: "/shop/pay", headers: FORM, body: "seat=1" }), 503, 'href="/seats?row=1"');
    expect((await ask("/shop", { Accept: "text/html", Host: "unknown.localhost" })).status).toBe(421);
    expect((await ask("/_stanchion/jwks.json", {})).status).toBe(200);
    expect(origin.seen).toEqual([]);
  });

  test("case 63: but a valid pass goes to what the deployment maps its host to", async () => {
    const answer = await ask("/shop/1", { Accept: "text/html", Cookie: `a=1; stanchion-p-shop.main=${pass}` });
    expect(isIn(answer)).toBe(true);
    expect(origin.seen).toHaveLength(1);
    expect(origin.seen[0]?.headers.cookie).toBe("a=1");
    expect(origin.seen[0]?.headers["stanchion-pass"]).toBe(pass.split("~")[0]);
    const token = pass.split("~")[0] ?? "";
    for (const wrong of [token, `${token}~${"A".repeat(22)}`, `${pass}x`, "x", ""]) {
      expect((await ask("/shop/1", { Accept: "text/html", Cookie: `stanchion-p-shop.main=${wrong}` })).status, wrong).toBe(503);
    }
    expect(origin.seen).toHaveLength(1);
  });
});

describe("case 63: STANCHION_OVERRIDE wins over everything, on a cold isolate with empty storage and broken keys", () => {
  const broken = { STANCHION_TICKET_KEYS: "", STANCHION_PASS_KEYS: "[]", STANCHION_ORGANISER_KEYS: "nonsense" };

  async function overridden(override: string, bindings: Record<string, string>, check: (cold: Room) => Promise<void>): Promise<void> {
    const cold = await startRoom({
      origin: origin.url,
      hosts: { "dark.localhost": NOBODY },
      bindings: { STANCHION_OVERRIDE: override, ...bindings },
      onLog: () => {},
    });
    origin.seen.length = 0;
    try {
      await check(cold);
    } finally {
      await cold.stop();
    }
  }

  test.each([
    ["good keys", {}],
    ["broken keys", broken],
  ])("off, %s: everybody goes straight to the host's origin", async (name, bindings) => {
    await overridden("off", bindings, async (cold) => {
      const answer = await cold.ask({
        path: "/any/thing?x=%2F",
        headers: {
          Accept: "text/html",
          Cookie: "a=1; stanchion-p-shop.main=x",
          "Stanchion-Pass": "forged",
          "X-Forwarded-For": "198.51.100.1",
        },
      });
      expect(isIn(answer)).toBe(true);
      expect(origin.seen[0]).toMatchObject({
        url: "/any/thing?x=%2F",
        headers: { cookie: "a=1", "x-forwarded-for": "127.0.0.1", "cdn-loop": "stanchion" },
      });
      expect(origin.seen[0]?.headers).not.toHaveProperty("stanchion-pass");
      // The shop goes on telling the room's requests from others, as long as there is a key to sign with.
      expect(origin.seen[0]?.headers["stanchion-edge"] === undefined).toBe(name === "broken keys");
      expect((await cold.ask({ method: "POST", path: "/paid", headers: {}, body: "order=1" })).status).toBe(200);
      const lost = await cold.ask({ path: "/x", headers: { Accept: "text/html", Host: "unknown.localhost" } });
      expect([lost.status, lost.body]).toEqual([421, expect.stringContaining("Nothing is on sale here")]);
      expect((await cold.ask({ path: "/x", headers: { Host: "unknown.localhost" } })).json()).toMatchObject({ code: "unknown-host" });
      const dark = { path: "/x", headers: { ...FORM, Host: "dark.localhost" } };
      expect((await cold.ask(dark)).body).toMatch(/http-equiv="refresh" content="5".*The shop is not answering/s);
      expectStill(await cold.ask({ ...dark, method: "POST", body: "order=1" }), 502, "The shop is not answering");
      expect((await cold.ask({ ...dark, headers: { Host: "dark.localhost" } })).json()).toMatchObject({ code: "origin-unreachable" });
      expect((await cold.ask({ path: "/x", headers: { "CDN-Loop": "stanchion" } })).status).toBe(508);
      // Our own paths are no origin's even now; a waiting page that is told 404 loads itself anew.
      for (const path of ["/_stanchion/v1/status?event=shop", "/_stanchion/x", "//_stanchion/x", "/%5fstanchion/v1/join"])
        expect((await cold.ask({ path })).status, path).toBe(404);
      expect(origin.seen).toHaveLength(2);
      expect((await cold.ask({ path: "/_stanchion/jwks.json" })).status).toBe(name === "broken keys" ? 404 : 200);
    });
  });

  test.each([
    ["good keys", {}],
    ["broken keys", broken],
  ])("sealed, %s: nobody does", async (_, bindings) => {
    await overridden("sealed", bindings, async (cold) => {
      const page = await cold.ask({ path: "/x", headers: { Accept: "text/html" } });
      expect(page.status).toBe(503);
      expect(page.headers["content-type"]).toContain("text/html");
      expect(page.headers["retry-after"]).toBe("30");
      expect(page.body).toContain('http-equiv="refresh" content="30"');
      const paid = { method: "POST", path: "/paid", headers: FORM, body: "order=1" };
      expectStill(await cold.ask(paid), 503, "The shop is closed", 'href="/seats?row=1"');
      expect((await cold.ask({ path: "/x", headers: { Accept: "application/json" } })).json()).toMatchObject({ code: "sealed" });
      expect((await cold.ask({ method: "POST", path: "/paid", body: "order=1" })).status).toBe(503);
      expect(origin.seen).toEqual([]);
    });
  });
});
