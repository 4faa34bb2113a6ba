/** One shop, several shows: lanes by path, one intake. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "vitest";
import { SHOP_PAGE } from "../support/origin.ts";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

const SHARES = { hamlet: 1, macbeth: 2, lear: 3 } as const;
type Show = keyof typeof SHARES;
const SHOWS = Object.keys(SHARES) as Show[];

const showsEvent = (id: string) => ({
  id,
  paths: [`/${id}`],
  lanes: SHOWS.map((show) => ({ id: show, share: SHARES[show], paths: show === "lear" ? [] : [`/${id}/${show}`] })),
  doors: "stopped" as const,
  perMinute: 6_000,
  maxActiveSessions: 1_000,
});

const { room } = await roomOfFile();
await Promise.all(["full", "gap", "doors"].map((id) => room.createEvent(showsEvent(id))));
await room.createEvent({ id: "peak", paths: ["/peak"], perMinute: 120, burst: 4 });

const order = (event: string, action: string, body: object) => room.organise("POST", `events/${event}/actions/${action}`, body);

async function lanesOf(event: string): Promise<Record<string, { recorded: number }>> {
  const { lanes } = await room.live(event);
  return Object.fromEntries(lanes.map((lane: { id: string }) => [lane.id, lane]));
}

/** A line of `count` in each of those lanes, all called; then the room is made so narrow that it is full with one, and the others are recorded. */
async function recordedIn(event: string, shows: readonly Show[], count: number): Promise<void> {
  const visitors = shows.flatMap((lane) => Array.from({ length: count }, () => new TestVisitor(room, { event, lane })));
  await Promise.all(visitors.map((visitor, at) => visitor.join(`/${event}/${shows[Math.floor(at / count)] ?? ""}`)));
  await order(event, "let-in", { count: 1_000 });
  await order(event, "intake", { maxActiveSessions: 1 });
  const until = Date.now() + 20_000;
  for (let left = visitors; left.length > 0 && Date.now() < until; await sleep(300)) {
    const statuses = await Promise.all(left.map(async (visitor) => (await visitor.call("enter")).status));
    left = left.filter((_, at) => statuses[at] !== 200 && statuses[at] !== 202);
  }
}

/** How many of each lane get in when the room is widened by `count`. */
async function grantsOf(event: string, shows: readonly Show[], count: number): Promise<Record<string, number>> {
  const before = await lanesOf(event);
  await order(event, "intake", { maxActiveSessions: 1 + count });
  await sleep(1_500);
  const after = await lanesOf(event);
  return Object.fromEntries(shows.map((show) => [show, (before[show]?.recorded ?? 0) - (after[show]?.recorded ?? 0)]));
}

describe.concurrent("lanes", { timeout: 60_000 }, () => {
  test("case 65: three shows at one o'clock share one intake, 1 : 2 : 3 within one each", async ({ expect }) => {
    await recordedIn("full", SHOWS, 14);
    const grants = await grantsOf("full", SHOWS, 24);
    expect(Object.values(grants).reduce((sum, each) => sum + each, 0)).toBe(24);
    for (const show of SHOWS) expect(Math.abs((grants[show] ?? 0) - (24 * SHARES[show]) / 6), show).toBeLessThanOrEqual(1);
  });

  test("case 65: an empty lane's share flows on to the others, in their own shares", async ({ expect }) => {
    const there = ["hamlet", "macbeth"] as const;
    await recordedIn("gap", there, 14);
    const grants = await grantsOf("gap", there, 18);
    expect((grants.hamlet ?? 0) + (grants.macbeth ?? 0)).toBe(18);
    expect(Math.abs((grants.hamlet ?? 0) - 6)).toBeLessThanOrEqual(1);
  });

  test("case 65: a pass for one show opens no other's pages, by no spelling", async ({ expect }) => {
    await order("doors", "doors", { doors: "auto" });
    const visitor = new TestVisitor(room, { event: "doors", lane: "hamlet" });
    expect((await visitor.goIn("/doors/hamlet")).status).toBe(200);
    await order("doors", "doors", { doors: "stopped" });
    await sleep(1_600);
    expect((await visitor.open("/doors/hamlet/seats")).body).toContain(SHOP_PAGE);
    // What no lane names is the first lane's without paths.
    for (const [path, lane] of [
      ["/doors/macbeth", "macbeth"],
      ["/doors/Macbeth/seats", "macbeth"],
      ["/doors/lear", "lear"],
      ["/doors", "lear"],
    ] as const) {
      const held = await visitor.open(path);
      expect(held.body, path).not.toContain(SHOP_PAGE);
      expect([held.headers["set-cookie"]].flat().join(), path).toMatch(new RegExp(`stanchion-[vp]-doors.${lane}=`));
    }
    for (const path of ["/doors/hamlet/..%2fmacbeth", "/doors/hamlet;/../macbeth", "/doors/hamlet%2f..%2f..%2fdoors%2flear"]) {
      expect((await visitor.open(path)).status, path).toBe(400);
    }
    // The pass under another lane's name is no pass there.
    const copied = visitor.copy({ lane: "macbeth" });
    copied.jar.store([`stanchion-p-doors.macbeth=${visitor.cookie()}`]);
    expect((await copied.open("/doors/macbeth")).body).not.toContain(SHOP_PAGE);
    expect((await copied.load("/_stanchion/v1/session?event=doors&lane=macbeth")).status).not.toBe(200);
  });

  test("case 37: below the peak everybody passes without a page, above it the line forms, and dissolves, by itself", async ({ expect }) => {
    const arrive = async (): Promise<"shop" | "line"> => {
      const visitor = new TestVisitor(room, { event: "peak" });
      return (await visitor.open("/peak")).body.includes(SHOP_PAGE) ? "shop" : "line";
    };
    const alone = await arrive();
    expect(alone).toBe("shop");
    // More at once than the burst of four and a second's rate.
    const crowd = Array.from({ length: 12 }, () => new TestVisitor(room, { event: "peak" }));
    const pages = await Promise.all(crowd.map((visitor) => visitor.open("/peak")));
    const held = crowd.filter((_, at) => !(pages[at]?.body.includes(SHOP_PAGE) ?? false));
    expect(held.length).toBeGreaterThanOrEqual(6);
    const entering = Promise.all(held.map((visitor) => visitor.goIn("/peak")));
    // While they wait nobody passes by them.
    await sleep(1_600);
    expect(await arrive()).toBe("line");
    expect((await entering).map(({ status }) => status)).toEqual(held.map(() => 200));
    // As browsers do: a pass that never comes back would look like nobody (S5).
    await Promise.all(crowd.map((visitor) => visitor.open("/peak/seats")));
    // They are in, and without any order of the organiser's the doors stand open again.
    let last = "line";
    for (const until = Date.now() + 20_000; last === "line" && Date.now() < until; await sleep(1_000)) last = await arrive();
    expect(last).toBe("shop");
    const event = (await room.organise("GET", "events/peak")).json();
    expect([event.doors, event.perMinute]).toEqual(["auto", 120]);
  });
});
