/**
 * Where the on-sale is: `scheduled → pre-queue → drawn → open → closed`. Before the doors open nobody is called or admitted; whoever
 * gathers keeps the place or number it is given. That every lane is sold out is no phase of its own here: lanes are sold out
 * one by one, and come back. `sale-steps.ts` moves it on.
 */
import { drawFreezesAtMs, hasBegun } from "./draw/draw.ts";
import type { EventState } from "./event.ts";
import { ALWAYS_OPEN, phaseAt, plannedMs, type SchedulePolicy } from "./schedule.ts";
import type { EventPolicy, FixedSetting, SalePhase, SaleSnapshot } from "./types.ts";

export interface Sale {
  phase: Exclude<SalePhase, "sold-out">;
  /** By hand: no plan opens it again. */
  closedByHand: boolean;
  /** The plan means open, and the draw is not made yet. */
  waitsForDraw: boolean;
  /** Live time before which nothing changes by time: the clock may have leapt. */
  steadyFromLiveMs: number;
}

/** The on-sale of a new event. */
export function createSale(policy: EventPolicy, wallMs: number): Sale {
  return { phase: phaseAt(scheduleOf(policy), wallMs), closedByHand: false, waitsForDraw: false, steadyFromLiveMs: 0 };
}

/** The organiser's plan. */
export function scheduleOf({ schedule = ALWAYS_OPEN }: EventPolicy): SchedulePolicy {
  return schedule;
}

/** Whether the doors have opened and nobody has closed the on-sale: people may be called and admitted. */
export function isOpen({ sale }: Pick<EventState, "sale">): boolean {
  return sale.phase === "open";
}

/** Whether the doors are still to open. */
export function isBeforeOpening({ sale }: Pick<EventState, "sale">): boolean {
  return sale.phase !== "open" && sale.phase !== "closed";
}

/**
 * Settings that hold because numbers of a draw are given (S14): until the places are known the plan, until the doors open what they were
 * drawn for.
 */
export function fixedSettings(event: EventState): readonly FixedSetting[] {
  const { draw } = event;
  if (draw === null || !hasBegun(draw) || !isBeforeOpening(event)) return [];
  return draw.isRevealed ? ["lanes", "draw"] : ["schedule", "lanes", "draw"];
}

/** The phase as everybody is told it. */
export function salePhase(event: EventState): SalePhase {
  if (!isOpen(event)) return event.sale.phase;
  return event.policy.lanes.every(({ id }) => (event.lanes.get(id)?.soldOut ?? null) !== null) ? "sold-out" : "open";
}

/** What the snapshot tells of it; nothing of one that is simply open. */
export function saleSnapshot(event: EventState): { readonly sale?: SaleSnapshot } {
  const { preQueueAt, opensAt, closesAt } = scheduleOf(event.policy);
  const phase = salePhase(event);
  if (phase === "open" && opensAt === null && closesAt === null && event.draw === null) return {};
  const sale = {
    phase,
    preQueueAtMs: plannedMs(preQueueAt),
    opensAtMs: plannedMs(opensAt),
    closesAtMs: plannedMs(closesAt),
    ...drawSnapshot(event),
  };
  return { sale };
}

function drawSnapshot({ draw, sale }: EventState): Pick<SaleSnapshot, "draw"> {
  const freezesAtMs = draw === null ? null : drawFreezesAtMs(draw);
  if (draw === null || freezesAtMs === null) return {};
  return { draw: { freezesAtMs, isFrozen: draw.frozenAtMs !== null, waits: sale.waitsForDraw } };
}
