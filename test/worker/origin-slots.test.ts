import { describe, expect, test } from "vitest";
import { OriginSlots, type Slot } from "../../worker/origin-slots.ts";

const T0 = 1_800_000_000_000;

/** Slots of an isolate that is asked for everything there is, limited to so many. */
function slotsOf(limit: number): OriginSlots {
  const slots = new OriginSlots();
  slots.takeAsked(T0 - 1_000);
  for (let n = 0; n < 100; n++) slots.ask();
  slots.takeAsked(T0);
  slots.limitTo({ mostInFlight: limit, askedPerSecond: 100 });
  expect(slots.limit).toBe(limit);
  return slots;
}

const filled = (limit: number): { readonly slots: OriginSlots; readonly taken: Slot[] } => {
  const slots = slotsOf(limit);
  return { slots, taken: Array.from({ length: limit }, () => slots.go(T0)) };
};

describe("an isolate's slots at the origin", () => {
  test("without a limit everything goes at once", () => {
    const slots = new OriginSlots();
    for (let n = 0; n < 10_000; n++) expect(slots.enter(T0)).not.toBeNull();
    expect(slots.underWay).toBe(10_000);
  });

  test("of all isolates' limit it takes the share it is asked for, and a few to begin with", () => {
    const slots = new OriginSlots();
    slots.limitTo({ mostInFlight: 100, askedPerSecond: 50 });
    expect(slots.limit).toBe(2);
    slots.takeAsked(T0);
    for (let n = 0; n < 20; n++) slots.ask();
    expect(slots.takeAsked(T0 + 2_000)).toBe(20);
    slots.limitTo({ mostInFlight: 100, askedPerSecond: 50 });
    expect(slots.limit).toBe(20);
    slots.limitTo(undefined);
    expect(slots.limit).toBe(Number.POSITIVE_INFINITY);
  });

  test("full: the newest goes first when an answer comes", () => {
    const { slots, taken } = filled(2);
    expect(slots.enter(T0)).toBeNull();
    const [old, young] = [slots.wait(T0), slots.wait(T0 + 1)];
    expect([slots.look(old, T0 + 5), slots.look(young, T0 + 5)]).toEqual(["waiting", "waiting"]);
    slots.leave(taken[0] as Slot);
    slots.leave(taken[0] as Slot);
    expect(slots.look(old, T0 + 10)).toBe("waiting");
    expect(slots.look(young, T0 + 10)).toEqual({ startedMs: T0 + 10 });
    slots.leave(taken[1] as Slot);
    expect(slots.look(old, T0 + 15)).toEqual({ startedMs: T0 + 15 });
    expect([slots.waiting, slots.underWay]).toEqual([0, 2]);
  });

  test("what must not wait goes at once, and fills a slot", () => {
    const { slots, taken } = filled(2);
    const waiter = slots.wait(T0);
    const slot = slots.go(T0 + 1);
    slots.leave(taken[0] as Slot);
    expect(slots.look(waiter, T0 + 5)).toBe("waiting");
    slots.leave(slot);
    expect(slots.look(waiter, T0 + 6)).not.toBe("waiting");
  });

  test("CoDel: 100 ms in a queue that empties; 5 ms once it has not been empty for 100 ms; 100 ms again when it has", () => {
    const { slots, taken } = filled(2);
    const waitOf = (nowMs: number): number => slots.wait(nowMs).deadlineMs - nowMs;
    expect([waitOf(T0), waitOf(T0 + 60), waitOf(T0 + 100)]).toEqual([100, 100, 100]);
    expect([waitOf(T0 + 101), waitOf(T0 + 104), waitOf(T0 + 108)]).toEqual([5, 5, 5]);
    slots.leave(taken[0] as Slot);
    slots.leave(taken[1] as Slot);
    const last = slots.wait(T0 + 109);
    expect(slots.look(last, T0 + 112)).not.toBe("waiting");
    // The one of T0 + 100 waits until T0 + 200: only then it has been empty.
    expect(waitOf(T0 + 150)).toBe(5);
    expect(waitOf(T0 + 300)).toBe(100);
  });

  test("one past its deadline is dropped, also when there is room by then", () => {
    const { slots, taken } = filled(2);
    const waiter = slots.wait(T0);
    slots.leave(taken[0] as Slot);
    expect(slots.look(waiter, T0 + 100)).toBeNull();
    expect(slots.waiting).toBe(0);
  });

  test("who waits and never looks again keeps nobody back for longer than its own wait", () => {
    const { slots, taken } = filled(2);
    const alive = slots.wait(T0);
    slots.wait(T0 + 1);
    slots.leave(taken[0] as Slot);
    expect(slots.look(alive, T0 + 50)).toBe("waiting");
    slots.leave(taken[1] as Slot);
    expect(slots.look(alive, T0 + 60)).not.toBe("waiting");
  });

  test("the queue is bounded: the oldest is dropped", () => {
    const { slots } = filled(2);
    const waiters = Array.from({ length: 300 }, () => slots.wait(T0));
    expect(slots.waiting).toBe(256);
    expect(slots.look(waiters[0] as (typeof waiters)[0], T0 + 1)).toBeNull();
    expect(slots.look(waiters[299] as (typeof waiters)[0], T0 + 1)).toBe("waiting");
  });

  test("an origin that hung is tried again, and a clock that was set back holds nobody", () => {
    for (const laterMs of [5_000, -3_600_000]) {
      const { slots } = filled(2);
      expect(slots.enter(T0 + 4_999)).toBeNull();
      expect(slots.enter(T0 + laterMs)).not.toBeNull();
    }
    const { slots } = filled(2);
    const waiter = slots.wait(T0);
    expect(slots.look(waiter, T0 - 3_600_000)).toBeNull();
  });
});
