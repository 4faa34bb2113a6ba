import { describe, expect, it } from "vitest";
import { PAGE_POSITIONS, PLACE, PlaceStates, type PlaceState } from "../../../durable-objects/domain/place-states.ts";
import { randomFrom } from "./crowd.ts";

describe("place states", () => {
  it("keeps each place's state apart from its neighbours', over the edges of bytes and pages", () => {
    const states = new PlaceStates();
    const known = new Map<number, PlaceState>();
    const random = randomFrom(4);
    for (let n = 0; n < 20_000; n++) {
      const position = Math.floor(random() * 40) + PAGE_POSITIONS * Math.floor(random() * 3) - 20;
      if (position < 1) continue;
      const state = Math.floor(random() * 4) as PlaceState;
      states.set(position, state);
      known.set(position, state);
    }
    for (const [position, state] of known) expect(states.get(position)).toBe(state);
  });

  it("a place nobody set is none, and setting none makes no page", () => {
    const states = new PlaceStates();
    states.set(5_000_000, PLACE.none);
    expect(states.get(5_000_000)).toBe(PLACE.none);
    expect(states.takeDirty()).toEqual([]);
  });

  it("ten million places take 2.5 MB", () => {
    const states = new PlaceStates();
    for (let position = 1; position < 10_000_000; position += PAGE_POSITIONS) states.set(position, PLACE.spent);
    const bytes = states.takeDirty().reduce((sum, page) => sum + page.bytes.byteLength, 0);
    expect(bytes).toBeLessThanOrEqual(2_520_000);
  });

  it("tells a changed page once, and a loaded page reads the same", () => {
    const states = new PlaceStates();
    states.set(7, PLACE.claimed);
    states.set(PAGE_POSITIONS + 1, PLACE.admitted);
    const dirty = states.takeDirty();
    expect(dirty.map(({ page }) => page)).toEqual([0, 1]);
    expect(states.takeDirty()).toEqual([]);
    const again = new PlaceStates();
    for (const { page, bytes } of dirty) again.load(page, bytes);
    expect([again.get(7), again.get(8), again.get(PAGE_POSITIONS + 1)]).toEqual([PLACE.claimed, PLACE.none, PLACE.admitted]);
    expect(again.takeDirty()).toEqual([]);
  });

  it("drops whole finished pages only; they read as spent and stay so", () => {
    const states = new PlaceStates();
    for (const position of [1, PAGE_POSITIONS - 1, PAGE_POSITIONS]) states.set(position, PLACE.admitted);
    expect(states.dropThrough(PAGE_POSITIONS - 2)).toBe(0);
    expect(states.get(1)).toBe(PLACE.admitted);
    expect(states.dropThrough(PAGE_POSITIONS - 1)).toBe(1);
    expect([states.get(1), states.get(PAGE_POSITIONS - 1), states.get(PAGE_POSITIONS)]).toEqual([PLACE.spent, PLACE.spent, PLACE.admitted]);
    states.set(1, PLACE.none);
    expect(states.get(1)).toBe(PLACE.spent);
    expect(states.dropThrough(0)).toBe(1);
    expect(states.takeDirty().map(({ page }) => page)).toEqual([1]);
  });
});
