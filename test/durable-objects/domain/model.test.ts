import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { histories } from "./model-histories.ts";
import { playHistory } from "./model-rig.ts";

/** Plays `numRuns` histories and returns what happened in all of them together. */
function playAll(crashes: number, numRuns: number, ops?: number): { steps: number; granted: number; crashes: number } {
  const sums = { steps: 0, granted: 0, crashes: 0 };
  fc.assert(
    fc.property(histories(crashes, ops), (history) => {
      const played = playHistory(history);
      for (const key of ["steps", "granted", "crashes"] as const) sums[key] += played[key];
    }),
    // Shrinking a failure ends here too.
    { numRuns, interruptAfterTimeLimit: 20_000 },
  );
  return sums;
}

describe("the event does what the rules say", () => {
  test("whatever is asked, repeated and ordered, at whatever times", () => {
    const { steps, granted } = playAll(0, 300);
    expect(steps).toBeGreaterThan(2_000);
    expect(granted).toBeGreaterThan(300);
  });

  test("also when it is thrown away and read back from storage", () => {
    const { steps, crashes } = playAll(2, 300);
    expect(steps).toBeGreaterThan(2_000);
    expect(crashes).toBeGreaterThan(300);
  });
});

test("promise 6: acknowledged state survives a crash, and an unacknowledged request is lost whole", () => {
  // Every other op throws the event away, half of these with a step in memory that was not written.
  const { crashes } = playAll(20, 150);
  expect(crashes).toBeGreaterThan(1_000);
});
