import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { HttpClient } from "../../bench/load/http-client.ts";
import { countCapViolations, countDuplicatePlaces, countOrderViolations } from "../../bench/load/promises.ts";
import { readCredential } from "../../bench/load/credentials.ts";
import { CookieJar } from "../../bench/load/cookie-jar.ts";
import { startOrigin, type TestOrigin } from "../support/origin.ts";
import { countOvertakenClaims, mostInside } from "./judgement.ts";
import { MortalRoom } from "./mortal-room.ts";
import { PatientVisitor, type VisitPlan } from "./patient-visitor.ts";

let origin: TestOrigin;
beforeAll(async () => void (origin = await startOrigin()));
afterAll(() => origin?.stop());

async function openRoom(): Promise<MortalRoom> {
  const room = await MortalRoom.start(origin.url);
  onTestFinished(() => room.stop());
  return room;
}

const event = (id: string, changes: object) => ({
  id,
  region: "weur",
  hosts: ["shop.localhost"],
  paths: [`/${id}`],
  shareOrigin: true,
  perMinute: 1_200,
  burst: 40,
  maxActiveSessions: 1_000,
  doors: "always",
  ...changes,
});
const EVENTS = {
  // A line all the time: a bucket filled anew at a restart would show.
  sale: event("sale", { perMinute: 600 }),
  // Fewer may be inside than want to: places turn over.
  small: event("small", { maxActiveSessions: 25 }),
  // Nobody gets in: only places.
  held: event("held", { doors: "stopped" }),
};
const PLANS: readonly VisitPlan[] = [
  ...Array.from({ length: 260 }, () => ({ event: "sale", path: "/sale/tickets", goal: "stay" }) as const),
  ...Array.from({ length: 70 }, () => ({ event: "small", path: "/small/tickets", goal: 1_500 }) as const),
  ...Array.from({ length: 60 }, () => ({ event: "held", path: "/held/tickets", goal: "place" }) as const),
];
const ARRIVE_MS = 9_000;
/** When the room is killed, after the first visitor; it is up again a second later. */
const KILLS_MS = [2_300, 5_500, 8_900, 12_600, 16_800];

/** Starts the n-th of all when its time has come: the kinds come mixed. */
async function visitAll(visitors: readonly PatientVisitor[]): Promise<void> {
  const perEvent = Map.groupBy(visitors, ({ plan }) => plan.event);
  const visits = [...perEvent.values()].flatMap((group) =>
    group.map(async (visitor, index) => {
      await sleep((index / group.length) * ARRIVE_MS);
      await visitor.run();
    }),
  );
  await Promise.all(visits);
}

test("kill -9 under a crowd: no acknowledged place or admission is lost, none is given twice, order and cap hold", async () => {
  const room = await openRoom();
  for (const settings of Object.values(EVENTS)) expect((await room.organise("POST", "events", settings)).status).toBe(201);
  for (const id of Object.keys(EVENTS)) await room.untilKnown(id);

  const client = new HttpClient(room.target, 5_000);
  onTestFinished(() => client.close());
  const signal = AbortSignal.timeout(70_000);
  setMaxListeners(0, signal);
  const visitors = PLANS.map((plan, index) => new PatientVisitor(index, plan, client, signal));
  const startedMs = performance.now();
  const killing = (async () => {
    for (const atMs of KILLS_MS) {
      await sleep(Math.max(0, startedMs + atMs - performance.now()));
      await room.crash();
    }
  })();
  await Promise.all([visitAll(visitors), killing]);
  // Whatever was only in memory goes now.
  await room.crash();

  const diaries = visitors.map(({ diary }) => diary);
  expect(diaries.flatMap(({ faults }) => faults)).toEqual([]);
  const places = diaries.flatMap(({ place }) => (place === null ? [] : [place]));
  expect(places).toHaveLength(PLANS.length);
  expect(countDuplicatePlaces(places)).toBe(0);
  expect(countOrderViolations(places)).toBe(0);
  expect(countOvertakenClaims(diaries)).toBe(0);
  // Otherwise little was proven: claims had to wait for intake.
  expect(diaries.filter(({ recordedAtMs }) => recordedAtMs !== null).length).toBeGreaterThan(20);
  for (const id of ["sale", "small"] as const) {
    const { perMinute, burst } = EVENTS[id];
    const grants = diaries.flatMap(({ event, grantedAtSeconds }) => (event === id && grantedAtSeconds !== null ? [grantedAtSeconds] : []));
    expect(grants).toHaveLength(PLANS.filter((plan) => plan.event === id).length);
    expect(countCapViolations(grants, { perMinute, burst, letIn: 0 })).toBe(0);
  }
  expect(mostInside(diaries.filter(({ event }) => event === "small"))).toBeLessThanOrEqual(EVENTS.small.maxActiveSessions);
  expect(mostInside(diaries.filter(({ event }) => event === "small"))).toBeGreaterThan(EVENTS.small.maxActiveSessions / 2);

  // Every place is there, and nothing that nobody knows of: no request was half done.
  for (const id of Object.keys(EVENTS)) {
    const { lanes, activeSessions } = (await room.organise("GET", `events/${id}/live`)).json();
    const count = PLANS.filter((plan) => plan.event === id).length;
    expect([id, lanes[0].lastIssued]).toEqual([id, count]);
    if (id === "sale") expect(activeSessions).toBe(count);
  }
  await Promise.all(visitors.filter(({ plan }) => plan.goal === "place").map((visitor) => visitor.status()));
  const inside = visitors.filter(({ plan }) => plan.goal === "stay");
  const sessions = await Promise.all(inside.map((visitor, index) => comeBack(visitor, client, index)));
  expect(sessions).toEqual(
    inside.map(({ diary }) => ({ shop: true, position: diary.place?.position, grantedAtSeconds: diary.grantedAtSeconds })),
  );
});

