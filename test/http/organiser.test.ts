import { setTimeout as sleep } from "node:timers/promises";
import { SignJWT, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { mintOrganiserToken } from "../../bench/tools/token.ts";
import { NUMERIC_SETTINGS } from "../support/event-settings.ts";
import { HOST } from "../support/room.ts";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

const OTHER_HOST = "other.localhost";
/** Settings whose null says "none", or "as it follows from the others". */
const MAY_BE_NULL = new Set<string>(["burst", "maxWaiting", "maxWaitSeconds"]);
/** Its origin is no other host's. */
const LONE_HOST = "lone.localhost";

const { origin, room } = await roomOfFile({ moreHosts: [OTHER_HOST], hosts: { [LONE_HOST]: "http://127.0.0.1:1" } });
await Promise.all([
  room.createEvent({ id: "mine", paths: ["/mine"] }),
  room.createEvent({
    id: "theirs",
    paths: ["/theirs"],
    lanes: [
      { id: "a", share: 1, paths: ["/theirs/a"] },
      { id: "b", share: 1, paths: [] },
    ],
  }),
]);

const settings = { region: "weur", hosts: [HOST], shareOrigin: true, perMinute: 60, maxActiveSessions: 10 };

describe("S2: events name only what belongs to the deployment, and a token reaches only its own", () => {
  const scoped = { subject: "scoped", events: ["mine"] } as const;

  test("another host, a console host, another origin: 403", async () => {
    for (const [change, code, field] of [
      [{ hosts: ["evil.example"] }, "host-not-allowed", "hosts.0"],
      [{ hosts: [HOST, `${HOST}:8443`] }, "host-not-allowed", "hosts.1"],
      [{ hosts: ["console.localhost"] }, "host-not-allowed", "hosts.0"],
      [{ origin: "https://evil.example" }, "origin-not-allowed", "origin"],
      [{ origin: "http://127.0.0.1:1" }, "origin-not-allowed", "origin"],
    ] as const) {
      for (const answer of [
        await room.organise("POST", "events", { id: "new", ...settings, paths: ["/new"], ...change }),
        await room.organise("PUT", "events/mine", { ...settings, paths: ["/mine"], ...change }),
      ]) {
        expect(answer.status, JSON.stringify(change)).toBe(403);
        expect(answer.json()).toMatchObject({ code, field });
      }
    }
    expect((await room.organise("GET", "events/new")).status).toBe(404);
  });

  test("a scoped token sees and does what it is for, and nothing tells it of others", async () => {
    const list = await room.organise("GET", "events", undefined, scoped);
    expect(list.json().events.map(({ id }: { id: string }) => id)).toEqual(["mine"]);
    for (const [method, path, body] of [
      ["GET", "events/ID"],
      ["GET", "events/ID/live"],
      ["GET", "events/ID/audit"],
      ["PUT", "events/ID", { ...settings, paths: ["/x"] }],
      ["DELETE", "events/ID"],
      ["POST", "events/ID/actions/doors", { doors: "off" }],
      ["POST", "events/ID/actions/let-in", { count: 5 }],
      ["POST", "events/ID/actions/end-all", {}],
    ] as const) {
      const [existing, missing] = [
        await room.organise(method, path.replace("ID", "theirs"), body, scoped),
        await room.organise(method, path.replace("ID", "missing"), body, scoped),
      ];
      expect(existing.status, `${method} ${path}`).toBe(404);
      expect(existing.body, `${method} ${path}`).toBe(missing.body);
    }
    for (const id of ["theirs", "another"]) {
      const created = await room.organise("POST", "events", { id, ...settings, paths: ["/another"] }, scoped);
      expect([created.status, created.json().code], id).toEqual([403, "out-of-scope"]);
    }
    const taken = await room.organise("PUT", "events/mine", { ...settings, paths: ["/mine", "/theirs"] }, scoped);
    expect(taken.json()).toMatchObject({ status: 422, code: "duplicate-path", field: "paths.1" });
    expect(taken.body).not.toContain("event theirs");
    expect((await room.organise("GET", "events/mine", undefined, scoped)).json().paths).toEqual(["/mine"]);
  });

  test("two events before one origin, through two hosts: 422 unless both share it, and of two at once one is stored", async () => {
    const at = (id: string, host: string, changes: object) => ({ id, ...settings, hosts: [host], paths: [`/${id}`], ...changes });
    for (const change of [
      { shareOrigin: false },
      { hosts: [OTHER_HOST], shareOrigin: false },
      { origin: origin.url, shareOrigin: false },
    ]) {
      const refused = await room.organise("POST", "events", at("alone", HOST, change));
      expect(refused.json(), JSON.stringify(change)).toMatchObject({ status: 422, code: "shared-origin", field: "origin" });
    }
    const unsaid = await room.organise("PUT", "events/mine", { ...at("mine", HOST, {}), shareOrigin: undefined });
    expect(unsaid.json()).toMatchObject({ status: 422, code: "shared-origin", field: "origin" });
    const both = await Promise.all(
      ["one", "two"].map((id) => room.organise("POST", "events", at(id, LONE_HOST, { shareOrigin: id === "one" }))),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    for (const id of ["one", "two"]) await room.organise("DELETE", `events/${id}`);
    const read = await room.organise("POST", "events", at("one", LONE_HOST, { shareOrigin: undefined }));
    expect(read.json()).toMatchObject({ shareOrigin: false });
    await room.organise("DELETE", "events/one");
  });

  test("roles: a viewer reads, an operator orders, only an owner creates, replaces and ends everybody", async () => {
    const [viewer, operator] = [
      { subject: "v", role: "viewer" },
      { subject: "o", role: "operator" },
    ] as const;
    expect((await room.organise("GET", "events/mine/live", undefined, viewer)).status).toBe(200);
    expect((await room.organise("POST", "events/mine/actions/message", { message: "x" }, viewer)).status).toBe(403);
    expect((await room.organise("POST", "events/mine/actions/message", { message: "" }, operator)).status).toBe(200);
    for (const [method, path, body] of [
      ["POST", "events", { id: "x", ...settings }],
      ["PUT", "events/mine", settings],
      ["DELETE", "events/mine", undefined],
      ["POST", "events/mine/actions/end-all", {}],
    ] as const) {
      expect((await room.organise(method, path, body, operator)).json().code, path).toBe("role-too-low");
    }
  });
});

describe("S3: the API takes a bearer token and nothing else", () => {
  const ask = (headers: Record<string, string>, path = "/_stanchion/api/v1/events") => room.ask({ path, headers });

  test("no cookie, no query, no other scheme, on whatever host", async () => {
    const token = await mintOrganiserToken(room.keys, { subject: "t", role: "owner", events: "*" }, { ttlSeconds: 60, nowMs: Date.now() });
    expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(200);
    for (const Host of [HOST, OTHER_HOST, "console.localhost", "unknown.localhost"]) {
      for (const headers of [
        { Cookie: `token=${token}; Authorization=${token}; stanchion-organiser=${token}` },
        { Authorization: `Basic ${token}` },
        { Authorization: token },
        { "Stanchion-Credential": token },
        { "X-Authorization": `Bearer ${token}` },
      ] as Record<string, string>[]) {
        const answer = await ask({ Host, ...headers });
        expect(answer.status, `${Host} ${Object.keys(headers)[0]}`).toBe(401);
        expect(answer.headers["www-authenticate"]).toContain("Bearer");
        expect(answer.headers).not.toHaveProperty("set-cookie");
        expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
      }
    }
    expect((await ask({}, `/_stanchion/api/v1/events?access_token=${token}`)).status).toBe(401);
  });

  test("an expired, a future, a foreign, an unsigned token: 401, told no more", async () => {
    const nowMs = Date.now();
    const actor = { subject: "t", role: "owner", events: "*" } as const;
    const claims = { role: "owner", events: "*" };
    const { privateKey } = await generateKeyPair("EdDSA");
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: "EdDSA", typ: "stanchion-organiser+jwt", kid: room.keys.organiserKey.kid })
      .setIssuer("stanchion-organiser")
      .setAudience(room.keys.issuer)
      .setSubject("t")
      .setIssuedAt()
      .setExpirationTime("1m")
      .sign(privateKey);
    const good = await mintOrganiserToken(room.keys, actor, { ttlSeconds: 60, nowMs });
    const [, payload = ""] = good.split(".");
    const tokens = [
      await mintOrganiserToken(room.keys, actor, { ttlSeconds: 60, nowMs: nowMs - 61_000 }),
      await mintOrganiserToken(room.keys, actor, { ttlSeconds: 600, nowMs: nowMs + 120_000 }),
      await mintOrganiserToken({ ...room.keys, issuer: "https://other.example" }, actor, { ttlSeconds: 60, nowMs }),
      foreign,
      `${Buffer.from('{"alg":"none","typ":"stanchion-organiser+jwt"}').toString("base64url")}.${payload}.`,
      `${good}x`,
    ];
    const answers = await Promise.all(tokens.map((token) => ask({ Authorization: `Bearer ${token}` })));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 401));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  test("the console's host serves no shop", async () => {
    expect((await ask({ Host: "console.localhost", Accept: "text/html" }, "/mine")).status).toBe(421);
  });
});

