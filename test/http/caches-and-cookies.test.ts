import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeKeys } from "../../bench/tools/keys.ts";
import { startCachingProxy, type CachingProxy } from "../support/caching-proxy.ts";
import { SHOP_PAGE, startOrigin, type TestOrigin } from "../support/origin.ts";
import { HOST, startRoom, type Room } from "../support/room.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";

const PAGE = "https://page.example";

let origin: TestOrigin;
let room: Room;
let proxy: CachingProxy;
let served = 0;

beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://origin");
    for (const [name, value] of searchParams) response.setHeader(name, value);
    response.setHeader("Content-Type", "text/html");
    // No two answers are the same: one that comes twice came out of the cache.
    response.end(`${SHOP_PAGE}<p>answer ${++served}</p>`);
  });
  // The proxy stands on 127.0.0.1; visitors come from other loopback addresses.
  room = await startRoom({
    origin: origin.url,
    keys: await makeKeys({ issuer: "https://room.test", dev: false, nowMs: Date.now() }),
    deployment: { platform: { kind: "proxy", header: "X-Forwarded-For", trustedProxies: ["127.0.0.1/32"] } },
  });
  proxy = await startCachingProxy(room.port);
  await Promise.all([
    room.createEvent({
      id: "quiet",
      paths: ["/quiet"],
      allowedOrigins: [PAGE],
      rules: [{ action: "bypass", paths: ["/quiet/static"], methods: [], networks: [], header: null }],
    }),
    room.createEvent({ id: "held", paths: ["/held"], doors: "stopped", allowedOrigins: [PAGE] }),
    room.createEvent({ id: "moving", paths: ["/moving"], doors: "always", perMinute: 6000 }),
    room.createEvent({ id: "open", paths: ["/open"], doors: "off" }),
  ]);
});

afterAll(async () => {
  await proxy?.stop();
  await room?.stop();
  await origin?.stop();
});

beforeEach(() => {
  proxy.hits.length = 0;
});

const throughProxy = (event: string): TestVisitor => new TestVisitor(room, { event, port: proxy.port });
const PUBLIC =
  "Cache-Control=public%2C%20max-age%3D600%2C%20s-maxage%3D600&CDN-Cache-Control=max-age%3D600&Surrogate-Control=max-age%3D600";

