import { expect, test } from "vitest";
import { cpuMs } from "../../../support/cpu-time.ts";
import { Room } from "../room.ts";

/** Processor time of many looks at the figures. */
function costOf(room: Room): number {
  const before = cpuMs();
  for (let look = 0; look < 2_000; look++) void room.figures;
  return cpuMs() - before;
}

test("case 42: figures of a room that has run for weeks open as fast as on the first day", () => {
  const [fresh, old] = [new Room({ perMinute: 6_000, maxActiveSessions: 5_000 }), new Room({ perMinute: 6_000, maxActiveSessions: 5_000 })];
  for (const room of [fresh, old]) room.join(50);
  // Weeks of people who came, were admitted, and went.
  for (let hours = 12 * 24; hours > 0; hours--) {
    old.join(40);
    old.pass(3_600_000, 600_000);
  }
  old.join(50);
  expect(old.lane().issued).toBeGreaterThan(11_000);
  costOf(fresh);
  const [short, long] = [costOf(fresh), costOf(old)];
  // What grows with the history would be hundreds of times as much.
  expect(long).toBeLessThan(10 * Math.max(short, 2));
  expect(Object.values(old.figures.lanes[0] ?? {}).every((figure) => typeof figure !== "number" || Number.isFinite(figure))).toBe(true);
});
