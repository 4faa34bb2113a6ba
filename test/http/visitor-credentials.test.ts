import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueVisitor } from "../../worker/credentials/visitor.ts";
import { appPost, cookieSetBy, issued, ownPost } from "../support/joins.ts";
import type { TestOrigin } from "../support/origin.ts";
import { LONG, pipeline, type PipelineAsk } from "../support/pipeline.ts";
import type { Probe } from "../support/probed-bundle.ts";
import { startProbedRoom, type ProbedRoom } from "../support/probed-room.ts";
import { configOf, HOST, type Room } from "../support/room.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";

let probed: ProbedRoom;
let origin: TestOrigin;
let room: Room;
let probe: Probe;

beforeAll(async () => {
  probed = await startProbedRoom();
  ({ origin, room, probe } = probed);
  await Promise.all([
    ...["nothing", "order", "killed", "bound"].map((id) => room.createEvent({ id, paths: [`/${id}`], doors: "stopped" })),
    room.createEvent({
      id: "hall",
      paths: ["/hall"],
      doors: "stopped",
      lanes: [
        { id: "left", share: 1, paths: ["/hall/left"] },
        { id: "right", share: 1, paths: [] },
      ],
    }),
  ]);
});

afterAll(() => probed?.stop());

beforeEach(() => {
  origin.seen.length = 0;
});

