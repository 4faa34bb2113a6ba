/**
 * Sold out, lane by lane: nobody new is called or admitted and no place is given, but those there are stay, in order, for when it
 * reopens; turns wait meanwhile. The organiser says so, or the shop by `Stanchion-Stock`.
 */
import { openLaneNamed, type Changes, type EventState } from "./event.ts";
import { wallOf } from "./event-clock.ts";
import { startHearing } from "./hearing.ts";
import { waitingOf, type Lane } from "./lane.ts";

/** What the shop said is left to sell, of one lane. */
export interface StockReport {
  readonly lane: string;
  readonly left: number;
  /** The isolate's clock when the shop's answer came. */
  readonly atMs: number;
}

/** What is left, and since when sales are followed. */
export interface Stock {
  left: number;
  atMs: number;
  /** Where the count of what a session buys began. */
  fromLeft: number;
  fromFinished: number;
}

/** Fewer finished sessions say nothing of how many buy. */
const LEAST_FINISHED = 20;

/** Marks the lane sold out; false = it was, by the same or a higher word: what the organiser says outlives what the shop says. */
export function sellOut(event: EventState, lane: Lane, by: "organiser" | "stock"): boolean {
  if (lane.soldOut !== null) {
    const isHigher = by === "organiser" && lane.soldOut.by === "stock";
    if (isHigher) lane.soldOut.by = by;
    return isHigher;
  }
  lane.soldOut = { by, sinceUnsealedMs: event.clock.unsealedMs };
  return true;
}

/** Goes on where the lane stood; false = it was not sold out. */
export function reopen(event: EventState, lane: Lane): boolean {
  if (lane.soldOut === null) return false;
  // Nobody could claim meanwhile, so that the called have not been silent.
  const awayMs = event.clock.unsealedMs - lane.soldOut.sinceUnsealedMs;
  for (const cohort of lane.cohorts) cohort.calledMs += awayMs;
  lane.soldOut = null;
  startHearing(lane, event.policy.perMinute, event.clock.unsealedMs);
  return true;
}

/**
 * Takes the shop's word. Late and doubled reports are older than the last and move nothing. One from the future is of now, and so is a
 * last one: an isolate's clock that is ahead, or one that was set back since, must not shut out what others report.
 */
export function noteStock(event: EventState, changes: Changes, reports: readonly StockReport[]): void {
  const nowMs = wallOf(event.clock, event.clock.eventMs);
  for (const { lane: id, left, atMs } of reports) {
    const lane = openLaneNamed(event, id);
    if (lane === undefined) continue;
    if (lane.stock !== null) lane.stock.atMs = Math.min(lane.stock.atMs, nowMs);
    const saidMs = Math.min(atMs, nowMs);
    if (saidMs <= (lane.stock?.atMs ?? 0)) continue;
    follow(lane, left, saidMs);
    if (left === 0 && sellOut(event, lane, "stock")) changes.audits.push(`lane ${id}: sold out, says the shop`);
    if (left > 0 && lane.soldOut?.by === "stock" && reopen(event, lane))
      changes.audits.push(`lane ${id}: ${left} left, says the shop; reopened`);
  }
}

function follow(lane: Lane, left: number, atMs: number): void {
  const { stock } = lane;
  // More than before: returned or added tickets; sales are counted from here.
  if (stock === null || left > stock.left) lane.stock = { left, atMs, fromLeft: left, fromFinished: lane.finished };
  else Object.assign(stock, { left, atMs });
}

/**
 * First position for which there is probably nothing left: those inside, and those ahead who come when they are called, buy what
 * finished sessions bought on average. Null = nothing says so: no stock is told, or too few sessions have finished.
 */
export function tooLateFrom(lane: Lane): number | null {
  const { stock } = lane;
  if (stock === null || waitingOf(lane) === 0) return null;
  const finished = lane.finished - stock.fromFinished;
  const sold = stock.fromLeft - stock.left;
  if (finished < LEAST_FINISHED || sold <= 0) return null;
  const buyers = (stock.left * finished) / sold;
  const ahead = Math.max(0, buyers - lane.sessions.size) / lane.share;
  return lane.nowServing + 1 + Math.ceil(ahead);
}
