import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { garbage } from "../support/forgeries.ts";
import { exchange, type RawAnswer } from "../support/raw.ts";
import { HOST } from "../support/room.ts";
import { roomOfFile } from "../support/room-of-file.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";

const { origin, room } = await roomOfFile();
await Promise.all([
  room.createEvent({ id: "held", paths: ["/held"], doors: "stopped" }),
  room.createEvent({ id: "quiet", paths: ["/quiet"], entryPath: "/quiet/start" }),
  room.createEvent({ id: "moving", paths: ["/moving"], doors: "always", perMinute: 6000, entryPath: "/moving/start" }),
]);

beforeEach(() => {
  origin.seen.length = 0;
});

/** Bytes as latin1 text. */
const bytes = (text: string): string => Buffer.from(text).toString("latin1");
const VALUES: readonly string[] = [
  ...garbage.map(bytes),
  "\xff\xfe\xc3\x28\xe0\xa4",
  "\xc0\x80",
  "a\tb\x01\x7f",
  ";",
  "=",
  ";;==;;",
  ",,,",
  "x".repeat(8_000),
  "../../../../etc/passwd",
  "%00%0d%0aSet-Cookie:%20a=1",
  "<script>alert(1)</script>",
  "{{constructor.constructor('x')()}}",
  "__proto__",
  "constructor",
  "-1",
  "1e999",
  "NaN",
].filter((value) => !/[\0\r\n]/.test(value));

interface Surface {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const JSON_POST = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
const SURFACES: readonly Surface[] = [
  { name: "navigation", method: "GET", path: "/held", headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } },
  { name: "JSON client", method: "GET", path: "/held", headers: { Accept: "application/json" } },
  { name: "status", method: "GET", path: "/_stanchion/v1/status?event=held", headers: {} },
  { name: "join", method: "POST", path: "/_stanchion/v1/join", headers: JSON_POST, body: '{"event":"held"}' },
  { name: "enter", method: "POST", path: "/_stanchion/v1/enter", headers: JSON_POST, body: '{"event":"held"}' },
  { name: "leave", method: "POST", path: "/_stanchion/v1/leave", headers: JSON_POST, body: '{"event":"held"}' },
  { name: "organiser API", method: "GET", path: "/_stanchion/api/v1/events", headers: {} },
  { name: "key set", method: "GET", path: "/_stanchion/jwks.json", headers: {} },
];

