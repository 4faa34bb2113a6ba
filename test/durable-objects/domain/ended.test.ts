import fc from "fast-check";
import { expect, test } from "vitest";
import { endedAfter } from "../../../durable-objects/domain/ended.ts";

const ended = (sequence: number) => ({ sequence, lane: "main", position: sequence, forgetAtMs: 0 });

test("those after a sequence, wherever the list begins", () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(120), (first, count, after) => {
      const list = Array.from({ length: count }, (_, index) => ended(first + index));
      expect(endedAfter(list, after)).toEqual(list.filter(({ sequence }) => sequence > after));
    }),
  );
});

test("a reader that knows of none hears of all in a few answers, none of them too long", () => {
  const list = Array.from({ length: 12_000 }, (_, index) => ended(index + 1));
  const heard: number[] = [];
  for (let answers = 0; answers < 3; answers++) heard.push(...endedAfter(list, heard.at(-1) ?? 0).map(({ sequence }) => sequence));
  expect(heard).toEqual(list.map(({ sequence }) => sequence));
});
