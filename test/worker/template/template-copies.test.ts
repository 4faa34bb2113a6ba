import { describe, expect, test } from "vitest";
import type { DirectoryEntry, TemplateReply } from "../../../durable-objects/protocol.ts";
import type { RequestContext } from "../../../worker/context.ts";
import { templateOf } from "../../../worker/template/template-copies.ts";
import { settingsOf } from "../../support/event-settings.ts";

let nextHash = 0;

function entryOf(bytes = 10): DirectoryEntry {
  const hash = (++nextHash).toString(16).padStart(64, "0");
  return { event: "spring", incarnation: 1, settings: settingsOf("spring", { template: { hash, bytes } }) };
}

/** Requests of one isolate, whose gates answer as told, and what those were asked. */
function isolate(answer: (hash: string) => Promise<TemplateReply>) {
  const asked: string[] = [];
  const template = ({ hash }: { readonly hash: string }): Promise<TemplateReply> => {
    asked.push(hash);
    return answer(hash);
  };
  const env = { GATE: { idFromName: (name: string) => name, get: () => ({ template }) } };
  const request = (nowMs = Date.now()): RequestContext =>
    ({ nowMs, env, config: { deployment: { region: "weur", shardsPerRegion: 4 } } }) as unknown as RequestContext;
  return { asked, request };
}

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

describe("an isolate's copies of templates", () => {
  test("a hundred requests at once ask for it once, and all show it", async () => {
    const entry = entryOf();
    const { asked, request } = isolate(() => after(50, { text: "<p>{{place}}</p>" }));
    const shown = await Promise.all(Array.from({ length: 100 }, () => templateOf(request(), entry)));
    expect(new Set(shown.map((nodes) => JSON.stringify(nodes)))).toEqual(new Set(['["<p>",{"name":"place"},"</p>"]']));
    expect(await templateOf(request(), entry)).toBe(shown[0]);
    expect(asked).toHaveLength(1);
  });

  test.each<readonly [string, () => Promise<TemplateReply>]>([
    ["can't be asked for", async () => "unavailable"],
    ["is not there", async () => "missing"],
    ["is none", async () => ({ text: "{{#a}}" })],
    ["fails", () => Promise.reject(new Error("away"))],
  ])("one that %s: nobody waits, and it is asked for again after two seconds", async (_, answer) => {
    const entry = entryOf();
    let reply = answer;
    const { asked, request } = isolate(() => reply());
    const beforeMs = Date.now();
    expect(await Promise.all([templateOf(request(), entry), templateOf(request(), entry)])).toEqual([null, null]);
    expect(await templateOf(request(), entry)).toBeNull();
    expect(Date.now() - beforeMs).toBeLessThan(500);
    expect(asked).toHaveLength(1);
    reply = async () => ({ text: "back" });
    expect(await templateOf(request(Date.now() + 2_100), entry)).toEqual(["back"]);
  });

  test("one that never comes holds a page up for a second", async () => {
    const entry = entryOf();
    const { request } = isolate(() => new Promise(() => {}));
    const beforeMs = Date.now();
    expect(await Promise.all([templateOf(request(), entry), templateOf(request(), entry)])).toEqual([null, null]);
    expect(Date.now() - beforeMs).toBeGreaterThan(900);
    expect(Date.now() - beforeMs).toBeLessThan(1_500);
  });

  test("holds 8 MB of them; the longest unused go first", async () => {
    const { asked, request } = isolate(async () => ({ text: "x" }));
    const entries = Array.from({ length: 9 }, () => entryOf(1_000_000));
    for (const entry of entries.slice(0, 8)) await templateOf(request(), entry);
    // The first is used again, so the second is the oldest.
    for (const index of [0, 8]) await templateOf(request(), entries[index] as DirectoryEntry);
    expect(asked).toHaveLength(9);
    await templateOf(request(), entries[0] as DirectoryEntry);
    expect(asked).toHaveLength(9);
    await templateOf(request(), entries[1] as DirectoryEntry);
    expect(asked).toHaveLength(10);
  });

  test("an event without one asks nobody", async () => {
    const { asked, request } = isolate(async () => "missing");
    expect(await templateOf(request(), { event: "spring", incarnation: 1, settings: settingsOf("spring") })).toBeNull();
    expect(asked).toEqual([]);
  });
});
