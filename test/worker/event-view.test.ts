import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../durable-objects/domain/types.ts";
import { EventView, hasPassed } from "../../worker/event-view.ts";
import { sessionHash } from "../../worker/measure.ts";

const T0 = 1_800_000_000_000;

function snapshot(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    version: 1,
    atMs: T0,
    doors: "auto",
    queueing: false,
    passThrough: false,
    standstill: null,
    perMinute: 60,
    message: "",
    epoch: 0,
    presenceSample: 4,
    sessionSample: 1,
    shedLevel: 0,
    lanes: [],
    ...changes,
  };
}

function viewAt(atMs: number, changes: Partial<Snapshot> = {}): EventView {
  const view = new EventView({ event: "e", incarnation: 1 });
  view.accept({ outcome: "ok", snapshot: snapshot({ atMs, ...changes }), ended: [], refreshAfterMs: 300 }, atMs);
  return view;
}

describe("the isolate's view of an event", () => {
  test("uses a snapshot for its time, then asks, and at 1.5 s by the event's stamp no longer uses it", () => {
    const view = viewAt(T0);
    expect([view.isDue(T0 + 299), view.isDue(T0 + 300)]).toEqual([false, true]);
    expect([view.isUsable(T0 + 1_500), view.isUsable(T0 + 1_501)]).toEqual([true, false]);
  });

  test("an older version never replaces a newer one, whatever comes late", () => {
    const view = viewAt(T0, { version: 9 });
    view.accept({ outcome: "ok", snapshot: snapshot({ version: 8, message: "late" }), ended: [], refreshAfterMs: 300 }, T0 + 10);
    expect(view.snapshot).toMatchObject({ version: 9, message: "" });
  });

  test("case 70: with the clock set back an hour it asks at once, and no lock of the future holds it", () => {
    const view = viewAt(T0);
    expect(view.lockRefresh(T0)).toBe(true);
    expect(view.lockRefresh(T0 + 1_999)).toBe(false);
    const earlier = T0 - 3_600_000;
    expect(view.isDue(earlier)).toBe(true);
    expect(view.lockRefresh(earlier)).toBe(true);
    expect([hasPassed(T0, 1_000, earlier), hasPassed(T0, 1_000, T0 + 999), hasPassed(T0, 1_000, T0 + 1_000)]).toEqual([true, false, true]);
  });

  test("an ended session stays refused until its pass has expired, however often it is told", () => {
    const view = viewAt(T0);
    const ended = [{ sequence: 1, lane: "main", position: 7, forgetAtMs: T0 + 5_000 }];
    for (let time = 0; time < 2; time++)
      view.accept({ outcome: "ok", snapshot: snapshot({ version: 2 + time }), ended, refreshAfterMs: 300 }, T0);
    const stay = { position: 7, grantedAtMs: T0 };
    expect([view.hasEnded("main", stay, T0 + 4_999), view.hasEnded("main", stay, T0 + 5_000)]).toEqual([true, false]);
    expect([view.hasEnded("other", stay, T0), view.hasEnded("main", { ...stay, position: 8 }, T0)]).toEqual([false, false]);
    expect(view.endedSequence).toBe(1);
  });

  test("S6: older passes of a session are superseded, not over; once it has ended all of them are over", () => {
    const view = viewAt(T0);
    const tell = (sequence: number, below?: number): void => {
      const ended = { sequence, lane: "main", position: 7, forgetAtMs: T0 + 5_000, ...(below === undefined ? {} : { below }) };
      view.accept({ outcome: "ok", snapshot: snapshot({ version: 1 + sequence }), ended: [ended], refreshAfterMs: 300 }, T0);
    };
    const superseded = (): boolean[] => [0, 1, 2].map((generation) => view.isSuperseded("main", { position: 7, generation }, T0 + 100));
    const stay = { position: 7, grantedAtMs: T0 };
    tell(2, 2);
    // Told late by another gate's copy.
    tell(1, 1);
    expect(superseded()).toEqual([true, true, false]);
    expect([view.hasEnded("main", stay, T0 + 100), view.endedSequence]).toEqual([false, 2]);
    expect(view.isSuperseded("main", { position: 7, generation: 0 }, T0 + 5_000)).toBe(false);
    tell(3);
    expect(view.hasEnded("main", stay, T0 + 100)).toBe(true);
    tell(4, 2);
    expect(view.hasEnded("main", stay, T0 + 100)).toBe(true);
  });

  test("S6: what the event holds down is held here, by the number of its lane", () => {
    const view = viewAt(T0);
    const asker = { hash: sessionHash("vip", 7), lane: "vip", position: 7 };
    const limiter = view.sessionLimiter({ perSecond: 20, burst: 300, concurrent: 64 });
    limiter.takeBusy(T0 - 1_000);
    for (let n = 0; n < 10; n++) limiter.ask(asker, T0);
    expect(view.takeReport(T0).busy).toEqual([["vip", 7, 10, 0]]);
    const lanes = [{ id: "main" }, { id: "vip" }] as unknown as Snapshot["lanes"];
    view.accept({ outcome: "ok", snapshot: snapshot({ version: 2, lanes, held: [[1, 7, 0.2]] }), ended: [], refreshAfterMs: 300 }, T0);
    expect([limiter.enter(asker.hash, T0), limiter.enter(asker.hash, T0) > 0]).toEqual([0, true]);
    view.accept({ outcome: "ok", snapshot: snapshot({ version: 3, lanes }), ended: [], refreshAfterMs: 300 }, T0);
    expect(limiter.enter(asker.hash, T0)).toBe(0);
    // Other limits from the organiser make another limiter.
    expect(view.sessionLimiter({ perSecond: 5, burst: 300, concurrent: 64 })).not.toBe(limiter);
  });

  test("overload never counts as unreachable, and ends a time of it (S11)", () => {
    const view = viewAt(T0);
    view.accept({ outcome: "unavailable", reason: "unreachable" }, T0 + 1);
    view.accept({ outcome: "unavailable", reason: "unreachable" }, T0 + 2);
    expect(view.unreachableSinceMs).toBe(T0 + 1);
    view.accept({ outcome: "unavailable", reason: "overloaded" }, T0 + 3);
    expect(view.unreachableSinceMs).toBeNull();
  });

  test("presence is gathered once a sampled place, and reported once", () => {
    const view = viewAt(T0);
    for (const position of [4, 4, 5, 8]) view.notePresence("main", position);
    expect(view.takeReport(T0).presence).toEqual([{ lane: "main", positions: [4, 8] }]);
    expect(view.takeReport(T0)).toEqual({ sums: null, presence: [] });
  });
});
