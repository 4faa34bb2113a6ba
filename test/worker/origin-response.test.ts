import { describe, expect, test } from "vitest";
import { readCommands } from "../../worker/origin-commands.ts";
import { relayResponse, type Relay } from "../../worker/origin-response.ts";

const relay = (response: Response, changes: Partial<Relay> = {}) =>
  relayResponse({ response, covered: true, sharedCache: false, setsCookie: false, ...changes });

const answer = (headers: Record<string, string> | [string, string][] = {}, status = 200, body: string | null = "body") =>
  new Response(body, { status, headers });

describe("relayResponse", () => {
  test("status, text, body and headers as they came", async () => {
    const original = new Response("body", {
      status: 418,
      statusText: "Teapot",
      headers: { ETag: '"x"', "Content-Encoding": "identity", Location: "https://elsewhere.example/", Vary: "A, B" },
    });
    const response = relay(original);
    expect([response.status, response.statusText, await response.text()]).toEqual([418, "Teapot", "body"]);
    for (const name of ["ETag", "Content-Encoding", "Location", "Vary"])
      expect(response.headers.get(name)).toBe(original.headers.get(name));
  });

  test.each([204, 205, 304])("%i has no body", (status) => {
    const response = relay(answer({ ETag: '"x"' }, status, null));
    expect([response.status, response.body, response.headers.get("ETag")]).toEqual([status, null, '"x"']);
  });

  test("a redirect is the visitor's to follow", () => {
    const response = relay(answer({ Location: "/next" }, 302, null));
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/next"]);
  });

  test.each([999, 199, 600, 101])("a status %i that can't be handed on is our 502", async (status) => {
    const odd = new Proxy(answer(), { get: (target, name) => (name === "status" ? status : Reflect.get(target, name, target)) });
    const response = relay(odd);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: "bad-origin-answer" });
  });
});

describe("S7: commands", () => {
  const commanded = (headers: Record<string, string>) => readCommands(new Headers(headers));

  test.each([
    [{ "Stanchion-Session": "end" }, { end: "origin" }],
    [{ "Stanchion-Session": "END ; Reason=Bought" }, { end: "bought" }],
    [{ "Stanchion-Session": "end; reason=other" }, { end: "origin" }],
    [{ "Cf-Waiting-Room-Command": "revoke" }, { end: "origin" }],
    [
      { "Stanchion-Load": "slow", "Stanchion-Stock": "0" },
      { load: "slow", stock: 0 },
    ],
    [{ "Stanchion-Stock": "1200" }, { stock: 1200 }],
    [{ "Stanchion-Session": "ended" }, {}],
    [{ "Stanchion-Session": "keep" }, {}],
    [{ "Cf-Waiting-Room-Command": "renew" }, {}],
    [{ "Stanchion-Load": "fast" }, {}],
    [{ "Stanchion-Stock": "-1" }, {}],
    [{ "Stanchion-Stock": "1.5" }, {}],
    [{ "Stanchion-Stock": "1e3" }, {}],
    [{ "Stanchion-Stock": "99999999999" }, {}],
    [{}, {}],
  ])("%o: %o", (headers, expected) => {
    expect(commanded(headers as Record<string, string>)).toEqual(expected);
  });

  const all = {
    "Stanchion-Session": "end",
    "Stanchion-Load": "stop",
    "Stanchion-Stock": "1",
    "Cf-Waiting-Room-Command": "revoke",
    "Stanchion-New": "x",
  };
  test.each([
    ["a cache", { Age: "0" }],
    ["Cloudflare's cache", { "CF-Cache-Status": "HIT" }],
  ])("none out of %s", (_, headers) => {
    expect(commanded({ ...all, ...headers })).toEqual({});
  });

  test("none reaches the client, whatever they are called", () => {
    const names = [...relay(answer(all)).headers.keys()];
    expect(names.filter((name) => name.startsWith("stanchion") || name.startsWith("cf-waiting"))).toEqual([]);
  });

  test("Set-Cookie of our names is dropped, in every spelling a browser takes for them; the others stay in order", () => {
    const kept = [
      "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
      "b=2; Path=/",
      "a=3",
      "mystanchion-p=1",
      "x=__Host-stanchion-p",
      "stanchion=1",
    ];
    const ours = [
      "__Host-stanchion-p-e.l=x",
      "__Secure-stanchion-v-e.l=x",
      "stanchion-p-e.l=x",
      "__host-STANCHION-p-e.l=x",
      " \t__Host-stanchion-p-e.l=x",
      "=__Host-stanchion-p-e.l=x",
      " = stanchion-p-e.l=x",
      "stanchion-p-e.l",
      "stanchion-p-e.l =x",
    ];
    const lines = kept.flatMap((line, at) => [line, ours[at] ?? line]).concat(ours.slice(kept.length));
    const response = relay(answer(lines.map((line): [string, string] => ["Set-Cookie", line])));
    expect(response.headers.getSetCookie()).toEqual(kept);
  });

  test("no way to the origin past the room is told", () => {
    expect(relay(answer({ "Alt-Svc": 'h3="origin.example:443"' })).headers.has("Alt-Svc")).toBe(false);
  });
});

