import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Directory } from "../../durable-objects/directory.ts";
import type { VisitorItem } from "../../durable-objects/domain/types.ts";
import { EventQueue } from "../../durable-objects/event-queue.ts";
import { Gate } from "../../durable-objects/gate.ts";
import type { EventRef, GateReport, GateRpc, VisitReply } from "../../durable-objects/protocol.ts";
import { directoryGateStub, directoryStub, gateStub } from "../../durable-objects/stubs.ts";
import { sumsOf } from "../support/sums.ts";
import { settingsOf } from "../support/event-settings.ts";
import { claimOf, endOf, joinOf, leaveOf, LIVES, newRef, pass, rawStub, renewalOf, stopClock, TestEvent, upTo } from "./test-event.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const gateOf = (ref: EventRef, shard = 0): GateRpc => gateStub(env, ref, "weur", shard);
const rawGate = (gate: GateRpc) => gate as unknown as DurableObjectStub<Gate>;
const readOf = (ref: EventRef) => ({ ref, endedSequence: 0, sums: null, presence: [] });

/** A configured event and the reports that reach it; each call takes `callMs` longer than it would. */
async function openEvent({ callMs = 0, ...settings }: Parameters<typeof settingsOf>[1] & { readonly callMs?: number } = {}) {
  const event = new TestEvent("in one life");
  await event.configure({ doors: "stopped", ...settings });
  const reports: GateReport[] = [];
  const startedAtMs: number[] = [];
  const { sync } = EventQueue.prototype;
  vi.spyOn(EventQueue.prototype, "sync").mockImplementation(async function (this: EventQueue, report) {
    reports.push(report);
    startedAtMs.push(performance.now());
    if (callMs > 0) await new Promise((resolve) => setTimeout(resolve, callMs));
    return sync.call(this, report);
  });
  return { event, ref: event.ref, reports, startedAtMs };
}

/** The place in the answer to a join, or the answer where there is none. */
function placeIn(reply: VisitReply): number | string {
  if (reply.outcome === "ok" && reply.result.outcome === "waiting") return reply.result.position;
  if (reply.outcome === "ok" && reply.result.outcome === "admitted") return reply.result.session.position;
  return JSON.stringify(reply);
}

