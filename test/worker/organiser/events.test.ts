import { describe, expect, test, vi } from "vitest";
import { MINIMAL, organiser, refusal } from "./organiser.ts";

const SPRING_1 = { event: "spring", incarnation: 1 };

async function withEvent() {
  const client = organiser();
  await client.send("/events", { body: MINIMAL });
  client.rooms.calls.length = 0;
  return client;
}

function failing() {
  throw Object.assign(new Error("reset"), { retryable: true });
}

async function quietly<T>(run: () => Promise<T>): Promise<T> {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    return await run();
  } finally {
    log.mockRestore();
  }
}

describe("creating", () => {
  test("answers 201 with the event, its place and its incarnation; a read returns the same", async () => {
    const { send, rooms } = organiser();
    const response = await send("/events", { body: MINIMAL });
    expect(response.status).toBe(201);
    expect(response.headers.get("location")).toBe("/_stanchion/api/v1/events/spring");
    const created = await response.json();
    expect(created).toMatchObject({ ...MINIMAL, incarnation: 1, claimSeconds: 300 });
    expect(await (await send("/events/spring")).json()).toEqual(created);
    expect(rooms.held(SPRING_1)).toMatchObject(MINIMAL);
  });

  test("the directory is written before the event", async () => {
    const { send, rooms } = organiser();
    await send("/events", { body: MINIMAL });
    expect(rooms.calls).toEqual(["directory.create", "event.configure", "directory.read"]);
  });

  test("an id that exists is 409, and the event stays as it was", async () => {
    const { send, rooms } = await withEvent();
    expect(await refusal(await send("/events", { body: { ...MINIMAL, perMinute: 1 } }))).toEqual({
      status: 409,
      code: "event-exists",
      field: "id",
    });
    expect(await refusal(await send("/events", { body: MINIMAL }))).toEqual({ status: 409, code: "event-exists", field: "id" });
    expect(rooms.held(SPRING_1)?.perMinute).toBe(600);
  });

  test("case 38: host and path of another event are 422 and nothing is stored", async () => {
    const { send, rooms } = await withEvent();
    for (const [field, paths] of [
      ["paths.0", ["/"]],
      ["paths.1", ["/autumn", "/**"]],
    ] as const) {
      expect(await refusal(await send("/events", { body: { ...MINIMAL, id: "autumn", paths } }))).toEqual({
        status: 422,
        code: "duplicate-path",
        field,
      });
    }
    expect((await send("/events/autumn")).status).toBe(404);
    expect(rooms.held({ event: "autumn", incarnation: 1 })).toBe(null);
  });

  test("an origin that another event has, by name or by host, is 422 unless both share it; the default is written out", async () => {
    const { send } = await withEvent();
    const autumn = { ...MINIMAL, id: "autumn", paths: ["/autumn"] };
    const shared = { status: 422, code: "shared-origin", field: "origin" };
    expect(await refusal(await send("/events", { body: autumn }))).toEqual(shared);
    expect(await refusal(await send("/events", { body: { ...autumn, shareOrigin: true } }))).toEqual(shared);
    const named = { ...autumn, hosts: ["other.example"], origin: "https://origin.example", shareOrigin: true };
    expect(await refusal(await send("/events", { body: named }))).toEqual(shared);
    expect(await (await send("/events/spring")).json()).toMatchObject({ shareOrigin: false });
    expect((await send("/events/spring", { method: "PUT", body: { ...MINIMAL, shareOrigin: true } })).status).toBe(200);
    expect((await send("/events", { body: named })).status).toBe(201);
    expect(await (await send("/events/autumn")).json()).toMatchObject({ shareOrigin: true });
    expect(await refusal(await send("/events/spring", { method: "PUT", body: MINIMAL }))).toEqual(shared);
  });

  test("S2: whose origin it is is told only to those who may know of that event", async () => {
    const { send } = organiser();
    await send("/events", { body: { ...MINIMAL, id: "autumn", paths: ["/autumn"] } });
    const answers = await Promise.all(["owner", "spring-owner"].map((token) => send("/events", { body: MINIMAL, token })));
    expect(await Promise.all(answers.map(async (answer) => (await answer.text()).includes("event autumn")))).toEqual([true, false]);
  });

  test.each([
    ["claimSeconds", { claimSeconds: 60 }],
    ["idleSeconds", { idleSeconds: 7_200 }],
    ["provisionalSeconds", { provisionalSeconds: 400 }],
  ])("case 38: times that contradict each other are 422, %s named, and no object is called", async (field, changes) => {
    const { send, rooms } = organiser();
    expect(await refusal(await send("/events", { body: { ...MINIMAL, ...changes } }))).toEqual({
      status: 422,
      code: "invalid-field",
      field,
    });
    expect(rooms.calls).toEqual([]);
  });

  test("without perMinute the refusal says how to find it", async () => {
    const { send } = organiser();
    const { perMinute: _, ...rest } = MINIMAL;
    const body = await (await send("/events", { body: rest })).json<{ detail: string }>();
    expect(body).toMatchObject({
      status: 422,
      code: "invalid-field",
      field: "perMinute",
      detail: expect.stringContaining("people a minute the shop serves"),
    });
  });

  test("broken off after the directory it is 503, reads as incomplete, and the same POST finishes it", async () => {
    const { send, rooms } = organiser();
    rooms.before.set("event.configure", failing);
    const failed = await quietly(() => send("/events", { body: MINIMAL }));
    expect(failed.headers.get("retry-after")).toBe("2");
    expect(await refusal(failed)).toEqual({ status: 503, code: "event-unreachable" });
    expect(await refusal(await send("/events/spring"))).toEqual({ status: 503, code: "event-incomplete" });
    expect(await refusal(await send("/events/spring/actions/doors", { body: { doors: "off" } }))).toEqual({
      status: 503,
      code: "event-incomplete",
    });

    rooms.before.clear();
    expect(await refusal(await send("/events", { body: { ...MINIMAL, perMinute: 1 } }))).toEqual({
      status: 409,
      code: "event-exists",
      field: "id",
    });
    const repeated = await send("/events", { body: MINIMAL });
    expect(repeated.status).toBe(201);
    expect(await repeated.json()).toMatchObject({ incarnation: 1 });
    expect((await send("/events/spring")).status).toBe(200);
  });

  test("broken off after the directory a PUT finishes it too", async () => {
    const { send, rooms } = organiser();
    rooms.before.set("event.configure", failing);
    await quietly(() => send("/events", { body: MINIMAL }));
    rooms.before.clear();
    expect((await send("/events/spring", { method: "PUT", body: { ...MINIMAL, perMinute: 1 } })).status).toBe(200);
    expect(rooms.held(SPRING_1)?.perMinute).toBe(1);
  });

  test("case 51: two at once make one event", async () => {
    const { send, rooms } = organiser();
    const statuses = (await Promise.all([1, 2].map((perMinute) => send("/events", { body: { ...MINIMAL, perMinute } })))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect(rooms.held({ event: "spring", incarnation: 2 })).toBe(null);
  });

  test("a directory out of reach is 503", async () => {
    const { send, rooms } = organiser();
    rooms.before.set("directory.create", failing);
    rooms.before.set("directory.read", failing);
    expect(await refusal(await quietly(() => send("/events", { body: MINIMAL })))).toEqual({ status: 503, code: "directory-unreachable" });
    expect(await refusal(await quietly(() => send("/events")))).toEqual({ status: 503, code: "directory-unreachable" });
  });
});

describe("replacing", () => {
  test("what a read returned can be put back, and changes nothing", async () => {
    const { send } = await withEvent();
    const before = await (await send("/events/spring")).json();
    const response = await send("/events/spring", { method: "PUT", body: before });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(before);
  });

  test("keeps the incarnation and gives what is left out its default again", async () => {
    const { send } = await withEvent();
    await send("/events/spring", { method: "PUT", body: { ...MINIMAL, burst: 5, title: "Spring sale" } });
    expect(await (await send("/events/spring")).json()).toMatchObject({ burst: 5, title: "Spring sale", incarnation: 1 });
    await send("/events/spring", { method: "PUT", body: MINIMAL });
    expect(await (await send("/events/spring")).json()).toMatchObject({ burst: null, title: "spring", incarnation: 1 });
  });

  test("creates nothing", async () => {
    const { send, rooms } = organiser();
    expect(await refusal(await send("/events/spring", { method: "PUT", body: MINIMAL }))).toEqual({ status: 404, code: "unknown-event" });
    expect(rooms.calls).toEqual(["directory.read"]);
  });

  test.each([
    [422, "invalid-field", "id", { id: "autumn" }],
    [409, "other-incarnation", "incarnation", { incarnation: 2 }],
    [409, "region-fixed", "region", { region: "apac" }],
    [422, "invalid-field", "incarnation", { incarnation: 0 }],
  ])("is %d %s for another %s", async (status, code, field, changes) => {
    const { send, rooms } = await withEvent();
    expect(await refusal(await send("/events/spring", { method: "PUT", body: { ...MINIMAL, ...changes } }))).toEqual({
      status,
      code,
      field,
    });
    expect(rooms.calls).not.toContain("directory.replace");
  });

  test("case 51: two at once leave directory and event equal, whichever reaches the event first", async () => {
    const { send, rooms } = await withEvent();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    // The first to write the directory is held up on its way to the event until the second is through.
    let configures = 0;
    rooms.before.set("event.configure", () => ((configures += 1) === 1 ? held : undefined));
    const first = send("/events/spring", { method: "PUT", body: { ...MINIMAL, perMinute: 1 } });
    await vi.waitFor(() => expect(configures).toBe(1));
    const second = await send("/events/spring", { method: "PUT", body: { ...MINIMAL, perMinute: 2 } });
    expect(await second.json()).toMatchObject({ perMinute: 2 });
    release();
    expect(await (await first).json()).toMatchObject({ perMinute: 2 });
    expect(rooms.held(SPRING_1)?.perMinute).toBe(2);
  });
});

describe("case 41: deleting", () => {
  test("takes the event out of the directory, then destroys its object, then waits until no isolate can know it", async () => {
    const { send, rooms, slept } = await withEvent();
    const response = await send("/events/spring", { method: "DELETE" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(rooms.calls).toEqual(["directory.remove", "event.destroy"]);
    expect(slept).toEqual([2_000]);
    expect(rooms.held(SPRING_1)).toBe(null);
    for (const path of ["", "/live"]) expect((await send(`/events/spring${path}`)).status).toBe(404);
  });

  test("leaves in the audit who deleted it, also after it was created again and deleted again", async () => {
    const { send } = await withEvent();
    expect((await send("/events/autumn/audit")).status).toBe(404);
    await send("/events/spring", { method: "DELETE", token: "spring-owner" });
    await send("/events", { body: MINIMAL });
    expect(await (await send("/events/spring/audit")).json()).toMatchObject({ entries: [{ action: "configure" }] });
    await send("/events/spring", { method: "DELETE" });
    const response = await send("/events/spring/audit", { token: "viewer" });
    expect(await response.json()).toMatchObject({
      entries: [
        { action: "delete", subject: "olga" },
        { action: "delete", subject: "sam" },
      ],
      next: null,
    });
  });

  test("an event created again is another incarnation", async () => {
    const { send } = await withEvent();
    await send("/events/spring", { method: "DELETE" });
    expect(await (await send("/events", { body: MINIMAL })).json()).toMatchObject({ incarnation: 2 });
    await send("/events/spring", { method: "DELETE" });
    expect(await (await send("/events", { body: MINIMAL })).json()).toMatchObject({ incarnation: 3 });
  });

  test("an event there never was is 404", async () => {
    const { send, rooms, slept } = organiser();
    expect(await refusal(await send("/events/spring", { method: "DELETE" }))).toEqual({ status: 404, code: "unknown-event" });
    expect(rooms.calls).toEqual(["directory.remove"]);
    expect(slept).toEqual([]);
  });

  test("broken off in between it is 503, and the same DELETE finishes it", async () => {
    const { send, rooms, slept } = await withEvent();
    rooms.before.set("event.destroy", failing);
    expect(await refusal(await quietly(() => send("/events/spring", { method: "DELETE" })))).toEqual({
      status: 503,
      code: "event-unreachable",
    });
    expect(rooms.held(SPRING_1)).not.toBe(null);
    rooms.before.clear();
    expect((await send("/events/spring", { method: "DELETE" })).status).toBe(204);
    expect(rooms.held(SPRING_1)).toBe(null);
    expect(slept).toEqual([2_000]);
  });

  test("a PUT that reaches the event after its end leaves nothing of it", async () => {
    const { send, rooms } = await withEvent();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    rooms.before.set("event.configure", () => held);
    const put = send("/events/spring", { method: "PUT", body: MINIMAL });
    await vi.waitFor(() => expect(rooms.calls).toContain("event.configure"));
    await send("/events/spring", { method: "DELETE" });
    release();
    expect((await put).status).toBe(404);
    expect(rooms.held(SPRING_1)).toBe(null);
  });
});

describe("the secret of a header rule", () => {
  test("is shown to owners alone, and what others read can't be put", async () => {
    const { send } = organiser();
    const rules = [{ action: "bypass", paths: ["/hook"], header: { name: "X-Key", value: "correct horse battery" } }];
    await send("/events", { body: { ...MINIMAL, rules } });
    expect(await (await send("/events/spring")).json()).toMatchObject({ rules });
    for (const token of ["viewer", "operator"]) {
      expect(await (await send("/events/spring", { token })).text()).not.toContain("correct horse");
    }
    const changed = await send("/events/spring/actions/message", { body: { message: "x" }, token: "operator" });
    expect(await changed.text()).not.toContain("correct horse");
    expect(await (await send("/events")).text()).not.toContain("correct horse");
    const read = await (await send("/events/spring", { token: "viewer" })).json();
    expect(await refusal(await send("/events/spring", { method: "PUT", body: read }))).toEqual({
      status: 422,
      code: "invalid-field",
      field: "rules.0.header.value",
    });
  });
});