describe("S17: caches", () => {
  const cacheControl = (headers: Record<string, string>, changes?: Partial<Relay>) =>
    relay(answer(headers), changes).headers.get("Cache-Control");

  test.each([
    ["public, max-age=60", "private, max-age=60"],
    ["s-maxage=600", "private"],
    ["Public , S-MaxAge = 600, max-age=5, immutable", "private, max-age=5, immutable"],
    ["private, max-age=5", "private, max-age=5"],
    ['private="set-cookie, x", max-age=5', "private, max-age=5"],
    ['no-cache="public, s-maxage=1", max-age=5', 'private, no-cache="public, s-maxage=1", max-age=5'],
    ["no-store", "no-store"],
    ["no-store, public", "no-store"],
    ["no-cache", "private, no-cache"],
    ["proxy-revalidate, max-age=1", "private, max-age=1"],
    ["", "private"],
    [",,", "private"],
    ['max-age=5, x="unclosed, public', 'private, max-age=5, x="unclosed, public'],
  ])("case 52: on a covered URL %j becomes %j", (before, after) => {
    expect(cacheControl({ "Cache-Control": before })).toBe(after);
  });

  test("without any the answer is private, so that nobody guesses", () => {
    expect(cacheControl({ "Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT" })).toBe("private");
  });

  test("fields for shared caches go", () => {
    const fields = [
      "CDN-Cache-Control",
      "Cloudflare-CDN-Cache-Control",
      "Acme-CDN-Cache-Control",
      "Surrogate-Control",
      "Edge-Control",
      "X-Accel-Expires",
    ];
    const { headers } = relay(answer(Object.fromEntries(fields.map((name) => [name, "max-age=600"]))));
    expect(fields.filter((name) => headers.has(name))).toEqual([]);
  });

  test.each([{ covered: false }, { sharedCache: true }])("%o: the origin's own words stay", (changes) => {
    const headers = { "Cache-Control": "public, s-maxage=60", "CDN-Cache-Control": "max-age=60" };
    const relayed = relay(answer(headers), changes).headers;
    expect([relayed.get("Cache-Control"), relayed.get("CDN-Cache-Control")]).toEqual(["public, s-maxage=60", "max-age=60"]);
  });

  test.each([{}, { sharedCache: true }, { covered: false }])(
    "case 52: an answer on which we set a cookie is nobody's to keep (%o)",
    (changes) => {
      const headers = {
        "Cache-Control": "public, max-age=60",
        "CDN-Cache-Control": "max-age=60",
        Expires: "Wed, 21 Oct 2099 07:28:00 GMT",
      };
      const relayed = relay(answer(headers), { setsCookie: true, ...changes }).headers;
      expect([relayed.get("Cache-Control"), relayed.get("CDN-Cache-Control"), relayed.get("Expires")]).toEqual([
        "private, no-store",
        null,
        null,
      ]);
    },
  );
});