describe("a gate", () => {
  test("sends what comes while its call is in flight together in the next, in order of arrival", async () => {
    const { ref, reports } = await openEvent({ callMs: 200 });
    const gate = gateOf(ref);
    const replies = await Promise.all(upTo(120).map((n) => gate.visit({ ref, item: joinOf(n) })));
    expect(replies.map(placeIn)).toEqual(upTo(120));
    expect(reports.map(({ items }) => items.length)).toEqual([1, 119]);
    expect(reports.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  test("holds ten thousand items and refuses what is beyond", async () => {
    const { ref, reports } = await openEvent();
    const replies = await runInDurableObject(rawGate(gateOf(ref)), (gate: Gate) =>
      Promise.all(upTo(10_003).map((n) => gate.visit({ ref, item: joinOf(n) }))),
    );
    expect(replies.slice(0, 10_001).map(placeIn)).toEqual(upTo(10_001));
    expect(replies.slice(10_001)).toEqual([1, 2].map(() => ({ outcome: "unavailable", reason: "overloaded" })));
    expect(Math.max(...reports.map(({ items }) => items.length))).toBe(2_000);
  });

  test("answers reads from a copy as long as it is young, and takes sums and presence along", async () => {
    const { ref, reports } = await openEvent();
    const gate = gateOf(ref);
    const first = await gate.read({ ...readOf(ref), sums: sumsOf(2) });
    stopClock();
    const again = await Promise.all(
      upTo(20).map(() => gate.read({ ...readOf(ref), sums: sumsOf(1), presence: [{ lane: "main", positions: [7] }] })),
    );
    expect(
      again.every((reply) => reply.outcome === "ok" && first.outcome === "ok" && reply.snapshot.version === first.snapshot.version),
    ).toBe(true);
    expect(reports).toHaveLength(1);
    pass(250);
    const fresh = await gate.read(readOf(ref));
    expect(fresh).toMatchObject({ outcome: "ok", refreshAfterMs: 300 });
    expect(reports.map(({ sums, presence }) => [sums?.requests, presence])).toEqual([
      [2, []],
      [20, [{ lane: "main", positions: [7] }]],
    ]);
  });

  test("waits between two calls as long as the event tells it", async () => {
    const { ref, event, startedAtMs } = await openEvent();
    // Sixty gates that call often: each may call every 0.6 s.
    const queue = await event.call();
    await Promise.all(upTo(60).map((n) => queue.sync(event.report([], { gate: `gate-${n}`, sequence: 1 }))));
    const gate = gateOf(ref);
    startedAtMs.length = 0;
    for (const n of upTo(3)) await gate.visit({ ref, item: joinOf(n) });
    const [first = 0, second = 0, third = 0] = startedAtMs;
    expect(second - first).toBeGreaterThanOrEqual(590);
    expect(third - second).toBeGreaterThanOrEqual(590);
  });

  test("limits joins by network, tells when to come again, and nothing else", async () => {
    const { ref } = await openEvent();
    const gate = gateOf(ref);
    stopClock();
    const join = (n: number, network = "crowded") => gate.visit({ ref, item: joinOf(n, { network }) });
    const replies = await Promise.all(upTo(203).map((n) => join(n)));
    expect(replies.slice(0, 200).map(placeIn)).toEqual(upTo(200));
    expect(replies.slice(200)).toEqual([1, 2, 3].map(() => ({ outcome: "limited", retryAfterMs: 100 })));
    expect(placeIn(await join(300, "another"))).toBe(201);
    expect(await gate.visit({ ref, item: claimOf(1) })).toEqual({ outcome: "ok", result: { outcome: "not-yet" } });
    pass(100);
    expect(placeIn(await join(201))).toBe(202);
    expect(await join(202)).toMatchObject({ outcome: "limited" });
  });

  test("says that an event is gone, one that never was and one that was destroyed", async () => {
    const unknown = newRef();
    expect(await gateOf(unknown).visit({ ref: unknown, item: joinOf(1) })).toEqual({ outcome: "gone" });
    expect(await gateOf(unknown).read(readOf(unknown))).toEqual({ outcome: "gone" });
    const { ref, event } = await openEvent();
    const gate = gateOf(ref);
    expect(await gate.read(readOf(ref))).toMatchObject({ outcome: "ok" });
    await (await event.call()).destroy();
    expect(await gate.visit({ ref, item: joinOf(1) })).toEqual({ outcome: "gone" });
    // Not from its copy either, however young that is.
    expect(await gate.read(readOf(ref))).toEqual({ outcome: "gone" });
  });

  test("case 45: an event that fails admits nobody, and the same items can come again", async () => {
    const { ref, event } = await openEvent({ doors: "always", burst: 1, perMinute: 60 });
    const gate = gateOf(ref);
    expect((await Promise.all(upTo(3).map((n) => gate.visit({ ref, item: joinOf(n) })))).map(placeIn)).toEqual([1, 2, 3]);
    await event.inside(
      (_, { sql }) => void sql.exec("CREATE TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'disk full'); END"),
    );
    const items = [claimOf(2), joinOf(4), joinOf(3), claimOf(1)];
    const ask = () => Promise.all(items.map((item) => gate.visit({ ref, item })));
    const failed = await ask();
    expect(failed.filter(({ outcome }) => outcome === "unavailable").length).toBeGreaterThan(0);
    for (const reply of failed)
      expect([
        { outcome: "unavailable", reason: "unreachable" },
        { outcome: "ok", result: { outcome: "waiting", position: 3 } },
      ]).toContainEqual(reply);
    await event.inside((_, { sql }) => void sql.exec("DROP TRIGGER full"));
    const [second, fourth, third, first] = (await ask()).map((reply) => (reply.outcome === "ok" ? reply.result : reply));
    expect([fourth, third]).toEqual([
      { outcome: "waiting", position: 4 },
      { outcome: "waiting", position: 3 },
    ]);
    // One token: whichever came in the earlier call has it.
    expect(new Set([first?.outcome, second?.outcome])).toEqual(new Set(["admitted", "recorded"]));
    expect(await event.figures()).toMatchObject({ activeSessions: 1, lanes: [{ lastIssued: 4 }] });
  });
});

describe("a gate's copy of the directory", () => {
  const settings = settingsOf("in-the-directory", { paths: ["/in-the-directory"] });
  const newGate = () => directoryGateStub(env, "weur", Math.floor(Math.random() * 2 ** 31));

  test("is the Directory's, and told again only when it has changed", async () => {
    stopClock();
    await directoryStub(env).create({ settings });
    const gate = newGate();
    const copy = await gate.directory({ knownVersion: null });
    expect(copy).toMatchObject({ entries: [{ event: settings.id, settings }] });
    const version = copy !== null && copy !== "unchanged" ? copy.version : 0;
    expect(await gate.directory({ knownVersion: version })).toBe("unchanged");
    await directoryStub(env).replace({ settings: { ...settings, title: "New" } });
    pass(1_001);
    expect(await gate.directory({ knownVersion: version })).toMatchObject({
      version: version + 1,
      entries: [{ settings: { title: "New" } }],
    });
  });

  test("survives a Directory that is away or hangs, which is asked once a second at most", async () => {
    stopClock();
    const gate = newGate();
    const copy = await gate.directory({ knownVersion: null });
    expect(copy).toMatchObject({ entries: [{ event: settings.id }] });
    const read = vi.spyOn(Directory.prototype, "read").mockRejectedValue(new Error("away"));
    vi.spyOn(console, "error").mockReturnValue();
    for (let second = 1; second <= 3; second++) {
      pass(1_001);
      const copies = await Promise.all(upTo(10).map(() => gate.directory({ knownVersion: null })));
      expect(copies).toEqual(upTo(10).map(() => copy));
      expect(read).toHaveBeenCalledTimes(second);
    }
    read.mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve("unchanged"), 2_500)));
    pass(1_001);
    const startMs = performance.now();
    expect(await gate.directory({ knownVersion: null })).toEqual(copy);
    expect(performance.now() - startMs).toBeLessThan(2_000);
    expect(await gate.directory({ knownVersion: null })).toEqual(copy);
    expect(read).toHaveBeenCalledTimes(4);
  });

  test("is null, never empty, where there is none", async () => {
    const read = vi.spyOn(Directory.prototype, "read").mockRejectedValue(new Error("away"));
    vi.spyOn(console, "error").mockReturnValue();
    const gate = newGate();
    expect(await Promise.all([gate.directory({ knownVersion: null }), gate.directory({ knownVersion: 3 })])).toEqual([null, null]);
    read.mockRestore();
    expect(await gate.directory({ knownVersion: null })).toMatchObject({ entries: [{ event: settings.id }] });
  });

  test("case 70: is renewed though the clock was put back", async () => {
    stopClock();
    const gate = newGate();
    await gate.directory({ knownVersion: null });
    pass(-3_600_000);
    await directoryStub(env).replace({ settings: { ...settings, title: "Newer" } });
    expect(await gate.directory({ knownVersion: null })).toMatchObject({ entries: [{ settings: { title: "Newer" } }] });
  });
});