describe("S17: a caching proxy in front", () => {
  test("it does cache what is everybody's: the key set, bypassed and uncovered answers", async () => {
    const [one, two] = [throughProxy("quiet"), throughProxy("quiet")];
    for (const path of ["/_stanchion/jwks.json", `/free?${PUBLIC}`, `/quiet/static/x?${PUBLIC}`]) {
      const first = await one.load(path);
      expect(first.status, path).toBe(200);
      expect((await two.load(path)).body, path).toBe(first.body);
    }
    expect(proxy.hits).toEqual(["/_stanchion/jwks.json", `/free?${PUBLIC}`, `/quiet/static/x?${PUBLIC}`]);
  });

  test("case 52: an admitted visitor's page, public as the shop may call it, is nobody else's", async () => {
    const path = `/quiet/page?${PUBLIC}&Set-Cookie=basket%3D1&Expires=Wed%2C%2021%20Oct%202099%2007%3A28%3A00%20GMT`;
    const bodies = new Set<string>();
    const [one, two] = [throughProxy("quiet"), throughProxy("quiet")];
    // The first two of each set our cookies; what follows is the shop's answer alone.
    for (const visitor of [one, two, one, two, one, two, one, two]) {
      const answer = await visitor.open(path);
      expect(answer.body).toContain(SHOP_PAGE);
      bodies.add(answer.body);
    }
    expect(bodies.size).toBe(8);
    expect(one.cookie()).not.toBe(two.cookie());
    // Doors off: no pass, but still a covered address.
    for (const visitor of [throughProxy("open"), throughProxy("open")]) bodies.add((await visitor.open(`/open?${PUBLIC}`)).body);
    expect(bodies.size).toBe(10);
    expect(proxy.hits).toEqual([]);
  });

  test("case 53: waiting page, JSON, refusals, redirects and every call are kept by nobody", async () => {
    const visitors = [throughProxy("held"), throughProxy("held")] as const;
    const positions: number[] = [];
    for (const visitor of visitors) {
      const page = await visitor.open("/held");
      expect(page.headers["cache-control"]).toContain("no-store");
      expect(page.headers["x-robots-tag"]).toBe("noindex");
      positions.push((await visitor.call("join")).json().status.position);
      for (const answer of [
        await visitor.load("/_stanchion/v1/status?event=held"),
        await visitor.open("/held"),
        await visitor.load("/held/image.png"),
        await visitor.load("/held", { Accept: "application/json" }),
        await visitor.load("/_stanchion/v1/session?event=held"),
        await visitor.load("/_stanchion/v1/nothing"),
        await visitor.load("/_stanchion/nothing"),
        await visitor.load("/_stanchion/api/v1/events"),
      ]) {
        expect(answer.headers["cache-control"]).toContain("no-store");
      }
      expect((await visitor.load("/_stanchion/v1/status?event=held")).json().position).toBe(positions.at(-1));
    }
    expect(positions).toEqual([1, 2]);

    const claimed = [throughProxy("moving"), throughProxy("moving")] as const;
    for (const visitor of claimed) {
      await visitor.join("/moving");
      await expect.poll(async () => (await visitor.status()).state, { timeout: 10_000 }).toBe("your-turn");
      const redirect = await visitor.open("/moving");
      expect([redirect.status, redirect.headers["cache-control"]]).toEqual([303, "no-store"]);
      expect((await visitor.open("/moving")).body).toContain(SHOP_PAGE);
    }
    expect(claimed[0].cookie()).not.toBe(claimed[1].cookie());
    expect(proxy.hits).toEqual([]);
  });

  test("S9: behind it the client is the rightmost address the proxies don't own; past it, the socket's", async () => {
    const real = throughProxy("held");
    await real.open("/held", { "X-Forwarded-For": "198.51.100.1" });
    // Same client, another story in front: still its own network.
    const joined = await real.load(
      "/_stanchion/v1/join",
      { "Content-Type": "application/json", "X-Forwarded-For": "203.0.113.1, 198.51.100.2" },
      "POST",
      '{"event":"held"}',
    );
    expect(joined.status).toBe(201);
    const victim = throughProxy("held");
    await victim.open("/held");
    // Straight to the room, with the header the proxy would have written.
    const forger = victim.copy({ port: room.port, from: newAddress() });
    expect(
      (
        await forger.load(
          "/_stanchion/v1/join",
          { "Content-Type": "application/json", "X-Forwarded-For": victim.from },
          "POST",
          '{"event":"held"}',
        )
      ).status,
    ).toBe(202);
    expect((await victim.call("join")).status).toBe(201);
  });
});