describe("S4: no place for nothing", () => {
  test("10,000 bare joins get credentials at most, no place, and call no gate", LONG, async () => {
    const before = await probe.calls();
    const places = await issued(room, "nothing");
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, network) =>
        pipeline(
          room.port,
          HOST,
          Array.from({ length: 100 }, () => ownPost("join", "nothing")),
          `127.70.${network}.1`,
        ),
      ),
    );
    expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.flat().map(cookieSetBy)).size).toBe(10_000);
    const after = await probe.calls();
    expect(after["gate.visit"]).toBe(before["gate.visit"]);
    expect(await issued(room, "nothing")).toBe(places);
  });

  test("one credential across many requests, routes and a gate's death is one place", async () => {
    const browser = new TestVisitor(room, { event: "killed" });
    await browser.open("/killed");
    const attempts: Promise<unknown>[] = [];
    for (let round = 0; round < 6; round++) {
      attempts.push(browser.copy().call("join"), browser.copy().open("/killed"));
      if (round % 2 === 1) attempts.push(probe.killGates());
    }
    await Promise.all(attempts);
    await probe.killGates();
    const joined = await browser.call("join");
    expect(joined.status).toBe(201);
    expect(joined.json().status.position).toBe(1);
    expect(await issued(room, "killed")).toBe(1);
  });

  test("a credential counts on its own network, for its own event and lane, as it was written", async () => {
    const owner = new TestVisitor(room, { event: "bound" });
    await owner.open("/bound");
    const value = owner.cookie("v") ?? "";
    const before = await probe.calls();
    const elsewhere = owner.copy({ from: newAddress() });
    expect((await elsewhere.call("join")).status).toBe(202);
    const [header = "", payload = "", signature = ""] = value.split(".");
    for (const wrong of [
      `${header}.${payload}.`,
      `${header}.${payload}.${signature}A`,
      `${header}.${payload}`,
      `${value} `,
      `"${value}"`,
      `${payload}.${payload}.${signature}`,
      "x",
    ]) {
      const answer = await room.ask({ ...ownPost("join", "bound", `stanchion-v-bound.main=${wrong}`), from: owner.from });
      // Blanks at the ends are no part of a cookie's value.
      expect(answer.status, wrong).toBe(wrong === `${value} ` ? 201 : 202);
    }
    expect((await room.ask({ ...ownPost("join", "order", `stanchion-v-order.main=${value}`), from: owner.from })).status).toBe(202);
    expect((await room.ask({ ...ownPost("join", "bound", `stanchion-p-bound.main=${value}`), from: owner.from })).status).toBe(202);
    const after = await probe.calls();
    expect((after["gate.visit"] ?? 0) - (before["gate.visit"] ?? 0)).toBe(1);
    expect(await issued(room, "bound")).toBe(1);
  });

  test("hoarded ones expire: the second at which they do is over already", async () => {
    const config = await configOf(room);
    const from = newAddress();
    const before = await issued(room, "bound");
    const made = async (agoMs: number): Promise<string> => {
      const scope = {
        config,
        ref: { event: "bound", incarnation: 1 },
        lane: "main",
        nowMs: Math.floor((Date.now() - agoMs) / 1000) * 1000,
      };
      return (await issueVisitor(scope, `${from}/32`)).value;
    };
    const join = async (agoMs: number): Promise<number> =>
      (await room.ask({ ...ownPost("join", "bound", `stanchion-v-bound.main=${await made(agoMs)}`), from })).status;
    const visits = (await probe.calls())["gate.visit"];
    for (const agoMs of [120_000, 121_000, 3_600_000]) expect(await join(agoMs), `${agoMs} ms old`).toBe(202);
    // From a clock that runs ahead by more than half a minute: made for later.
    expect(await join(-60_000)).toBe(202);
    expect((await probe.calls())["gate.visit"]).toBe(visits);
    expect(await issued(room, "bound")).toBe(before);
    expect(await join(110_000)).toBe(201);
    expect(await issued(room, "bound")).toBe(before + 1);
  });

  test("a lane's credential gets no place in another lane", async () => {
    const left = new TestVisitor(room, { event: "hall", lane: "left" });
    await left.open("/hall/left");
    const value = left.cookie("v") ?? "";
    const answer = await room.ask({
      ...ownPost("join", "hall", `stanchion-v-hall.right=${value}`),
      from: left.from,
      body: '{"event":"hall","lane":"right"}',
    });
    expect(answer.status).toBe(202);
    expect((await left.call("join")).status).toBe(201);
    expect([await issued(room, "hall", 0), await issued(room, "hall", 1)]).toEqual([1, 0]);
  });

  test("no route gives a place to a request that brings no credential of an earlier answer", async () => {
    const before = await issued(room, "nothing");
    const from = newAddress();
    const routes: readonly (PipelineAsk & { readonly method: string })[] = [
      { method: "GET", path: "/nothing", headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } },
      { method: "GET", path: "/nothing", headers: { Accept: "text/html" } },
      { method: "GET", path: "/nothing", headers: { Accept: "application/json" } },
      {
        method: "GET",
        path: "/nothing",
        headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate", "Sec-Purpose": "prefetch;prerender" },
      },
      { method: "GET", path: "/nothing", headers: { Accept: "text/html", Purpose: "prefetch" } },
      { method: "HEAD", path: "/nothing", headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } },
      { method: "POST", path: "/nothing", headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" }, body: "a=1" },
      { method: "GET", path: "/_stanchion/v1/status?event=nothing", headers: {} },
      { method: "GET", path: "/_stanchion/v1/session?event=nothing", headers: {} },
      ...["join", "enter", "leave", "session/touch"].map((call) => ({ method: "POST", ...appPost(call, "nothing", "new") })),
      {
        method: "POST",
        path: "/_stanchion/v1/join",
        headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" },
        body: "event=nothing",
      },
    ];
    for (const route of routes) {
      const answer = await room.ask({ ...route, from });
      const given = [answer.headers["set-cookie"]?.join() ?? "", answer.headers["stanchion-credential"] ?? ""].join();
      expect(given, `${route.method} ${route.path}`).not.toMatch(/stanchion-p-[^=]+=[^;]/);
      expect(answer.status, `${route.method} ${route.path}`).not.toBe(201);
    }
    expect(await issued(room, "nothing")).toBe(before);
    expect(origin.seen).toEqual([]);
  });

  test("what takes no place, even with a credential: prefetch, HEAD, forms, elements", async () => {
    const browser = new TestVisitor(room, { event: "order" });
    await browser.open("/order");
    const before = await issued(room, "order");
    expect((await browser.open("/order", { "Sec-Purpose": "prefetch" })).status).toBe(503);
    expect((await browser.load("/order", { "Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors" })).status).toBe(503);
    expect((await browser.load("/order", { "Sec-Fetch-Mode": "navigate" }, "HEAD")).status).toBe(503);
    expect((await browser.submit("/order", "buy=1")).status).toBe(503);
    expect(await issued(room, "order")).toBe(before);
    expect(origin.seen).toEqual([]);
  });

  test("an app keeps its credential itself", async () => {
    const from = newAddress();
    const ask = (credential: string) => room.ask({ ...appPost("join", "order", credential), from });
    const first = await ask("new");
    expect(first.status).toBe(202);
    expect(first.headers["set-cookie"]).toBeUndefined();
    const visitor = String(first.headers["stanchion-credential"]);
    const second = await ask(visitor);
    expect(second.status).toBe(201);
    const ticket = String(second.headers["stanchion-credential"]);
    expect((await ask(ticket)).json().status.position).toBe(second.json().status.position);
    const status = await room.ask({ path: "/_stanchion/v1/status?event=order", from, headers: { Authorization: `Bearer ${ticket}` } });
    expect(status.json().position).toBe(second.json().status.position);
    // Elsewhere that header is the shop's: there it is nobody's ticket.
    const page = await room.ask({
      path: "/order",
      from,
      headers: { Host: HOST, Accept: "application/json", Authorization: `Bearer ${ticket}` },
    });
    expect(page.json().position).toBeNull();
  });
});
