import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { Directory } from "../../durable-objects/directory.ts";
import type { EventSettings } from "../../durable-objects/protocol.ts";
import { settingsOf } from "../support/event-settings.ts";

/** An event with a path of its own. */
const settings = (id: string, changes: Partial<EventSettings> = {}): EventSettings => settingsOf(id, { paths: [`/${id}`], ...changes });

const newDirectory = () => env.DIRECTORY.get(env.DIRECTORY.newUniqueId());
type Stub = ReturnType<typeof newDirectory>;

/** Each behaviour twice: in one life of the object, and with its memory gone between any two steps. */
describe.each([
  ["in one life", async () => {}],
  ["evicted between steps", (stub: Stub) => evictDurableObject(stub)],
])("a directory %s", (_, pause) => {
  test("starts empty at version 0", async () => {
    const stub = newDirectory();
    expect(await stub.read({ knownVersion: null })).toEqual({ version: 0, entries: [] });
    await pause(stub);
    expect(await stub.read({ knownVersion: 0 })).toBe("unchanged");
  });

  test("keeps what was created and replaced, and a version that rises with each change", async () => {
    const stub = newDirectory();
    expect(await stub.create({ settings: settings("a") })).toEqual({
      outcome: "created",
      version: 1,
      entry: { event: "a", incarnation: 1, settings: settings("a") },
    });
    await pause(stub);
    expect(await stub.create({ settings: settings("b") })).toMatchObject({ outcome: "created", version: 2 });
    await pause(stub);
    const longer = settings("a", {
      title: "Ä 🎟️",
      rules: [{ action: "bypass", paths: ["*.js"], methods: [], networks: [], header: null }],
    });
    expect(await stub.replace({ settings: longer })).toEqual({
      outcome: "replaced",
      version: 3,
      entry: { event: "a", incarnation: 1, settings: longer },
    });
    await pause(stub);
    const copy = await stub.read({ knownVersion: 2 });
    expect(copy).toEqual({
      version: 3,
      entries: [
        { event: "a", incarnation: 1, settings: longer },
        { event: "b", incarnation: 1, settings: settings("b") },
      ],
    });
    expect(await stub.read({ knownVersion: 3 })).toBe("unchanged");
  });

  test("case 41: an id created again is another incarnation, and its first one can still be cleared up", async () => {
    const stub = newDirectory();
    expect(await stub.remove({ event: "a" })).toBe(null);
    for (const incarnation of [1, 2, 3]) {
      expect(await stub.create({ settings: settings("a") })).toMatchObject({ outcome: "created", entry: { incarnation } });
      await pause(stub);
      expect(await stub.remove({ event: "a" })).toEqual({ event: "a", incarnation });
      await pause(stub);
      expect(await stub.remove({ event: "a" })).toEqual({ event: "a", incarnation });
      expect(await stub.read({ knownVersion: null })).toEqual({ version: 2 * incarnation, entries: [] });
      await pause(stub);
    }
  });

  test("remembers who removed an event, and when", async () => {
    const stub = newDirectory();
    expect(await stub.removals({ event: "a" })).toEqual([]);
    const startMs = Date.now();
    for (const subject of ["mia", "otto"]) {
      await stub.create({ settings: settings("a") });
      await pause(stub);
      await stub.remove({ event: "a", actor: { subject, role: "owner" } });
      // What is gone already is removed by nobody.
      await stub.remove({ event: "a", actor: { subject: "late", role: "owner" } });
      await pause(stub);
    }
    await stub.remove({ event: "b", actor: { subject: "mia", role: "owner" } });
    const removals = await stub.removals({ event: "a" });
    expect(removals.map(({ subject, action, detail }) => [subject, action, detail])).toEqual([
      ["otto", "delete", "event a, incarnation 2"],
      ["mia", "delete", "event a, incarnation 1"],
    ]);
    for (const { atMs } of removals) expect(atMs).toBeGreaterThanOrEqual(startMs);
    expect(await stub.removals({ event: "b" })).toEqual([]);
  });

  test("what is refused changes neither entries nor version", async () => {
    const stub = newDirectory();
    await stub.create({ settings: settings("a") });
    await pause(stub);
    expect(await stub.create({ settings: settings("a", { perMinute: 1 }) })).toEqual({ outcome: "exists" });
    expect(await stub.create({ settings: settings("b", { paths: ["/b", "/A/"] }) })).toEqual({
      outcome: "conflict",
      field: "paths.1",
      event: "a",
    });
    expect(await stub.replace({ settings: settings("b") })).toEqual({ outcome: "unknown" });
    await pause(stub);
    expect(await stub.read({ knownVersion: null })).toEqual({
      version: 1,
      entries: [{ event: "a", incarnation: 1, settings: settings("a") }],
    });
  });

  test("a path is free again after its event is gone or has another", async () => {
    const stub = newDirectory();
    await stub.create({ settings: settings("a") });
    await stub.create({ settings: settings("b") });
    await pause(stub);
    expect(await stub.replace({ settings: settings("b", { paths: ["/a"] }) })).toMatchObject({ outcome: "conflict", event: "a" });
    await stub.replace({ settings: settings("a", { paths: ["/other"] }) });
    await pause(stub);
    expect(await stub.replace({ settings: settings("b", { paths: ["/a"] }) })).toMatchObject({ outcome: "replaced" });
    await stub.remove({ event: "a" });
    await pause(stub);
    expect(await stub.create({ settings: settings("c", { paths: ["/other"] }) })).toMatchObject({ outcome: "created" });
  });

  test("case 51: of many creations at once one wins", async () => {
    const stub = newDirectory();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (__, index) => stub.create({ settings: settings("a", { perMinute: index + 1 }) })),
    );
    expect(replies.filter(({ outcome }) => outcome === "created")).toHaveLength(1);
    expect(replies.filter(({ outcome }) => outcome === "exists")).toHaveLength(19);
    await pause(stub);
    expect(await stub.read({ knownVersion: null })).toMatchObject({
      version: 1,
      entries: [{ incarnation: 1, settings: { perMinute: 1 } }],
    });
  });

  test("case 51: of many events that come to one origin at once, without sharing it, one is stored", async () => {
    const stub = newDirectory();
    const hostOrigins = { "shop.example": "https://origin.example" };
    const at = (id: string, shareOrigin: boolean) => stub.create({ settings: settings(id, { shareOrigin }), hostOrigins });
    const replies = await Promise.all(Array.from({ length: 20 }, (__, index) => at(`e${index}`, index > 0)));
    expect(replies.map(({ outcome }) => outcome)).toEqual(["created", ...Array.from({ length: 19 }, () => "conflict")]);
    expect(replies[1]).toEqual({ outcome: "conflict", field: "origin", event: "e0" });
    await pause(stub);
    expect(await at("later", true)).toMatchObject({ outcome: "conflict" });
    expect(await stub.replace({ settings: settings("e0", { shareOrigin: true }), hostOrigins })).toMatchObject({ outcome: "replaced" });
    await pause(stub);
    expect(await at("later", true)).toMatchObject({ outcome: "created" });
    expect(await stub.replace({ settings: settings("e0"), hostOrigins })).toMatchObject({ outcome: "conflict", event: "later" });
  });

  test("a write that fails changes neither disk nor memory", async () => {
    const stub = newDirectory();
    await stub.create({ settings: settings("a") });
    const failed = await runInDurableObject(stub, async (directory, { storage }) => {
      storage.sql.exec("CREATE TRIGGER full BEFORE UPDATE ON directory BEGIN SELECT RAISE(ABORT, 'disk full'); END");
      const outcome = await directory.create({ settings: settings("b") }).catch((error: unknown) => String(error));
      storage.sql.exec("DROP TRIGGER full");
      return outcome;
    });
    expect(failed).toContain("disk full");
    await pause(stub);
    expect(await stub.read({ knownVersion: null })).toMatchObject({ version: 1, entries: [{ event: "a" }] });
    expect(await stub.create({ settings: settings("b") })).toMatchObject({ outcome: "created", version: 2 });
  });
});

test("a directory of the first schema wakes up whole in this one", async () => {
  const stub = newDirectory();
  await stub.create({ settings: settings("a") });
  const before = await stub.read({ knownVersion: null });
  await runInDurableObject(stub, (_, { storage: { sql } }) => {
    sql.exec("DROP TABLE removals");
    sql.exec("DELETE FROM schema_migrations WHERE number > 1");
  });
  await evictDurableObject(stub);
  expect(await stub.read({ knownVersion: null })).toEqual(before);
  await stub.remove({ event: "a", actor: { subject: "mia", role: "owner" } });
  expect(await stub.removals({ event: "a" })).toMatchObject([{ sequence: 1, subject: "mia" }]);
});

test("only the calls of the contract can be called from outside", async () => {
  const own = await runInDurableObject(newDirectory(), (directory) => Object.keys(directory));
  expect(Object.getOwnPropertyNames(Directory.prototype)).toEqual([
    "constructor",
    "read",
    "create",
    "replace",
    "setTemplate",
    "remove",
    "removals",
  ]);
  expect(own.filter((name) => name !== "ctx" && name !== "env")).toEqual([]);
});
