/** Lanes by invite, over the real room. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { garbage } from "../support/forgeries.ts";
import type { Answer } from "../support/http.ts";
import { SHOP_PAGE, type TestOrigin } from "../support/origin.ts";
import { startProbedRoom, type ProbedRoom } from "../support/probed-room.ts";
import { HOST, type Room } from "../support/room.ts";
import { TestVisitor } from "../support/visitor.ts";

const HOUR_MS = 3_600_000;
const inAn = (hourMs = HOUR_MS): string => new Date(Date.now() + hourMs).toISOString();

let probed: ProbedRoom;
let origin: TestOrigin;
let room: Room;

const withVip = (id: string) => ({
  id,
  paths: [`/${id}`],
  entryPath: `/${id}`,
  lanes: [
    { id: "main", share: 1, paths: [] },
    { id: "vip", share: 5, paths: [], invite: true },
  ],
  perMinute: 6_000,
});

beforeAll(async () => {
  probed = await startProbedRoom();
  ({ origin, room } = probed);
  await Promise.all([
    room.createEvent({ ...withVip("held"), doors: "stopped" }),
    room.createEvent({ ...withVip("moving"), doors: "stopped" }),
    room.createEvent({ ...withVip("soon"), schedule: { preQueueAt: inAn(), opensAt: inAn(2 * HOUR_MS), closesAt: null } }),
    room.createEvent({
      id: "presale",
      paths: ["/presale"],
      lanes: [{ id: "club", share: 1, paths: ["/presale"], invite: true }],
      doors: "stopped",
    }),
  ]);
});

afterAll(() => probed?.stop());

async function invitesOf(event: string, count = 1, lane = "vip", expiresAt = inAn()): Promise<string[]> {
  const made = await room.organise("POST", `events/${event}/invites`, { lane, count, expiresAt }, { role: "operator" });
  expect(made.status).toBe(200);
  return made.json().invites;
}

async function inviteOf(event: string, lane = "vip"): Promise<string> {
  return (await invitesOf(event, 1, lane))[0] ?? "";
}

const cookies = (answer: Answer): string => [answer.headers["set-cookie"]].flat().join("\n");
const linkOf = (path: string, invite: string): string => `${path}${path.includes("?") ? "&" : "?"}stanchion-invite=${invite}`;

/** Opens the link and what it leads to, as a browser does. */
async function follow(visitor: TestVisitor, path: string, invite: string): Promise<Answer> {
  const led = await visitor.open(linkOf(path, invite));
  expect([led.status, led.headers.location]).toEqual([303, path]);
  return visitor.open(path);
}

async function statusIn(visitor: TestVisitor, event: string, lane: string): Promise<any> {
  return (await visitor.load(`/_stanchion/v1/status?event=${event}&lane=${lane}`)).json();
}

