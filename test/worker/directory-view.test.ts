import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { DirectoryCopy } from "../../durable-objects/protocol.ts";
import type { RequestContext } from "../../worker/context.ts";
import { settingsOf } from "../support/event-settings.ts";

type Reply = DirectoryCopy | "unchanged" | null;

const copyOf = (version: number): DirectoryCopy => ({
  version,
  entries: [{ event: "spring", incarnation: 1, settings: settingsOf("spring") }],
});
const never = (): Promise<Reply> => new Promise(() => {});
const away = (): Promise<Reply> => Promise.reject(new Error("away"));

/** A new isolate with a copy of version 1, whose gates answer from then on as told, and how often they were asked. */
async function isolate() {
  vi.resetModules();
  const { knownDirectory } = await import("../../worker/directory-view.ts");
  let answer = async (): Promise<Reply> => copyOf(1);
  let asked = 0;
  const directory = (): Promise<Reply> => {
    asked++;
    return answer();
  };
  const env = { GATE: { idFromName: (name: string) => name, get: () => ({ directory }) } };
  const request = async (): Promise<number | undefined> => {
    const context = { nowMs: Date.now(), env, config: { deployment: { region: "weur" } }, waitUntil: () => undefined };
    return (await knownDirectory(context as unknown as RequestContext))?.version;
  };
  expect(await request()).toBe(1);
  asked = 0;
  return { request, asked: () => asked, answers: (next: () => Promise<Reply>) => (answer = next) };
}

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const soon = async (): Promise<Reply> => {
  await new Promise((resolve) => setTimeout(resolve, 30));
  return copyOf(2);
};

/** Only the clock is set; timers run. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("an isolate's copy of the directory", () => {
  test("of less than a second asks nobody", async () => {
    const { request, asked } = await isolate();
    later(900);
    expect(new Set(await Promise.all(Array.from({ length: 1_000 }, request)))).toEqual(new Set([1]));
    expect(asked()).toBe(0);
  });

  test("of a second and a half is used, and renewed beside", async () => {
    const { request, asked, answers } = await isolate();
    answers(never);
    later(1_500);
    expect(await Promise.all([request(), request()])).toEqual([1, 1]);
    expect(asked()).toBe(1);
  });

  test.each([2_100, 600_000])("from before a pause of %i ms is not used: a hundred at once ask once, and see the new one", async (ms) => {
    const { request, asked, answers } = await isolate();
    answers(soon);
    later(ms);
    expect(new Set(await Promise.all(Array.from({ length: 100 }, request)))).toEqual(new Set([2]));
    expect(asked()).toBe(1);
  });

  test("is kept where nobody answers, and holds a request up for a second", async () => {
    const { request, answers } = await isolate();
    answers(never);
    later(600_000);
    const beforeMs = performance.now();
    expect(await Promise.all([request(), request()])).toEqual([1, 1]);
    expect(performance.now() - beforeMs).toBeGreaterThan(900);
    expect(performance.now() - beforeMs).toBeLessThan(1_800);
  });

  test("is kept for hours where the gates refuse: they are asked a few times a second, and nobody waits", async () => {
    const { request, asked, answers } = await isolate();
    answers(away);
    later(3 * 3_600_000);
    const beforeMs = performance.now();
    for (let each = 0; each < 100; each++) {
      expect(await request()).toBe(1);
      later(10);
    }
    expect(performance.now() - beforeMs).toBeLessThan(500);
    expect(asked()).toBeLessThanOrEqual(4);
    answers(soon);
    later(2_100);
    expect(await request()).toBe(2);
  });
});