describe("case 49: figures that are none", () => {
  // "1e400" stands in the JSON as it is and is parsed as infinity.
  const NUMBERS = ["-1", "-0.5", "0.5", "1e400", "-1e400", "1e15", "null", '"10"', "[]", "{}", "true", "1.0000001"];
  const orders: readonly (readonly [string, string])[] = [
    ["intake", "perMinute"],
    ["intake", "maxActiveSessions"],
    ["let-in", "count"],
    ["end-session", "position"],
  ];

  test.each(orders)("%s: %s", async (action, field) => {
    const before = (await room.organise("GET", "events/mine")).body;
    for (const number of [...NUMBERS, "0"]) {
      const token = await mintOrganiserToken(
        room.keys,
        { subject: "t", role: "owner", events: "*" },
        { ttlSeconds: 60, nowMs: Date.now() },
      );
      const answer = await room.ask({
        method: "POST",
        path: `/_stanchion/api/v1/events/mine/actions/${action}`,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: `{"${field}":${number}}`,
      });
      expect([answer.status, answer.json().field], number).toEqual([422, field]);
    }
    expect((await room.organise("GET", "events/mine")).body).toBe(before);
  });

  test("NaN and Infinity are no JSON", async () => {
    const token = await mintOrganiserToken(room.keys, { subject: "t", role: "owner", events: "*" }, { ttlSeconds: 60, nowMs: Date.now() });
    for (const number of ["NaN", "Infinity", "-Infinity", "0x10", "1_000", "+1"]) {
      const answer = await room.ask({
        method: "POST",
        path: "/_stanchion/api/v1/events/mine/actions/let-in",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: `{"count":${number}}`,
      });
      expect([answer.status, answer.json().code], number).toEqual([400, "not-json"]);
    }
  });

  test.each(NUMERIC_SETTINGS)("settings: %s", async (field) => {
    const token = await mintOrganiserToken(room.keys, { subject: "t", role: "owner", events: "*" }, { ttlSeconds: 60, nowMs: Date.now() });
    for (const number of NUMBERS.filter((each) => !(each === "null" && MAY_BE_NULL.has(field)))) {
      const body = JSON.stringify({ id: "figures", ...settings, paths: ["/figures"], [field]: "HERE" }).replace('"HERE"', number);
      const answer = await room.ask({
        method: "POST",
        path: "/_stanchion/api/v1/events",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body,
      });
      expect([answer.status, answer.json().field], number).toEqual([422, field]);
    }
    expect((await room.organise("GET", "events/figures")).status).toBe(404);
  });
});

