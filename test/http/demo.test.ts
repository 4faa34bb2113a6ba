import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findTakenPort } from "../../bench/demo/earlier-demo.ts";
import { closeServer, listenOnLoopback } from "../../bench/demo/http-server.ts";
import type { DemoState } from "../../static/demo/state.ts";
import { startTestDemo, type TestDemo } from "../support/demo.ts";

let demo: TestDemo;
/** Of the demo's page. */
let origin: string;

beforeAll(async () => {
  demo = await startTestDemo();
  origin = `http://${demo.layout.demoHost}`;
}, 120_000);

afterAll(() => demo?.stop());

function press(action: string): Promise<Response> {
  return fetch(`${origin}/actions/${action}`, { method: "POST", headers: { Origin: origin } });
}

async function lastSample(): Promise<DemoState["samples"][number] | undefined> {
  const state: DemoState = await (await fetch(`${origin}/state`)).json();
  return state.samples.at(-1);
}

it("the demo starts with its shop, its room and its event", async () => {
  expect(demo.said.some((line) => line.includes("Event"))).toBe(true);
  expect((await fetch(origin)).headers.get("content-security-policy")).toContain("default-src 'none'");
  // Outside the waiting room, through the same host.
  expect(await (await fetch(`http://${demo.layout.roomHost}/`)).text()).toContain("Lantern Theatre");
});

it("S7: the demo's shop refuses whoever comes past the room", async () => {
  expect((await fetch(`${demo.layout.shopOrigin}/tickets`)).status).toBe(403);
});

it("a crowd goes through the room to the checkout, and every promise holds", { timeout: 90_000 }, async () => {
  const { result, figures, reasons } = await demo.crowd(100, 80);
  expect([...reasons]).toEqual([]);
  expect(result).toMatchObject({ joined: 100, entered: 100, duplicatePlaces: 0, orderViolations: 0, capViolations: 0 });
  expect(figures.bought).toBe(80);
});

it("the page's buttons reach the room", async () => {
  expect((await press("stop")).status).toBe(200);
  expect((await press("let-in")).status).toBe(200);
  // A sample may fall between the two orders.
  await expect.poll(async () => (await lastSample())?.room, { timeout: 5000 }).toMatchObject({ doors: "stopped", letInRemaining: 50 });
  await press("go-on");
  await expect.poll(async () => (await lastSample())?.room?.doors, { timeout: 5000 }).toBe("auto");
});

it("a demo that is stopped leaves its ports free", async () => {
  const { roomPort, demoPort, shopPort, shopControlPort } = demo.layout;
  await demo.stop();
  expect(await findTakenPort([roomPort, demoPort, shopPort, shopControlPort])).toBeNull();
});

it("a port that somebody else has is found", async () => {
  const { roomPort, shopPort } = demo.layout;
  const server = createServer();
  await listenOnLoopback(server, shopPort);
  expect(await findTakenPort([roomPort, shopPort])).toBe(shopPort);
  await closeServer(server);
});
