import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EventQueue } from "../../durable-objects/event-queue.ts";
import { settingsOf } from "../support/event-settings.ts";
import { claimOf, endOf, joinOf, lasting, leaveOf, LIVES, pass, renewalOf, stopClock, TestEvent, upTo } from "./test-event.ts";
import { sumsOf } from "../support/sums.ts";

beforeEach(stopClock);
afterEach(() => void vi.useRealTimers());

describe.each(LIVES)("an event %s", (life) => {
  const newEvent = () => new TestEvent(life);

  test("is gone before it was configured, and then as it was put", async () => {
    const event = newEvent();
    expect(await (await event.call()).sync(event.report([joinOf(1)]))).toEqual({ outcome: "gone" });
    expect(await (await event.call()).describe()).toBe(null);
    expect(await event.order({ command: "doors", doors: "off" })).toEqual({ outcome: "gone" });
    expect(await event.audit()).toEqual([]);
    const put = {
      message: "Doors at ten: Größe „M“ 🎟️",
      rules: [{ action: "bypass", paths: ["*.js"], methods: [], networks: [], header: null }],
    } as const;
    const settings = settingsOf(event.ref.event, put);
    expect(await event.configure(put)).toMatchObject({ ref: event.ref, settings, figures: { doors: "auto", activeSessions: 0 } });
    expect(await (await event.call()).describe()).toMatchObject({ ref: event.ref, settings });
    expect(await event.audit()).toEqual([`mia create: event ${event.ref.event}`]);
  });

  test("is replaced by other settings, not by those it has; its line stays", async () => {
    const event = newEvent();
    await event.configure({ doors: "stopped" });
    await event.take(joinOf(1), joinOf(2));
    const { version } = await event.snapshot();
    await event.configure({ doors: "stopped" });
    expect(await event.audit()).toHaveLength(1);
    const others = {
      doors: "stopped",
      perMinute: 60,
      lanes: [
        { id: "main", share: 1, paths: [] },
        { id: "vip", share: 3, paths: ["/vip"] },
      ],
    } as const;
    await event.configure(others);
    await event.configure(others);
    expect(await event.audit()).toEqual([`mia replace: event ${event.ref.event}`, `mia create: event ${event.ref.event}`]);
    expect(await event.take(joinOf(2), joinOf(3), joinOf(4, { lane: "vip" }))).toMatchObject([
      { position: 2 },
      { position: 3 },
      { position: 1 },
    ]);
    expect((await event.snapshot()).version).toBeGreaterThan(version);
  });

  test("what an order changed is put back by configuring the old settings again, and audited", async () => {
    const event = newEvent();
    await event.configure();
    await event.order({ command: "doors", doors: "stopped" });
    expect(await event.configure()).toMatchObject({ settings: { doors: "auto" }, figures: { doors: "auto" } });
    expect((await event.audit()).map((entry) => entry.split(":")[0])).toEqual(["mia replace", "mia doors", "mia create"]);
  });

  test("case 7: a join that is repeated, by whatever gate, has one place", async () => {
    const event = newEvent();
    await event.configure({ doors: "stopped" });
    expect(await event.take(joinOf(1), joinOf(2), joinOf(1), joinOf(3))).toEqual(
      [1, 2, 1, 3].map((position) => ({ outcome: "waiting", position })),
    );
    const again = event.report([joinOf(3), joinOf(1), joinOf(4)], { gate: "another", sequence: 1 });
    for (let times = 0; times < 2; times++) {
      expect(await (await event.call()).sync(again)).toMatchObject({ results: [{ position: 3 }, { position: 1 }, { position: 4 }] });
    }
    expect(await event.figures()).toMatchObject({ lanes: [{ lastIssued: 4, waiting: 4 }] });
  });

  test("case 8: ten thousand joins in reports that come at once get as many different places", async () => {
    const event = newEvent();
    await event.configure({ doors: "stopped" });
    const queue = await event.call();
    const reports = upTo(5).map((gate) =>
      event.report(
        upTo(2_000).map((n) => joinOf(gate * 10_000 + n)),
        { gate: `gate-${gate}`, sequence: 1 },
      ),
    );
    const replies = await Promise.all(reports.map((report) => queue.sync(report)));
    const places = replies.map((reply) =>
      reply.outcome === "ok" ? reply.results.map((result) => (result.outcome === "waiting" ? result.position : 0)) : [],
    );
    expect(places.flat().toSorted((a, b) => a - b)).toEqual(upTo(10_000));
    // Inside one report they are in order of arrival.
    for (const ofGate of places) expect(ofGate).toEqual(ofGate.toSorted((a, b) => a - b));
    expect(await (await event.call()).sync(reports[3] as (typeof reports)[0])).toMatchObject({
      results: places[3]?.map((position) => ({ position })),
    });
  });

  test("S4: without a credential of an earlier answer there is no place while people queue", async () => {
    const event = newEvent();
    await event.configure({ doors: "stopped" });
    const results = await event.take(...upTo(1_000).map((n) => joinOf(n, { presented: false })));
    expect(results.every(({ outcome }) => outcome === "queueing")).toBe(true);
    expect(await event.take(joinOf(1))).toEqual([{ outcome: "waiting", position: 1 }]);
    expect(await event.rows()).toMatchObject({ joins: 1 });
  });

  test("a join is known for as long as its credential could come back, and then refused: never a second place", async () => {
    const event = newEvent();
    await event.configure({ doors: "stopped" });
    const joins = [joinOf(1), joinOf(2)];
    expect(await event.take(...joins)).toMatchObject([{ position: 1 }, { position: 2 }]);
    const outcomes: string[] = [];
    for (let seconds = 16; seconds <= 192; seconds += 16) {
      pass(16_000);
      // Others join meanwhile, so that old keys are cleared away.
      const [again] = await event.take(joins[0] as ReturnType<typeof joinOf>, joinOf(100 + seconds));
      outcomes.push(again?.outcome === "waiting" ? `place ${again.position}` : `${again?.outcome}`);
    }
    const known = outcomes.indexOf("expired");
    // 145 s: 120 of the credential, 25 of lateness. Until then the key must be known.
    expect(known).toBeGreaterThanOrEqual(9);
    expect(outcomes).toEqual([...new Array<string>(known).fill("place 1"), ...new Array<string>(12 - known).fill("expired")]);
    expect((await event.rows())["joins"]).toBeLessThanOrEqual(11);
  });

  test("case 22, S1: claims, renewals and ends are test-and-set, whatever is repeated", async () => {
    const event = newEvent();
    await event.configure({ doors: "always" });
    await event.take(joinOf(1), joinOf(2));
    const [first, second] = await event.take(claimOf(1), claimOf(1));
    expect(first).toMatchObject({
      outcome: "admitted",
      session: { position: 1, provisional: true, epoch: 0, grantedAtMs: Date.now(), expiresAtMs: Date.now() + 30_000 },
    });
    expect(second).toEqual(first);
    pass(1_000);
    expect(await event.take(claimOf(1))).toEqual([first]);
    const [renewed] = await event.take(renewalOf(1));
    expect(renewed).toMatchObject({ outcome: "renewed", session: { provisional: false, expiresAtMs: Date.now() + 600_000 } });
    pass(5_000);
    expect(await event.take(renewalOf(1))).toMatchObject([{ session: { expiresAtMs: Date.now() + 600_000 } }]);
    expect(await event.figures()).toMatchObject({ activeSessions: 1, provisionalSessions: 0 });

    expect(await event.take(endOf(1), endOf(1))).toEqual([
      { outcome: "left", changed: true },
      { outcome: "left", changed: false },
    ]);
    expect(await event.take(endOf(1), leaveOf(1), renewalOf(1), claimOf(1))).toEqual([
      { outcome: "left", changed: false },
      { outcome: "left", changed: false },
      { outcome: "refused" },
      { outcome: "over", reason: "session-over" },
    ]);
    // Its slot is counted until every isolate knows.
    expect(await event.figures()).toMatchObject({ activeSessions: 1 });
    pass(2_000);
    expect(await event.figures()).toMatchObject({ activeSessions: 0, provisionalSessions: 0 });
    expect(await event.take(renewalOf(1), endOf(1), claimOf(1))).toMatchObject([
      { outcome: "refused" },
      { changed: false },
      { reason: "session-over" },
    ]);
  });

  test("a place that was given up is nobody's, however often", async () => {
    const event = newEvent();
    await event.configure({ doors: "stopped" });
    await event.take(joinOf(1), joinOf(2));
    expect(await event.take(leaveOf(1), leaveOf(1), leaveOf(7))).toEqual(
      [true, false, false].map((changed) => ({ outcome: "left", changed })),
    );
    expect(await event.take(leaveOf(1), joinOf(1), claimOf(1))).toEqual([
      { outcome: "left", changed: false },
      { outcome: "spent" },
      { outcome: "over", reason: "place-spent" },
    ]);
    expect(await event.figures()).toMatchObject({ lanes: [{ lastIssued: 2, waiting: 1 }] });
  });

  test("grants keep to the bucket, claims beyond it are recorded and granted in order, lowest first", async () => {
    const event = newEvent();
    await event.configure({ doors: "always", perMinute: 600, burst: 5 });
    await event.take(...upTo(20).map((n) => joinOf(n)));
    const outcomes = async () => (await event.take(...upTo(12).map((n) => claimOf(n)))).map(({ outcome }) => outcome);
    const admitted = (n: number) => [...new Array<string>(n).fill("admitted"), ...new Array<string>(12 - n).fill("recorded")];
    expect(await outcomes()).toEqual(admitted(5));
    // No time has passed: being asked again, or waking up, mints nothing.
    expect(await outcomes()).toEqual(admitted(5));
    pass(299);
    expect(await outcomes()).toEqual(admitted(7));
    pass(401);
    expect(await outcomes()).toEqual(admitted(12));
    expect(lasting(await event.figures())).toMatchObject({ activeSessions: 12, provisionalSessions: 12, places: [{ recorded: 0 }] });
  });

  test("ended sessions are listed from where the gate left off, until no pass of them can be valid", async () => {
    const event = newEvent();
    await event.configure({ doors: "always" });
    await event.take(joinOf(1), joinOf(2), joinOf(3));
    await event.take(claimOf(1), claimOf(2), claimOf(3));
    await event.take(renewalOf(1), renewalOf(2), renewalOf(3));
    expect((await event.sync()).ended).toEqual([]);
    const forgetAtMs = Date.now() + 600_000 + 60_000 + 2_000;
    const ended = [2, 1].map((position, index) => ({ sequence: index + 1, lane: "main", position, forgetAtMs }));
    expect((await event.sync([endOf(2)])).ended).toEqual(ended.slice(0, 1));
    expect((await event.sync([leaveOf(1)])).ended).toEqual(ended);
    expect((await event.sync([], { endedSequence: 1 })).ended).toEqual(ended.slice(1));
    expect((await event.sync([], { endedSequence: 2 })).ended).toEqual([]);
    pass(662_001);
    expect((await event.sync()).ended).toEqual([]);
  });

  test("the snapshot's version only rises, and its stamp is the event's", async () => {
    const event = newEvent();
    await event.configure({ doors: "always", message: "Soon" });
    let last = 0;
    for (const n of upTo(8)) {
      pass(n);
      const { version, atMs, message, lanes } = await event.snapshot();
      expect(version).toBeGreaterThan(last);
      expect({ atMs, message, issued: lanes[0]?.issued }).toEqual({ atMs: Date.now(), message: "Soon", issued: n - 1 });
      pass(1);
      ({ version: last } = (await event.sync([joinOf(n)])).snapshot);
      expect(last).toBeGreaterThan(version);
    }
  });

  test("case 41: destroyed it is gone, and an event created later has nothing of it", async () => {
    const event = newEvent();
    await event.configure({ doors: "always" });
    await event.take(joinOf(1), joinOf(2));
    await event.take(claimOf(1), claimOf(2));
    await event.order({ command: "message", message: "old" }, "key");
    await (await event.call()).destroy();
    expect(await (await event.call()).sync(event.report([joinOf(1), claimOf(1)]))).toEqual({ outcome: "gone" });
    expect(await (await event.call()).describe()).toBe(null);
    expect(await event.order({ command: "message", message: "old" }, "key")).toEqual({ outcome: "gone" });
    expect(await event.audit()).toEqual([]);
    expect(await event.alarmAt()).toBe(null);
    const { schema_migrations: ledger, ...rows } = await event.rows();
    expect(ledger).toBeGreaterThan(0);
    expect(Object.values(rows).every((count) => count === 0)).toBe(true);

    const next = new TestEvent(life, { ...event.ref, incarnation: 2 });
    await next.configure({ doors: "stopped" });
    expect(await next.take(joinOf(2), claimOf(2))).toEqual([
      { outcome: "waiting", position: 1 },
      { outcome: "over", reason: "place-spent" },
    ]);
    expect(await (await event.call()).sync(event.report([joinOf(2)]))).toEqual({ outcome: "gone" });

    // The object itself begins anew, too.
    await event.configure({ doors: "stopped" });
    expect(await event.take(joinOf(3))).toEqual([{ outcome: "waiting", position: 1 }]);
    expect(await event.audit()).toHaveLength(1);
    await (await event.call()).destroy();
    await (await event.call()).destroy();
    expect(await (await event.call()).describe()).toBe(null);
  });
});

