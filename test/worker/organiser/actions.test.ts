import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NUMERIC_SETTINGS } from "../../support/event-settings.ts";
import { MINIMAL, organiser, refusal } from "./organiser.ts";

async function withEvent(changes: object = {}) {
  const client = organiser();
  await client.send("/events", { body: { ...MINIMAL, ...changes } });
  client.rooms.calls.length = 0;
  return client;
}

describe("an action", () => {
  test.each([
    ["doors", { doors: "stopped" }, { doors: "stopped" }],
    ["intake", { perMinute: 300 }, { perMinute: 300, maxActiveSessions: 2_000 }],
    ["intake", { maxActiveSessions: 10 }, { perMinute: 600, maxActiveSessions: 10 }],
    ["message", { message: "Back at noon" }, { message: "Back at noon" }],
  ])("%s %o answers with the new description, and a read shows it", async (name, body, event) => {
    const { send } = await withEvent();
    const response = await send(`/events/spring/actions/${name}`, { body, token: "operator" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      changed: true,
      event: { ...event, id: "spring", incarnation: 1 },
      live: { lanes: [{ id: "main" }] },
    });
    expect(await (await send("/events/spring")).json()).toMatchObject(event);
  });

  test("case 51: one that changes nothing says so, and stands in the audit once", async () => {
    const { send } = await withEvent();
    const stop = () => send("/events/spring/actions/doors", { body: { doors: "stopped" }, token: "operator" });
    const answers = await Promise.all([stop(), stop()]);
    expect(await Promise.all(answers.map(async (response) => (await response.json<{ changed: boolean }>()).changed))).toEqual([
      true,
      false,
    ]);
    const { entries } = await (await send("/events/spring/audit")).json<{ entries: { subject: string; action: string }[] }>();
    expect(entries.filter(({ action }) => action === "doors")).toMatchObject([{ subject: "otto" }]);
  });

  test("case 51: one that is repeated under an Idempotency-Key is carried out once, however the key is written", async () => {
    const { send } = await withEvent();
    const letIn = (key: string, count = 5, token = "operator") =>
      send("/events/spring/actions/let-in", { body: { count }, token, headers: { "Idempotency-Key": key } });
    const answers = await Promise.all([letIn('"a-1"'), letIn("a-1"), letIn('"a-1"')]);
    expect(await Promise.all(answers.map(async (answer) => [answer.status, (await answer.json<{ changed: boolean }>()).changed]))).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
    expect(await refusal(await letIn("a-1", 6))).toEqual({ status: 422, code: "idempotency-key-reused" });
    expect((await letIn("a-1", 6, "owner")).status).toBe(200);
    expect((await letIn("a-2")).status).toBe(200);
    const { entries } = await (await send("/events/spring/audit")).json<{ entries: { subject: string; action: string }[] }>();
    expect(entries.filter(({ action }) => action === "let-in").map(({ subject }) => subject)).toEqual(["otto", "olga", "otto"]);
  });

  test.each(["", '""', '"', "x".repeat(129), 'a"b', "a\\b", "ä"])("an Idempotency-Key %o is 400, and no object is called", async (key) => {
    const { send, rooms } = await withEvent();
    const answer = await send("/events/spring/actions/let-in", { body: { count: 5 }, headers: { "Idempotency-Key": key } });
    expect(await refusal(answer)).toEqual({ status: 400, code: "invalid-idempotency-key" });
    expect(rooms.calls).toEqual([]);
  });

  test("on an event there isn't is 404 and reaches no event", async () => {
    const { send, rooms } = organiser();
    expect(await refusal(await send("/events/spring/actions/doors", { body: { doors: "off" } }))).toEqual({
      status: 404,
      code: "unknown-event",
    });
    expect(rooms.calls).toEqual(["directory.read"]);
  });

  test.each([
    ["doors", "doors", {}],
    ["doors", "doors", { doors: "open" }],
    ["doors", "now", { doors: "auto", now: true }],
    ["intake", "perMinute", {}],
    ["intake", "perMinute", { perMinute: 0 }],
    ["intake", "maxActiveSessions", { perMinute: 5, maxActiveSessions: null }],
    ["let-in", "count", { count: 0 }],
    ["let-in", "count", { count: 100_001 }],
    ["message", "message", { message: "x".repeat(2_001) }],
    ["end-session", "position", { lane: "main" }],
    ["end-session", "lane", { lane: "vip", position: 1 }],
    ["end-all", "lane", { lane: "main" }],
  ])("%s: %s is named for %o, and no event is reached", async (name, field, body) => {
    const { send, rooms } = await withEvent();
    expect(await refusal(await send(`/events/spring/actions/${name}`, { body }))).toEqual({ status: 422, code: "invalid-field", field });
    expect(rooms.calls).not.toContain("event.command");
  });

  test("end-session needs the lane where there are several", async () => {
    const { send } = await withEvent({ lanes: [{ id: "a" }, { id: "b", paths: ["/b"] }] });
    const end = (body: object) => send("/events/spring/actions/end-session", { body });
    expect(await refusal(await end({ position: 1 }))).toEqual({ status: 422, code: "invalid-field", field: "lane" });
    expect((await end({ lane: "b", position: 1 })).status).toBe(200);
  });

  test("what the event calls invalid is 422 with its field", async () => {
    const { rooms } = await withEvent();
    const { send } = organiser({
      directory: rooms.directory,
      eventQueue: (ref) => ({
        ...rooms.eventQueue(ref),
        command: async () => ({ outcome: "invalid", field: "count", detail: "Nobody waits." }),
      }),
    });
    expect(await refusal(await send("/events/spring/actions/let-in", { body: { count: 1 } }))).toEqual({
      status: 422,
      code: "invalid-field",
      field: "count",
    });
  });
});

