import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EVENT_MIGRATIONS } from "../../durable-objects/event-migrations.ts";
import { migrate } from "../../durable-objects/migrations.ts";
import type { VisitorItem, VisitorResult } from "../../durable-objects/domain/types.ts";
import {
  claimOf,
  endOf,
  joinOf,
  lasting,
  leaveOf,
  type Life,
  LIVES,
  MANAGER,
  pass,
  rawStub,
  renewalOf,
  stopClock,
  TestEvent,
  upTo,
} from "./test-event.ts";
import { sumsOf } from "../support/sums.ts";

beforeEach(stopClock);
afterEach(() => void vi.useRealTimers());

/** Results with their times counted from `startMs`, so that two runs can be compared. */
function sinceStart(results: readonly VisitorResult[], startMs: number): unknown[] {
  return results.map((result) => {
    if (!("session" in result)) return result;
    const { grantedAtMs, expiresAtMs } = result.session;
    return { ...result, session: { ...result.session, grantedAtMs: grantedAtMs - startMs, expiresAtMs: expiresAtMs - startMs } };
  });
}

describe("a long life", () => {
  /** Items of the n-th call: a place, and what those before do; the journal gets a row of each call. */
  const itemsOf = (n: number): VisitorItem[] => [
    joinOf(n),
    ...(n > 3 ? [claimOf(n - 3)] : []),
    ...(n > 5 && n % 3 > 0 ? [renewalOf(n - 5)] : []),
    ...(n > 9 && n % 7 === 0 ? [endOf(n - 9), renewalOf(n - 9)] : []),
    ...(n % 11 === 0 ? [leaveOf(n - 1)] : []),
  ];

  /** Plays the whole life; whatever interrupts it, the answers are these. */
  async function live(life: Life) {
    const startMs = Date.now();
    const event = new TestEvent(life);
    await event.configure({ doors: "always", perMinute: 6_000, maxActiveSessions: 100_000 });
    const answers: unknown[] = [];
    const rows: Record<number, Record<string, number>> = {};
    let from = 1;
    for (const to of [100, 250, 430, 450, 600, 850]) {
      await event.inside(async (queue) => {
        for (let n = from; n <= to; n++) {
          pass(20);
          if (n === 200 || n === 260)
            await queue.command({ ref: event.ref, command: { command: "doors", doors: n === 200 ? "stopped" : "always" }, actor: MANAGER });
          const reply = await queue.sync(event.report(itemsOf(n)));
          if (reply.outcome === "ok") answers.push(...sinceStart(reply.results, startMs));
        }
      });
      from = to + 1;
      rows[to] = await event.rows();
      await event.interrupt();
    }
    const places = await event.take(...upTo(850).map((n) => joinOf(n)));
    return { answers, rows, figures: lasting(await event.figures()), places: sinceStart(places, startMs) };
  }

  test("folds its journal, and answers the same whether or not its memory was lost before and after", async () => {
    const [whole, evicted, killed] = [await live("in one life"), await live("evicted between calls"), await live("killed between calls")];
    expect(whole.rows).toMatchObject({
      430: { journal: 387, checkpoint: 0, place_pages: 0, settings: 1, summary: 1 },
      450: { journal: 7, checkpoint: 1, place_pages: 1 },
      850: { journal: 7, checkpoint: 1, place_pages: 1 },
    });
    expect(whole.figures).toMatchObject({ places: [{ lastIssued: 850, nowServing: 850 }] });
    expect(new Set(whole.answers.map((answer) => (answer as VisitorResult).outcome))).toEqual(
      new Set(["waiting", "admitted", "recorded", "not-yet", "renewed", "refused", "left", "over"]),
    );
    for (const other of [evicted, killed]) {
      expect(other.answers).toEqual(whole.answers);
      expect(other.rows).toEqual(whole.rows);
      expect(other.figures).toEqual(whole.figures);
      expect(other.places).toEqual(whole.places);
    }
  });
});