function send({ method, path, headers, body }: Surface): Promise<RawAnswer> {
  const lines = Object.entries({
    Host: HOST,
    ...headers,
    Connection: "close",
    ...(body === undefined ? {} : { "Content-Length": String(body.length) }),
  });
  const text = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body ?? ""}`;
  return exchange(room.port, Buffer.from(text, "latin1"), newAddress());
}

/** No error of ours, and nothing that reached the shop. */
function expectNormal(answer: RawAnswer, what: string): void {
  expect(answer.status, what).toBeGreaterThanOrEqual(200);
  if (answer.status >= 500) expect(answer.body, what).toContain('"code":"pass-required"');
  expect(answer.head, what).not.toMatch(/stanchion-p-[^=]*=[^;]/);
  expect(origin.seen, what).toEqual([]);
}

async function inChunks<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += 16) await Promise.all(items.slice(start, start + 16).map(work));
}

describe("case 46: garbage is a visitor without a credential", () => {
  const cookies = (value: string): string[] => [
    `stanchion-p-held.main=${value}`,
    `stanchion-v-held.main=${value}`,
    `stanchion-p-held.main=${value}; stanchion-p-held.main=${value}; stanchion-v-held.main=${value}`,
    value,
  ];

  test.each(SURFACES.map((surface) => [surface.name, surface] as const))("in cookies: %s", { timeout: 90_000 }, async (name, surface) => {
    await inChunks(VALUES.flatMap(cookies), async (cookie) => {
      const answer = await send({ ...surface, headers: { ...surface.headers, Cookie: cookie } });
      expectNormal(answer, `${name}, ${JSON.stringify(cookie.slice(0, 80))}`);
      if (name === "navigation") {
        expect(answer.status, cookie.slice(0, 80)).toBe(200);
        expect(answer.head).toContain("Set-Cookie: stanchion-v-held.main=");
      }
      if (name === "join") expect(answer.status, cookie.slice(0, 80)).toBe(202);
    });
  });

  const HEADERS = [
    "Stanchion-Credential",
    "Authorization",
    "Accept",
    "Accept-Language",
    "Sec-Fetch-Mode",
    "Sec-Fetch-Site",
    "Sec-Purpose",
    "Origin",
    "Referer",
    "Content-Type",
    "X-Forwarded-For",
    "CDN-Loop",
    "If-None-Match",
    "Upgrade",
    "Range",
    "Stanchion-Pass",
  ];

  test.each(SURFACES.map((surface) => [surface.name, surface] as const))("in headers: %s", { timeout: 90_000 }, async (name, surface) => {
    const values = VALUES.filter((_, index) => index % 2 === 0 || index > VALUES.length - 8);
    await inChunks(
      HEADERS.flatMap((header) => values.map((value) => [header, value] as const)),
      async ([header, value]) => {
        const answer = await send({
          ...surface,
          headers: { ...surface.headers, [header]: header === "Authorization" ? `Bearer ${value}` : value },
        });
        expectNormal(answer, `${name}, ${header}: ${JSON.stringify(value.slice(0, 80))}`);
      },
    );
  });

  test("in paths and queries", { timeout: 90_000 }, async () => {
    const written = VALUES.map((value) => value.replaceAll(/[ \t#?]/g, "_")).filter((value) => value.length < 9_000);
    const paths = written.flatMap((value) => [
      `/held/${value}`,
      `/held?${value}`,
      `/held?x=${value}&x=${value}`,
      `/_stanchion/v1/status?event=held&lane=${value}`,
      `/_stanchion/v1/status?event=${value}`,
      `/_stanchion/v1/status?${value}`,
      `/_stanchion/v1/${value}`,
      `/_stanchion/${value}`,
      `/_stanchion/api/v1/${value}`,
      `/_stanchion/api/v1/events/${value}`,
    ]);
    await inChunks(paths, async (path) => {
      for (const headers of [{ Accept: "text/html", "Sec-Fetch-Mode": "navigate" }, { Accept: "*/*" }]) {
        expectNormal(await send({ name: "", method: "GET", path, headers }), path.slice(0, 80));
      }
    });
  });

  test("in bodies", async () => {
    for (const call of ["join", "enter", "leave", "session/touch"]) {
      const bodies = [
        ...VALUES,
        ...[
          "null",
          "[]",
          '"x"',
          "7",
          "{",
          '{"event":null}',
          '{"event":"held","returnTo":7}',
          '{"event":"held","lane":{}}',
          '{"__proto__":{"event":"held"}}',
          `{"event":"${"x".repeat(7_000)}"}`,
        ],
      ];
      await inChunks(
        bodies.flatMap((body) =>
          ["application/json", "application/x-www-form-urlencoded", "text/plain", ""].map((type) => [body, type] as const),
        ),
        async ([body, type]) => {
          const answer = await send({
            name: "",
            method: "POST",
            path: `/_stanchion/v1/${call}`,
            headers: { ...JSON_POST, "Content-Type": type },
            body,
          });
          expectNormal(answer, `${call}, ${type}: ${JSON.stringify(body.slice(0, 80))}`);
          expect(answer.status, body.slice(0, 80)).toBeGreaterThanOrEqual(202);
        },
      );
    }
  });

  test("in the request itself: no answer but a refusal", async () => {
    const close = "Connection: close\r\n\r\n";
    const requests = [
      `GET /held HTTP/1.1\r\n${close}`,
      `GET /\0held HTTP/1.1\r\nHost: ${HOST}\r\n${close}`,
      `GET /held HTTP/1.1\r\nHost: ${HOST}\r\nCookie: a\0b\r\n${close}`,
      `GET /held HTTP/1.1\r\nHost: ${HOST}\r\nCookie : a=b\r\n${close}`,
      `GET /held HTTP/1.1\r\nHost: ${HOST}\r\nCookie: a=b\r\n c=d\r\n${close}`,
      `FOO BAR /held HTTP/1.1\r\nHost: ${HOST}\r\n${close}`,
      `FOO /held HTTP/1.1\r\nHost: ${HOST}\r\n${close}`,
      `GET /held HTTP/7.7\r\nHost: ${HOST}\r\n${close}`,
      `GET /held HTTP/1.1\r\nHost: ${HOST}\r\nHost: evil.example\r\n${close}`,
      `POST /held HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${close}0\r\n\r\n`,
      `POST /held HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: -1\r\n${close}`,
    ];
    for (const text of requests) {
      const answer = await exchange(room.port, Buffer.from(text, "latin1"));
      expect(answer.status === 503 ? answer.body : "", JSON.stringify(text)).not.toContain('"code":"internal"');
      expect(answer.status, JSON.stringify(text)).not.toBe(500);
      expect(origin.seen, JSON.stringify(text)).toEqual([]);
    }
    expect((await room.ask({ path: "/held", headers: { Accept: "text/html" } })).status).toBe(200);
  });
});

describe("a body is read alike with its length announced and in chunks", () => {
  const join = '{"event":"held"}';
  const head = `POST /_stanchion/v1/join HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/json\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n`;
  const announced = (body: string): string => `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  /** In pieces that cut characters of several bytes. */
  const chunked = (body: string): string => {
    const pieces = body.match(/[^]{1,7}/g) ?? [];
    return `${head}Transfer-Encoding: chunked\r\n\r\n${[...pieces, ""].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("")}`;
  };

  test.each([
    ["a join", join, 202, '"joining"'],
    ["a join behind a byte order mark", bytes(`\ufeff${join}`), 202, '"joining"'],
    ["one and a half characters", bytes('{"event":"né🎟') + "\xc3", 400, '"invalid-body"'],
    ["a name that is no UTF-8", '{"event":"\xff\xc3("}', 404, '"unknown-event"'],
    ["a name that JSON can't hold", '{"event":"a\x01"}', 400, '"invalid-body"'],
    ["nothing", "", 400, '"lane-required"'],
    ["as much as may be", join.padEnd(8_192), 202, '"joining"'],
    ["a byte more", join.padEnd(8_193), 413, '"body-too-large"'],
  ])("%s", async (_, body, status, says) => {
    for (const text of [announced(body), chunked(body)]) {
      const answer = await exchange(room.port, Buffer.from(text, "latin1"));
      expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(says)]);
    }
  });
});

