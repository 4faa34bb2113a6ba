import { describe, expect, test, vi } from "vitest";
import type { OrganiserApiDeps } from "../../../worker/organiser/deps.ts";
import { API, MINIMAL, organiser, refusal } from "./organiser.ts";

const PATHS = ["/events", "/events/spring", "/events/spring/live", "/events/spring/audit"];
const ACTIONS: Readonly<Record<string, object>> = {
  doors: { doors: "stopped" },
  intake: { perMinute: 300 },
  "let-in": { count: 5 },
  message: { message: "Back at noon" },
  "end-session": { position: 7 },
  "end-all": {},
};

async function withEvent() {
  const client = organiser();
  expect((await client.send("/events", { body: MINIMAL })).status).toBe(201);
  client.rooms.calls.length = 0;
  return client;
}

async function allowed(token: string, path: string, method: string, body?: object): Promise<boolean> {
  const { send } = await withEvent();
  return (await send(path, { token, method, ...(body === undefined ? {} : { body }) })).status !== 403;
}

async function withTwo() {
  const client = organiser();
  for (const changes of [{}, { id: "secret", paths: ["/secret"] }])
    expect((await client.send("/events", { body: { ...MINIMAL, shareOrigin: true, ...changes } })).status).toBe(201);
  client.rooms.calls.length = 0;
  return client;
}

describe("who may call", () => {
  test("case 48: without an organiser key every call is 503 and the log says what to set", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const authenticate = vi.fn<OrganiserApiDeps["authenticate"]>(async () => null);
    const { send, rooms } = organiser({ organiserKeysPresent: false, authenticate });
    for (const path of [...PATHS, "/nowhere"]) {
      expect(await refusal(await send(path))).toEqual({ status: 503, code: "organiser-keys-missing" });
    }
    expect(log.mock.calls).toEqual([[expect.stringContaining("STANCHION_ORGANISER_KEYS")]]);
    expect(authenticate).not.toHaveBeenCalled();
    expect(rooms.calls).toEqual([]);
    log.mockRestore();
  });

  test.each([null, "forged", ""])(
    "S12: token %o is 401 with a challenge on every path and method, and no object is called",
    async (token) => {
      const { send, rooms } = organiser();
      for (const path of [...PATHS, "/nowhere", ...Object.keys(ACTIONS).map((name) => `/events/spring/actions/${name}`)]) {
        for (const sent of [{ method: "GET" }, { method: "PUT", body: MINIMAL }, { method: "POST", body: MINIMAL }, { method: "DELETE" }]) {
          const response = await send(path, { ...sent, token });
          expect(response.headers.get("www-authenticate")).toMatch(/^Bearer realm="stanchion"/);
          expect(await refusal(response)).toEqual({ status: 401, code: "unauthorised" });
        }
      }
      expect(rooms.calls).toEqual([]);
    },
  );

  test.each(["Cookie", "Stanchion-Credential", "X-Authorization"])("S3: the right token in %s is no token", async (name) => {
    const { send, rooms } = organiser();
    const response = await send("/events", {
      token: null,
      headers: { [name]: "stanchion=owner; owner", Origin: "https://shop.example", "Sec-Fetch-Site": "same-origin" },
    });
    expect(response.status).toBe(401);
    expect(rooms.calls).toEqual([]);
  });

  test("S3: another scheme than Bearer is never given to the verifier", async () => {
    const authenticate = vi.fn<OrganiserApiDeps["authenticate"]>(async () => null);
    const { send } = organiser({ authenticate });
    for (const value of ["Basic b3duZXI6", "Bearer", "Bearer ", "Token owner", "owner"]) {
      expect((await send("/events", { token: null, headers: { Authorization: value } })).status).toBe(401);
    }
    expect(authenticate).not.toHaveBeenCalled();
  });

  test("a viewer reads, an operator acts, an owner creates, replaces, deletes and ends all", async () => {
    const calls: [least: number, path: string, method: string, body?: object][] = [
      ...PATHS.map((path): [number, string, string] => [0, path, "GET"]),
      ...Object.entries(ACTIONS).map(([name, body]): [number, string, string, object] => [
        name === "end-all" ? 2 : 1,
        `/events/spring/actions/${name}`,
        "POST",
        body,
      ]),
      [2, "/events", "POST", { ...MINIMAL, id: "autumn", paths: ["/autumn"] }],
      [2, "/events/spring", "PUT", MINIMAL],
      [2, "/events/spring", "DELETE"],
    ];
    for (const [least, path, method, body] of calls) {
      const answers = [
        await allowed("viewer", path, method, body),
        await allowed("operator", path, method, body),
        await allowed("owner", path, method, body),
      ];
      expect([method, path, answers]).toEqual([method, path, [least <= 0, least <= 1, true]]);
    }
  });

  test("a role too low is 403 without a call to any object", async () => {
    const { send, rooms } = await withEvent();
    expect(await refusal(await send("/events/spring", { method: "DELETE", token: "operator" }))).toEqual({
      status: 403,
      code: "role-too-low",
    });
    expect(await refusal(await send("/events/spring/actions/end-all", { body: {}, token: "operator" }))).toEqual({
      status: 403,
      code: "role-too-low",
    });
    expect(await refusal(await send("/events", { body: MINIMAL, token: "viewer" }))).toEqual({ status: 403, code: "role-too-low" });
    expect(rooms.calls).toEqual([]);
  });
});