describe.each(LIVES)("the heartbeat of an event %s", (life) => {
  test("beats ten seconds after somebody came and stops when nobody is there", async () => {
    const event = new TestEvent(life);
    await event.configure();
    await event.sync([], { sums: sumsOf(3) });
    expect(await event.alarmAt()).toBe(null);
    await event.take(joinOf(1));
    const firstMs = Date.now() + 10_000;
    expect(await event.alarmAt()).toBe(firstMs);
    pass(10_000);
    await event.interrupt();
    expect(await runDurableObjectAlarm(rawStub(event.ref))).toBe(true);
    expect(await event.alarmAt()).toBe(firstMs + 10_000);
    await event.take(leaveOf(1));
    pass(10_000);
    await runDurableObjectAlarm(rawStub(event.ref));
    expect(await event.alarmAt()).toBe(null);
    expect(await runDurableObjectAlarm(rawStub(event.ref))).toBe(false);
  });

  test("lets time pass where nobody asks: grants lapse, turns are missed, places are spent", async () => {
    const event = new TestEvent(life);
    await event.configure({ doors: "always", claimSeconds: 60, lateSeconds: 60 });
    await event.take(joinOf(1), joinOf(2));
    await event.take(claimOf(1));
    const beat = async (times: number) => {
      for (let n = 0; n < times; n++) {
        pass(10_000);
        await event.interrupt();
        // Turns stand still where no gate asks at all: nobody could claim then.
        await event.sync([]);
        await runDurableObjectAlarm(rawStub(event.ref));
      }
    };
    expect(lasting(await event.figures())).toMatchObject({ activeSessions: 1, places: [{ calledNotIn: 1 }] });
    await beat(4);
    expect(lasting(await event.figures())).toMatchObject({ activeSessions: 0, provisionalSessions: 0 });
    // A beat more than the turn: calls within a second end together, and never early.
    await beat(3);
    expect((await event.snapshot()).lanes[0]).toMatchObject({ missedThrough: 2, spentThrough: 0 });
    // From missed both may come back once, late.
    expect(await event.take(claimOf(1))).toMatchObject([{ outcome: "admitted" }]);
    await beat(6);
    expect((await event.snapshot()).lanes[0]).toMatchObject({ spentThrough: 2 });
    expect(await event.take(claimOf(1), claimOf(2))).toEqual([
      { outcome: "over", reason: "place-spent" },
      { outcome: "over", reason: "place-spent" },
    ]);
    expect(await event.alarmAt()).toBe(null);
  });

  test("case 70: a clock that was put back stops neither the heartbeat nor anything else, and is audited", async () => {
    const event = new TestEvent(life);
    await event.configure({ doors: "always", perMinute: 600, burst: 1 });
    await event.take(...upTo(5).map((n) => joinOf(n)));
    pass(3_600_000);
    await event.take(claimOf(1), claimOf(2), claimOf(3));
    pass(-3_600_000);
    const { version } = await event.snapshot();
    pass(100);
    const [, second] = await event.take(claimOf(1), claimOf(2), claimOf(3));
    expect(second).toMatchObject({ outcome: "admitted", session: { grantedAtMs: Date.now(), expiresAtMs: Date.now() + 30_000 } });
    expect((await event.snapshot()).version).toBeGreaterThan(version);
    expect(await event.alarmAt()).toBeLessThanOrEqual(Date.now() + 10_000);
    expect(await event.audit()).toContain("system note: the clock was set back by 3600 s; deadlines shifted with it");
  });
});

test("what the heartbeat learned outlives the object", async () => {
  const event = new TestEvent("evicted between calls");
  await event.configure({ doors: "always", claimSeconds: 60 });
  await event.take(...upTo(60).map((n) => joinOf(n)));
  for (let n = 0; n < 3; n++) {
    pass(9_000);
    await event.sync();
    await runDurableObjectAlarm(rawStub(event.ref));
  }
  const share = (await event.figures()).lanes[0]?.noShowShare ?? 0;
  expect(share).toBeGreaterThan(0.5);
  await event.interrupt();
  expect((await event.figures()).lanes[0]?.noShowShare).toBeCloseTo(share, 4);
});

