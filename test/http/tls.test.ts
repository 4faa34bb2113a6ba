import { expect, test } from "vitest";
import { makeKeys } from "../../bench/tools/keys.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { SHOP_PAGE } from "../support/origin.ts";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

const SHOP = "shop.example";

// As deployed: TLS, keys that are not for development, no loopback listener.
const { origin, room } = await roomOfFile({
  moreHosts: [SHOP],
  tls: selfSignedCertificate([SHOP]),
  keys: await makeKeys({ issuer: "https://room.test", dev: false, nowMs: Date.now() }),
  bindings: { STANCHION_LISTENER: "" },
});
await room.createEvent({ id: "tls", hosts: [SHOP], doors: "always", perMinute: 6000 });

test("S17: over TLS the cookies are bound to host and https, and a bank's cross-site POST brings them along", async () => {
  const visitor = new TestVisitor(room, { event: "tls", host: SHOP });
  const attributes = (lines: string[] | undefined): string[] =>
    (lines ?? []).map((line) => line.replace(/=[^;]*/, "=…").replace(/Max-Age=[1-9][0-9]*/, "Max-Age=…"));
  const page = await visitor.open("/");
  expect(attributes(page.headers["set-cookie"])).toEqual([
    "__Host-stanchion-v-tls.main=…; Max-Age=…; Path=/; HttpOnly; SameSite=None; Secure",
  ]);
  const joined = await visitor.call("join");
  expect(attributes(joined.headers["set-cookie"])).toEqual([
    "__Host-stanchion-p-tls.main=…; Max-Age=…; Path=/; HttpOnly; SameSite=None; Secure",
  ]);
  // No attribute that would widen or loosen them.
  for (const line of [...(page.headers["set-cookie"] ?? []), ...(joined.headers["set-cookie"] ?? [])])
    expect(line).not.toMatch(/Domain|Lax|Strict/i);
  expect((await visitor.goIn("/")).status).toBe(200);
  expect((await visitor.open("/")).body).toContain(SHOP_PAGE);
  expect(origin.seen.at(-1)?.headers).toMatchObject({
    "x-forwarded-proto": "https",
    "x-forwarded-host": SHOP,
    forwarded: expect.stringContaining("proto=https"),
  });
  const paid = await visitor.submit("/paid", "order=1", "cross-site", { Origin: "https://bank.example" });
  expect(paid.body).toContain(SHOP_PAGE);
  expect(origin.seen.at(-1)).toMatchObject({ method: "POST", url: "/paid", body: "order=1" });
  const left = await visitor.call("leave");
  expect(left.headers["set-cookie"]).toEqual([
    "__Host-stanchion-v-tls.main=; Max-Age=0; Path=/; HttpOnly; SameSite=None; Secure",
    "__Host-stanchion-p-tls.main=; Max-Age=0; Path=/; HttpOnly; SameSite=None; Secure",
  ]);
});

test("S17: the plain names of a loopback listener are nothing here", async () => {
  const visitor = new TestVisitor(room, { event: "tls", host: SHOP });
  await visitor.open("/");
  const value = visitor.cookie("v") ?? "";
  const answer = await room.ask({
    method: "POST",
    path: "/_stanchion/v1/join",
    from: visitor.from,
    headers: {
      Host: SHOP,
      "Content-Type": "application/json",
      "Sec-Fetch-Site": "same-origin",
      Cookie: `stanchion-v-tls.main=${value}; __Secure-stanchion-v-tls.main=${value}`,
    },
    body: '{"event":"tls"}',
  });
  expect(answer.status).toBe(202);
});

test("S17: only a site that the organiser names may frame our pages, and its frame has cookies of its own", async () => {
  await room.createEvent({ id: "framed", hosts: [SHOP], paths: ["/framed"], doors: "always", framing: ["https://portal.example"] });
  const framed = await new TestVisitor(room, { event: "framed", host: SHOP }).open("/framed");
  expect(framed.headers["content-security-policy"]).toMatch(/; frame-ancestors https:\/\/portal\.example(?:;|$)/);
  expect(framed.headers["set-cookie"]).toEqual([expect.stringMatching(/; SameSite=None; Secure; Partitioned$/)]);
  const plain = await new TestVisitor(room, { event: "tls", host: SHOP }).open("/");
  expect(plain.headers["content-security-policy"]).toMatch(/; frame-ancestors 'none'(?:;|$)/);
  const refused = await room.organise("POST", "events", {
    ...{ id: "wide", region: "weur", hosts: [SHOP], paths: ["/wide"], perMinute: 60, maxActiveSessions: 60 },
    framing: ["*"],
  });
  expect([refused.status, refused.json().field]).toEqual([422, "framing.0"]);
});