describe("S2: a token for one event", () => {
  test("lists that event alone", async () => {
    const { send } = await withTwo();
    const ids = async (token: string) =>
      (await (await send("/events", { token })).json<{ events: { id: string }[] }>()).events.map(({ id }) => id);
    expect(await ids("owner")).toEqual(["spring", "secret"]);
    expect(await ids("spring-owner")).toEqual(["spring"]);
  });

  test("can't tell an event that exists from one that doesn't, by any call", async () => {
    const { send, rooms } = await withTwo();
    const ask = async (event: string) => {
      const answers = [];
      for (const [path, sent] of [
        ["", { method: "GET" }],
        ["", { method: "HEAD" }],
        ["", { method: "PUT", body: { ...MINIMAL, id: event } }],
        ["", { method: "PUT", body: "no json" }],
        ["", { method: "DELETE" }],
        ["/live", { method: "GET" }],
        ["/audit", { method: "GET" }],
        ["/audit?limit=x", { method: "GET" }],
        ...Object.entries(ACTIONS).map(([name, body]) => [`/actions/${name}`, { body }] as const),
      ] as const) {
        const response = await send(`/events/${event}${path}`, { ...sent, token: "spring-owner" });
        answers.push([response.status, [...response.headers], (await response.text()).replaceAll(event, "?")]);
      }
      return answers;
    };
    expect(await ask("secret")).toEqual(await ask("absent"));
    expect((await ask("secret")).map(([status]) => status)).toEqual(Array.from({ length: 14 }, () => 404));
    expect(rooms.calls).toEqual([]);
  });

  test("creates no other event, whether that exists or not", async () => {
    const { send, rooms } = await withTwo();
    const create = async (id: string) => refusal(await send("/events", { body: { ...MINIMAL, id }, token: "spring-owner" }));
    expect(await create("secret")).toEqual({ status: 403, code: "out-of-scope", field: "id" });
    expect(await create("absent")).toEqual(await create("secret"));
    expect(rooms.calls).toEqual([]);
  });

  test("is not told whose a path is", async () => {
    const { send } = await withTwo();
    const put = (token: string) => send("/events/spring", { method: "PUT", body: { ...MINIMAL, paths: ["/", "/secret"] }, token });
    expect(await (await put("spring-owner")).text()).not.toContain("event secret");
    expect(await (await put("owner")).text()).toContain("event secret");
  });

  test.each([
    ["host-not-allowed", "hosts.1", { hosts: ["shop.example", "evil.example"] }],
    ["host-not-allowed", "hosts.0", { hosts: ["constructor"] }],
    ["host-not-allowed", "hosts.0", { hosts: ["console.example"] }],
    ["origin-not-allowed", "origin", { origin: "https://evil.example" }],
    ["origin-not-allowed", "origin", { origin: "http://origin.example" }],
  ])("a host or origin outside the deployment is 403 %s: %s", async (code, field, changes) => {
    const { send, rooms } = await withEvent();
    expect(await refusal(await send("/events", { body: { ...MINIMAL, id: "autumn", ...changes } }))).toEqual({ status: 403, code, field });
    expect(await refusal(await send("/events/spring", { method: "PUT", body: { ...MINIMAL, ...changes } }))).toEqual({
      status: 403,
      code,
      field,
    });
    expect(rooms.calls).toEqual([]);
  });

  test("those of the deployment are taken", async () => {
    const { send } = organiser();
    const body = { ...MINIMAL, hosts: ["SHOP.example", "other.example"], origin: "https://origin.example" };
    expect((await send("/events", { body })).status).toBe(201);
  });
});