test("sums of a report that comes twice, or late, count once", async () => {
  const event = new TestEvent("in one life");
  await event.configure();
  const report = (sequence: number, requests: number, gate = "a") => event.report([], { gate, sequence, sums: sumsOf(requests) });
  const queue = await event.call();
  for (const each of [report(1, 5), report(1, 5), report(3, 7), report(2, 11), report(3, 7), report(1, 100, "b")]) await queue.sync(each);
  expect((await event.figures()).origin).toMatchObject({ requests: 112, ok: 112, firstByteMsSum: 5_600, inFlightMax: 100 });
});

test("presence that comes again moves nothing", async () => {
  const event = new TestEvent("in one life");
  await event.configure({ doors: "stopped" });
  await event.take(...upTo(64).map((n) => joinOf(n)));
  const livingPercent = async () => (await event.snapshot()).lanes[0]?.presence.livingPercent;
  // Who joined was seen then: two windows later only those who poll are.
  for (let seconds = 0; seconds < 140; seconds += 10) {
    pass(10_000);
    await event.sync([], {
      presence: [
        { lane: "main", positions: upTo(16) },
        { lane: "other", positions: [1] },
      ],
    });
  }
  const once = await livingPercent();
  expect(once?.[0]).toBe(100);
  expect(once?.at(-1)).toBe(0);
  for (let times = 0; times < 20; times++) await event.sync([], { presence: [{ lane: "main", positions: upTo(16) }] });
  pass(3_000);
  expect(await livingPercent()).toEqual(once);
});