describe.each(LIVES)("S1, S4: many gates, %s", (life) => {
  test("one credential at three gates, and again after they are gone, has one place", async () => {
    const event = new TestEvent(life);
    await event.configure({ doors: "stopped" });
    const { ref } = event;
    const places = new Set<number | string>();
    for (let round = 0; round < 3; round++) {
      const replies = await Promise.all(
        [0, 1, 2].flatMap((shard) => [1, 2].map((n) => gateOf(ref, shard).visit({ ref, item: joinOf(n) }))),
      );
      expect(new Set(replies.filter((_, index) => index % 2 === 0).map(placeIn)).size).toBe(1);
      for (const reply of replies) places.add(placeIn(reply));
      if (life === "evicted between calls") await Promise.all([0, 1, 2].map((shard) => evictDurableObject(rawGate(gateOf(ref, shard)))));
      await event.forget();
    }
    expect(places).toEqual(new Set([1, 2]));
  });

  test("a session that is claimed, renewed and ended at all of them counts once", async () => {
    const event = new TestEvent(life);
    await event.configure({ doors: "always" });
    const { ref } = event;
    await gateOf(ref).visit({ ref, item: joinOf(1) });
    const everywhere = async (item: VisitorItem) => {
      const replies = await Promise.all([0, 1, 2, 0].map((shard) => gateOf(ref, shard).visit({ ref, item })));
      await event.forget();
      return replies.map((reply) => (reply.outcome === "ok" ? reply.result : reply));
    };
    const admitted = await everywhere(claimOf(1));
    expect(admitted[0]).toMatchObject({ outcome: "admitted" });
    const grants = admitted.map((result) => (result.outcome === "admitted" ? result.session.grantedAtMs : result.outcome));
    expect(new Set(grants).size).toBe(1);
    expect((await everywhere(renewalOf(1))).map(({ outcome }) => outcome)).toEqual(["renewed", "renewed", "renewed", "renewed"]);
    expect(await event.figures()).toMatchObject({ activeSessions: 1 });
    const ended = [...(await everywhere(endOf(1))), ...(await everywhere(leaveOf(1)))];
    expect(ended.filter((result) => result.outcome === "left" && result.changed)).toHaveLength(1);
    expect((await everywhere(renewalOf(1))).map(({ outcome }) => outcome)).toEqual(["refused", "refused", "refused", "refused"]);
    await vi.waitFor(async () => expect(await event.figures()).toMatchObject({ activeSessions: 0 }), { timeout: 5_000, interval: 300 });
  });
});

