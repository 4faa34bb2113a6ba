import { describe, expect, test } from "vitest";
import {
  busiestSessions,
  createBusySessions,
  DEFAULT_SESSION_LIMITS,
  forgetQuiet,
  heldSessions,
  MOST_HELD,
  noteBusy,
  type BusyRow,
  type BusySessions,
} from "../../../durable-objects/domain/busy-sessions.ts";
import { range, Room } from "./room.ts";

const T0 = 1_800_000_000_000;
const LIMITS = { ...DEFAULT_SESSION_LIMITS, burst: 20 };
const everybody = (): boolean => true;

const note = (sessions: BusySessions, rows: readonly BusyRow[], nowMs: number): void => noteBusy(sessions, rows, LIMITS, everybody, nowMs);
/** Two isolates report each second what the session asks there. */
function report(sessions: BusySessions, perIsolate: number, openSeconds: number, fromMs: number, seconds: number): void {
  for (let second = 1; second <= seconds; second++) {
    for (const isolate of [0, 1]) note(sessions, [["main", 7, perIsolate, openSeconds]], fromMs + second * 1_000 + isolate * 300);
  }
}

describe("S6: one pass, one person's load over all isolates", () => {
  test("15 a second at each of two isolates is 30 in sum: held within 5 s, by the factor that makes it 20", () => {
    const sessions = createBusySessions();
    report(sessions, 15, 1, T0, 5);
    const [held] = heldSessions(sessions, LIMITS, T0 + 5_400);
    expect(held?.slice(0, 2)).toEqual(["main", 7]);
    expect(held?.[2]).toBeGreaterThan(0.55);
    expect(held?.[2]).toBeLessThan(0.8);
    expect(busiestSessions(sessions, T0 + 5_400)).toMatchObject([{ lane: "main", position: 7, held: true }]);
  });

  test("9 a second at each is one person's load: seen by the organiser, never held", () => {
    const sessions = createBusySessions();
    report(sessions, 9, 2, T0, 60);
    expect(heldSessions(sessions, LIMITS, T0 + 60_400)).toEqual([]);
    const [busy] = busiestSessions(sessions, T0 + 60_400);
    expect(busy).toMatchObject({ held: false });
    expect(busy?.perSecond).toBeGreaterThan(15);
    expect(busy?.perSecond).toBeLessThan(21);
  });

  test("40 under way at each of two isolates are over 64, though few are asked", () => {
    const sessions = createBusySessions();
    report(sessions, 1, 40, T0, 4);
    const [[, , factor] = ["", 0, 1]] = heldSessions(sessions, LIMITS, T0 + 4_400);
    expect(factor).toBeGreaterThan(0.7);
    expect(factor).toBeLessThan(0.95);
  });

  test("a flood that is refused stays held; once it stops it is free within seconds, and forgotten", () => {
    const sessions = createBusySessions();
    report(sessions, 100, 5, T0, 30);
    expect(heldSessions(sessions, LIMITS, T0 + 30_400)).toHaveLength(1);
    expect(heldSessions(sessions, LIMITS, T0 + 35_000)).toHaveLength(1);
    expect(heldSessions(sessions, LIMITS, T0 + 35_400)).toEqual([]);
    forgetQuiet(sessions, LIMITS, everybody, T0 + 45_000);
    expect(sessions.table.size).toBe(0);
  });

  test("one burst after a quiet time is what the burst is for", () => {
    const sessions = createBusySessions();
    note(sessions, [["main", 7, LIMITS.burst, 3]], T0);
    expect(heldSessions(sessions, LIMITS, T0 + 100)).toEqual([]);
  });

  test("whoever has no session is not watched, rows that are no counts are not taken, and the table is bounded", () => {
    const sessions = createBusySessions();
    noteBusy(sessions, [["main", 1, 1_000, 1]], LIMITS, () => false, T0);
    note(
      sessions,
      [
        ["main", 2, Number.NaN, 1],
        ["main", 3, -5, 1],
        ["main", 4, 1, Number.POSITIVE_INFINITY],
      ],
      T0,
    );
    expect(sessions.table.size).toBe(0);
    note(
      sessions,
      range(1, 10_000).map((position) => ["main", position, 1_000, 1]),
      T0,
    );
    expect(sessions.table.size).toBe(4_096);
    expect(heldSessions(sessions, LIMITS, T0)).toHaveLength(MOST_HELD);
  });

  test("the snapshot names the busiest by the number of their lane, and no more than fit into 4 KB", () => {
    const lanes = range(1, 16).map((n) => ({ id: `a-show-with-a-long-name-${n}`, share: 1 }));
    const room = new Room({ lanes, sessionLimits: LIMITS, perMinute: 60_000 });
    const admitted = lanes.flatMap(({ id }) => room.join(2, { lane: id }).map((result) => [id, result] as const));
    expect(admitted.every(([, { outcome }]) => outcome === "admitted")).toBe(true);
    const busy = lanes.map(({ id }, index): BusyRow => [id, 1, 100 + index, 1]);
    room.takeBusy(busy);
    room.wallMs += 1_000;
    room.takeBusy(busy);
    const { held = [] } = room.snapshot;
    expect(held.map(([lane]) => lane).toSorted((a, b) => a - b)).toEqual(range(0, 15));
    expect(held.every(([, position, factor]) => position === 1 && factor > 0 && factor < 1)).toBe(true);
    expect(JSON.stringify(held).length).toBeLessThanOrEqual(16 * 16);
    expect(room.figures.busySessions).toHaveLength(16);
  });

  test("a session that ends is no longer held", () => {
    const room = new Room({ sessionLimits: LIMITS });
    room.join(1);
    room.takeBusy([["main", 1, 1_000, 1]]);
    expect(room.snapshot.held).toHaveLength(1);
    room.ask({ kind: "leave", lane: "main", position: 1 });
    room.pass(3_000, 1_000);
    expect(room.snapshot.held).toBeUndefined();
  });
});
