import { expect, it } from "vitest";
import { parseSource, readSources } from "./support/source-file.ts";
import { wallFaults } from "./support/walls.ts";

const sources = await readSources();
const faultsOf = (path: string, text: string): string[] => wallFaults(parseSource(path, text));

it("every source file keeps to its room", () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.flatMap(wallFaults)).toEqual([]);
});

it("no file is longer than 400 lines", () => {
  expect(sources.filter(({ lineCount }) => lineCount > 400).map(({ path, lineCount }) => `${path}: ${lineCount}`)).toEqual([]);
});

it.each([
  ["durable-objects/domain/line.ts", 'import "../protocol.ts";'],
  ["durable-objects/domain/line.ts", 'import * as v from "valibot";'],
  ["durable-objects/domain/line.ts", 'export type A = import("../gate-store.ts").A;'],
  ["durable-objects/gate.ts", 'import { problem } from "../worker/problem.ts";'],
  ["durable-objects/gate.ts", 'import "node:fs";'],
  ["durable-objects/gate.ts", 'import "@noble/curves/bls12-381.js";'],
  ["static/waiting-page/page.ts", 'import "../../durable-objects/domain/draw/verification.ts";'],
  ["static/draw/page.ts", 'import "../../durable-objects/domain/line.ts";'],
  ["worker/poll.ts", 'import { A } from "../durable-objects/event-store.ts";'],
  ["worker/poll.ts", 'export { EventQueue } from "../durable-objects/event-queue.ts";'],
  ["worker/index.ts", 'import type { A } from "../durable-objects/gate-store.ts";'],
  ["worker/poll.ts", 'await import("../bench/tools/keys.ts");'],
  ["worker/poll.ts", 'import { readFile } from "node:fs";'],
  ["static/waiting-page/page.ts", 'import "../../worker/status.ts";'],
  ["bench/load/crowd.ts", 'import "../../test/support/walls.ts";'],
])("sees a wrong import in %s: %s", (path, text) => {
  expect(faultsOf(path, text)).toEqual([expect.stringContaining("must not import")]);
});

it.each([
  ["durable-objects/domain/draw.ts", 'import { a } from "./line.ts"; import type { B } from "../domain/types.ts";'],
  ["durable-objects/gate.ts", 'import { DurableObject } from "cloudflare:workers"; import "./gate-store.ts"; import "./domain/line.ts";'],
  [
    "worker/poll.ts",
    'import "hono"; import "../durable-objects/protocol.ts"; import "../durable-objects/stubs.ts"; import "./problem.ts";',
  ],
  ["worker/organiser/api.ts", 'import "../../durable-objects/domain/types.ts"; import "hono/body-limit";'],
  ["static/waiting-page/page.ts", 'import "./line.ts"; import type { View } from "../../worker/pages/view.ts";'],
  ["static/draw/page.ts", 'import "../../durable-objects/domain/draw/verification.ts";'],
  ["worker/index.ts", 'export { Gate } from "../durable-objects/gate.ts";'],
])("lets a right import pass in %s: %s", (path, text) => {
  expect(faultsOf(path, text)).toEqual([]);
});

it.each([
  "Date.now()",
  "new Date()",
  "Date()",
  "Math.random()",
  'Math["random"]()',
  "crypto.randomUUID()",
  'fetch("https://shop.example/")',
  "setTimeout(() => {}, 1)",
  "const later = setTimeout",
  "const { now } = performance",
  "const bag = { fetch }",
])("sees what makes the domain impure: %s", (text) => {
  expect(faultsOf("durable-objects/domain/line.ts", text)).toEqual([expect.stringContaining("is to be pure")]);
});

it.each([
  "new Date(nowMs).toISOString()",
  "Math.floor(1.5)",
  "deps.fetch(1)",
  "const bag = { fetch: 1, crypto() {} }",
  "Date.UTC(2026, 1)",
])("leaves pure code alone: %s", (text) => {
  expect(faultsOf("durable-objects/domain/line.ts", text)).toEqual([]);
});

it("leaves SQL to the stores", () => {
  const text = 'this.ctx.storage.sql.exec("SELECT 1");';
  expect(faultsOf("durable-objects/gate.ts", text)).toEqual(["durable-objects/gate.ts must leave SQL to a store"]);
  expect(faultsOf("worker/poll.ts", text)).toEqual(["worker/poll.ts must leave SQL to a store"]);
  expect(faultsOf("durable-objects/event-store.ts", text)).toEqual([]);
});

it.each(["idFromName", "idFromString", "newUniqueId", "getByName"])("leaves %s to the one file of stubs", (method) => {
  const text = `env.GATE.${method}("a");`;
  expect(faultsOf("worker/poll.ts", text)).toEqual([`worker/poll.ts must leave ${method} to durable-objects/stubs.ts`]);
  expect(faultsOf("durable-objects/gate.ts", text)).toHaveLength(1);
  expect(faultsOf("durable-objects/stubs.ts", text)).toEqual([]);
});
