import { expect, it } from "vitest";
import { createLane, finishedThrough, issuePlace, oldestWaitSeconds, standingOf } from "../../../durable-objects/domain/lane.ts";
import { PAGE_POSITIONS, PLACE } from "../../../durable-objects/domain/place-states.ts";
import { policyOf } from "../../support/policy.ts";
import { range } from "./room.ts";

it("pages of places are kept as long as one of them has a claim that waits, a late return or a session", () => {
  const spentThrough = 3 * PAGE_POSITIONS;
  const laneWith = (change: (lane: ReturnType<typeof createLane>) => void): number => {
    const lane = createLane("main");
    Object.assign(lane, { issued: spentThrough + 10, nowServing: spentThrough + 5, spentThrough });
    change(lane);
    return finishedThrough(lane);
  };
  expect(laneWith(() => undefined)).toBe(spentThrough);
  expect(laneWith((lane) => lane.claims.set(70, false))).toBe(69);
  expect(laneWith((lane) => lane.voided.set(80, 0))).toBe(79);
  expect(laneWith((lane) => lane.sessions.set(90, {} as never))).toBe(89);
  expect(laneWith((lane) => lane.claims.set(spentThrough + 3, true))).toBe(spentThrough);
});

it("a place behind the dropped pages reads as spent", () => {
  const lane = createLane("main");
  Object.assign(lane, { issued: 2 * PAGE_POSITIONS, nowServing: 2 * PAGE_POSITIONS, spentThrough: PAGE_POSITIONS + 5 });
  lane.states.set(7, PLACE.admitted);
  lane.states.dropThrough(finishedThrough(lane));
  expect(standingOf(lane, 7, 0, policyOf())).toBe("spent");
});

it("the oldest wait is told from few marks, evenly spread: too long by a twentieth of the line's age at most", () => {
  const lane = createLane("main");
  expect(oldestWaitSeconds(lane, 0)).toBeNull();
  // Ten hours, a place a second.
  for (const second of range(0, 36_000)) issuePlace(lane, second * 1_000);
  expect(lane.issueMarks.length).toBeLessThanOrEqual(200);
  for (const nowServing of [0, 1, 17_777, 35_000]) {
    lane.nowServing = nowServing;
    const waited = oldestWaitSeconds(lane, 36_000_000) as number;
    expect(waited).toBeGreaterThanOrEqual(36_000 - nowServing);
    expect(waited).toBeLessThanOrEqual(36_000 - nowServing + 36_000 / 20);
  }
});
