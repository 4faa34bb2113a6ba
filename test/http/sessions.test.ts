import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventSettings } from "../../durable-objects/protocol.ts";
import { issuePass } from "../../worker/credentials/pass.ts";
import { decode, forgeries } from "../support/forgeries.ts";
import { SHOP_PAGE, type TestOrigin } from "../support/origin.ts";
import type { Probe } from "../support/probed-bundle.ts";
import { startProbedRoom, type ProbedRoom } from "../support/probed-room.ts";
import { configOf, type Room } from "../support/room.ts";
import { newAddress, TestVisitor, type VisitorOptions } from "../support/visitor.ts";

let probed: ProbedRoom;
let origin: TestOrigin;
let room: Room;
let probe: Probe;
/** The port of a second isolate. */
let elsewhere: number;

const EVENTS: readonly Partial<EventSettings>[] = [
  { id: "plain", paths: ["/plain"] },
  { id: "other", paths: ["/other"] },
  { id: "replay", paths: ["/replay"], originCommands: true },
  { id: "full", paths: ["/full"], originCommands: true, maxActiveSessions: 1 },
  { id: "gone", paths: ["/gone"], originCommands: true },
  { id: "idle", paths: ["/idle"], idleSeconds: 10, checkoutSeconds: 30, graceSeconds: 2 },
  { id: "line", paths: ["/line"], idleSeconds: 10, checkoutSeconds: 30, graceSeconds: 0 },
  { id: "fixed", paths: ["/fixed"], sliding: false, idleSeconds: 10, checkoutSeconds: 30, provisionalSeconds: 5, graceSeconds: 0 },
  { id: "bank", paths: ["/bank"], idleSeconds: 10, checkoutSeconds: 10, graceSeconds: 60 },
  { id: "moment", paths: ["/moment"], doors: "always", perMinute: 6000 },
  { id: "copied", paths: ["/copied"], doors: "always", perMinute: 6000 },
];

beforeAll(async () => {
  // "?end" in the path is the shop saying that the visit is over.
  probed = await startProbedRoom({ handler: (request, response) => answerAsShop(request.url ?? "", response), replicas: 1 });
  ({ origin, room, probe } = probed);
  elsewhere = room.workerd.replicaPorts[0] ?? 0;
  await Promise.all(EVENTS.map((event) => room.createEvent(event)));
});

afterAll(() => probed?.stop());

function answerAsShop(url: string, response: ServerResponse): void {
  if (url.includes("end=bought")) response.setHeader("Stanchion-Session", "end; reason=bought");
  else if (url.includes("end=revoke")) response.setHeader("Cf-Waiting-Room-Command", "revoke");
  else if (url.includes("end")) response.setHeader("Stanchion-Session", "end");
  response.setHeader("Content-Type", "text/html");
  response.end(SHOP_PAGE);
}

/** A visitor whose session is confirmed. */
async function inside(event: string, options: VisitorOptions = {}): Promise<TestVisitor> {
  const visitor = new TestVisitor(room, { event, ...options });
  // The second request brings the pass back, or a credential where the first could not be admitted at once.
  for (let request = 0; request < 3; request++) await visitor.open(`/${event}`);
  expect((await visitor.load(`/_stanchion/v1/session?event=${event}`)).json()).toMatchObject({ provisional: false });
  return visitor;
}

const isIn = ({ body }: { body: string }): boolean => body.includes(SHOP_PAGE);

describe("case 22: reloads at the moment of admission", () => {
  test("one admission is counted, and all reloads get in", async () => {
    const visitor = new TestVisitor(room, { event: "moment" });
    await visitor.join("/moment/x?y=1");
    await expect.poll(async () => (await visitor.status()).state, { timeout: 10_000 }).toBe("your-turn");
    const reloads = await Promise.all(
      [0, 1, 2].map(() => visitor.copy()).map(async (tab) => ({ tab, page: await tab.open("/moment/x?y=1") })),
    );
    for (const { tab, page } of reloads) {
      expect(page.status).toBe(303);
      expect(page.headers.location).toBe("/moment/x?y=1");
      expect(page.headers["cache-control"]).toContain("no-store");
      expect(isIn(await tab.open("/moment/x?y=1"))).toBe(true);
    }
    expect(await room.live("moment")).toMatchObject({ activeSessions: 1, provisionalSessions: 0, lanes: [{ waiting: 0, recorded: 0 }] });
  });
});

