import { expect, it } from "vitest";
import { createClock } from "../../../static/waiting-page/clock.ts";

/** A clock over two that are set by hand. */
function at() {
  const times = { monotonic: 500, date: 1_800_000_000_000 };
  const clock = createClock(
    () => times.monotonic,
    () => times.date,
  );
  return (passed: Partial<typeof times>): number => {
    times.monotonic += passed.monotonic ?? 0;
    times.date += passed.date ?? 0;
    return clock();
  };
}

it("goes on by the time that passes, whatever the date is", () => {
  const clock = at();
  expect(clock({ monotonic: 1000, date: 1000 })).toBe(1500);
});

it("never goes back with the date, and small corrections of it count for nothing", () => {
  const clock = at();
  expect(clock({ monotonic: 1000, date: -86_400_000 })).toBe(1500);
  expect(clock({ monotonic: 1000, date: 1900 })).toBe(2500);
});

it("case 54: counts the sleep that the monotonic clock did not see, once", () => {
  const clock = at();
  expect(clock({ monotonic: 10, date: 960_010 })).toBe(960_510);
  expect(clock({ monotonic: 1000, date: 1000 })).toBe(961_510);
});
