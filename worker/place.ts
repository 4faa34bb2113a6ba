/** From what a ticket says to the place it stands for: a number of a draw is read through the permutation. */
import { fromHex } from "../durable-objects/domain/draw/bytes.ts";
import { drawKeyOf, placeOf, type DrawKey } from "../durable-objects/domain/draw/permutation.ts";
import type { LaneSnapshot, VisitorResult } from "../durable-objects/domain/types.ts";
import type { IssuedPlace } from "./credentials/ticket.ts";

/** The place of a pass, or of a ticket that is no number. */
export function placeAt(position: number): IssuedPlace {
  return { position, isDrawNumber: false };
}

/** What a join gave. */
export function issuedBy({ position, drawNumber }: Extract<VisitorResult, { readonly outcome: "waiting" }>): IssuedPlace {
  return { position, isDrawNumber: drawNumber !== undefined };
}

/** Places that were computed, under the key they were computed with; a ticket's claims live as long as it is remembered. */
const drawn = new WeakMap<IssuedPlace, { readonly key: string; readonly place: number }>();

/** Where the holder stands in the line; null = a number whose place is not drawn yet, or not known here yet. */
export function positionOf(lane: LaneSnapshot | undefined, issued: IssuedPlace): number | null {
  if (!issued.isDrawNumber) return issued.position;
  const draw = lane?.draw;
  if (draw === undefined || draw.size === null || draw.key === null) return null;
  const known = drawn.get(issued);
  if (known?.key === draw.key) return known.place;
  const place = draw.base + placeOf(keyOf(draw.key), draw.size, issued.position - draw.base);
  drawn.set(issued, { key: draw.key, place });
  return place;
}

/** The number as its holder knows it, from 1; null = it is none, or where numbers begin is not known here yet. */
export function drawNumberOf(lane: LaneSnapshot | undefined, issued: IssuedPlace): number | null {
  return issued.isDrawNumber && lane?.draw !== undefined ? issued.position - lane.draw.base : null;
}

/** The key that was used last: one lane's, on most days. */
let last: { readonly hex: string; readonly key: DrawKey } | null = null;

function keyOf(hex: string): DrawKey {
  if (last?.hex !== hex) last = { hex, key: drawKeyOf(fromHex(hex)) };
  return last.key;
}