describe("case 25: a ticket copied to two clients", () => {
  test("is one session between them", async () => {
    const one = new TestVisitor(room, { event: "copied" });
    await one.join("/copied");
    const two = one.copy({ from: newAddress() });
    await expect.poll(async () => (await one.status()).state, { timeout: 10_000 }).toBe("your-turn");
    const entered = await Promise.all([one.goIn("/copied"), two.goIn("/copied"), one.copy().goIn("/copied")]);
    expect(entered.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const client of [one, two]) expect(isIn(await client.open("/copied"))).toBe(true);
    const { activeSessions, lanes } = await room.live("copied");
    expect([activeSessions, lanes[0].lastIssued]).toEqual([1, 1]);
    // Given up by one, it is over for both.
    expect((await one.call("leave")).status).toBe(204);
    expect((await two.call("enter")).status).toBe(401);
  });
});

describe("case 24: what is no pass of this event and lane lets nobody in", () => {
  test("another event's, a forged, changed or stripped one", async () => {
    const visitor = await inside("plain");
    const value = visitor.cookie() ?? "";
    const token = value.slice(0, value.lastIndexOf("~"));
    const mac = value.slice(value.lastIndexOf("~"));
    const publicKey = (await room.ask({ path: "/_stanchion/jwks.json" })).json().keys[0].x as string;
    await room.organise("POST", "events/plain/actions/doors", { doors: "stopped" });
    await expect
      .poll(async () => (await new TestVisitor(room, { event: "plain" }).open("/plain")).body.includes(SHOP_PAGE), { timeout: 5_000 })
      .toBe(false);
    const seen = origin.seen.length;
    const wrong = Object.entries(await forgeries(token, publicKey)).flatMap(([name, forged]) => [
      [name, forged] as const,
      [`${name}, the MAC of the genuine one behind it`, `${forged}${mac}`] as const,
    ]);
    wrong.push(["the bare token", token], ["half a MAC", value.slice(0, -11)], ["no token", mac], ["two MACs", `${value}${mac}`]);
    for (const [name, shown] of wrong) {
      // A padded value is trimmed as every cookie's value is.
      if (shown.trim() === value) continue;
      const answer = await room.ask({
        path: "/plain",
        from: newAddress(),
        headers: { Accept: "text/html", Cookie: `stanchion-p-plain.main=${shown}` },
      });
      expect(answer.status, name).toBe(200);
      expect(isIn(answer), name).toBe(false);
    }
    for (const cookie of [
      `stanchion-p-other.main=${value}`,
      `stanchion-v-plain.main=${value}`,
      `Stanchion-p-plain.main=${value}`,
      `stanchion-p-plain.Main=${value}`,
      `__Host-stanchion-p-plain.main=${value}`,
    ]) {
      const path = cookie.includes("other") ? "/other" : "/plain";
      await room.organise("POST", "events/other/actions/doors", { doors: "stopped" });
      expect(isIn(await room.ask({ path, from: newAddress(), headers: { Accept: "application/json", Cookie: cookie } })), cookie).toBe(
        false,
      );
    }
    // What was not seen by then is nobody's request but the strangers' of the poll.
    expect(origin.seen.slice(seen).filter(({ url }) => url.startsWith("/plain"))).toEqual([]);
    expect(isIn(await visitor.open("/plain"))).toBe(true);
  });

  test("yesterday's, and one of another creation of the event", async () => {
    await room.organise("POST", "events/other/actions/doors", { doors: "stopped" });
    await expect.poll(async () => isIn(await new TestVisitor(room, { event: "other" }).open("/other")), { timeout: 5_000 }).toBe(false);
    const config = await configOf(room);
    const made = async (agoMs: number, incarnation: number): Promise<string> => {
      const nowMs = Date.now() - agoMs;
      const scope = { config, ref: { event: "other", incarnation }, lane: "main", nowMs };
      const session = { position: 1, grantedAtMs: nowMs, expiresAtMs: nowMs + 600_000, provisional: false, epoch: 0 };
      return (await issuePass(scope, session, 600)).value;
    };
    const show = async (value: string) =>
      isIn(
        await room.ask({ path: "/other", from: newAddress(), headers: { Accept: "text/html", Cookie: `stanchion-p-other.main=${value}` } }),
      );
    expect(await show(await made(86_400_000, 1))).toBe(false);
    expect(await show(await made(0, 2))).toBe(false);
    // So made they are genuine: one of this creation and of now is believed.
    expect(await show(await made(0, 1))).toBe(true);
  });

  test("a ticket is no pass, wherever it is shown", async () => {
    const visitor = new TestVisitor(room, { event: "moment" });
    await room.organise("POST", "events/moment/actions/doors", { doors: "stopped" });
    await visitor.join("/moment");
    const ticket = visitor.cookie() ?? "";
    for (const cookie of [`stanchion-p-moment.main=${ticket}~x`, `stanchion-v-moment.main=${ticket}`]) {
      expect(isIn(await room.ask({ path: "/moment", headers: { Accept: "text/html", Cookie: cookie } }))).toBe(false);
    }
    expect((await room.ask({ path: "/moment", headers: { Accept: "*/*", "Stanchion-Credential": ticket } })).status).toBe(503);
  });
});

