import { expect, it } from "vitest";
import { CRITICALITIES, HIGHEST_SHED_LEVEL, isShed, shedShare, stepShed } from "../../../../durable-objects/domain/limiter/shed.ts";

const sessions = Array.from({ length: 20_000 }, (_, index) => Math.imul(index + 1, 0x9e3779b1) >>> 0);
const refused = (level: number, criticality: (typeof CRITICALITIES)[number]): number =>
  sessions.filter((session) => isShed(level, criticality, session)).length / sessions.length;

it("sheds the least critical class first and never critical-plus", () => {
  expect(CRITICALITIES.map((criticality) => shedShare(1.4, criticality))).toEqual([1, expect.closeTo(0.4), 0, 0]);
  expect(refused(HIGHEST_SHED_LEVEL, "critical")).toBe(1);
  expect(refused(HIGHEST_SHED_LEVEL, "critical-plus")).toBe(0);
  expect(refused(0, "sheddable")).toBe(0);
});

it("refuses the share it says, and always the same sessions", () => {
  expect(refused(0.3, "sheddable")).toBeCloseTo(0.3, 1);
  for (const session of sessions.slice(0, 500)) {
    if (isShed(0.3, "sheddable", session)) expect(isShed(0.6, "sheddable", session)).toBe(true);
  }
});

it("rises while the origin is far too slow, rests in between, and falls slower than it rose", () => {
  expect(stepShed(0, 2, 10)).toBeGreaterThan(0.4);
  expect(stepShed(0.5, 1.2, 10)).toBe(0.5);
  expect(stepShed(0.5, 0, 10)).toBeCloseTo(0.3);
  expect(stepShed(0.1, 0, 60)).toBe(0);
  expect(stepShed(2.9, 100, 600)).toBe(HIGHEST_SHED_LEVEL);
});
