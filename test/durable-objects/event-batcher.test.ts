import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EndedSession, Snapshot, VisitorItem } from "../../durable-objects/domain/types.ts";
import { EventBatcher, isWithin } from "../../durable-objects/event-batcher.ts";
import type { GateReply, GateReport, ReadReply, VisitReply } from "../../durable-objects/protocol.ts";
import { sumsOf } from "../support/sums.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const claimOf = (position: number): VisitorItem => ({ kind: "claim", lane: "main", position, network: "n" });

/** The batcher hands the snapshot on unread, but for its stamp. */
const snapshotAt = (atMs: number): Snapshot => ({ version: atMs, atMs }) as Snapshot;

/** What a sound event answers: each claim is recorded, so that an answer shows whose it is by its position. */
function answerTo({ items }: GateReport, changes: Partial<Extract<GateReply, { outcome: "ok" }>> = {}): GateReply {
  const results = items.map((item) => ({ outcome: "waiting" as const, position: "position" in item ? item.position : 0 }));
  return { outcome: "ok", results, snapshot: snapshotAt(Date.now()), ended: [], nextSyncAfterMs: 0, ...changes };
}

const waiting = (position: number): VisitReply => ({ outcome: "ok", result: { outcome: "waiting", position } });
const unavailable = (reason: "overloaded" | "unreachable"): VisitReply => ({ outcome: "unavailable", reason });
const errorWith = (marks: { retryable?: boolean; overloaded?: boolean }) => Object.assign(new Error("the object was reset"), marks);
const NOTHING = { ref: { event: "e", incarnation: 1 }, endedSequence: 0, sums: null, presence: [] };

type Sync = (report: GateReport) => Promise<GateReply>;