describe("S1: replays don't move counts", () => {
  test("end, leave, renew and enter, repeated and at once, move them once", async () => {
    const [ended, left, kept] = [await inside("replay"), await inside("replay"), await inside("replay")];
    expect(await room.live("replay")).toMatchObject({ activeSessions: 3, provisionalSessions: 0 });
    const copies = (visitor: TestVisitor): TestVisitor[] => Array.from({ length: 8 }, () => visitor.copy());
    await Promise.all([
      ...copies(ended).map((tab) => tab.open("/replay?end")),
      ...copies(left).map((tab) => tab.call("leave")),
      ...copies(kept).flatMap((tab) => [tab.call("session/touch"), tab.call("enter"), tab.open("/replay")]),
      probe.killGates(),
    ]);
    // Who waited for a gate that died was told to come again.
    await expect.poll(async () => (await left.copy().call("leave")).status, { timeout: 5_000 }).toBe(204);
    await expect.poll(async () => (await room.live("replay")).activeSessions, { timeout: 8_000, interval: 300 }).toBe(1);
    // Late repetitions of what was done.
    for (const tab of [...copies(ended), ...copies(left)]) {
      expect((await tab.call("leave")).status).toBe(204);
      expect((await tab.call("session/touch")).status).toBe(404);
    }
    expect(await room.live("replay")).toMatchObject({ activeSessions: 1, provisionalSessions: 0 });
    expect(isIn(await kept.open("/replay"))).toBe(true);
  });

  test("an ended pass is refused in every isolate within 2 s, and only then its slot is refilled", async () => {
    const first = await inside("full");
    const saved = first.copy({ port: elsewhere });
    expect(isIn(await saved.open("/full"))).toBe(true);
    const waiting = new TestVisitor(room, { event: "full" });
    await waiting.join("/full");
    expect((await waiting.call("enter")).status).not.toBe(200);

    const endedAtMs = Date.now();
    expect(isIn(await first.open("/full?end=bought"))).toBe(true);
    let lastAcceptedMs = 0;
    let refilledMs = 0;
    while (refilledMs === 0 && Date.now() - endedAtMs < 12_000) {
      const sentMs = Date.now();
      if (isIn(await saved.open("/full"))) lastAcceptedMs = sentMs;
      if ((await waiting.call("enter")).status === 200) refilledMs = Date.now();
      const { activeSessions, maxActiveSessions } = await room.live("full");
      expect(activeSessions).toBeLessThanOrEqual(maxActiveSessions);
      await sleep(50);
    }
    expect(refilledMs).toBeGreaterThan(0);
    expect(lastAcceptedMs - endedAtMs).toBeLessThan(2_000);
    expect(refilledMs - endedAtMs).toBeGreaterThanOrEqual(2_000);
    expect(refilledMs).toBeGreaterThan(lastAcceptedMs);
    expect(isIn(await waiting.open("/full"))).toBe(true);
    expect(isIn(await saved.open("/full"))).toBe(false);
  });
});

