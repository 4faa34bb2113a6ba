import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Command } from "../../durable-objects/domain/types.ts";
import { claimOf, joinOf, LIVES, MANAGER, pass, renewalOf, stopClock, TestEvent, upTo } from "./test-event.ts";

beforeEach(stopClock);
afterEach(() => void vi.useRealTimers());

const LET_IN: Command = { command: "let-in", count: 3 };

describe.each(LIVES)("orders to an event %s", (life) => {
  const newEvent = () => new TestEvent(life);

  test("are carried out, described and audited by whom", async () => {
    const event = newEvent();
    await event.configure({ message: "" });
    const by = { subject: "otto", role: "operator" } as const;
    const orders: readonly [Command, object, string][] = [
      [{ command: "doors", doors: "stopped" }, { settings: { doors: "stopped" } }, "doors: doors auto → stopped"],
      [
        { command: "intake", perMinute: 60 },
        { settings: { perMinute: 60, maxActiveSessions: 2_000 } },
        "intake: per minute 600 → 60, active sessions at most 2000 → 2000",
      ],
      [
        { command: "intake", maxActiveSessions: 9 },
        { settings: { perMinute: 60, maxActiveSessions: 9 } },
        "intake: per minute 60 → 60, active sessions at most 2000 → 9",
      ],
      [{ command: "message", message: "Back at noon" }, { settings: { message: "Back at noon" } }, "message: message set"],
      [LET_IN, { figures: { letInRemaining: 3 } }, "let-in: let in 3 beside the rate, for 300 s"],
      [LET_IN, { figures: { letInRemaining: 6 } }, "let-in: let in 3 beside the rate, for 300 s"],
    ];
    for (const [command, description] of orders)
      expect(await event.order(command, undefined, by)).toMatchObject({ outcome: "ok", changed: true, description });
    const expected = orders.map(([, , entry]) => `otto ${entry}`).toReversed();
    expect((await event.audit()).slice(0, orders.length)).toEqual(expected);
    // What orders changed is part of the settings from then on.
    expect(await (await event.call()).describe()).toMatchObject({
      settings: { doors: "stopped", perMinute: 60, maxActiveSessions: 9, message: "Back at noon" },
    });
    expect((await event.snapshot()).message).toBe("Back at noon");
  });

  test("case 51: what is so already changes nothing, and of two at once one does", async () => {
    const event = newEvent();
    await event.configure();
    const queue = await event.call();
    const stop = { ref: event.ref, command: { command: "doors", doors: "stopped" }, actor: { subject: "otto", role: "operator" } } as const;
    const replies = await Promise.all([queue.command(stop), queue.command(stop)]);
    expect(replies.filter((reply) => reply.outcome === "ok" && reply.changed)).toHaveLength(1);
    expect(await event.order(stop.command)).toMatchObject({ changed: false });
    expect(await event.audit()).toHaveLength(2);
  });

  test("case 51: one that is repeated under its name is carried out once and audited once", async () => {
    const event = newEvent();
    await event.configure({ doors: "stopped" });
    const queue = await event.call();
    const request = { ref: event.ref, command: LET_IN, actor: MANAGER, requestId: "b7" };
    await Promise.all([queue.command(request), queue.command(request)]);
    expect(await event.order(LET_IN, "b7")).toMatchObject({
      outcome: "ok",
      changed: true,
      description: { figures: { letInRemaining: 3 } },
    });
    // The same name in somebody else's mouth is another order; another order under the same name is a mistake.
    expect(await event.order(LET_IN, "b7", { subject: "otto", role: "operator" })).toMatchObject({
      description: { figures: { letInRemaining: 6 } },
    });
    expect(await event.order({ ...LET_IN, count: 4 }, "b7")).toEqual({ outcome: "other-command" });
    expect(await event.order({ command: "doors", doors: "stopped" }, "b8")).toMatchObject({ changed: false });
    expect(await event.order({ command: "doors", doors: "stopped" }, "b8")).toMatchObject({ changed: false });
    expect((await event.audit()).filter((entry) => entry.includes("let-in"))).toHaveLength(2);
    expect(await event.figures()).toMatchObject({ letInRemaining: 6 });
  });

  test("names are remembered for a day", async () => {
    const event = newEvent();
    await event.configure({ doors: "stopped" });
    await event.order(LET_IN, "first");
    pass(23 * 3_600_000);
    await event.order(LET_IN, "second");
    expect((await event.order(LET_IN, "first")).outcome).toBe("ok");
    expect(await event.figures()).toMatchObject({ letInRemaining: 3 });
    pass(2 * 3_600_000);
    await event.order(LET_IN, "third");
    expect(await event.order(LET_IN, "first")).toMatchObject({ description: { figures: { letInRemaining: 6 } } });
    expect(await event.rows()).toMatchObject({ orders: 3 });
  });

  test("one that does not fit leaves no trace: neither effect nor audit, nor grants that storage does not know", async () => {
    const event = newEvent();
    await event.configure({ doors: "always", perMinute: 60, burst: 1 });
    await event.take(joinOf(1), joinOf(2), joinOf(3));
    expect(await event.take(claimOf(1), claimOf(2))).toMatchObject([{ outcome: "admitted" }, { outcome: "recorded" }]);
    pass(1_000);
    // Its step grants the second claim; nothing of that step is stored.
    expect(await event.order({ command: "end-session", lane: "vip", position: 1 }, "name")).toEqual({
      outcome: "invalid",
      field: "lane",
      detail: "the event has no such lane",
    });
    pass(1);
    const [admitted] = await event.take(claimOf(2));
    expect(admitted).toMatchObject({ outcome: "admitted" });
    pass(1);
    await event.forget();
    expect(await event.take(claimOf(2))).toEqual([admitted]);
    expect(await event.order({ command: "let-in", count: 1_000_001 })).toMatchObject({ outcome: "invalid", field: "count" });
    expect(await event.audit()).toHaveLength(1);
    // The name is free for the order that was meant.
    expect(await event.order({ command: "end-session", lane: "main", position: 1 }, "name")).toMatchObject({
      outcome: "ok",
      changed: true,
    });
  });

  test("end-session and end-all end once", async () => {
    const event = newEvent();
    await event.configure({ doors: "always" });
    await event.take(...upTo(4).map((n) => joinOf(n)));
    await event.take(...upTo(3).map((n) => claimOf(n)));
    await event.take(...upTo(3).map((n) => renewalOf(n, n === 3)));
    const end: Command = { command: "end-session", lane: "main", position: 1 };
    expect(await event.order(end)).toMatchObject({ changed: true });
    expect(await event.order(end)).toMatchObject({ changed: false });
    expect(await event.order({ command: "end-all" })).toMatchObject({ changed: true });
    expect((await event.snapshot()).epoch).toBe(1);
    // The third is paying.
    expect(await event.take(...upTo(3).map((n) => renewalOf(n)))).toMatchObject([
      { outcome: "refused" },
      { outcome: "refused" },
      { outcome: "renewed", session: { epoch: 1 } },
    ]);
    pass(2_000);
    expect(await event.figures()).toMatchObject({ activeSessions: 1, lanes: [{ lastIssued: 4 }] });
  });
});