/** With its pass to the shop, and with a copy of its ticket to the room: the session both lead to. */
async function comeBack({ browser, diary, plan }: PatientVisitor, client: HttpClient, index: number) {
  const page = await browser.open(plan.path);
  const jar = new CookieJar();
  jar.store([diary.ticket ?? ""]);
  const headers = { Cookie: jar.header(), "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
  const answer = await client.send(
    index,
    { method: "POST", path: "/_stanchion/v1/enter", headers, body: JSON.stringify({ event: plan.event }) },
    AbortSignal.timeout(10_000),
  );
  jar.store(answer.headers["set-cookie"]);
  const session = readCredential(jar);
  return { shop: page.body.includes("The shop"), position: session?.position, grantedAtSeconds: session?.grantedAtSeconds };
}

test("kill -9 between an organiser's orders: each that was acknowledged holds, each stands in the audit once, in order", async () => {
  const room = await openRoom();
  expect((await room.organise("POST", "events", event("ordered", { doors: "stopped", message: "m0" }))).status).toBe(201);
  const orders = [...orderSeries()];
  let crashes = 0;
  const given: string[] = [];
  const created = new Map<string, number>();

  const giveOrders = async () => {
    for (const [n, { action, body }] of orders.entries()) {
      // Impatient: sent twice at once, and again where the answer is lost.
      const order = () => room.organise("POST", `events/ordered/actions/${action}`, body, `"order-${n}"`);
      for (const answer of await Promise.all([order(), order()])) expect([n, answer.status, answer.json().changed]).toEqual([n, 200, true]);
      given.push(action);
      if (crashes >= 3) return;
    }
  };
  /** Events come and go; each id is created twice, so that the second is another incarnation. */
  const createAndDelete = async (id: string) => {
    for (const incarnation of [1, 2]) {
      const answer = await room.organise("POST", "events", event(id, {}));
      // 409: it was created, and only the answer was lost.
      expect([201, 409]).toContain(answer.status);
      expect((await room.organise("GET", `events/${id}`)).json()).toMatchObject({ id, incarnation });
      created.set(id, incarnation);
      if (incarnation === 1) expect((await room.organise("DELETE", `events/${id}`)).status).toBe(204);
    }
  };
  const crash = async () => {
    for (const afterMs of [500, 900, 700]) {
      await sleep(afterMs);
      await room.crash();
      crashes++;
    }
  };
  await Promise.all([crash(), giveOrders(), ...["a", "b", "c"].map(createAndDelete)]);
  await room.crash();

  expect(given.length).toBeGreaterThan(8);
  const { entries } = (await room.organise("GET", "events/ordered/audit?limit=200")).json();
  const audited = entries.toReversed().map(({ action, subject }: { action: string; subject: string }) => `${subject} ${action}`);
  expect(audited.filter((entry: string) => entry.startsWith("mia"))).toEqual(["mia create", ...given.map((action) => `mia ${action}`)]);
  const last = (action: string) => orders[given.lastIndexOf(action)]?.body;
  expect((await room.organise("GET", "events/ordered")).json()).toMatchObject({ ...last("doors"), ...last("message"), ...last("intake") });
  const live = (await room.organise("GET", "events/ordered/live")).json();
  expect(live.letInRemaining).toBe(given.filter((action) => action === "let-in").length);

  expect(created).toEqual(
    new Map([
      ["a", 2],
      ["b", 2],
      ["c", 2],
    ]),
  );
  const { events } = (await room.organise("GET", "events")).json();
  expect(events.map(({ id, incarnation }: { id: string; incarnation: number }) => `${id} ${incarnation}`)).toEqual([
    "a 2",
    "b 2",
    "c 2",
    "ordered 1",
  ]);
});

/** Orders each of which changes something. */
function* orderSeries(): Generator<{ readonly action: string; readonly body: object }> {
  for (let n = 1; n <= 40; n++) {
    yield { action: "doors", body: { doors: n % 2 === 0 ? "stopped" : "always" } };
    yield { action: "let-in", body: { count: 1 } };
    yield { action: "message", body: { message: `m${n}` } };
    yield { action: "intake", body: { perMinute: 1_000 + n } };
  }
}

test("the judgement sees what it is to see", () => {
  const place = (position: number) => ({ lane: "e.main", position, sentAtMs: 0, acknowledgedAtMs: 0 });
  const waited = { place: place(1), recordedAtMs: 9_500, grantedAtSeconds: 12 };
  const overtaker = { place: place(2), recordedAtMs: null, grantedAtSeconds: 10 };
  expect(countOvertakenClaims([waited, overtaker])).toBe(1);
  expect(countOvertakenClaims([{ ...waited, recordedAtMs: 10_001 }, overtaker])).toBe(0);
  expect(countOvertakenClaims([{ ...waited, grantedAtSeconds: 10 }, overtaker])).toBe(0);
  expect(countOvertakenClaims([{ ...waited, place: place(3) }, overtaker])).toBe(0);
  const stay = (insideFromMs: number | null, insideUntilMs: number | null) => ({ insideFromMs, insideUntilMs });
  expect(mostInside([stay(1, 4), stay(2, 3), stay(3, 5), stay(null, null), stay(4, null)])).toBe(2);
});