/** A batcher before an event that answers as told; each call takes 20 ms unless `sync` is another. */
function batcherBefore(answer: (report: GateReport, call: number) => GateReply, sync?: Sync) {
  const reports: GateReport[] = [];
  const startedAtMs: number[] = [];
  const batcher = new EventBatcher({
    gate: "gate-1",
    now: () => Date.now(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    sync: async (report) => {
      reports.push(report);
      startedAtMs.push(Date.now());
      if (sync !== undefined) return sync(report);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return answer(report, reports.length);
    },
  });
  return { batcher, reports, startedAtMs };
}

/** Lets time pass and gives what the promises came to; one that never settles fails the test. */
const settled = async <T>(promises: readonly Promise<T>[], withinMs = 20_000): Promise<T[]> => {
  const all = Promise.all(promises);
  await vi.advanceTimersByTimeAsync(withinMs);
  return all;
};

describe("a gate's batcher", () => {
  test("S6: busy sessions of many isolates are summed by session, sent once, and no more than a bound of them", async () => {
    const { batcher, reports } = batcherBefore((report) => answerTo(report));
    const reads = [
      batcher.read(NOTHING),
      batcher.read({ ...NOTHING, busy: [["main", 7, 10, 0.5]] }),
      batcher.read({
        ...NOTHING,
        busy: [
          ["main", 7, 5, 1],
          ["main", 8, 6, 0],
        ],
      }),
      batcher.read({ ...NOTHING, busy: Array.from({ length: 2_000 }, (_, index) => ["other", index + 1, 9, 0] as const) }),
    ];
    await settled(reads);
    await settled([batcher.visit(claimOf(5))]);
    const busy = reports.flatMap((report) => report.busy ?? []);
    expect(busy.filter(([lane]) => lane === "main")).toEqual([
      ["main", 7, 15, 1.5],
      ["main", 8, 6, 0],
    ]);
    expect(busy.length).toBe(1_024);
  });

  test("sends what came while a call was in flight together in the next, in order of arrival", async () => {
    const { batcher, reports } = batcherBefore((report) => answerTo(report));
    const positions = [5, 3, 9, 1, 7];
    const first = batcher.visit(claimOf(5));
    await vi.advanceTimersByTimeAsync(5);
    const others = positions.slice(1).map((position) => batcher.visit(claimOf(position)));
    expect(await settled([first, ...others])).toEqual(positions.map(waiting));
    expect(reports.map(({ items }) => items)).toEqual([[claimOf(5)], positions.slice(1).map(claimOf)]);
    expect(reports.map(({ gate, sequence }) => [gate, sequence])).toEqual([
      ["gate-1", 1],
      ["gate-1", 2],
    ]);
  });

  test("holds ten thousand items beside those in flight, refuses more, and sends at most two thousand a call", async () => {
    const { batcher, reports } = batcherBefore((report) => answerTo(report));
    const visits = Array.from({ length: 10_003 }, (_, index) => batcher.visit(claimOf(index + 1)));
    const replies = await settled(visits);
    expect(replies.slice(0, 10_001)).toEqual(Array.from({ length: 10_001 }, (_, index) => waiting(index + 1)));
    expect(replies.slice(10_001)).toEqual([unavailable("overloaded"), unavailable("overloaded")]);
    expect(reports.map(({ items }) => items.length)).toEqual([1, 2_000, 2_000, 2_000, 2_000, 2_000]);
    expect(await settled([batcher.visit(claimOf(4))])).toEqual([waiting(4)]);
  });

  test("holds five thousand readers, refuses more, and answers all of them with one call", async () => {
    const { batcher, reports } = batcherBefore((report) => answerTo(report));
    const first = batcher.visit(claimOf(1));
    const replies = await settled(Array.from({ length: 5_002 }, () => batcher.read(NOTHING)));
    expect(await first).toEqual(waiting(1));
    expect(replies.filter(({ outcome }) => outcome === "ok")).toHaveLength(5_000);
    expect(replies.slice(5_000)).toEqual([unavailable("overloaded"), unavailable("overloaded")]);
    expect(reports).toHaveLength(2);
  });

  test("repeats the same report once where the runtime says that it may, and never to an overloaded event", async () => {
    for (const [marks, calls, reply] of [
      [{ retryable: true }, 2, waiting(1)],
      [{ retryable: true, overloaded: true }, 1, unavailable("overloaded")],
      [{ overloaded: true }, 1, unavailable("overloaded")],
      [{}, 1, unavailable("unreachable")],
    ] as const) {
      let failures = 1;
      const { batcher, reports } = batcherBefore(
        () => ({ outcome: "gone" }),
        async (report) => {
          if (failures-- > 0) throw errorWith(marks);
          return answerTo(report);
        },
      );
      expect(await settled([batcher.visit(claimOf(1))])).toEqual([reply]);
      expect(reports).toHaveLength(calls);
      expect(new Set(reports).size).toBe(1);
      // Whatever it was, the next one is served.
      expect(await settled([batcher.visit(claimOf(2))])).toEqual([waiting(2)]);
    }
  });

  test("gives up after the second failure, with its reason", async () => {
    for (const [second, reason] of [
      [errorWith({ retryable: true }), "unreachable"],
      [errorWith({ retryable: true, overloaded: true }), "overloaded"],
    ] as const) {
      const failures = [errorWith({ retryable: true }), second];
      const { batcher, reports } = batcherBefore(
        () => ({ outcome: "gone" }),
        async () => Promise.reject(failures.shift() ?? new Error("asked too often")),
      );
      expect(await settled([batcher.visit(claimOf(1))])).toEqual([unavailable(reason)]);
      expect(reports).toHaveLength(2);
    }
  });

  test("S11: an event that takes more than five seconds is overloaded, not away; what it says later is nobody's", async () => {
    const late: ((reply: GateReply | Promise<GateReply>) => void)[] = [];
    const { batcher, reports } = batcherBefore(
      () => ({ outcome: "gone" }),
      (report) => (late.length < 2 ? new Promise<GateReply>((resolve) => late.push(resolve)) : Promise.resolve(answerTo(report))),
    );
    const visit = batcher.visit(claimOf(1));
    const read = batcher.read(NOTHING);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(reports).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await visit).toEqual(unavailable("overloaded"));
    await vi.advanceTimersByTimeAsync(5_250);
    expect(await read).toEqual(unavailable("overloaded"));
    late[0]?.({ outcome: "gone" });
    late[1]?.(Promise.reject(new Error("too late")));
    expect(await settled([batcher.visit(claimOf(2))])).toEqual([waiting(2)]);
  });

  test("tells whoever waits that the event is gone, and forgets its snapshot", async () => {
    const { batcher, reports } = batcherBefore((report, call) => (call === 1 ? answerTo(report) : { outcome: "gone" }));
    await settled([batcher.read(NOTHING)], 30);
    const gone = await settled([batcher.visit(claimOf(1)), batcher.visit(claimOf(2))], 600);
    expect(gone).toEqual([{ outcome: "gone" }, { outcome: "gone" }]);
    expect(await settled([batcher.read(NOTHING)])).toEqual([{ outcome: "gone" }]);
    expect(reports.length).toBeLessThanOrEqual(4);
  });

  test("waits as long as the event told, and a quarter of a second after a failure", async () => {
    const { batcher, startedAtMs } = batcherBefore((report, call) =>
      call === 2 ? { outcome: "gone" } : answerTo(report, { nextSyncAfterMs: 700 }),
    );
    for (const position of [1, 2, 3]) await settled([batcher.visit(claimOf(position))], position === 3 ? 300 : 800);
    const [first = 0, second = 0, third = 0] = startedAtMs;
    expect(second - first).toBeGreaterThanOrEqual(20 + 700);
    expect(third - second).toBeGreaterThanOrEqual(20 + 250);
    const visits = [batcher.visit(claimOf(4)), batcher.visit(claimOf(5))];
    await vi.advanceTimersByTimeAsync(699 - (Date.now() - third - 20));
    expect(startedAtMs).toHaveLength(3);
    expect(await settled(visits)).toEqual([waiting(4), waiting(5)]);
    expect(startedAtMs[3]).toBe(third + 20 + 700);
  });

  test("case 70: a clock that was put back makes nobody wait longer, and no old copy young", async () => {
    const { batcher, reports } = batcherBefore((report) => answerTo(report, { nextSyncAfterMs: 400 }));
    await settled([batcher.read(NOTHING)], 30);
    vi.setSystemTime(Date.now() - 3_600_000);
    const visit = batcher.visit(claimOf(1));
    const read = batcher.read(NOTHING);
    await vi.advanceTimersByTimeAsync(400 + 20 + 400 + 20);
    expect(reports.flatMap(({ items }) => items)).toEqual([claimOf(1)]);
    expect(await visit).toEqual(waiting(1));
    expect(await read).toMatchObject({ outcome: "ok", snapshot: { atMs: Date.now() - 420 } });
    expect([isWithin(-1, 5), isWithin(0, 5), isWithin(4, 5), isWithin(5, 5)]).toEqual([false, true, true, false]);
  });

  test("answers a read from a copy younger than a quarter of a second, else asks", async () => {
    const { batcher, reports } = batcherBefore((report) => answerTo(report));
    const [first] = await settled([batcher.read(NOTHING)], 30);
    expect(await batcher.read(NOTHING)).toEqual(first);
    expect(reports).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(250);
    const [second] = await settled([batcher.read(NOTHING)], 30);
    expect(reports).toHaveLength(2);
    expect(second).not.toEqual(first);
  });

  test("carries every isolate's sums and presence to the next call, once, the presence bounded", async () => {
    const { batcher, reports } = batcherBefore((report) => answerTo(report));
    await settled([batcher.read(NOTHING)], 30);
    const positions = Array.from({ length: 3_000 }, (_, index) => index + 1);
    const reads = [
      batcher.read({ ...NOTHING, sums: sumsOf(3), presence: [{ lane: "main", positions: [1, 2] }] }),
      batcher.read({
        ...NOTHING,
        sums: sumsOf(4),
        presence: [
          { lane: "main", positions: [2, 3] },
          { lane: "vip", positions },
        ],
      }),
      batcher.read({ ...NOTHING, presence: [{ lane: "vip", positions: positions.map((position) => position + 2_000) }] }),
      batcher.visit(claimOf(1)),
    ];
    await settled<unknown>(reads, 50);
    const [, report] = reports;
    expect(report?.sums).toMatchObject({ requests: 7, ok: 7, inFlightMax: 4 });
    expect(report?.presence[0]).toEqual({ lane: "main", positions: [1, 2, 3] });
    expect(report?.presence[1]?.positions).toEqual(Array.from({ length: 4_093 }, (_, index) => index + 1));
    await settled([batcher.visit(claimOf(1))]);
    expect(reports[2]).toMatchObject({ sums: null, presence: [] });
  });

  test("keeps the ended sessions for every isolate until no pass of them can be valid", async () => {
    const startMs = Date.now();
    const endedAt = (sequence: number): EndedSession => ({
      sequence,
      lane: "main",
      position: sequence * 10,
      forgetAtMs: startMs + sequence * 1_000,
    });
    const { batcher, reports } = batcherBefore((report, call) =>
      answerTo(report, { ended: call === 1 ? [endedAt(1), endedAt(2)] : call === 2 ? [endedAt(2), endedAt(3)] : [] }),
    );
    const endedFor = async (endedSequence: number) => {
      const [reply] = await settled([batcher.read({ ...NOTHING, endedSequence })], 300);
      return reply?.outcome === "ok" ? reply.ended.map(({ sequence }) => sequence) : reply;
    };
    expect(await endedFor(0)).toEqual([1, 2]);
    expect(await endedFor(0)).toEqual([1, 2, 3]);
    expect(await endedFor(2)).toEqual([3]);
    expect(reports.map(({ endedSequence }) => endedSequence)).toEqual([0, 2, 3]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await endedFor(0)).toEqual([3]);
  });

  test("tells isolates to ask less often the more of them ask", async () => {
    const { batcher } = batcherBefore((report) => answerTo(report));
    const toldAfter = async (readsPerSecond: number) => {
      const replies: Promise<ReadReply>[] = [];
      for (let n = 0; n < readsPerSecond * 3; n++) {
        replies.push(batcher.read(NOTHING));
        await vi.advanceTimersByTimeAsync(1_000 / readsPerSecond);
      }
      const last = (await settled(replies, 100)).at(-1);
      return last?.outcome === "ok" ? last.refreshAfterMs : last;
    };
    expect(await toldAfter(20)).toBe(300);
    expect(await toldAfter(500)).toBeGreaterThan(500);
    expect(await toldAfter(20)).toBe(300);
  });
});

