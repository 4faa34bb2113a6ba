/** What a visitor is told, from its ticket's position and the snapshot alone: nothing here asks an object. */
import { FRONT_INTERVAL_MS, LONGEST_POLL_MS } from "./poll-times.ts";
import { saleOf } from "./sale-snapshot.ts";
import type { Doors, LaneSnapshot, Snapshot, VisitorState } from "./types.ts";
import { estimateWait, type WaitRange } from "./wait.ts";

export interface PlaceStatus {
  readonly state: VisitorState;
  readonly position: number;
  /** Places between this one and now serving; never negative, null once called. */
  readonly ahead: number | null;
  readonly wait: WaitRange | null;
  readonly nowServing: number;
  readonly perMinute: number;
  readonly doors: Doors;
  readonly message: string;
  /** When the turn ends if nothing stands still; null while not called, or unknown. */
  readonly turnEndsAtMs: number | null;
  readonly version: number;
  readonly atMs: number;
}

/** The status of `position` in `lane`. */
export function placeStatus(snapshot: Snapshot, lane: LaneSnapshot, position: number): PlaceStatus {
  const state = stateOf(snapshot, lane, position);
  const ahead = position > lane.nowServing ? position - lane.nowServing - 1 : null;
  return {
    state,
    position,
    ahead,
    wait: ahead === null || !WAITS.includes(state) ? null : waitOf(snapshot, lane, ahead),
    nowServing: lane.nowServing,
    perMinute: snapshot.perMinute,
    doors: snapshot.doors,
    message: snapshot.message,
    turnEndsAtMs: state === "your-turn" ? turnEnd(lane, position) : null,
    version: snapshot.version,
    atMs: snapshot.atMs,
  };
}

/** States whose wait can be estimated. */
const WAITS: readonly VisitorState[] = ["waiting", "drawn"];

/** Before the doors open, what is left until then comes on top. */
function waitOf(snapshot: Snapshot, lane: LaneSnapshot, ahead: number): WaitRange | null {
  const wait = estimateWait(lane, ahead, snapshot);
  if (wait === null || snapshot.standstill !== "before-opening") return wait;
  const { opensAtMs } = saleOf(snapshot);
  if (opensAtMs === null) return null;
  const untilSeconds = Math.max(0, Math.round((opensAtMs - snapshot.atMs) / 1000));
  return {
    lowSeconds: wait.lowSeconds + untilSeconds,
    likelySeconds: wait.likelySeconds + untilSeconds,
    highSeconds: wait.highSeconds + untilSeconds,
  };
}

/** What somebody without a place is told; null = they may join. */
export function stateWithoutPlace(snapshot: Snapshot, lane: LaneSnapshot): "countdown" | "sold-out" | "full" | "closed" | null {
  const { phase } = saleOf(snapshot);
  if (phase === "closed") return "closed";
  if (phase === "scheduled") return "countdown";
  if (lane.soldOut === true) return "sold-out";
  return snapshot.full === undefined ? null : "full";
}

function stateOf(snapshot: Snapshot, lane: LaneSnapshot, position: number): VisitorState {
  const { phase } = saleOf(snapshot);
  if (phase === "closed") return "closed";
  if (position <= lane.spentThrough) return "spent";
  if (lane.soldOut === true) return "sold-out";
  // While sealed nobody can act and every turn stands still, so also the called are told to wait.
  if (snapshot.doors === "sealed") return "sealed";
  if (position > lane.nowServing) {
    if (snapshot.doors === "stopped") return "stopped";
    return phase === "drawn" && isDrawn(lane, position) ? "drawn" : "waiting";
  }
  return position > lane.missedThrough ? "your-turn" : "missed";
}

/** Whether the place was drawn; behind those stand the ones who came after the freeze. */
function isDrawn({ draw }: LaneSnapshot, position: number): boolean {
  return draw !== undefined && draw.size !== null && position > draw.base && position <= draw.base + draw.size;
}

function turnEnd(lane: LaneSnapshot, position: number): number | null {
  return lane.turnEnds.find(([last]) => position <= last)?.[1] ?? null;
}

/** Nobody is told to ask more often than this. */
const LEAST_POLL_MS = 2_000;
/** How soon somebody at the front asks again. */
const RECORDED_POLL_MS = 1_800;

/**
 * When to ask again, before jitter: a fifth of the likely wait, at least 2 s, at most a minute and a third of the claim
 * time; at most a front interval for whom the call may reach within a minute, also while the wait is unknown.
 */
export function pollAfterMs(status: PlaceStatus, lane: LaneSnapshot, claimSeconds: number): number {
  if (status.state === "recorded") return RECORDED_POLL_MS;
  const most = Math.min(LONGEST_POLL_MS, (claimSeconds * 1000) / 3);
  if (status.state === "sold-out" || status.state === "closed") return most;
  if (status.ahead === null) return Math.min(most, FRONT_INTERVAL_MS);
  const wanted = status.wait === null ? most : status.wait.likelySeconds * 200;
  return Math.max(LEAST_POLL_MS, Math.min(wanted, status.ahead < lane.frontPlaces ? FRONT_INTERVAL_MS : most));
}

/** People who wait for a moment of the plan ask within this time after it, so that they don't all come at once. */
const SPREAD_MS = 30_000;

/**
 * When somebody asks again who waits for the pre-queue or for the draw: each minute, and spread over half a minute after the moment
 * that is waited for. `random` is in [0, 1).
 */
export function countdownPollMs(snapshot: Snapshot, random: number): number {
  const { phase, preQueueAtMs, opensAtMs, draw } = saleOf(snapshot);
  const nextMs = phase === "scheduled" ? (preQueueAtMs ?? opensAtMs) : draw?.isFrozen === false ? draw.freezesAtMs : opensAtMs;
  const leftMs = nextMs === null ? LONGEST_POLL_MS : nextMs - snapshot.atMs;
  // While the beacon is late, or the draw is being made, the places may be there any moment.
  if (leftMs <= 0 || draw?.isFrozen === true) return FRONT_INTERVAL_MS + Math.round(random * FRONT_INTERVAL_MS);
  // Told to wait longer than a minute nobody would hear that the plan has changed: who has more left asks once more before.
  if (leftMs > LONGEST_POLL_MS - SPREAD_MS)
    return jittered(Math.min(LONGEST_POLL_MS, Math.max(LEAST_POLL_MS, leftMs - LEAST_POLL_MS)), random);
  return Math.max(LEAST_POLL_MS, Math.round(leftMs + random * SPREAD_MS));
}

/** Spreads a poll time in proportion; `random` is in [0, 1). Only ever earlier, so that the front interval holds. */
export function jittered(milliseconds: number, random: number): number {
  return Math.round(milliseconds * (1 - 0.2 * random));
}
