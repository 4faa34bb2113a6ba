import fc from "fast-check";
import { expect, it } from "vitest";
import { MinHeap } from "../../../durable-objects/domain/min-heap.ts";

it("gives out keys in order with their own values, however pushes and pops are mixed", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: -50, max: 50 }), { freq: 3 }), { maxLength: 200 }), (script) => {
      const heap = new MinHeap<{ readonly key: number }>();
      const kept: number[] = [];
      for (const key of script) {
        if (key === null) {
          kept.sort((a, b) => a - b);
          const [peeked, popped, least] = [heap.peekKey(), heap.pop(), kept.shift()];
          if (peeked !== least || popped?.key !== least) expect.fail(`${peeked}, ${popped?.key} instead of ${least}`);
        } else {
          heap.push(key, { key });
          kept.push(key);
        }
        if (heap.size !== kept.length) expect.fail(`${heap.size} instead of ${kept.length}`);
      }
    }),
  );
});