describe("case 51: two organisers at once, or one who repeats", () => {
  test("an order is applied once and audited once", async () => {
    const orders = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        room.organise("POST", "events/mine/actions/doors", { doors: "stopped" }, { subject: `organiser-${index % 2}` }),
      ),
    );
    expect(orders.map(({ status }) => status)).toEqual(orders.map(() => 200));
    expect(orders.filter((order) => order.json().changed)).toHaveLength(1);
    expect((await room.organise("POST", "events/mine/actions/doors", { doors: "stopped" })).json().changed).toBe(false);
    const { entries } = (await room.organise("GET", "events/mine/audit")).json();
    expect(
      entries.filter(({ action, detail }: { action: string; detail: string }) => action === "doors" && detail === "doors auto → stopped"),
    ).toHaveLength(1);
    const sequences = entries.map(({ sequence }: { sequence: number }) => sequence);
    expect(new Set(sequences).size).toBe(sequences.length);
  });

  test("the same event created by both is one event", async () => {
    const created = await Promise.all([0, 1, 2].map(() => room.organise("POST", "events", { id: "both", ...settings, paths: ["/both"] })));
    const statuses = created.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(201);
    expect(statuses.slice(1).every((status) => status === 409 || status === 201)).toBe(true);
    expect(new Set(created.filter(({ status }) => status === 201).map((answer) => answer.json().incarnation))).toEqual(new Set([1]));
    const { entries } = (await room.organise("GET", "events/both/audit")).json();
    expect(entries.filter(({ action }: { action: string }) => action === "create")).toHaveLength(1);
  });

  test("ending a session twice ends it once", async () => {
    const orders = await Promise.all([0, 1, 2].map(() => room.organise("POST", "events/mine/actions/end-session", { position: 1 })));
    expect(orders.map((order) => order.json().changed)).toEqual([false, false, false]);
    const unnamed = await room.organise("POST", "events/theirs/actions/end-session", { position: 1 });
    expect([unnamed.status, unnamed.json().field]).toEqual([422, "lane"]);
  });
});

test("settings changed after a pause in which nobody asked are there for the first who does", async () => {
  const titled = async (): Promise<string | undefined> =>
    /<bdi>([^<]*)/.exec((await new TestVisitor(room, { event: "quiet" }).open("/quiet")).body)?.[1];
  await room.createEvent({ id: "quiet", paths: ["/quiet"], doors: "stopped", title: "Before" });
  expect(await titled()).toBe("Before");
  const changed = { ...(await room.organise("GET", "events/quiet")).json(), title: "After" };
  expect((await room.organise("PUT", "events/quiet", changed)).status).toBe(200);
  await sleep(4_000);
  expect(await titled()).toBe("After");
});