describe("what is no call", () => {
  test.each([
    "/",
    "/nowhere",
    "/events/",
    "/events/spring/",
    "/events/spring/actions",
    "/events/spring/actions/nothing",
    "/events/spring/live/x",
    "/events/SPRING",
    "/events/%2e%2e",
    "/events/a%00",
    "/events/%E0%A4%A",
  ])("%s is 404", async (path) => {
    const { send, rooms } = await withEvent();
    const response = await send(path);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.status).toBe(404);
    expect(rooms.calls).toEqual([]);
  });

  test.each([
    ["DELETE", "/events", "GET, HEAD, POST"],
    ["POST", "/events/spring", "GET, HEAD, PUT, DELETE"],
    ["PATCH", "/events/spring", "GET, HEAD, PUT, DELETE"],
    ["OPTIONS", "/events/spring", "GET, HEAD, PUT, DELETE"],
    ["POST", "/events/spring/live", "GET, HEAD"],
    ["GET", "/events/spring/actions/doors", "POST"],
  ])("%s %s is 405 and names %s", async (method, path, allow) => {
    const { send } = await withEvent();
    const response = await send(path, { method });
    expect(response.headers.get("allow")).toBe(allow);
    expect(await refusal(response)).toEqual({ status: 405, code: "method-not-allowed" });
  });

  test("HEAD is answered as GET, without body", async () => {
    const { send } = await withEvent();
    for (const path of PATHS) {
      const response = await send(path, { method: "HEAD" });
      expect([path, response.status, await response.text()]).toEqual([path, 200, ""]);
    }
  });

  test("case 9: bodies that are no JSON are 400, however many; nothing is stored and no object called", async () => {
    const { send, rooms } = await withEvent();
    const json = { "Content-Type": "application/json" };
    const bodies: [code: string, body: string, headers: Record<string, string>][] = [
      ["not-json", "", json],
      ["not-json", "{", json],
      ["not-json", '{"id": NaN}', json],
      ["not-json", "\u0000", json],
      ["content-type", JSON.stringify(MINIMAL), { "Content-Type": "text/plain" }],
      ["content-type", "id=spring", { "Content-Type": "application/x-www-form-urlencoded" }],
      ["content-type", JSON.stringify(MINIMAL), { "Content-Type": "application/jsonp" }],
      ["body-too-large", `{"id":"${"x".repeat(256 * 1024)}"}`, json],
    ];
    for (const [code, body, headers] of bodies) {
      for (const [method, path] of [
        ["POST", "/events"],
        ["PUT", "/events/spring"],
        ["POST", "/events/spring/actions/doors"],
      ] as const) {
        expect([body.slice(0, 20), await refusal(await send(path, { method, body, headers }))]).toEqual([
          body.slice(0, 20),
          { status: 400, code },
        ]);
      }
    }
    expect(rooms.calls).toEqual([]);
  });

  test("bytes that are no UTF-8, and an endless body without a length, are 400", async () => {
    const { fetch } = organiser();
    const headers = { Authorization: "Bearer owner", "Content-Type": "application/json" };
    // Node wants to be told that the body is a stream.
    const duplex: object = { duplex: "half" };
    const post = (body: BodyInit) => fetch(new Request(`${API}/events`, { method: "POST", body, headers, ...duplex }));
    const pulled = { bytes: 0 };
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled.bytes += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    expect(await refusal(await post(endless))).toEqual({ status: 400, code: "body-too-large" });
    expect(pulled.bytes).toBeLessThan(1_000_000);
    expect(await refusal(await post(Uint8Array.from('{"id":"\u00ff"}', (character) => character.charCodeAt(0))))).toEqual({
      status: 400,
      code: "not-json",
    });
  });

  test("every answer forbids caching", async () => {
    const { send } = await withEvent();
    for (const [path, sent] of [
      ...PATHS.map((each) => [each, {}] as const),
      ["/nowhere", {}],
      ["/events", { method: "PATCH" }],
      ["/events", { token: null }],
      ["/events", { body: "{" }],
      ["/events/spring/actions/doors", { body: { doors: "stopped" } }],
      ["/events/spring", { method: "DELETE" }],
    ] as const) {
      expect([path, (await send(path, sent)).headers.get("cache-control")]).toEqual([path, "no-store"]);
    }
  });
});