describe("case 47: returnTo", () => {
  const EVIL = [
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "https:evil.example",
    "http://shop.localhost@evil.example/",
    "http://shop.localhost.evil.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    " /x",
    "/x\r\nSet-Cookie: a=1",
    "/a\\..\\..\\evil",
    "/_stanchion/v1/leave",
    "/%5fstanchion/x",
    "x",
    "",
    "\u0000",
    "/ä",
    "/".repeat(3_000),
  ];
  const GOOD = [
    "/quiet/a",
    "/quiet/a%2Fb?x=%2F&y=+&y=2&empty=&=#frag-ment?/x",
    "/",
    "/other?next=https://evil.example",
    "/quiet/~'();:@!$*,.",
    `/quiet/${"x".repeat(400)}`,
  ];

  test("one that leads elsewhere is ignored, a good one comes back byte for byte", async () => {
    const visitor = new TestVisitor(room, { event: "quiet" });
    for (let request = 0; request < 3; request++) await visitor.open("/quiet");
    for (const returnTo of EVIL) {
      const entered = await visitor.call("enter", { returnTo });
      expect([entered.status, entered.json().returnTo], JSON.stringify(returnTo.slice(0, 60))).toEqual([200, "/quiet/start"]);
    }
    for (const returnTo of GOOD) expect((await visitor.call("enter", { returnTo })).json().returnTo).toBe(returnTo);
    // A full URL of this very host is cut to its path.
    expect((await visitor.call("enter", { returnTo: `http://${HOST}/quiet/b?c#d` })).json().returnTo).toBe("/quiet/b?c#d");
  });

  test("it rides in the ticket up to 512 bytes, and an evil one does not", async () => {
    const kept = `/moving/deep?x=%2F&y=+#${"f".repeat(400)}`;
    for (const [returnTo, expected] of [
      [kept, kept],
      ["//evil.example", "/moving/start"],
      [`/moving/${"x".repeat(600)}`, "/moving/start"],
    ] as const) {
      const visitor = new TestVisitor(room, { event: "moving" });
      await visitor.open("/moving");
      await visitor.call("join", { returnTo });
      let entered = await visitor.call("enter");
      for (let tries = 0; tries < 40 && entered.status !== 200; tries++) {
        await sleep(250);
        entered = await visitor.call("enter");
      }
      expect(entered.json().returnTo).toBe(expected);
    }
  });

  test("the redirect of a granted navigation leads to the very URL that was asked for", async () => {
    const visitor = new TestVisitor(room, { event: "moving" });
    const path = "/moving//evil.example/%2e%2e?u=//evil.example";
    await visitor.join(path);
    await expect.poll(async () => (await visitor.status()).state, { timeout: 10_000 }).toBe("your-turn");
    const granted = await visitor.open(path);
    expect([granted.status, granted.headers.location]).toEqual([303, path]);
  });
});
