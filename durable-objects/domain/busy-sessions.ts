/**
 * One pass, one person's load, over all isolates (S6). Each isolate holds a session to its limit by itself and reports those that ask
 * for more than a quarter of it; here the reports are summed. A session whose sum is over the limit is *held*: every isolate learns by
 * which factor it asks too much, and lets through its own part of the limit. What was refused counts as asked, so a flood that
 * goes on stays seen. In memory only: after a restart the next reports say it again.
 */
import type { BusySession, SessionLimits } from "./types.ts";
import { refill, type TokenBucket } from "./token-bucket.ts";

/** What holds where the organiser says nothing: a page with all its images stays far below. */
export const DEFAULT_SESSION_LIMITS: SessionLimits = { perSecond: 20, burst: 300, concurrent: 64 };

/** One busy session in one report: requests asked, refused ones too, and seconds of requests under way or waiting. */
export type BusyRow = readonly [lane: string, position: number, asked: number, openSeconds: number];

/** A held session: it asks `1 / factor` times its limit; 0 < factor <= 1. */
export type HeldSession = readonly [lane: string, position: number, factor: number];

/** Sessions over this share of a limit at one isolate are reported, so that up to four isolates hide nothing above it. */
export const REPORTED_SHARE = 1 / 4;
/** Held sessions told in a snapshot at most, the busiest: it stays under 4 KB. */
export const MOST_HELD = 16;
/** Busy sessions the organiser sees at most, the busiest. */
const MOST_SHOWN = 32;
/** Sessions told apart at most. Beyond it new ones are dropped: each isolate's own limit holds them all the same. */
const MOST_BUSY = 4_096;
/** Rate and concurrency are means over so many seconds, one slot each. */
const WINDOW_SECONDS = 4;
/** A session stays held for so long after it was last over: its share of the limit must not open and shut. */
const HOLD_MS = 5_000;
/** One that nobody reported for so long, and whose bucket is full again, is forgotten. */
const FORGET_MS = 10_000;
/** A report brings what was asked in a second or more all at once: the bucket holds so many seconds of the rate beside the burst. */
const REPORT_SECONDS = 1;
/** Debts beyond this many seconds of the rate are forgiven, so that it is free soon after it stopped. */
const MOST_DEBT_SECONDS = 2;

interface Slot {
  second: number;
  asked: number;
  openSeconds: number;
}

interface Busy {
  readonly lane: string;
  readonly position: number;
  readonly bucket: TokenBucket;
  readonly firstMs: number;
  filledMs: number;
  reportedMs: number;
  /** When it was last over its limit; null = never. */
  overMs: number | null;
  /** One for each of the last seconds, in a ring; one more than the window, for the second that runs. */
  readonly slots: Slot[];
}

export interface BusySessions {
  readonly table: Map<string, Busy>;
  sweptMs: number;
}

/** Nobody is busy. */
export function createBusySessions(): BusySessions {
  return { table: new Map(), sweptMs: 0 };
}

/** Takes one gate's rows at event time `nowMs`. `isInside` tells whether there is such a session: others are none. */
export function noteBusy(
  sessions: BusySessions,
  rows: readonly BusyRow[],
  limits: SessionLimits,
  isInside: (lane: string, position: number) => boolean,
  nowMs: number,
): void {
  for (const [lane, position, asked, openSeconds] of rows) {
    if (!isCount(asked) || !isCount(openSeconds) || !isInside(lane, position)) continue;
    const key = `${lane}/${position}`;
    const busy = sessions.table.get(key) ?? startBusy(sessions, key, lane, position, limits, nowMs);
    if (busy === null) continue;
    fill(busy, limits, nowMs);
    busy.bucket.tokens = Math.max(-MOST_DEBT_SECONDS * limits.perSecond, busy.bucket.tokens - asked);
    busy.reportedMs = nowMs;
    const slot = slotAt(busy, nowMs);
    slot.asked += asked;
    slot.openSeconds += openSeconds;
    if (busy.bucket.tokens < 0 || meanOf(busy, "openSeconds", nowMs) > limits.concurrent) busy.overMs = nowMs;
  }
}

