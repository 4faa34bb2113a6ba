/** How an on-sale gets from one phase to the next: by its plan, or by the organiser's hand. */
import { wallOf, type Advance } from "./event-clock.ts";
import type { Changes, EventState } from "./event.ts";
import { endAll } from "./grants.ts";
import { advanceDraw } from "./draw-steps.ts";
import { hasBegun, isFreezeDue, missingForReveal, type Draw } from "./draw/draw.ts";
import { scheduleOf, type Sale } from "./sale.ts";
import { nextPlannedMs, phaseAt, type TimedPhase } from "./schedule.ts";

/** A clock that leapt is believed once the event has been looked after for so long since (field case 70). */
const STEADY_MS = 10_000;
/** Between the freeze and the reveal the event looks this often: for the beacon, and for the end of the half minute. */
const DRAW_HEARTBEAT_MS = 1_000;
/** For so long; a beacon that has not answered by then is asked with each heartbeat. */
const DRAW_HURRY_MS = 120_000;
/** From this long before a planned time on something looks after the event each heartbeat, so that a leap shows as one. */
const WATCH_MS = 3_600_000;

/** Moves the phases on by time. */
export function advanceSale(event: EventState, changes: Changes, { gap }: Advance): void {
  const { sale, clock } = event;
  if (gap) sale.steadyFromLiveMs = clock.liveMs + STEADY_MS;
  if (clock.liveMs >= sale.steadyFromLiveMs) followPlan(event, changes);
}

/** Brings the on-sale to the phase that its plan means now; also backwards, where the organiser has put the opening off. */
export function followPlan(event: EventState, changes: Changes): void {
  const { sale, policy, clock } = event;
  const planned = withDraw(event, changes, phaseAt(scheduleOf(policy), wallOf(clock, clock.eventMs)));
  if (planned === sale.phase || sale.closedByHand) return;
  changes.audits.push(`phase: ${sale.phase} → ${planned}, as planned`);
  sale.phase = planned;
  if (planned === "closed") endEverybody(event, changes, false);
}

/** Ends the on-sale by hand, for good. Returns how many sessions ended with it: those of people who are paying only where that is asked for. */
export function closeSale(event: EventState, changes: Changes, includePaying: boolean): number {
  event.sale.phase = "closed";
  event.sale.closedByHand = true;
  event.sale.waitsForDraw = false;
  return endEverybody(event, changes, includePaying);
}

/** Doors wait for the draw: numbers that nobody could read would be no line. */
function withDraw(event: EventState, changes: Changes, planned: TimedPhase): Sale["phase"] {
  const { draw, sale } = event;
  const waited = sale.waitsForDraw;
  sale.waitsForDraw = false;
  const isOver = sale.closedByHand || (sale.phase === "open" && planned === "open");
  if (draw === null || isOver || planned === "scheduled" || planned === "closed") return planned;
  const isDrawn = advanceDraw(event, changes, draw, planned === "pre-queue");
  sale.waitsForDraw = !isDrawn && planned === "open";
  if (sale.waitsForDraw && !waited) changes.audits.push(`the doors wait for the draw: ${missingForReveal(draw)}`);
  if (!isDrawn) return "pre-queue";
  return planned === "open" || !hasBegun(draw) ? planned : "drawn";
}

function endEverybody(event: EventState, changes: Changes, includePaying: boolean): number {
  event.letIn = [];
  return endAll(event, changes, includePaying);
}

/**
 * Milliseconds until something must look after the event because of its plan, whoever asks: each `heartbeatMs` in the hour before a
 * planned time, else when that hour begins; null = nothing is planned.
 */
export function planDueMs({ clock, sale, policy, draw }: EventState, heartbeatMs: number): number | null {
  if (sale.closedByHand) return null;
  const wallMs = wallOf(clock, clock.eventMs);
  // Of one that has closed without it, nobody waits for the draw.
  if (draw !== null && sale.phase !== "closed" && isPending(draw, wallMs))
    return (draw.frozenAtMs ?? wallMs) > wallMs - DRAW_HURRY_MS ? DRAW_HEARTBEAT_MS : heartbeatMs;
  const nextMs = nextPlannedMs(scheduleOf(policy), wallMs);
  const leftMs = nextMs === null ? null : nextMs - wallMs;
  // What was due in a silence comes to pass once the clock is believed again.
  if (clock.liveMs < sale.steadyFromLiveMs) return Math.min(heartbeatMs, leftMs ?? heartbeatMs);
  if (leftMs === null) return null;
  return leftMs > WATCH_MS ? leftMs - WATCH_MS : Math.min(heartbeatMs, leftMs);
}

/** Whether the freeze is due or done, and the places are not known yet. */
function isPending(draw: Draw, wallMs: number): boolean {
  return isFreezeDue(draw, wallMs) && !draw.isRevealed;
}
