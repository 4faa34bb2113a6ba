import { type IncomingMessage, request } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JWTVerifyOptions } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startOrigin, SHOP_PAGE, type TestOrigin } from "../support/origin.ts";
import { HOST, startRoom, type Room } from "../support/room.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";
import { echoWebSockets, openWebSocket } from "../support/websocket.ts";

const OTHER_HOST = "other.localhost";
const OWN_COOKIES = [
  "stanchion-p-shop.main=x",
  "__Host-stanchion-p-shop.main=x; Path=/; Secure",
  "__host-Stanchion-v-shop.main=x",
  "=stanchion-p-shop.main=x",
];
const handshakes: IncomingMessage[] = [];

let origin: TestOrigin;
let second: TestOrigin;
let room: Room;

beforeAll(async () => {
  origin = await startOrigin((asked, response) => {
    const { pathname, searchParams } = new URL(asked.url ?? "/", "http://origin");
    for (const [name, value] of searchParams) if (name !== "status") response.setHeader(name, value);
    if (pathname.endsWith("/cookies"))
      response.setHeader("Set-Cookie", ["a=1; Path=/", ...OWN_COOKIES, "b=2; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "a=3"]);
    if (pathname.endsWith("/zipped"))
      return void response.writeHead(200, { "Content-Encoding": "gzip", "Content-Type": "text/html" }).end(gzipSync(SHOP_PAGE));
    response.writeHead(Number(searchParams.get("status") ?? 200), { "Content-Type": "text/html" });
    response.end(asked.method === "HEAD" || searchParams.has("status") ? "" : SHOP_PAGE);
  });
  echoWebSockets(origin.server, handshakes);
  second = await startOrigin();
  room = await startRoom({ origin: origin.url, hosts: { [OTHER_HOST]: second.url }, origins: [second.url] });
  await Promise.all([
    room.createEvent({
      id: "shop",
      paths: ["/shop"],
      originCommands: true,
      rules: [{ action: "bypass", paths: ["/shop/open"], methods: [], networks: [], header: null }],
    }),
    room.createEvent({ id: "silent", paths: ["/silent"] }),
    room.createEvent({ id: "held", paths: ["/held"], doors: "stopped" }),
    room.createEvent({ id: "elsewhere", hosts: [OTHER_HOST] }),
    room.createEvent({ id: "second", paths: ["/second"], origin: second.url }),
  ]);
});

afterAll(async () => {
  await room?.stop();
  await Promise.all([origin?.stop(), second?.stop()]);
});

beforeEach(() => {
  origin.seen.length = 0;
  second.seen.length = 0;
  handshakes.length = 0;
});

async function inside(event: string, host = HOST): Promise<TestVisitor> {
  const visitor = new TestVisitor(room, { event, host });
  const path = host === HOST ? `/${event}` : "/";
  for (let request = 0; request < 3; request++) await visitor.open(path);
  origin.seen.length = 0;
  second.seen.length = 0;
  return visitor;
}

/** Verifies as an origin does: with the published keys and nothing else. */
async function verified(token: unknown, options: JWTVerifyOptions) {
  const keys = createLocalJWKSet((await room.ask({ path: "/_stanchion/jwks.json" })).json());
  return (
    await jwtVerify(String(token), keys, {
      issuer: room.keys.issuer,
      algorithms: ["EdDSA"],
      requiredClaims: ["iat", "exp", "aud"],
      ...options,
    })
  ).payload;
}

describe("S7: what the origin gets", () => {
  test("an assertion for that origin and for a minute, reused for half of it, verifiable by the published keys", async () => {
    const visitor = await inside("shop");
    await visitor.open("/shop/1");
    await visitor.open("/shop/open");
    await room.ask({ path: "/free", headers: { Accept: "text/html" } });
    const tokens = origin.seen.map(({ headers }) => headers["stanchion-edge"]);
    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(1);
    const claims = await verified(tokens[0], { typ: "stanchion-edge+jwt", audience: origin.url });
    expect(Number(claims.exp) - Number(claims.iat)).toBeLessThanOrEqual(60);
    expect(Object.keys(claims).toSorted()).toEqual(["aud", "exp", "iat", "iss"]);
    await expect(verified(tokens[0], { typ: "stanchion-edge+jwt", audience: second.url })).rejects.toThrow("aud");
    await expect(verified(tokens[0], { typ: "stanchion-pass+jwt" })).rejects.toThrow("typ");

    // By the host, and by the event's own setting.
    await (await inside("elsewhere", OTHER_HOST)).open("/x");
    await (await inside("second")).open("/second/x");
    for (const { headers } of second.seen) await verified(headers["stanchion-edge"], { typ: "stanchion-edge+jwt", audience: second.url });
    expect(origin.seen).toEqual([]);
  });

  test("the bare pass and when the session expires; nothing of it can be made a cookie or credential of", async () => {
    const visitor = await inside("shop");
    await visitor.open("/shop/1");
    const { headers } = origin.seen[0] ?? {};
    const token = String(headers?.["stanchion-pass"]);
    const claims = await verified(token, { typ: "stanchion-pass+jwt", audience: "shop.1.main" });
    expect(claims["pos"]).toBeGreaterThan(0);
    expect(decodeProtectedHeader(token)).toEqual({ alg: "EdDSA", typ: "stanchion-pass+jwt", kid: expect.any(String) });
    expect(Date.parse(String(headers?.["stanchion-session-expires"]))).toBe(Number(claims.exp) * 1000);

    await room.organise("POST", "events/shop/actions/doors", { doors: "stopped" });
    await expect
      .poll(async () => (await new TestVisitor(room, { event: "shop" }).open("/shop")).body.includes(SHOP_PAGE), { timeout: 5_000 })
      .toBe(false);
    const edge = String(headers?.["stanchion-edge"]);
    const mac = (visitor.cookie() ?? "").split("~")[1];
    origin.seen.length = 0;
    for (const shown of [token, `${token}~`, `${token}~${"A".repeat(22)}`, edge, `${edge}~${mac}`]) {
      const asked = { path: "/shop", from: newAddress(), headers: { Accept: "application/json" } };
      const answers = [
        await room.ask({ ...asked, headers: { ...asked.headers, Cookie: `stanchion-p-shop.main=${shown}` } }),
        await room.ask({ ...asked, headers: { ...asked.headers, "Stanchion-Credential": shown } }),
        await room.ask({ ...asked, headers: { ...asked.headers, "Stanchion-Pass": shown } }),
      ];
      for (const answer of answers) expect(answer.json()).toMatchObject({ state: "joining", position: null });
      const session = await room.ask({ path: "/_stanchion/v1/session?event=shop", headers: { Authorization: `Bearer ${shown}` } });
      expect(session.status).toBe(404);
    }
    expect(origin.seen).toEqual([]);
    await room.organise("POST", "events/shop/actions/doors", { doors: "auto" });
    await expect
      .poll(async () => (await new TestVisitor(room, { event: "shop" }).open("/shop")).body.includes(SHOP_PAGE), { timeout: 5_000 })
      .toBe(true);
  });

  test("nothing a client calls Stanchion-…, none of our cookies, everything else byte for byte", async () => {
    const visitor = await inside("shop");
    const own = visitor.jar.header() ?? "";
    const forged = {
      "Stanchion-Pass": "forged",
      "Stanchion-Edge": "forged",
      Stanchion_Edge: "forged",
      "STANCHION-SESSION-EXPIRES": "never",
      "Stanchion-Anything": "x",
    };
    await visitor.open("/shop/1?a=%2F", {
      ...forged,
      Cookie: `first=1; ${own}; a="b c"; stanchion-v-other.main=x; __Host-stanchion-p-a.b=y; z=%7E`,
      "X-Custom": "kept, as it is",
      Authorization: "Basic eDp5",
      Range: "bytes=0-1",
    });
    const { headers } = origin.seen[0] ?? {};
    expect(headers?.cookie).toBe('first=1; a="b c"; z=%7E');
    expect(headers).toMatchObject({ "x-custom": "kept, as it is", authorization: "Basic eDp5", range: "bytes=0-1" });
    expect(Object.values(headers ?? {})).not.toContain("forged");
    expect(
      Object.keys(headers ?? {})
        .filter((name) => /stanchion/i.test(name))
        .toSorted(),
    ).toEqual(["stanchion-edge", "stanchion-pass", "stanchion-session-expires"]);

    await room.ask({ path: "/free", headers: { Accept: "text/html", Cookie: own, ...forged } });
    const free = origin.seen[1]?.headers ?? {};
    expect(Object.keys(free).filter((name) => /stanchion/i.test(name))).toEqual(["stanchion-edge"]);
    expect(free).not.toHaveProperty("cookie");
    expect(Object.values(free)).not.toContain("forged");
  });

  test("method, streamed body, redirects, compression, conditional answers and HEAD go through untouched", async () => {
    const visitor = await inside("shop");
    const body = "x".repeat(300_000);
    await visitor.load("/shop/upload", { "Content-Type": "text/plain" }, "PUT", body);
    expect(origin.seen[0]).toMatchObject({ method: "PUT", body });
    const moved = await visitor.open("/shop/moved?status=302&Location=https%3A%2F%2Felsewhere.example%2F");
    expect([moved.status, moved.headers.location]).toEqual([302, "https://elsewhere.example/"]);
    expect((await visitor.open("/shop/same?status=304&ETag=%22x%22", { "If-None-Match": '"x"' })).status).toBe(304);
    expect((await visitor.load("/shop/1", {}, "HEAD")).status).toBe(200);
    const zipped = await new Promise<{ encoding: unknown; bytes: Buffer }>((resolve, reject) => {
      const headers = { Host: HOST, Cookie: visitor.jar.header() ?? "", "Accept-Encoding": "gzip" };
      request(
        { host: "127.0.0.1", port: room.port, path: "/shop/zipped", headers, localAddress: visitor.from, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }));
        },
      )
        .on("error", reject)
        .end();
    });
    expect(zipped.encoding).toBe("gzip");
    expect(gunzipSync(zipped.bytes).toString()).toBe(SHOP_PAGE);
    for (const method of ["TRACE", "TRACK"]) expect([400, 501]).toContain((await visitor.load("/shop", {}, method)).status);
  });
});

