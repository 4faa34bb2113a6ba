import { afterEach, expect, test } from "vitest";
import { makeKeys } from "../../bench/tools/keys.ts";
import { SHOP_PAGE, startOrigin, type TestOrigin } from "../support/origin.ts";
import { startRoom, type Room } from "../support/room.ts";
import { newAddress } from "../support/visitor.ts";

const SECRET = "for-the-box-office-only";
const PROXY = { kind: "proxy", header: "X-Forwarded-For", trustedProxies: ["127.0.0.0/8"] };

let origin: TestOrigin;
let room: Room;

afterEach(async () => {
  await room?.stop();
  await origin?.stop();
});

async function open(platform: object): Promise<void> {
  origin = await startOrigin();
  // Keys made for development serve no caller whom a proxy does not name.
  const keys = await makeKeys({ issuer: "https://room.test", dev: false, nowMs: Date.now() });
  room = await startRoom({ origin: origin.url, keys, deployment: { platform } });
  await room.createEvent({
    doors: "stopped",
    rules: [
      { action: "bypass", paths: ["/press"], methods: [], networks: [], countries: ["NL"], header: null },
      { action: "bypass", paths: ["/office"], methods: [], networks: [], header: null, cookie: { name: "staff", value: SECRET } },
      { action: "bypass", paths: ["/preview"], methods: [], networks: [], header: null, query: { name: "p", value: "1", forgeable: true } },
    ],
  });
}

async function passes(path: string, headers: Record<string, string> = {}): Promise<boolean> {
  const answer = await room.ask({
    path,
    headers: { Accept: "text/html", "X-Forwarded-For": "127.77.0.1", ...headers },
    from: newAddress(),
  });
  return answer.body.includes(SHOP_PAGE);
}

test("S9: a country rule goes by the header that the proxy is trusted with, and by no other", async () => {
  await open({ ...PROXY, countryHeader: "X-Edge-Country" });
  expect(await passes("/press", { "X-Edge-Country": "NL" })).toBe(true);
  for (const headers of [{}, { "X-Edge-Country": "DE" }, { "X-Edge-Country": "XX" }, { "CF-IPCountry": "NL" }, { "X-Country": "NL" }]) {
    expect(await passes("/press", headers as Record<string, string>), JSON.stringify(headers)).toBe(false);
  }
  expect(await passes("/tickets", { "X-Edge-Country": "NL" })).toBe(false);
});

test("S9: without that header named, or with no proxy in front, no country is known and no such rule matches", async () => {
  await open({ kind: "workerd" });
  for (const name of ["CF-IPCountry", "X-Edge-Country", "X-Country"]) expect(await passes("/press", { [name]: "NL" }), name).toBe(false);
});

test("S8: a cookie's secret opens what its rule names; a forgeable query opens it to whoever sends it", async () => {
  await open({ kind: "workerd" });
  expect(await passes("/office", { Cookie: `a=1; staff=${SECRET}` })).toBe(true);
  expect(await passes("/preview?p=1")).toBe(true);
  for (const [path, cookie] of [
    ["/office", `staff=${SECRET.slice(1)}`],
    ["/office", `staff=${SECRET}; staff=x`],
    ["/office;x", `staff=${SECRET}`],
    ["/tickets", `staff=${SECRET}`],
    ["/preview?p=2", ""],
    ["/preview?p=1&p=1", ""],
  ] as const) {
    expect(await passes(path, cookie === "" ? {} : { Cookie: cookie }), `${path} ${cookie}`).toBe(false);
  }
  const rules = (role: "owner" | "viewer") => room.organise("GET", "events/on-sale", undefined, { role });
  expect((await rules("owner")).json().rules[1].cookie).toEqual({ name: "staff", value: SECRET, forgeable: false });
  expect((await rules("viewer")).body).not.toContain(SECRET);
  expect((await rules("viewer")).json().rules[2].query).toEqual({ name: "p", value: "1", forgeable: true });
});