test("the audit is read in pages, and no more than 200 at once", async () => {
  const event = new TestEvent("in one life");
  await event.configure();
  await event.inside(async (queue) => {
    for (const n of upTo(210)) await queue.command({ ref: event.ref, command: { command: "message", message: `${n}` }, actor: MANAGER });
  });
  const queue = await event.call();
  const newest = await queue.audit({ before: null, limit: 1_000 });
  expect(newest.map(({ sequence }) => sequence)).toEqual(upTo(211).slice(11).toReversed());
  expect((await queue.audit({ before: 12, limit: 5 })).map(({ sequence }) => sequence)).toEqual([11, 10, 9, 8, 7]);
  expect(await queue.audit({ before: 1, limit: 5 })).toEqual([]);
});

test("of names under which orders were given the last thousand are kept", async () => {
  const event = new TestEvent("in one life");
  await event.configure({ doors: "stopped" });
  const give = (n: number) => ({
    ref: event.ref,
    command: { command: "message", message: `${n}` } as const,
    actor: MANAGER,
    requestId: `${n}`,
  });
  const repeated = await event.inside(async (queue) => {
    for (const n of upTo(1_003)) await queue.command(give(n));
    return [await queue.command(give(4)), await queue.command(give(3))];
  });
  expect(await event.rows()).toMatchObject({ orders: 1_000 });
  expect(repeated).toMatchObject([{ description: { settings: { message: "1003" } } }, { description: { settings: { message: "3" } } }]);
});