describe("case 28: the shop says that the visit is over", () => {
  test("the slot is free within 3 s, the browser is a new visitor, a saved cookie opens nothing", async () => {
    const visitor = await inside("gone");
    const saved = visitor.copy();
    const before = (await room.live("gone")).activeSessions;
    const last = await visitor.open("/gone?end=bought");
    const endedAtMs = Date.now();
    expect(isIn(last)).toBe(true);
    expect(last.headers).not.toHaveProperty("stanchion-session");
    // Both credentials are forgotten in the very answer, and no renewed pass slips in.
    const cookies = last.headers["set-cookie"] ?? [];
    expect(cookies).toHaveLength(2);
    for (const line of cookies) expect(line).toMatch(/^stanchion-[vp]-gone\.main=; Max-Age=0/);
    expect(visitor.cookie()).toBeUndefined();
    await expect.poll(async () => (await room.live("gone")).activeSessions, { timeout: 4_000, interval: 100 }).toBe(before - 1);
    expect(Date.now() - endedAtMs).toBeLessThan(4_000);

    await room.organise("POST", "events/gone/actions/doors", { doors: "stopped" });
    await expect.poll(async () => isIn(await new TestVisitor(room, { event: "gone" }).open("/gone")), { timeout: 5_000 }).toBe(false);
    const seen = origin.seen.length;
    const stale = await saved.open("/gone");
    expect(isIn(stale)).toBe(false);
    expect(origin.seen.length).toBe(seen);
    // The ended pass does not stand in the way of a new place.
    const joined = await saved.call("join");
    expect(joined.status).toBe(201);
    expect(joined.json().status.state).toBe("stopped");
  });

  test("whichever way it says so, and not on a page of somebody else's session", async () => {
    await room.organise("POST", "events/gone/actions/doors", { doors: "auto" });
    await expect.poll(async () => (await room.live("gone")).doors).toBe("auto");
    await sleep(1_600);
    for (const word of ["end", "end=revoke"]) {
      const visitor = await inside("gone");
      await visitor.open(`/gone?${word}`);
      expect(visitor.cookie(), word).toBeUndefined();
    }
  });
});

