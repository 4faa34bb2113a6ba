import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { EventQueue } from "../../durable-objects/event-queue.ts";
import type { EventRef, GateRpc } from "../../durable-objects/protocol.ts";
import { directoryStub, gateStub } from "../../durable-objects/stubs.ts";
import { settingsOf } from "../support/event-settings.ts";
import { joinOf, LIVES, MANAGER, newRef, TestEvent } from "./test-event.ts";

afterEach(() => void vi.restoreAllMocks());

const templateOf = (letter: string, text = `<p>${letter}</p>`) => ({ hash: letter.repeat(64), bytes: text.length, text });
const gateOf = (ref: EventRef): GateRpc => gateStub(env, ref, "weur", 0);
const save = async (event: TestEvent, template: ReturnType<typeof templateOf> | null) =>
  (await event.call()).setTemplate({ template, actor: MANAGER });

describe.each(LIVES)("an event's template, %s", (life) => {
  test("is kept through restarts, with the one before it, and audited", async () => {
    const event = new TestEvent(life);
    await event.configure({ doors: "stopped" });
    await event.take(joinOf(1));
    for (const letter of ["a", "b", "c"]) await save(event, templateOf(letter));
    const kept = ["a", "b", "c"].map(async (letter) => (await event.call()).template({ hash: letter.repeat(64) }));
    expect(await Promise.all(kept)).toEqual([null, "<p>b</p>", "<p>c</p>"]);
    expect((await (await event.call()).describe())?.settings.template).toEqual({ hash: "c".repeat(64), bytes: 8 });
    expect((await event.audit())[0]).toBe(`mia template: template saved: 8 bytes, SHA-256 ${"c".repeat(64)}`);
    // The line is as it was.
    expect(await event.take(joinOf(2))).toMatchObject([{ outcome: "waiting", position: 2 }]);
    await save(event, null);
    expect((await (await event.call()).describe())?.settings.template).toBeNull();
    expect((await event.audit())[0]).toBe("mia template: template removed");
  });

  test("the same one again is no change; one that comes back is the newest", async () => {
    const event = new TestEvent(life);
    await event.configure();
    await save(event, templateOf("a"));
    await save(event, templateOf("a"));
    expect(await event.audit()).toHaveLength(2);
    for (const letter of ["b", "a", "c"]) await save(event, templateOf(letter));
    expect(await (await event.call()).template({ hash: "a".repeat(64) })).toBe("<p>a</p>");
    expect(await (await event.call()).template({ hash: "b".repeat(64) })).toBeNull();
  });

  test("other settings leave it, whatever they say of it, and so does an order", async () => {
    const event = new TestEvent(life);
    await event.configure();
    await save(event, templateOf("a"));
    await event.configure({ title: "other", template: { hash: "0".repeat(64), bytes: 1 } });
    await event.order({ command: "message", message: "hello" });
    expect((await (await event.call()).describe())?.settings).toMatchObject({
      title: "other",
      message: "hello",
      template: { hash: "a".repeat(64) },
    });
  });

  test("1 MB of it can be kept", async () => {
    const event = new TestEvent(life);
    await event.configure();
    // Three bytes a character.
    await save(event, templateOf("a", "€".repeat(349_525)));
    expect((await (await event.call()).template({ hash: "a".repeat(64) }))?.length).toBe(349_525);
  });
});

test("no event, no template; a destroyed one takes its template with it", async () => {
  const event = new TestEvent("in one life");
  expect(await save(event, templateOf("a"))).toBeNull();
  await event.configure();
  await save(event, templateOf("a"));
  await (await event.call()).destroy();
  await event.configure();
  expect(await (await event.call()).template({ hash: "a".repeat(64) })).toBeNull();
});

describe("a gate", () => {
  test("asks the event once, however many isolates ask at once or later", async () => {
    const event = new TestEvent("in one life");
    await event.configure();
    await save(event, templateOf("a"));
    const asked = vi.spyOn(EventQueue.prototype, "template");
    const { ref } = event;
    const hash = "a".repeat(64);
    const gate = gateOf(ref);
    const replies = await Promise.all(Array.from({ length: 20 }, () => gate.template({ ref, hash })));
    replies.push(await gate.template({ ref, hash }));
    expect(replies).toEqual(Array.from({ length: 21 }, () => ({ text: "<p>a</p>" })));
    expect(asked).toHaveBeenCalledTimes(1);
    await save(event, templateOf("b"));
    expect(await gate.template({ ref, hash: "b".repeat(64) })).toEqual({ text: "<p>b</p>" });
  });

  test("tells one that is missing from an event that can't be asked, and remembers neither", async () => {
    const event = new TestEvent("in one life");
    await event.configure();
    const { ref } = event;
    const hash = "a".repeat(64);
    expect(await gateOf(ref).template({ ref, hash })).toBe("missing");
    const asked = vi.spyOn(EventQueue.prototype, "template").mockRejectedValueOnce(new Error("away"));
    expect(await gateOf(ref).template({ ref, hash })).toBe("unavailable");
    asked.mockRestore();
    await save(event, templateOf("a"));
    expect(await gateOf(ref).template({ ref, hash })).toEqual({ text: "<p>a</p>" });
  });
});

test("the directory tells which template an event has, of the right incarnation only", async () => {
  const { event } = newRef();
  const directory = directoryStub(env);
  const created = await directory.create({ settings: settingsOf(event, { hosts: [`${event}.example`], origin: null }) });
  if (created.outcome !== "created") throw new Error(created.outcome);
  const template = { hash: "a".repeat(64), bytes: 8 };
  const { incarnation } = created.entry;
  expect(await directory.setTemplate({ ref: { event, incarnation: incarnation + 1 }, template })).toBeNull();
  expect(await directory.setTemplate({ ref: { event, incarnation }, template })).toMatchObject({
    event,
    settings: { title: event, template },
  });
  const replaced = await directory.replace({ settings: settingsOf(event, { hosts: [`${event}.example`], title: "other" }) });
  expect(replaced).toMatchObject({ outcome: "replaced", entry: { settings: { title: "other", template } } });
  const copy = await directory.read({ knownVersion: created.version });
  if (copy === "unchanged") throw new Error("the version has not risen");
  expect(copy.entries.find((entry) => entry.event === event)?.settings.template).toEqual(template);
});