/** Forgets those that are quiet again, or whose session is over; looks once a second. */
export function forgetQuiet(
  sessions: BusySessions,
  limits: SessionLimits,
  isInside: (lane: string, position: number) => boolean,
  nowMs: number,
): void {
  if (nowMs - sessions.sweptMs < 1000) return;
  sessions.sweptMs = nowMs;
  for (const [key, busy] of sessions.table) {
    fill(busy, limits, nowMs);
    const isQuiet = nowMs - busy.reportedMs >= FORGET_MS && busy.bucket.tokens >= fullOf(limits) && !isHeld(busy, nowMs);
    if (isQuiet || !isInside(busy.lane, busy.position)) sessions.table.delete(key);
  }
}

/** Those held now, the busiest first. */
export function heldSessions(sessions: BusySessions, limits: SessionLimits, nowMs: number): HeldSession[] {
  const held: HeldSession[] = [];
  for (const busy of sessions.table.values()) {
    if (isHeld(busy, nowMs)) held.push([busy.lane, busy.position, factorOf(busy, limits, nowMs)]);
  }
  return held.toSorted(([, , one], [, , other]) => one - other).slice(0, MOST_HELD);
}

/** The busiest sessions of the last seconds. */
export function busiestSessions(sessions: BusySessions, nowMs: number): BusySession[] {
  return [...sessions.table.values()]
    .filter((busy) => nowMs - busy.reportedMs < WINDOW_SECONDS * 1000 || isHeld(busy, nowMs))
    .map((busy) => ({
      lane: busy.lane,
      position: busy.position,
      perSecond: brief(meanOf(busy, "asked", nowMs)),
      concurrent: brief(meanOf(busy, "openSeconds", nowMs)),
      held: isHeld(busy, nowMs),
    }))
    .toSorted((one, other) => other.perSecond - one.perSecond)
    .slice(0, MOST_SHOWN);
}

function startBusy(sessions: BusySessions, key: string, lane: string, position: number, limits: SessionLimits, nowMs: number): Busy | null {
  if (sessions.table.size >= MOST_BUSY) return null;
  const slots = Array.from({ length: WINDOW_SECONDS + 1 }, () => ({ second: -1, asked: 0, openSeconds: 0 }));
  const busy = {
    lane,
    position,
    bucket: { tokens: fullOf(limits) },
    firstMs: nowMs,
    filledMs: nowMs,
    reportedMs: nowMs,
    overMs: null,
    slots,
  };
  sessions.table.set(key, busy);
  return busy;
}

function fullOf({ perSecond, burst }: SessionLimits): number {
  return burst + REPORT_SECONDS * perSecond;
}

function fill(busy: Busy, limits: SessionLimits, nowMs: number): void {
  refill(busy.bucket, limits.perSecond, fullOf(limits), Math.max(0, nowMs - busy.filledMs));
  busy.filledMs = nowMs;
}

function isHeld({ overMs }: Busy, nowMs: number): boolean {
  return overMs !== null && nowMs - overMs < HOLD_MS;
}

function factorOf(busy: Busy, { perSecond, concurrent }: SessionLimits, nowMs: number): number {
  const rate = meanOf(busy, "asked", nowMs);
  const open = meanOf(busy, "openSeconds", nowMs);
  // Never 0: a snapshot tells three digits.
  return Math.max(0.001, brief(Math.min(1, rate > 0 ? perSecond / rate : 1, open > 0 ? concurrent / open : 1)));
}

function slotAt({ slots }: Busy, nowMs: number): Slot {
  const second = Math.floor(nowMs / 1000);
  const slot = slots[second % slots.length] as Slot;
  if (slot.second !== second) Object.assign(slot, { second, asked: 0, openSeconds: 0 });
  return slot;
}

/** A second, over the window; over the time since the first report where that is shorter. A report tells of the second before it. */
function meanOf({ slots, firstMs }: Busy, field: "asked" | "openSeconds", nowMs: number): number {
  const second = Math.floor(nowMs / 1000);
  const total = slots.reduce((sum, slot) => (slot.second > second - slots.length && slot.second <= second ? sum + slot[field] : sum), 0);
  return total / Math.min(WINDOW_SECONDS + 0.5, 1 + (nowMs - firstMs) / 1000);
}

function isCount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

function brief(value: number): number {
  return Number(value.toPrecision(3));
}
