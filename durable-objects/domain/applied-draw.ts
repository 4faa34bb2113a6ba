/** A draw applied to the places of a lane. Recovery applies it again, from its fact. */
import { fromHex } from "./draw/bytes.ts";
import { drawKeyOf, placeOf } from "./draw/permutation.ts";
import { PLACE, type PlaceStates } from "./place-states.ts";

export interface AppliedDraw {
  readonly base: number;
  readonly size: number;
  /** 16 bytes, hexadecimal. */
  readonly key: string;
}

/** What was given up as a number is given up at its place. */
export function appliedDraw({ states }: { readonly states: PlaceStates }, { base, size, key }: AppliedDraw): void {
  const givenUp: number[] = [];
  for (let number = 1; number <= size; number++) if (states.get(base + number) === PLACE.spent) givenUp.push(number);
  for (const number of givenUp) states.set(base + number, PLACE.none);
  const drawKey = drawKeyOf(fromHex(key));
  for (const number of givenUp) states.set(base + placeOf(drawKey, size, number), PLACE.spent);
}
