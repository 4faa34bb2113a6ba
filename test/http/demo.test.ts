import { createServer } from "node:http";
import { join } from "node:path";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Demo } from "../../bench/demo/demo.ts";
import { openDemo } from "../../bench/demo/demo.ts";
import { findTakenPort } from "../../bench/demo/earlier-demo.ts";
import { closeServer, listenOnLoopback } from "../../bench/demo/http-server.ts";
import { layoutFrom, PER_MINUTE } from "../../bench/demo/layout.ts";
import { runCrowd } from "../../bench/load/run-crowd.ts";
import { loopbackTarget } from "../../bench/load/target.ts";
import type { DemoState } from "../../static/demo/state.ts";

// Below the ports that the system hands out by itself.
const layout = layoutFrom(21_000 + (process.pid % 1000) * 8);
const said: string[] = [];
let folder = "";
let demo: Demo;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stanchion-demo-"));
  demo = await openDemo({ layout, keysFile: join(folder, "keys.json"), dataDir: join(folder, "data"), say: (text) => said.push(text) });
}, 120_000);

afterAll(async () => {
  await demo.stop();
  await rm(folder, { recursive: true, force: true });
});

const origin = `http://${layout.demoHost}`;

function press(action: string): Promise<Response> {
  return fetch(`${origin}/actions/${action}`, { method: "POST", headers: { Origin: origin } });
}

async function lastSample(): Promise<DemoState["samples"][number] | undefined> {
  const state: DemoState = await (await fetch(`${origin}/state`)).json();
  return state.samples.at(-1);
}

it("the demo starts with its shop, its room and its event", async () => {
  expect(said.some((line) => line.includes("Event"))).toBe(true);
  expect((await fetch(origin)).headers.get("content-security-policy")).toContain("default-src 'none'");
  // Outside the waiting room, through the same host.
  expect(await (await fetch(`http://${layout.roomHost}/`)).text()).toContain("Lantern Theatre");
});

it("S7: the demo's shop refuses whoever comes past the room", async () => {
  expect((await fetch(`${layout.shopOrigin}/tickets`)).status).toBe(403);
});

it("a crowd goes through the room to the checkout, and every promise holds", { timeout: 90_000 }, async () => {
  const target = loopbackTarget(`http://${layout.roomHost}`);
  if (target === null) throw new Error("the room is not on this machine");
  const crowd = { target, visitors: 100, arriveSeconds: 1, path: "/tickets", timeoutSeconds: 80 };
  const { result, figures, reasons } = await runCrowd({ ...crowd, perMinute: PER_MINUTE, burst: null, letIn: () => 0 });
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
  const { roomPort, demoPort, shopPort, shopControlPort } = layout;
  await demo.stop();
  expect(await findTakenPort([roomPort, demoPort, shopPort, shopControlPort])).toBeNull();
});

it("a port that somebody else has is found", async () => {
  const server = createServer();
  await listenOnLoopback(server, layout.shopPort);
  expect(await findTakenPort([layout.roomPort, layout.shopPort])).toBe(layout.shopPort);
  await closeServer(server);
});