describe("a write that fails", () => {
  /** Makes the next write to that table fail, runs, and mends it. */
  const withBrokenTable = async <R>(event: TestEvent, table: string, run: () => Promise<R>): Promise<string> => {
    await event.inside(
      (_, { sql }) => void sql.exec(`CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk full'); END`),
    );
    const outcome = await run().then(
      () => "done",
      (error: unknown) => String(error),
    );
    await event.inside((_, { sql }) => void sql.exec("DROP TRIGGER full"));
    return outcome;
  };

  test.each(["summary", "journal", "joins"])("to %s leaves memory as storage has it, and the same report can come again", async (table) => {
    const event = new TestEvent("in one life");
    await event.configure({ doors: "always", perMinute: 600, burst: 2 });
    await event.take(joinOf(1), joinOf(2), joinOf(3));
    await event.take(claimOf(1));
    const before = lasting(await event.figures());
    const report = event.report([joinOf(4), claimOf(2), claimOf(3), endOf(1)]);
    const queue = await event.call();
    expect(await withBrokenTable(event, table, () => queue.sync(report))).toContain("disk full");
    expect(lasting(await event.figures())).toEqual(before);
    await event.forget();
    expect(lasting(await event.figures())).toEqual(before);
    expect(await (await event.call()).sync(report)).toMatchObject({
      results: [
        { position: 4 },
        { outcome: "admitted", session: { position: 2 } },
        { outcome: "recorded" },
        { outcome: "left", changed: true },
      ],
    });
  });

  test.each(["settings", "audit", "orders", "summary"])("to %s leaves no part of an order", async (table) => {
    const event = new TestEvent("in one life");
    await event.configure({ doors: "stopped" });
    const failed = await withBrokenTable(event, table, () => event.order({ command: "let-in", count: 5 }, "name"));
    expect(failed).toContain("disk full");
    expect(await event.figures()).toMatchObject({ letInRemaining: 0 });
    expect(await event.audit()).toHaveLength(1);
    expect(await event.order({ command: "let-in", count: 5 }, "name")).toMatchObject({
      changed: true,
      description: { figures: { letInRemaining: 5 } },
    });
    expect(await event.audit()).toHaveLength(2);
  });

  test("of other settings leaves the old ones", async () => {
    const event = new TestEvent("in one life");
    await event.configure({ perMinute: 60 });
    expect(await withBrokenTable(event, "settings", () => event.configure({ perMinute: 6 }))).toContain("disk full");
    expect(await (await event.call()).describe()).toMatchObject({ settings: { perMinute: 60 }, figures: { perMinute: 60 } });
    await event.configure({ perMinute: 6 });
    expect(await event.figures()).toMatchObject({ perMinute: 6 });
  });

  test.each(["checkpoint", "place_pages"])("of a %s loses nothing, and the journal is folded by the next call", async (table) => {
    const event = new TestEvent("in one life");
    await event.configure({ doors: "always", perMinute: 60_000, maxActiveSessions: 100_000 });
    const run = (from: number, to: number) =>
      event.inside(async (queue) => {
        for (let n = from; n <= to; n++) await queue.sync(event.report([joinOf(n), claimOf(n - 1)]));
      });
    await run(1, 398);
    expect(await event.rows()).toMatchObject({ journal: 398, checkpoint: 0 });
    const broken = await withBrokenTable(event, table, async () => {
      await run(399, 400);
    });
    expect(broken).toContain("disk full");
    expect(await event.rows()).toMatchObject({ journal: 400, checkpoint: 0, place_pages: 0 });
    await run(401, 401);
    expect(await event.rows()).toMatchObject({ journal: 0, checkpoint: 1, place_pages: 1 });
    await event.forget();
    expect(await event.take(...upTo(401).map((n) => joinOf(n)))).toMatchObject(
      upTo(401).map((position) => (position === 401 ? { outcome: "waiting", position } : { outcome: "admitted", session: { position } })),
    );
  });
});

