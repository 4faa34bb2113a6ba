import { expect, it } from "vitest";
import { withReasons } from "../../../static/demo/reasons.ts";
import type { RoomSample, Sample } from "../../../static/demo/state.ts";

const sample = (atMs: number, perMinuteReason: string): Sample => ({ atMs, shop: null, room: { perMinuteReason } as RoomSample });

it("keeps one line for a reason while only its figures change, and the last five", () => {
  const first = withReasons([], [sample(1, "cut: 16 % of sessions fail"), sample(2, "cut: 21 % of sessions fail"), sample(3, "growing")]);
  expect(first).toEqual([
    { atMs: 1, text: "cut: 21 % of sessions fail" },
    { atMs: 3, text: "growing" },
  ]);
  const many = withReasons(
    first,
    ["a", "b", "c", "d"].map((text, index) => sample(4 + index, text)),
  );
  expect(many.map(({ text }) => text)).toEqual(["growing", "a", "b", "c", "d"]);
});

it("takes no sample twice, and none in which the room did not answer", () => {
  const reasons = withReasons([], [sample(5, "growing")]);
  expect(withReasons(reasons, [sample(4, "older"), { atMs: 6, shop: null, room: null }])).toEqual(reasons);
});
