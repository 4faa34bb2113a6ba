/** Where draw and line meet: numbers become places, all at once. */
import { appliedDraw } from "./applied-draw.ts";
import {
  beginDraw,
  createDraw,
  drawLaneOf,
  drawnPlace,
  freeze,
  hasBegun,
  isFreezeDue,
  isNumber,
  loadDraw,
  mayReveal,
  reveal,
  type Draw,
  type DrawMeans,
  type StoredDraw,
} from "./draw/draw.ts";
import { wallOf } from "./event-clock.ts";
import type { Changes, EventState } from "./event.ts";
import { drawnFact } from "./journal.ts";
import { laneNamed, type Lane } from "./lane.ts";
import { createSeen, createWatch } from "./presence.ts";
import { scheduleOf } from "./sale.ts";
import { plannedMs } from "./schedule.ts";

/** Gives the event its draw: the stored one, or one that has not begun. Null = it draws nothing. */
export function attachDraw(event: EventState, means: DrawMeans | null, stored: StoredDraw | null): void {
  event.draw = means === null ? null : stored === null ? createDraw(means) : loadDraw(means, stored);
}

/** The beacon signed the committed round; its signature was verified. */
export function noteBeacon(event: EventState, signature: string): void {
  if (event.draw !== null && event.draw.frozenAtMs !== null) event.draw.signature ??= signature;
}

/** Moves the draw on by time. Returns whether the doors may open as far as it is concerned. */
export function advanceDraw(event: EventState, changes: Changes, draw: Draw, gathering: boolean): boolean {
  const nowMs = wallOf(event.clock, event.clock.eventMs);
  if (!hasBegun(draw)) {
    // Nobody gathered, so there is nothing to draw.
    if (!gathering) return true;
    begin(event, changes, draw);
  }
  // The clock was set back since: the half minute begins anew.
  if (draw.frozenAtMs !== null && draw.frozenAtMs > nowMs) draw.frozenAtMs = nowMs;
  if (draw.frozenAtMs === null && isFreezeDue(draw, nowMs)) {
    freeze(draw, (lane) => laneNamed(event.lanes, lane).issued, nowMs);
    const sizes = draw.lanes.map(({ lane, size }) => `${lane} ${size}`).join(", ");
    changes.audits.push(`draw frozen: ${sizes}`);
  }
  if (mayReveal(draw, nowMs)) revealPlaces(event, changes, draw);
  return draw.isRevealed;
}

function begin(event: EventState, changes: Changes, draw: Draw): void {
  const { policy } = event;
  const lanes = policy.lanes.map(({ id }) => id);
  const opensAtMs = plannedMs(scheduleOf(policy).opensAt) ?? 0;
  const terms = { opensAtMs, drawLeadSeconds: policy.draw?.leadSeconds ?? 0, lanes };
  beginDraw(
    draw,
    terms,
    lanes.map((id) => laneNamed(event.lanes, id).issued),
  );
  changes.audits.push(`draw: commitment published; ${draw.chain === null ? "without a beacon" : `beacon ${draw.chain.beaconId}`}`);
}

/** Seed, beacon and with them every place become known in one step, and those given up meanwhile are given up at their places. */
function revealPlaces(event: EventState, changes: Changes, draw: Draw): void {
  reveal(draw);
  for (const drawn of draw.lanes) {
    const lane = laneNamed(event.lanes, drawn.lane);
    if (drawn.key === null || drawn.size === null) continue;
    appliedDraw(lane, { base: drawn.base, size: drawn.size, key: drawn.key.hex });
    changes.facts.push(drawnFact(drawn.lane, drawn.base, drawn.size, drawn.key.hex));
    // Who polled was known by its number.
    Object.assign(lane.seen, createSeen());
    lane.toldPresence = null;
  }
  Object.assign(event.presence, createWatch(event.clock.liveMs));
  changes.audits.push("draw revealed");
}

/** The place of what a ticket says: of a number the drawn one, null while it is not drawn; of a place itself. */
export function placeOfTicket(event: EventState, lane: Lane, position: number, isDrawNumber: boolean): number | null {
  if (!isDrawNumber) return position;
  const drawn = drawLaneOf(event.draw, lane.id);
  return drawn === undefined || !isNumber(drawn, position) ? position : drawnPlace(drawn, position);
}