test("a whole crowd's sessions are ended by one order, lapse together, and are gone for good", async () => {
  const event = new TestEvent("in one life");
  await event.configure({ burst: 100_000, maxActiveSessions: 100_000 });
  const admit = (first: number, count: number) =>
    event.inside(async (queue) => {
      for (let n = first; n < first + count; n += 2_000) await queue.sync(event.report(upTo(2_000).map((each) => joinOf(n + each))));
    });
  await admit(0, 40_000);
  expect(await event.figures()).toMatchObject({ activeSessions: 40_000 });
  expect(await event.order({ command: "end-all" })).toMatchObject({ changed: true });
  // The platform takes rows of 2 MB at most; this runtime takes larger ones.
  const longest = await event.inside(
    (_, { sql }) => sql.exec<{ bytes: number }>("SELECT max(length(facts)) AS bytes FROM journal").one().bytes,
  );
  expect(longest).toBeLessThan(1_000_000);
  await event.forget();
  pass(2_000);
  expect(lasting(await event.figures())).toMatchObject({ activeSessions: 0, provisionalSessions: 0 });
  await admit(40_000, 40_000);
  await event.forget();
  for (let seconds = 0; seconds < 40; seconds += 10) {
    pass(10_000);
    await event.sync();
  }
  await event.forget();
  expect(lasting(await event.figures())).toMatchObject({ activeSessions: 0, provisionalSessions: 0, places: [{ lastIssued: 80_000 }] });
});

test("a call writes at most six rows, a call without news none", async () => {
  const event = new TestEvent("in one life");
  await event.configure({ doors: "always", perMinute: 60_000, maxActiveSessions: 100_000 });
  const written = async () => (await (await event.call()).describe())?.usage.rowsWritten ?? 0;
  await event.take(joinOf(1), joinOf(2));
  for (const n of upTo(20)) {
    const before = await written();
    pass(15_000);
    await event.take(...upTo(50).map((each) => joinOf(100 * n + each)), claimOf(n));
    expect((await written()) - before).toBeLessThanOrEqual(6);
  }
  const before = await written();
  for (const n of upTo(5)) await event.take(claimOf(5_000 + n), renewalOf(4_000));
  expect(await written()).toBe(before);
});

describe("its schema", () => {
  const schemaOf = ({ sql }: DurableObjectStorage) =>
    sql.exec("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY type, name").toArray();

  test.each([...EVENT_MIGRATIONS.keys()])("comes out the same from predecessor %i", async (applied) => {
    const [whole, stepwise] = await new TestEvent("in one life").inside(async (_, storage) => {
      const whole = schemaOf(storage);
      await storage.deleteAll();
      migrate(storage, EVENT_MIGRATIONS.slice(0, applied));
      migrate(storage, EVENT_MIGRATIONS);
      return [whole, schemaOf(storage)];
    });
    expect(whole).toContainEqual(expect.objectContaining({ name: "journal" }));
    expect(stepwise).toEqual(whole);
  });

  test("an event of the first schema wakes up whole in this one", async () => {
    const event = new TestEvent("in one life");
    await event.configure({ doors: "always" });
    await event.take(joinOf(1), joinOf(2));
    await event.take(claimOf(1));
    const before = lasting(await event.figures());
    await event.inside((_, { sql }) => {
      for (const table of ["orders", "limiter", "draw", "draw_leaves", "templates"]) sql.exec(`DROP TABLE ${table}`);
      sql.exec("DELETE FROM schema_migrations WHERE number > 1");
    });
    await event.forget();
    expect(lasting(await event.figures())).toEqual(before);
    expect(await event.order({ command: "message", message: "new" }, "name")).toMatchObject({ outcome: "ok", changed: true });
    expect(await event.rows()).toMatchObject({ orders: 1, audit: 2 });
  });
});