describe("invites", () => {
  test("case 34: before the pre-queue an invite gives neither entry nor place, and its page keeps it for later", async () => {
    const visitor = new TestVisitor(room);
    const invite = await inviteOf("soon");
    const page = await visitor.open(linkOf("/soon", invite));
    expect([page.status, page.body.includes(SHOP_PAGE), page.body.includes('data-phase="countdown"')]).toEqual([200, false, true]);
    expect(page.headers["referrer-policy"]).toBe("strict-origin");
    expect(page.body).toContain(`stanchion-invite=${invite}`);
    expect([...visitor.jar.entries()]).toEqual([]);
    const joined = await visitor.call("join", { event: "soon", invite });
    expect([joined.status, joined.json().status.state]).toEqual([202, "countdown"]);
    expect([...visitor.jar.entries()]).toEqual([]);
    expect((await room.live("soon")).lanes.map(({ lastIssued }: any) => lastIssued)).toEqual([0, 0]);
  });

  test("case 34: used in the general line it moves its holder once, and others' places ahead stay", async () => {
    const before = (await room.live("held")).lanes[0].lastIssued;
    const visitors = Array.from({ length: 5 }, () => new TestVisitor(room, { event: "held", lane: "main" }));
    for (const visitor of visitors) await visitor.join("/held");
    const [first, second, third] = visitors as [TestVisitor, TestVisitor, TestVisitor];
    await sleep(1_600);
    const others = [first, third, ...visitors.slice(3)];
    const shown = await Promise.all(others.map(async (visitor) => (await visitor.status()).ahead));
    const general = second.jar.header() ?? "";
    const invite = await inviteOf("held");

    const page = await follow(second, "/held?x=%2F", invite);
    expect(page.body).toContain('data-phase="stopped"');
    expect(page.body).toContain('"lane":"vip"');
    expect(cookies(page)).toMatch(/stanchion-p-held\.vip=[^;]/);
    expect(cookies(page)).toMatch(/stanchion-p-held\.main=; Max-Age=0/);
    expect(second.jar.header()).not.toContain("held.main=ey");
    expect(await statusIn(second, "held", "vip")).toMatchObject({ lane: "vip", position: 1 });

    await sleep(1_600);
    expect(await Promise.all(others.map(async (visitor) => (await visitor.status()).ahead))).toEqual(shown);
    const { lanes } = await room.live("held");
    expect(lanes.map(({ waiting }: any) => waiting)).toEqual([before + 4, 1]);
    // The old ticket is worth nothing any more, the page stays in its lane, and the link opened again gives no second place.
    const copy = new TestVisitor(room, { event: "held", lane: "main", from: second.from });
    copy.jar.store(general.split("; "));
    await room.organise("POST", "events/held/actions/let-in", { count: 100 });
    await sleep(1_600);
    expect((await copy.call("enter")).status).toBe(410);
    await follow(second, "/held?x=%2F", invite);
    expect((await room.live("held")).lanes[1].lastIssued).toBe(1);
  });

  test("one invite is one place, whoever shows it and by whatever way, at once or later", async () => {
    const issued = (await room.live("moving")).lanes[1].lastIssued;
    const invite = await inviteOf("moving");
    const crowd = Array.from({ length: 8 }, () => new TestVisitor(room, { event: "moving" }));
    const joinTwice = async (visitor: TestVisitor): Promise<any> => {
      const given = await visitor.call("join", { lane: "main", invite });
      expect(given.status).toBe(202);
      return (await visitor.call("join", { lane: "vip" })).json();
    };
    const joined = await Promise.all(crowd.map(joinTwice));
    expect(new Set(joined.map(({ status }) => `${status.lane} ${status.position}`))).toEqual(new Set([`vip ${issued + 1}`]));
    expect((await room.live("moving")).lanes[1].lastIssued).toBe(issued + 1);
  });

  test("S4: an invite is no place for nothing: without the credential that comes back there is none", async () => {
    const [invite = "", again = ""] = await invitesOf("moving", 2);
    const before = (await room.live("moving")).lanes[1].lastIssued;
    for (let tries = 0; tries < 10; tries++) {
      const forgetful = new TestVisitor(room, { event: "moving" });
      expect((await forgetful.call("join", { invite })).status).toBe(202);
      forgetful.jar.store(["stanchion-v-moving.vip=; Max-Age=0"]);
      expect((await forgetful.open(linkOf("/moving", again))).status).toBe(303);
    }
    expect((await room.live("moving")).lanes[1].lastIssued).toBe(before);
  });

  test("whoever has no invite of a lane that needs one gets 403, by page, by JSON and by call", async () => {
    const visitor = new TestVisitor(room, { event: "presale", lane: "club" });
    const page = await visitor.open("/presale");
    expect([page.status, page.body.includes('data-phase="invite"')]).toEqual([403, true]);
    expect(page.body).not.toContain("http-equiv");
    expect([...visitor.jar.entries()]).toEqual([]);
    const json = await visitor.load("/presale", { Accept: "application/json", "Sec-Fetch-Mode": "navigate" });
    expect(json.status).toBe(403);
    const called = await visitor.call("join");
    expect([called.status, called.json().code]).toEqual([403, "invite-required"]);
    expect((await room.live("presale")).lanes[0].lastIssued).toBe(0);
  });

  test("case 56: without script the page's form takes an invite, or the whole link, and leads to the place", async () => {
    for (const pasted of [(invite: string) => ` ${invite} `, (invite: string) => `https://${HOST}/presale?stanchion-invite=${invite}`]) {
      const visitor = new TestVisitor(room);
      await visitor.open("/presale");
      const invite = await inviteOf("presale", "club");
      const form = new URLSearchParams({ event: "presale", lane: "club", returnTo: "/presale", invite: pasted(invite) }).toString();
      expect((await visitor.submit("/_stanchion/v1/join", form, "cross-site")).status).toBe(403);
      const sent = await visitor.submit("/_stanchion/v1/join", form);
      expect(sent.status).toBe(303);
      const led = await visitor.open(sent.headers.location ?? "");
      expect([led.status, led.headers.location]).toEqual([303, "/presale"]);
      expect((await visitor.open("/presale")).body).toContain('data-phase="stopped"');
      expect(visitor.cookie("p")).toBeDefined();
    }
    const visitor = new TestVisitor(room);
    const wrong = await visitor.submit("/_stanchion/v1/join", "event=presale&lane=club&returnTo=%2Fpresale&invite=nonsense");
    expect([wrong.status, wrong.body.includes('data-phase="invite"')]).toEqual([403, true]);
    expect(wrong.body).toContain('href="/presale"');
  });

  test("an app shows it once, keeps the credential, and names the lane it got", async () => {
    const invite = await inviteOf("moving");
    const ask = (body: object, credential: string) =>
      room.ask({
        method: "POST",
        path: "/_stanchion/v1/join",
        headers: { "Content-Type": "application/json", "Stanchion-Credential": credential },
        body: JSON.stringify({ event: "moving", ...body }),
      });
    const given = await ask({ invite }, "new");
    const credential = String(given.headers["stanchion-credential"]);
    expect([given.status, given.json().status.lane]).toEqual([202, "vip"]);
    // Shown again beside the credential it gives the place as well.
    const placed = await ask({ invite }, credential);
    expect([placed.status, placed.json().status.lane]).toEqual([201, "vip"]);
    expect((await ask({ lane: "vip" }, credential)).json().status.position).toBe(placed.json().status.position);
  });

  test("a session inside is not moved, and the shop never sees an invite", async () => {
    await room.createEvent(withVip("open"));
    const visitor = new TestVisitor(room, { event: "open", lane: "main" });
    expect((await visitor.open("/open")).body).toContain(SHOP_PAGE);
    const invite = await inviteOf("open");
    const page = await follow(visitor, "/open?a=1", invite);
    expect(page.body).toContain(SHOP_PAGE);
    expect((await visitor.call("join", { invite })).json().status.state).toBe("admitted");
    expect((await room.live("open")).lanes.map(({ lastIssued }: any) => lastIssued)).toEqual([1, 0]);
    // Still good, for somebody outside: let in at once where nobody waits.
    const guest = new TestVisitor(room, { event: "open" });
    expect((await follow(guest, "/open", invite)).body).toContain(SHOP_PAGE);
    expect((await guest.open("/open/seats")).body).toContain(SHOP_PAGE);
    await guest.load(`/open/a.js?v=1&stanchion-invite=${invite}`);
    expect(origin.seen.some(({ url }) => url === "/open/a.js?v=1")).toBe(true);
    expect(JSON.stringify(origin.seen)).not.toContain("stanchion-invite");
    expect(JSON.stringify(origin.seen)).not.toContain(invite);
  });

  test("a used invite whose place is over says so, and the general line is open to its holder", async () => {
    const [invite = ""] = await invitesOf("moving");
    const visitor = new TestVisitor(room, { event: "moving", lane: "vip" });
    await follow(visitor, "/moving", invite);
    expect((await visitor.call("leave")).status).toBe(204);
    const again = await follow(visitor, "/moving", invite);
    expect([again.status, again.body.includes('data-phase="invite"')]).toEqual([403, true]);
    expect((await visitor.open("/moving")).status).toBe(200);
    await visitor.open("/moving");
    expect(await statusIn(visitor, "moving", "main")).toMatchObject({ state: "stopped", lane: "main" });
    await visitor.call("join", { invite });
    const used = await visitor.call("join", { lane: "vip" });
    expect([used.status, used.json().code]).toEqual([403, "invite-used"]);
  });

  test("case 46, S12: garbage, forgeries, expired ones and those of other events are refused, and reach no object", async () => {
    const foreign = await inviteOf("moving");
    const [short = ""] = await invitesOf("held", 1, "vip", new Date(Date.now() + 1_200).toISOString());
    const good = await inviteOf("held");
    await sleep(1_500);
    const [header, payload, signature = ""] = good.split(".");
    const forged = [`${header}.${payload}.${signature.slice(0, -4)}AAAA`, `${header}..${signature}`];
    const texts = [...garbage.filter((text) => text.trim() !== "" && text.length < 8_000 && text.isWellFormed()), foreign, ...forged];
    const before = (await probed.probe.calls())["gate.visit"] ?? 0;
    for (const text of texts) {
      const visitor = new TestVisitor(room, { event: "held", lane: "main" });
      const refused = await visitor.call("join", { invite: text });
      expect([refused.status, refused.json().code], text).toEqual([403, "invite-invalid"]);
      const page = await visitor.open(linkOf("/held", encodeURIComponent(text)));
      expect([page.status, page.body.includes('data-phase="invite"')], text).toEqual([403, true]);
    }
    const expired = await new TestVisitor(room, { event: "held", lane: "main" }).call("join", { invite: short });
    expect([expired.status, expired.json().code]).toEqual([403, "invite-expired"]);
    await Promise.all(Array.from({ length: 300 }, () => new TestVisitor(room).open(linkOf("/held", forged[0] ?? ""))));
    expect((await probed.probe.calls())["gate.visit"] ?? 0).toBe(before);
    expect((await new TestVisitor(room, { event: "held", lane: "main" }).call("join", { invite: 7 })).status).toBe(400);
  });

  test("invites are an operator's to make, for lanes by invite, within bounds", async () => {
    const order = { lane: "vip", count: 2, expiresAt: inAn() };
    const ask = (body: object, role: "viewer" | "operator" = "operator") => room.organise("POST", "events/held/invites", body, { role });
    expect((await ask(order, "viewer")).status).toBe(403);
    const made = (await ask(order)).json().invites;
    expect(new Set(made).size).toBe(2);
    for (const [change, field] of [
      [{ lane: "main" }, "lane"],
      [{ lane: "none" }, "lane"],
      [{ count: 0 }, "count"],
      [{ count: 1_001 }, "count"],
      [{ count: 1.5 }, "count"],
      [{ expiresAt: inAn(-HOUR_MS) }, "expiresAt"],
      [{ expiresAt: inAn(400 * 24 * HOUR_MS) }, "expiresAt"],
      [{ expiresAt: "tomorrow" }, "expiresAt"],
    ] as const) {
      const refused = await ask({ ...order, ...change });
      expect([refused.status, refused.json().field], JSON.stringify(change)).toEqual([422, field]);
    }
    const lonely = await room.organise("POST", "events", {
      ...withVip("lonely"),
      lanes: [{ id: "vip", invite: true }],
      maxActiveSessions: 10,
      region: "weur",
      hosts: [HOST],
    });
    expect([lonely.status, lonely.json().field]).toEqual([422, "lanes"]);
  });
});