describe("S7: what the origin says", () => {
  test("nothing called Stanchion-… and no cookie of our names reaches the client, covered or not", async () => {
    const visitor = await inside("silent");
    const commands =
      "Stanchion-Load=slow&Stanchion-Stock=5&Stanchion-Pass=x&Stanchion-Session=keep&Cf-Waiting-Room-Command=renew&X-Shop=kept&Alt-Svc=h3";
    for (const path of ["/silent/cookies", "/free/cookies"]) {
      const answer = await room.ask({
        path: `${path}?${commands}`,
        from: visitor.from,
        headers: { Accept: "text/html", Cookie: visitor.jar.header() },
      });
      expect(answer.body, path).toBe(SHOP_PAGE);
      expect(answer.headers["x-shop"]).toBe("kept");
      expect(
        Object.keys(answer.headers).filter((name) => /stanchion|cf-waiting|alt-svc/i.test(name)),
        path,
      ).toEqual([]);
      const kept = answer.headers["set-cookie"]?.filter((line) => !line.includes("stanchion-"));
      expect(kept, path).toEqual(["a=1; Path=/", "b=2; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "a=3"]);
      expect(
        answer.headers["set-cookie"]?.filter((line) => /stanchion-[pv]-shop/i.test(line)),
        path,
      ).toEqual([]);
    }
  });

  test("an end counts where it is switched on, on a covered answer of that session that is no cache's", async () => {
    const end = "Stanchion-Session=end";
    const stays = async (visitor: TestVisitor, path: string, name: string): Promise<void> => {
      const answer = await visitor.open(path);
      expect(answer.body, name).toContain(SHOP_PAGE);
      expect((await visitor.load("/_stanchion/v1/session", {})).status, name).toBe(200);
      await visitor.open(path.split("?")[0] ?? "");
      expect(visitor.cookie(), name).toBeDefined();
    };
    await stays(await inside("silent"), `/silent/1?${end}`, "switched off");
    const visitor = await inside("shop");
    await stays(visitor, `/shop/1?${end}&Age=0`, "with Age");
    await stays(visitor, `/shop/1?${end}&CF-Cache-Status=HIT`, "out of Cloudflare's cache");
    await stays(visitor, `/shop/open?${end}`, "on a bypassed path");
    await stays(visitor, `/free?${end}`, "on an uncovered path");
    await stays(visitor, "/shop/1?Stanchion-Session=ended", "no command");
    await visitor.open(`/shop/1?${end}`);
    expect(visitor.cookie(), "the real one").toBeUndefined();
  });

  test("case 52: its Cache-Control is obeyed, but what an admitted visitor saw is nobody else's", async () => {
    const visitor = await inside("silent");
    await visitor.open("/silent");
    const cacheControl = async (path: string): Promise<string | undefined> => (await visitor.open(path)).headers["cache-control"];
    expect(await cacheControl("/silent/1?Cache-Control=public%2C%20max-age%3D60&CDN-Cache-Control=max-age%3D600")).toBe(
      "private, max-age=60",
    );
    expect(await cacheControl("/silent/1?Cache-Control=s-maxage%3D600")).toBe("private");
    expect(await cacheControl("/silent/1?Cache-Control=no-store")).toBe("no-store");
    expect(await cacheControl("/silent/1?Cache-Control=private%2C%20max-age%3D5")).toBe("private, max-age=5");
    expect(await cacheControl("/silent/1")).toBe("private");
    expect(await cacheControl("/free?Cache-Control=public%2C%20max-age%3D60")).toBe("public, max-age=60");
    // An answer on which we set a cookie is nobody's to keep.
    const first = await new TestVisitor(room).open(
      "/silent/1?Cache-Control=public%2C%20max-age%3D60&Expires=Wed%2C%2021%20Oct%202099%2007%3A28%3A00%20GMT",
    );
    expect(first.headers["set-cookie"]?.[0]).toContain("stanchion-p-silent.main=");
    expect(first.headers["cache-control"]).toBe("private, no-store");
    expect(first.headers).not.toHaveProperty("expires");
  });
});

describe("S7: only Upgrade: websocket passes", () => {
  test("a WebSocket goes through the room both ways, with the pass", async () => {
    const visitor = await inside("shop");
    const cookie = { Host: HOST, Cookie: visitor.jar.header() ?? "" };
    const { status, headers, socket } = await openWebSocket(
      room.port,
      "/shop/seats",
      { ...cookie, "Sec-WebSocket-Protocol": "seats.v1" },
      visitor.from,
    );
    expect(status).toBe(101);
    expect(headers["sec-websocket-protocol"]).toBe("seats.v1");
    expect(await socket?.say("A1")).toBe("echo: A1");
    expect(await socket?.say("A2")).toBe("echo: A2");
    socket?.close();
    expect(handshakes).toHaveLength(1);
    expect(handshakes[0]?.headers["stanchion-pass"]).toBeDefined();
    expect(handshakes[0]?.headers["stanchion-edge"]).toBeDefined();
    expect(handshakes[0]?.headers.cookie).toBeUndefined();
  });

  test("without a pass it is refused and the shop sees nothing of it", async () => {
    const { status, socket } = await openWebSocket(room.port, "/held/seats", { Host: HOST });
    expect(status).toBe(503);
    expect(socket).toBeNull();
    expect(handshakes).toEqual([]);
  });

  test("another protocol is not asked for at the shop", async () => {
    const visitor = await inside("shop");
    for (const protocol of ["h2c", "TLS/1.3", "websocket, h2c", "foo"]) {
      await openWebSocket(
        room.port,
        "/shop/1",
        { Host: HOST, Cookie: visitor.jar.header() ?? "", Upgrade: protocol, "HTTP2-Settings": "AAMAAABkAAQAAP__" },
        visitor.from,
      ).catch(() => null);
    }
    expect(handshakes).toEqual([]);
    for (const { headers } of origin.seen) {
      expect(headers).not.toHaveProperty("upgrade");
      expect(headers).not.toHaveProperty("http2-settings");
    }
  });
});

describe("S9: who is calling", () => {
  const claims = (address: string) => ({
    "X-Forwarded-For": address,
    "X-Real-IP": address,
    "CF-Connecting-IP": address,
    "True-Client-IP": address,
    "X-Client-IP": address,
    "X-Cluster-Client-IP": address,
    "Fastly-Client-IP": address,
    Forwarded: `for=${address};host=evil.example;proto=https`,
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    X_Forwarded_For: address,
    "CF-IPCountry": "XX",
    "CF-Visitor": '{"scheme":"https"}',
  });

  test("the origin is told the address the client really has", async () => {
    const visitor = await inside("shop");
    await visitor.open("/shop/1", claims("198.51.100.7"));
    await room.ask({ path: "/free", from: visitor.from, headers: { Accept: "text/html", ...claims("198.51.100.7") } });
    expect(origin.seen).toHaveLength(2);
    for (const { headers } of origin.seen) {
      expect(headers).toMatchObject({
        "x-forwarded-for": visitor.from,
        "x-real-ip": visitor.from,
        "x-forwarded-host": HOST,
        "x-forwarded-proto": "http",
        forwarded: `for=${visitor.from};host="${HOST}";proto=http`,
      });
      expect(JSON.stringify(headers)).not.toMatch(/198\.51\.100\.7|evil\.example/);
      expect(Object.keys(headers).filter((name) => /client-ip|connecting|cf-|_/.test(name))).toEqual([]);
    }
  });

  test("headers neither share nor split a network's limits", async () => {
    const [busy, calm] = [newAddress(), "127.200.3.4"];
    const ask = (from: string, address: string) =>
      room.ask({
        method: "POST",
        path: "/_stanchion/v1/join",
        from,
        headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json", ...claims(address) },
        body: '{"event":"held"}',
      });
    const statuses = await Promise.all(
      Array.from({ length: 260 }, async (_, index) => (await ask(busy, `198.51.100.${index % 250}`)).status),
    );
    expect(statuses.filter((status) => status === 202).length).toBeGreaterThanOrEqual(200);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    // Somebody else who says to be that address, and the busy one whoever it says to be.
    expect((await ask(calm, busy)).status).toBe(202);
  });

  test("a credential belongs to the network it was given to, whatever a header says", async () => {
    const owner = new TestVisitor(room, { event: "held" });
    await owner.open("/held");
    const thief = owner.copy({ from: newAddress() });
    const joined = await thief.load(
      "/_stanchion/v1/join",
      { "Content-Type": "application/json", ...claims(owner.from) },
      "POST",
      '{"event":"held"}',
    );
    expect(joined.status).toBe(202);
    const own = await owner.load(
      "/_stanchion/v1/join",
      { "Content-Type": "application/json", ...claims("198.51.100.9") },
      "POST",
      '{"event":"held"}',
    );
    expect(own.status).toBe(201);
  });
});
