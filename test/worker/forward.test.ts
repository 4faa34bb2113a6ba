import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forwardRequest, type Forwarding, hasLoop, isForwardable } from "../../worker/forward.ts";
import { splitRequestUrl } from "../../worker/request-url.ts";

const CLIENT = { address: "192.0.2.1", network: "192.0.2.1/32", country: null };

function forwarded(request: Request, changes: Partial<Forwarding> = {}): Request {
  const target = splitRequestUrl(request.url);
  if (target === null) throw new Error("no target");
  return forwardRequest({
    request,
    target,
    origin: "https://origin.example",
    client: CLIENT,
    passToken: null,
    edgeAssertion: "edge.jws",
    sessionExpiresAtMs: null,
    stripCredentials: false,
    ...changes,
  });
}

const get = (headers: Record<string, string> | [string, string][] = {}, url = "https://shop.example/") => new Request(url, { headers });

describe("forwardRequest", () => {
  test("host mapped, path as fetch writes it, query byte for byte, method and redirects kept", () => {
    const request = forwarded(get({}, "https://shop.example//a%2Fb/%7Ec?x=%20+1&x=2&&y"));
    expect(request.url).toBe("https://origin.example//a%2Fb/%7Ec?x=%20+1&x=2&&y");
    expect([request.method, request.redirect, request.body]).toEqual(["GET", "manual", null]);
  });

  test("S8: a path that the runtime shows unresolved is written resolved", () => {
    const target = { scheme: "https", host: "shop.example", rawPath: "/a/..\\b/%2e%2e/c;x", query: "?\\..\\" } as const;
    expect(forwarded(get(), { target }).url).toBe("https://origin.example/c;x?\\..\\");
  });

  test("no path leaves the origin", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."/\\@:.?#a%2f[];"), maxLength: 12 }), (text) => {
        const target = splitRequestUrl(`https://shop.example/${text}`);
        if (target !== null) expect(new URL(forwarded(get(), { target }).url).origin).toBe("https://origin.example");
      }),
    );
  });

  test("a body is streamed, byte for byte", async () => {
    const bytes = new Uint8Array([0, 255, 1, 254, 10, 13]);
    const request = forwarded(
      new Request("https://shop.example/pay", {
        method: "POST",
        body: bytes,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      }),
    );
    expect(request.method).toBe("POST");
    expect(request.headers.get("Content-Type")).toBe("application/x-www-form-urlencoded");
    expect(new Uint8Array(await request.arrayBuffer())).toEqual(bytes);
  });

  test("what a GET says of a body goes with the body", () => {
    const headers = forwarded(get({ "Content-Length": "5", "Transfer-Encoding": "chunked" })).headers;
    expect([headers.has("Content-Length"), headers.has("Transfer-Encoding")]).toEqual([false, false]);
  });

  test("other headers are untouched, compression and conditions among them", () => {
    const kept = {
      accept: "text/html;q=0.9",
      "accept-encoding": "br;q=1.0, zstd, gzip;q=0.1",
      authorization: "Bearer x.y.z",
      "if-none-match": 'W/"x"',
      range: "bytes=0-9",
      cookie: 'a=1; b="x;y"; c==;d',
      "user-agent": "x",
      referer: "https://shop.example/?a=b",
      "x-custom": "  spaced  ".trim(),
      origin: "https://shop.example",
    };
    const { headers } = forwarded(get(kept));
    for (const [name, value] of Object.entries(kept)) expect([name, headers.get(name)]).toEqual([name, value]);
  });
});

describe("S7: what the origin may believe", () => {
  test("edge assertion, pass and expiry are ours; what a client sends under such names is dropped, underscores too", () => {
    const forged = {
      "Stanchion-Edge": "x",
      "Stanchion-Pass": "x",
      "Stanchion-Credential": "x",
      "STANCHION-Other": "x",
      Stanchion_Pass: "x",
      "Stanchion-Session-Expires": "x",
    };
    const bare = forwarded(get(forged)).headers;
    expect([...bare.keys()].filter((name) => name.startsWith("stanchion"))).toEqual(["stanchion-edge"]);
    expect(bare.get("Stanchion-Edge")).toBe("edge.jws");
    const inside = forwarded(get(forged), { passToken: "pass.jws", sessionExpiresAtMs: 1_700_000_000_000 }).headers;
    expect(inside.get("Stanchion-Pass")).toBe("pass.jws");
    expect(inside.get("Stanchion-Session-Expires")).toBe("2023-11-14T22:13:20.000Z");
    expect([...inside.keys()].filter((name) => name.startsWith("stanchion")).length).toBe(3);
  });

  test("a client can't have our headers taken off as hop-by-hop", () => {
    const { headers } = forwarded(
      get({ Connection: "close, Stanchion-Edge, stanchion-pass, X-Forwarded-For, CDN-Loop, X-Hop", "X-Hop": "1" }),
      { passToken: "p" },
    );
    expect([
      headers.get("Stanchion-Edge"),
      headers.get("Stanchion-Pass"),
      headers.get("X-Forwarded-For"),
      headers.get("CDN-Loop"),
      headers.get("X-Hop"),
    ]).toEqual(["edge.jws", "p", "192.0.2.1", "stanchion", null]);
  });

  test("only Upgrade: websocket passes, on GET", () => {
    expect(forwarded(get({ Upgrade: "WebSocket", "Sec-WebSocket-Protocol": "seats" })).headers.get("Upgrade")).toBe("websocket");
    for (const upgrade of ["h2c", "websocket, h2c", "TLS/1.0", "websocket2", ""])
      expect(forwarded(get({ Upgrade: upgrade })).headers.has("Upgrade")).toBe(false);
    expect(
      forwarded(new Request("https://shop.example/", { method: "POST", headers: { Upgrade: "websocket" } })).headers.has("Upgrade"),
    ).toBe(false);
  });

  test("no method that sends headers back", () => {
    expect(["GET", "POST", "PURGE", "PROPFIND"].every(isForwardable)).toBe(true);
    expect(["TRACE", "trace", "TRACK", "CONNECT"].some(isForwardable)).toBe(false);
  });
});