/** How the event behaves at one call. */
const behaviour = fc.constantFrom("ok", "slow", "short", "long", "gone", "throws", "throws at once", "retryable", "overloaded", "silent");
type Behaviour = "ok" | "slow" | "short" | "long" | "gone" | "throws" | "throws at once" | "retryable" | "overloaded" | "silent";

test("whatever the event does, every visit and read is answered exactly once, and never with another's result", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(behaviour, { maxLength: 12 }),
      fc.array(fc.record({ visits: fc.nat(4), reads: fc.nat(2), thenMs: fc.constantFrom(0, 1, 20, 300, 6_000) }), {
        minLength: 1,
        maxLength: 12,
      }),
      async (behaviours, arrivals) => {
        const script = [...behaviours];
        const act = (report: GateReport): Promise<GateReply> => {
          const next: Behaviour = script.shift() ?? "ok";
          const reply = answerTo(report, { nextSyncAfterMs: 10 });
          switch (next) {
            case "ok":
              return Promise.resolve(reply);
            case "slow":
              return new Promise((resolve) => setTimeout(() => resolve(reply), 3_000));
            case "short":
              return Promise.resolve(reply.outcome === "ok" ? { ...reply, results: reply.results.slice(1) } : reply);
            case "long":
              return Promise.resolve(reply.outcome === "ok" ? { ...reply, results: [...reply.results, { outcome: "queueing" }] } : reply);
            case "gone":
              return Promise.resolve({ outcome: "gone" });
            case "throws":
              return Promise.reject(errorWith({}));
            case "throws at once":
              throw errorWith({});
            case "retryable":
              return Promise.reject(errorWith({ retryable: true }));
            case "overloaded":
              return Promise.reject(errorWith({ overloaded: true, retryable: true }));
            case "silent":
              return new Promise(() => {});
          }
        };
        const batcher = new EventBatcher({
          gate: "g",
          now: () => Date.now(),
          sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          sync: act,
        });
        const answers: { readonly asked: number; readonly reply: VisitReply }[] = [];
        let asked = 0;
        let reads = 0;
        let readsAnswered = 0;
        for (const { visits, reads: readers, thenMs } of arrivals) {
          for (let n = 0; n < visits; n++) {
            const position = ++asked;
            void batcher.visit(claimOf(position)).then((reply) => answers.push({ asked: position, reply }));
          }
          for (let n = 0; n < readers; n++) {
            reads++;
            void batcher.read(NOTHING).then(() => readsAnswered++);
          }
          await vi.advanceTimersByTimeAsync(thenMs);
        }
        // Thirteen calls of five seconds and their repetitions are the longest that can come.
        await vi.advanceTimersByTimeAsync(200_000);
        expect(answers.map((answer) => answer.asked).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: asked }, (_, index) => index + 1),
        );
        expect(readsAnswered).toBe(reads);
        // A reply that is too short tells nothing of whose results it holds, so it is left out here.
        const strangers = behaviours.includes("short")
          ? []
          : answers.filter(
              ({ asked: position, reply }) =>
                reply.outcome === "ok" && reply.result.outcome === "waiting" && reply.result.position !== position,
            );
        expect(strangers).toEqual([]);
        expect(await settled([batcher.visit(claimOf(7))], 20_000)).toHaveLength(1);
      },
    ),
    { numRuns: 150 },
  );
});