describe("case 49: numbers in actions", () => {
  const fields = [
    ["intake", "perMinute"],
    ["intake", "maxActiveSessions"],
    ["let-in", "count"],
    ["end-session", "position"],
  ] as const;

  test.each(fields)("%s %s: as written in JSON, negative, huge, fractional or quoted is 422", async (name, field) => {
    const { send } = await withEvent();
    for (const written of [
      "-1",
      "-0",
      "0",
      "0.5",
      "1.0000001",
      "1e400",
      "-1e400",
      "1e300",
      "9007199254740993",
      '"5"',
      "null",
      "true",
      "[1]",
      "{}",
    ]) {
      const answer = await refusal(await send(`/events/spring/actions/${name}`, { body: `{"${field}": ${written}}` }));
      expect([written, answer]).toEqual([written, { status: 422, code: "invalid-field", field }]);
    }
    expect((await send(`/events/spring/actions/${name}`, { body: `{"${field}": NaN}` })).status).toBe(400);
  });

  test("any JSON value in any of them, and in any number of the settings, is 422 or done, never anything else", async () => {
    const { send } = await withEvent();
    const calls = [
      ...fields.map(([name, field]) => ({ path: `/events/spring/actions/${name}`, method: "POST", field, base: {} })),
      ...NUMERIC_SETTINGS.map((field) => ({ path: "/events/spring", method: "PUT", field, base: MINIMAL })),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...calls),
        fc.oneof(fc.jsonValue(), fc.double(), fc.integer(), fc.integer({ min: -2, max: 4_000 })),
        async ({ path, method, field, base }, value) => {
          const response = await send(path, { method, body: { ...base, [field]: value } });
          const answer = response.status === 200 ? null : await refusal(response);
          expect([null, { status: 422, code: "invalid-field", field: expect.any(String) }]).toContainEqual(answer);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each([
    "before=0",
    "before=-1",
    "before=1.5",
    "before=NaN",
    "before=1e3",
    "before=99999999999999999999",
    "limit=0",
    "limit=201",
    "limit=x",
    "limit=",
    "before=+1",
    "page=2",
  ])("audit?%s is 422", async (query) => {
    const { send, rooms } = await withEvent();
    expect(await refusal(await send(`/events/spring/audit?${query}`))).toEqual({
      status: 422,
      code: "invalid-field",
      field: query.split("=")[0],
    });
    expect(rooms.calls).toEqual([]);
  });
});

test("the audit is read in pages, newest first", async () => {
  const { send } = await withEvent();
  for (const doors of ["stopped", "auto", "always"]) await send("/events/spring/actions/doors", { body: { doors } });
  const page = async (query: string) =>
    await (await send(`/events/spring/audit${query}`)).json<{ entries: { sequence: number }[]; next: number | null }>();
  expect(await page("?limit=3")).toMatchObject({ entries: [{ sequence: 4 }, { sequence: 3 }, { sequence: 2 }], next: 2 });
  expect(await page("?limit=3&before=2")).toMatchObject({ entries: [{ sequence: 1 }], next: null });
  expect((await page("")).entries).toHaveLength(4);
});

test("the live figures are the event's", async () => {
  const { send } = await withEvent();
  expect(await (await send("/events/spring/live", { token: "viewer" })).json()).toMatchObject({
    doors: "auto",
    perMinute: 600,
    lanes: [{ id: "main" }],
  });
});