/** Ends one object on the spot, as a crash would: nothing is awaited, nothing is said. */
const kill = (stub: DurableObjectStub) =>
  runInDurableObject(stub, (_, state) => state.abort("killed")).catch(() => {
    // That the call broke off is the point.
  });

test.each(["a gate", "the event", "everything"])(
  "S1, S4: %s killed in the middle of a batch loses nothing acknowledged and gives nothing twice",
  async (victim) => {
    const event = new TestEvent("in one life");
    await event.configure({ doors: "always", perMinute: 6_000 });
    const { ref } = event;
    const acknowledged = new Map<number, number | string>();
    const places = new Set<number>();
    const grants = new Map<number, number>();
    const answers = { lost: 0 };
    const ask = async (shard: number, item: VisitorItem, onReply: (reply: VisitReply) => void) => {
      const reply = await gateOf(ref, shard)
        .visit({ ref, item })
        .catch(() => null);
      if (reply === null || reply.outcome === "unavailable") answers.lost++;
      else onReply(reply);
    };
    const joinAll = (first: number, last: number, shards: readonly number[]) =>
      upTo(last)
        .slice(first - 1)
        .flatMap((n) =>
          shards.map((shard) =>
            ask(shard, joinOf(n), (reply) => {
              const place = placeIn(reply);
              expect(acknowledged.get(n) ?? place).toBe(place);
              acknowledged.set(n, place);
            }),
          ),
        );
    const claimAll = () =>
      [...places].map((position) =>
        ask(position % 3, claimOf(position), (reply) => {
          if (reply.outcome !== "ok" || reply.result.outcome !== "admitted") return;
          const { grantedAtMs } = reply.result.session;
          expect(grants.get(position) ?? grantedAtMs).toBe(grantedAtMs);
          grants.set(position, grantedAtMs);
        }),
      );
    const victims = {
      "a gate": () => kill(rawGate(gateOf(ref, 1))),
      "the event": () => kill(rawStub(ref)),
      everything: () => abortAllDurableObjects(),
    };
    // Five rounds, and more until the kill has met a call under way.
    for (let round = 1; round <= 5 || (answers.lost === 0 && round <= 100); round++) {
      // Each visitor asks at two gates, those of the round before once more.
      const last = Math.min(40, round * 8);
      const asked = [...joinAll(Math.max(1, last - 15), last, [round % 3, (round + 1) % 3]), ...claimAll()];
      await new Promise((resolve) => setTimeout(resolve, (round * 4 - 3) % 18));
      await victims[victim as keyof typeof victims]();
      await Promise.all(asked);
      for (const place of acknowledged.values()) places.add(Number(place));
    }
    expect(answers.lost).toBeGreaterThan(0);
    await Promise.all(joinAll(1, 40, [0]));
    expect([...acknowledged.values()].every((place) => typeof place === "number")).toBe(true);
    expect(new Set(acknowledged.values()).size).toBe(40);
    await Promise.all(claimAll());
    expect(grants.size).toBeGreaterThan(0);
    expect(await event.figures()).toMatchObject({ activeSessions: grants.size });
  },
);

test("only the calls of the contract can be called from outside", async () => {
  const ref = newRef();
  const own = await runInDurableObject(rawGate(gateOf(ref)), (gate) => Object.keys(gate));
  expect(Object.getOwnPropertyNames(Gate.prototype)).toEqual(["constructor", "visit", "read", "directory", "draw", "leaves", "template"]);
  expect(own.filter((name) => name !== "ctx" && name !== "env")).toEqual([]);
});