describe("S8: without a pass nothing names another path or method", () => {
  const overrides = {
    "X-Original-URL": "/tickets",
    "X-Rewrite-URL": "/tickets",
    "X-HTTP-Method-Override": "DELETE",
    "X-Method-Override": "DELETE",
    "X-HTTP-Method": "DELETE",
    X_Original_URL: "/tickets",
  };
  test("the headers are dropped", () => {
    const { headers } = forwarded(get(overrides));
    for (const name of Object.keys(overrides)) expect([name, headers.has(name)]).toEqual([name, false]);
  });
  test("with a pass they are the shop's own affair", () => {
    const { headers } = forwarded(get(overrides), { passToken: "pass" });
    for (const name of Object.keys(overrides)) expect([name, headers.has(name)]).toEqual([name, true]);
  });
});

describe("S9: who is calling, as the origin sees it", () => {
  const forged = {
    "X-Forwarded-For": "203.0.113.66",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "gopher",
    "X-Forwarded-Port": "1",
    "X-Forwarded-Prefix": "/x",
    "X-Forwarded": "x",
    Forwarded: "for=203.0.113.66",
    "X-Real-IP": "203.0.113.66",
    "CF-Connecting-IP": "203.0.113.66",
    "True-Client-IP": "203.0.113.66",
    "X-Client-IP": "203.0.113.66",
    "X-Cluster-Client-IP": "203.0.113.66",
    "Fastly-Client-IP": "203.0.113.66",
    X_Forwarded_For: "203.0.113.66",
    "Client-IP": "203.0.113.66",
    "CF-IPCountry": "XX",
  };
  test.each([
    ["192.0.2.1", "192.0.2.1", 'for=192.0.2.1;host="shop.example:8443";proto=http'],
    ["2001:db8::1", "2001:db8::1", 'for="[2001:db8::1]";host="shop.example:8443";proto=http'],
    [null, null, 'for=unknown;host="shop.example:8443";proto=http'],
  ])("%s", (address, shown, field) => {
    const { headers } = forwarded(get(forged, "http://shop.example:8443/"), { client: { address, country: null } });
    expect([headers.get("X-Forwarded-For"), headers.get("X-Real-IP"), headers.get("Forwarded")]).toEqual([shown, shown, field]);
    expect([headers.get("X-Forwarded-Host"), headers.get("X-Forwarded-Proto")]).toEqual(["shop.example:8443", "http"]);
    expect([...headers].filter(([, value]) => /203\.0\.113|evil|gopher|XX/.test(value))).toEqual([]);
    expect(["X-Forwarded-Port", "X-Forwarded-Prefix", "X-Forwarded"].some((name) => headers.has(name))).toBe(false);
  });
  test("the scheme may be said by who knows where TLS ends", () => {
    const { headers } = forwarded(get({}, "http://shop.example/"), { scheme: "https" });
    expect([headers.get("X-Forwarded-Proto"), headers.get("Forwarded")]).toEqual([
      "https",
      'for=192.0.2.1;host="shop.example";proto=https',
    ]);
  });
});

describe("our cookies", () => {
  test.each([
    ["__Host-stanchion-p-e.l=x; a=1;b=2 ; c", "a=1;b=2 ; c"],
    ["a=1; __Host-stanchion-v-e.l=x; b=2", "a=1; b=2"],
    ["a=1; stanchion-p-e.l=x", "a=1"],
    ["__Secure-stanchion-p-e.l=x", null],
    ["a=1, __Host-stanchion-p-e.l=x; b=2", "a=1; b=2"],
    ["a=1, __Host-stanchion-p-e.l=x, c=3; b=2", "a=1, c=3; b=2"],
    ["a=stanchion-p; __host-stanchion=1; stanchion=2", "a=stanchion-p; __host-stanchion=1; stanchion=2"],
  ])("%s → %s", (cookie, expected) => {
    expect(forwarded(get({ Cookie: cookie })).headers.get("Cookie")).toBe(expected);
  });

  test("S8: a bypass by ending carries no credentials at all", () => {
    const { headers } = forwarded(get({ Cookie: "a=1", Authorization: "Basic x", "If-None-Match": '"x"' }), { stripCredentials: true });
    expect([headers.has("Cookie"), headers.has("Authorization"), headers.get("If-None-Match")]).toEqual([false, false, '"x"']);
  });
});

describe("S2: loops", () => {
  test.each([
    [null, "stanchion"],
    ["", "stanchion"],
    ["cloudflare; loops=1", "cloudflare; loops=1, stanchion"],
  ])("CDN-Loop %s becomes %s", (before, after) => {
    const { headers } = forwarded(get(before === null ? {} : { "CDN-Loop": before }));
    expect(headers.get("CDN-Loop")).toBe(after);
    expect(hasLoop(headers)).toBe(true);
  });
  test.each([
    ["stanchion", true],
    ["a, Stanchion ;x=1", true],
    ["stanchions", false],
    ["a; b=stanchion", false],
    ["", false],
  ])("%s: %s", (value, expected) => {
    expect(hasLoop(new Headers({ "CDN-Loop": value }))).toBe(expected);
  });
});
