import type { AddressInfo } from "node:net";
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DemoServerParts } from "../../../bench/demo/demo-server.ts";
import { createDemoServer } from "../../../bench/demo/demo-server.ts";
import { closeServer, listenOnLoopback } from "../../../bench/demo/http-server.ts";
import type { DemoState } from "../../../static/demo/state.ts";

const host = "localhost:8788";
const origin = `http://${host}`;
const done: string[] = [];
const cookiesSeen: string[] = [];

const parts = {
  host,
  lane: "main",
  page: { html: "<p>page</p>", contentSecurityPolicy: "default-src 'none'" },
  director: {
    scene: { kind: "idle", text: "", mayArrive: true },
    totals: () => ({ arrived: 0, inLine: 0, entered: 0, bought: 0, failed: 0 }),
    arrive: () => done.push("arrive") === 1,
    withoutRoom: () => done.push("without-room") > 0,
    setDoors: (doors: string) => Promise.resolve(void done.push(doors)),
    letIn: (count: number) => Promise.resolve(void done.push(`let in ${count}`)),
  },
  history: { since: (afterMs: number) => [{ atMs: afterMs + 1, shop: null, room: null }] },
  room: {
    statusOf: (cookie: string) => {
      cookiesSeen.push(cookie);
      return Promise.resolve({ state: "waiting", position: 7, ahead: 3, wait: null, nowServing: 3 });
    },
  },
} as unknown as DemoServerParts;

const server = createDemoServer(parts);
let port = 0;

beforeAll(async () => {
  await listenOnLoopback(server, 0);
  port = (server.address() as AddressInfo).port;
});
afterAll(() => closeServer(server));
beforeEach(() => {
  done.length = 0;
  cookiesSeen.length = 0;
});

/** Like fetch, but with any Host, as a page of a rebound name would send. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string; policy: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, method, path, headers: { Host: host, ...headers } }, (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body, policy: response.headers["content-security-policy"] }));
    });
    outgoing.on("error", reject).end();
  });
}

describe("the demo's control server", () => {
  it("gives its page, with its policy, and the state", async () => {
    expect(await send("GET", "/")).toEqual({ status: 200, body: "<p>page</p>", policy: "default-src 'none'" });
    const state = JSON.parse((await send("GET", "/state?after=41")).body) as DemoState;
    expect(state).toMatchObject({ samples: [{ atMs: 42 }], you: null, scene: { kind: "idle" } });
  });

  it("finds out where you stand by the room's cookies, and passes no other on", async () => {
    const answer = await send("GET", "/state", { Cookie: "theme=dark; stanchion-v-e.main=a; session=secret; stanchion-p-e.main=b" });
    expect((JSON.parse(answer.body) as DemoState).you).toMatchObject({ position: 7 });
    expect(cookiesSeen).toEqual(["stanchion-v-e.main=a; stanchion-p-e.main=b"]);
  });

  it("acts for its own page", async () => {
    for (const action of ["arrive", "without-room", "stop", "go-on", "let-in"]) {
      expect((await send("POST", `/actions/${action}`, { Origin: origin })).status).toBeLessThan(300);
    }
    expect(done).toEqual(["arrive", "without-room", "stopped", "auto", "let in 50"]);
  });

  it("says so when an action can't be taken now", async () => {
    await send("POST", "/actions/arrive", { Origin: origin });
    expect((await send("POST", "/actions/arrive", { Origin: origin })).status).toBe(409);
  });

  it.each([
    ["another site", { Origin: "http://evil.example" }],
    ["the shop's page, on another port", { Origin: "http://localhost:8787" }],
    ["a sandboxed page", { Origin: "null" }],
    ["nobody", {}],
    ["its own page under a rebound name", { Host: "evil.example:8788", Origin: "http://evil.example:8788" }],
    ["its own origin at another name", { Host: "127.0.0.1:8788", Origin: origin }],
  ])("does nothing for %s", async (_who, headers) => {
    expect((await send("POST", "/actions/let-in", headers)).status).toBe(403);
    expect(done).toEqual([]);
  });

  it.each([
    ["a rebound name", { Host: "evil.example:8788" }],
    ["no port", { Host: "localhost" }],
    ["another site's script", { Origin: "http://evil.example" }],
  ])("shows nothing to %s", async (_who, headers) => {
    for (const path of ["/", "/state"]) expect((await send("GET", path, headers)).status).toBe(403);
  });

  it("doesn't act on GET, and knows no other paths", async () => {
    expect((await send("GET", "/actions/let-in")).status).toBe(404);
    expect((await send("POST", "/", { Origin: origin })).status).toBe(404);
    expect(done).toEqual([]);
  });
});