// These mostly wait; side by side they take as long as the longest.
describe.concurrent("sessions in time", () => {
  test("case 26: a request each 6 s with 10 s of idle time is never queued, however long the line; 11 s of silence is a new visitor", async ({
    expect: check,
  }) => {
    const [busy, silent] = [await inside("line"), await inside("line")];
    await room.organise("POST", "events/line/actions/doors", { doors: "stopped" });
    await sleep(1_600);
    const line = await Promise.all(
      Array.from({ length: 10 }, () => new TestVisitor(room, { event: "line" })).map((visitor) => visitor.join("/line")),
    );
    check(line.map(({ status }) => status.state)).toEqual(Array.from({ length: 10 }, () => "stopped"));
    for (let request = 0; request < 2; request++) {
      await sleep(5_700);
      check(isIn(await busy.open("/line"))).toBe(true);
    }
    const back = await silent.open("/line");
    check(isIn(back)).toBe(false);
    check(back.headers["set-cookie"]?.some((cookie) => cookie.startsWith("stanchion-v-line.main="))).toBe(true);
    const joined = await silent.call("join");
    check(joined.status).toBe(201);
    check(joined.json().status.position).toBeGreaterThan(Math.max(...line.map(({ status }) => status.position)));
  });

  test("case 27: sliding off: after the fixed time a new session, counted once", async ({ expect: check }) => {
    const visitor = await inside("fixed");
    const startMs = Date.now();
    const first = decode((visitor.cookie() ?? "").split(".")[1] ?? "");
    while (Date.now() - startMs < 7_500) {
      check(isIn(await visitor.open("/fixed"))).toBe(true);
      await sleep(1_500);
    }
    check(decode((visitor.cookie() ?? "").split(".")[1] ?? "")["exp"]).toBe(first["exp"]);
    // Grace, and two seconds in which clocks may differ: until then the old session is counted.
    await sleep(Math.max(0, Number(first["exp"]) * 1000 - Date.now()) + 4_500);
    check(isIn(await visitor.open("/fixed"))).toBe(true);
    check(isIn(await visitor.open("/fixed"))).toBe(true);
    const second = decode((visitor.cookie() ?? "").split(".")[1] ?? "");
    check(second["pos"]).not.toBe(first["pos"]);
    check(await room.live("fixed")).toMatchObject({ activeSessions: 1 });
  });

  test("case 29: back with a pass that expired long ago is a new visitor, queueing or not, and asks the event once", async ({
    expect: check,
  }) => {
    const [visitor, second, third] = [await inside("idle"), await inside("idle"), await inside("idle")];
    await sleep(12_600);
    // Its cookie is still sent; nobody queues: admitted anew.
    const first = decode((visitor.cookie() ?? "").split(".")[1] ?? "");
    check(isIn(await visitor.open("/idle"))).toBe(true);
    check(isIn(await visitor.open("/idle"))).toBe(true);
    check(decode((visitor.cookie() ?? "").split(".")[1] ?? "")["pos"]).not.toBe(first["pos"]);
    await room.organise("POST", "events/idle/actions/doors", { doors: "stopped" });
    await sleep(1_600);
    // Queueing: the waiting page, the old cookie forgotten, a place by the credential of that answer.
    const page = await second.open("/idle");
    check(isIn(page)).toBe(false);
    check(second.cookie()).toBeUndefined();
    check((await second.call("join")).status).toBe(201);
    // An app keeps its credentials itself: shown beside the visitor credential, the old pass is asked about once and then ignored.
    const app = (credential: string) =>
      room.ask({
        method: "POST",
        path: "/_stanchion/v1/join",
        from: third.from,
        headers: { "Stanchion-Credential": credential, "Content-Type": "application/json" },
        body: '{"event":"idle"}',
      });
    const stale = third.cookie() ?? "";
    const refused = await app(stale);
    check(refused.status).toBe(202);
    const before = await probe.calls();
    check((await app(stale)).status).toBe(202);
    check((await probe.calls())["gate.visit"]).toBe(before["gate.visit"]);
    check((await app(`${stale}, ${String(refused.headers["stanchion-credential"])}`)).status).toBe(201);
  });

  test("case 62: a POST from the bank's page comes back with a pass, and within the grace, and then the session lives on", async ({
    expect: check,
  }) => {
    const visitor = await inside("bank");
    const during = await visitor.submit("/bank/paid", "order=1", "cross-site", { Origin: "https://bank.example" });
    check(isIn(during)).toBe(true);
    check(origin.seen.findLast(({ url }) => url === "/bank/paid")).toMatchObject({ method: "POST", body: "order=1" });
    const late = visitor.copy();
    await sleep(11_500);
    // The idle time is over: a page would be nobody's …
    const after = await late.submit("/bank/paid?late", "order=2", "cross-site", { Origin: "https://bank.example" });
    check(isIn(after)).toBe(true);
    const seen = origin.seen.findLast(({ url }) => url === "/bank/paid?late");
    check(seen).toMatchObject({ method: "POST", body: "order=2" });
    // … and the origin gets a pass that is good when it comes.
    const claims = decode(String(seen?.headers["stanchion-pass"]).split(".")[1] ?? "");
    check(Number(claims["exp"]) * 1000).toBeGreaterThan(Date.now());
    check(isIn(await late.open("/bank"))).toBe(true);
    check(await room.live("bank")).toMatchObject({ provisionalSessions: 0 });
  });
});