describe("S17: cookies", () => {
  const holding = async (event: string): Promise<TestVisitor> => {
    const visitor = new TestVisitor(room, { event });
    for (let request = 0; request < 3; request++) await visitor.open(`/${event}`);
    return visitor;
  };

  test("up to four copies of a name: the one that is good and expires last wins, in any order; a pass before a ticket", async () => {
    const visitor = await holding("quiet");
    const pass = visitor.cookie() ?? "";
    const waiting = new TestVisitor(room, { event: "held" });
    await waiting.join("/held");
    const name = "stanchion-p-quiet.main";
    const ask = (...values: string[]) =>
      room.ask({
        path: "/quiet",
        from: newAddress(),
        headers: { Accept: "*/*", "Sec-Fetch-Mode": "no-cors", Cookie: values.map((value) => `${name}=${value}`).join("; ") },
      });
    const ticket = waiting.cookie() ?? "";
    for (const copies of [[pass], ["x", pass], [pass, "x"], ["", "x", ticket, pass], [ticket, pass, "y", ""]]) {
      expect((await ask(...copies)).body, copies.length.toString()).toContain(SHOP_PAGE);
    }
    // The fifth is not looked at: what a request costs is bounded.
    expect((await ask("a", "b", "c", "d", pass)).status).toBe(503);
    expect((await ask(`"${pass}"`)).status).toBe(503);
    expect((await ask(encodeURIComponent(pass).replaceAll(".", "%2E"))).status).toBe(503);
  });

  test("a valid place outweighs a fresh visitor credential, and polls set no cookie", async () => {
    const visitor = new TestVisitor(room, { event: "held" });
    const { status } = await visitor.join("/held");
    const stranger = new TestVisitor(room, { event: "held", from: visitor.from });
    await stranger.open("/held");
    visitor.jar.store([`stanchion-v-held.main=${stranger.cookie("v")}`]);
    const again = await visitor.call("join");
    expect(again.json().status.position).toBe(status.position);
    const poll = await visitor.load("/_stanchion/v1/status?event=held");
    expect(poll.json().position).toBe(status.position);
    expect(poll.headers).not.toHaveProperty("set-cookie");
  });

  test("a POST that acts with a cookie comes from the room's own page, else 403", async () => {
    const visitor = new TestVisitor(room, { event: "held" });
    await visitor.join("/held");
    const cookie = visitor.jar.header() ?? "";
    const post = (call: string, headers: Record<string, string>) =>
      room.ask({
        method: "POST",
        path: `/_stanchion/v1/${call}`,
        from: visitor.from,
        headers: { "Content-Type": "application/json", Cookie: cookie, ...headers },
        body: '{"event":"held"}',
      });
    const foreign: readonly Record<string, string>[] = [
      {},
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { "Sec-Fetch-Site": "none" },
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: `http://${HOST}.evil.example` },
      { Origin: `http://${HOST}`, "Sec-Fetch-Site": "cross-site" },
      // A browser that has logged in somewhere sends this along with anybody's POST.
      { Authorization: "Basic eDp5", "Sec-Fetch-Site": "cross-site" },
      { Authorization: "Digest x", Origin: "https://evil.example" },
    ];
    for (const headers of foreign) {
      for (const call of ["join", "enter", "leave", "session/touch"]) {
        const answer = await post(call, headers);
        expect(answer.status, `${call} ${JSON.stringify(headers)}`).toBe(403);
        expect(answer.json().code).toBe("cross-origin");
      }
    }
    const form = await room.ask({
      method: "POST",
      path: "/_stanchion/v1/leave",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie, "Sec-Fetch-Site": "cross-site" },
      body: "event=held",
    });
    expect(form.status).toBe(403);
    for (const headers of [{ "Sec-Fetch-Site": "same-origin" }, { Origin: `http://${HOST}` }, { Origin: `https://${HOST}` }] as Record<
      string,
      string
    >[]) {
      expect((await post("join", headers)).status, JSON.stringify(headers)).toBe(201);
    }
  });

  test("an origin the organiser allows may call with credentials, another reads nothing", async () => {
    const visitor = new TestVisitor(room, { event: "held" });
    await visitor.join("/held");
    const asked = (headers: Record<string, string>) => visitor.load("/held/data", { "Sec-Fetch-Site": "cross-site", ...headers });
    const refused = await asked({ Origin: PAGE });
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatchObject({ "access-control-allow-origin": PAGE, "access-control-allow-credentials": "true" });
    expect(refused.headers.vary).toContain("Origin");
    expect((await asked({ Origin: "https://other.example" })).headers).not.toHaveProperty("access-control-allow-origin");
    const preflight = (from: string) =>
      room.ask({
        method: "OPTIONS",
        path: "/_stanchion/v1/join",
        headers: { Origin: from, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type" },
      });
    expect((await preflight(PAGE)).headers).toMatchObject({
      "access-control-allow-origin": PAGE,
      "access-control-allow-methods": expect.stringContaining("POST"),
    });
    expect((await preflight("https://other.example")).headers).not.toHaveProperty("access-control-allow-origin");
    const joined = await visitor.load(
      "/_stanchion/v1/join",
      { "Content-Type": "application/json", Origin: PAGE, "Sec-Fetch-Site": "cross-site" },
      "POST",
      '{"event":"held"}',
    );
    expect(joined.status).toBe(201);
    expect(joined.headers["access-control-allow-origin"]).toBe(PAGE);
  });

  test("what the shop answers to such a page is the shop's to open", async () => {
    const visitor = await holding("quiet");
    const asked = (path: string) => visitor.load(path, { Origin: PAGE, "Sec-Fetch-Site": "cross-site" });
    expect((await asked("/quiet/data")).headers).not.toHaveProperty("access-control-allow-origin");
    const open = await asked("/quiet/data?Access-Control-Allow-Origin=*");
    expect(open.headers["access-control-allow-origin"]).toBe("*");
    expect(open.headers).not.toHaveProperty("access-control-allow-credentials");
  });
});