test("at a low rate a token that is whole is granted at once, not lost until a gate calls again", async () => {
  vi.useRealTimers();
  const event = new TestEvent("in one life");
  await event.configure({ doors: "always", perMinute: 120, burst: 1 });
  await event.take(...upTo(6).map((n) => joinOf(n)));
  await event.take(...upTo(6).map((n) => claimOf(n)));
  // Half a second a token, and the bucket holds one: the second and third are whole before anybody calls again.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect((await event.figures()).activeSessions).toBe(3);
});

test("items of a lane the event has not are told so, and the others taken", async () => {
  const event = new TestEvent("in one life");
  await event.configure({ doors: "stopped" });
  expect(await event.take(joinOf(1, { lane: "vip" }), joinOf(2), claimOf(1, "vip"))).toEqual([
    { outcome: "unknown-lane" },
    { outcome: "waiting", position: 1 },
    { outcome: "unknown-lane" },
  ]);
  expect(await event.take(joinOf(1))).toEqual([{ outcome: "waiting", position: 2 }]);
});

test("only the calls of the contract can be called from outside", async () => {
  const own = await new TestEvent("in one life").inside((queue) => Object.keys(queue));
  // `alarm` is the runtime's; a stub refuses it.
  expect(Object.getOwnPropertyNames(EventQueue.prototype)).toEqual([
    "constructor",
    "sync",
    "configure",
    "command",
    "setTemplate",
    "template",
    "describe",
    "audit",
    "draw",
    "leaves",
    "destroy",
    "alarm",
  ]);
  expect(own.filter((name) => name !== "ctx" && name !== "env")).toEqual([]);
});
