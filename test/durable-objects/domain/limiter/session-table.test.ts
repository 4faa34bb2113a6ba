import { expect, it } from "vitest";
import { createSessionTable, leavingRate, noteSessions, sweepTable } from "../../../../durable-objects/domain/limiter/session-table.ts";
import type { SessionRow } from "../../../../durable-objects/domain/limiter/samples.ts";

const asks = (session: number): SessionRow => [session, session % 50, 1, 1, 0, 0];

/** Forty sessions that ask every `every` seconds from `fromMs` on for `seconds`; `well`: the origin is. */
function browse(
  table: ReturnType<typeof createSessionTable>,
  fromMs: number,
  seconds: number,
  every: number,
  well: boolean,
  first = 1,
): void {
  for (let second = 0; second < seconds; second++) {
    const nowMs = fromMs + second * 1000;
    const rows = Array.from({ length: 40 }, (_, index) => first + index).filter((session) => (session + second) % every === 0);
    noteSessions(table, rows.map(asks), 1, nowMs);
    sweepTable(table, nowMs, well, well);
  }
}

it("those who left an ailing origin say nothing of how long others stay", () => {
  const table = createSessionTable();
  browse(table, 0, 60, 5, true);
  // For a while it answers nobody well; who goes silent then is forgotten, but not counted as one who left of himself.
  browse(table, 60_000, 10, 5, false);
  const before = table.gone;
  for (let second = 0; second < 60; second++) sweepTable(table, 70_000 + second * 1000, true, true);
  expect(table.seen.size).toBe(0);
  expect(table.gone).toBe(before);
});

it("those who left a healthy one are counted", () => {
  const table = createSessionTable();
  browse(table, 0, 60, 5, true);
  const before = table.gone;
  for (let second = 0; second < 60; second++) sweepTable(table, 60_000 + second * 1000, true, true);
  expect(table.gone).toBe(before + 40);
  expect(leavingRate(table)).toBeGreaterThan(0);
});

it("while leavings can't be counted, time in which they would show isn't either", () => {
  const table = createSessionTable();
  browse(table, 0, 60, 5, true);
  const watched = table.watchedSeconds;
  for (let second = 0; second < 120; second++) sweepTable(table, 60_000 + second * 1000, false, false);
  expect(table.watchedSeconds).toBe(watched);
});

it("the pace is learned from those known for a while, not from the fastest of the new", () => {
  const table = createSessionTable();
  browse(table, 0, 120, 5, true);
  expect(table.cycleSeconds).toBeCloseTo(5, 0);
  const before = table.cycleSeconds;
  // The others leave; forty new ones ask every second for their first ten seconds.
  browse(table, 120_000, 10, 1, true, 1_000);
  expect(Math.abs(table.cycleSeconds - before)).toBeLessThan(0.3);
});
