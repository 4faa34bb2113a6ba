/** What a visitor is told, from its ticket's position and the snapshot alone: nothing here asks an object. */
import { FRONT_INTERVAL_MS, LONGEST_POLL_MS } from "./poll-times.ts";
import type { Doors, LaneSnapshot, Snapshot } from "./types.ts";
import { estimateWait, type WaitRange } from "./wait.ts";

/** Where a visitor stands. The words are the API's. */
export type VisitorState =
  | "joining"
  | "waiting"
  | "your-turn"
  | "recorded"
  | "missed"
  | "spent"
  | "stopped"
  | "sealed"
  | "admitted"
  | "ended";

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
    wait:
      ahead === null || snapshot.standstill === "stopped" || snapshot.standstill === "sealed" ? null : estimateWait(lane, ahead, snapshot),
    nowServing: lane.nowServing,
    perMinute: snapshot.perMinute,
    doors: snapshot.doors,
    message: snapshot.message,
    turnEndsAtMs: state === "your-turn" ? turnEnd(lane, position) : null,
    version: snapshot.version,
    atMs: snapshot.atMs,
  };
}

function stateOf(snapshot: Snapshot, lane: LaneSnapshot, position: number): VisitorState {
  if (position <= lane.spentThrough) return "spent";
  // While sealed nobody can act and every turn stands still, so also the called are told to wait.
  if (snapshot.doors === "sealed") return "sealed";
  if (position > lane.nowServing) return snapshot.doors === "stopped" ? "stopped" : "waiting";
  return position > lane.missedThrough ? "your-turn" : "missed";
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
  if (status.ahead === null) return Math.min(most, FRONT_INTERVAL_MS);
  const wanted = status.wait === null ? most : status.wait.likelySeconds * 200;
  return Math.max(LEAST_POLL_MS, Math.min(wanted, status.ahead < lane.frontPlaces ? FRONT_INTERVAL_MS : most));
}

/** Spreads a poll time in proportion; `random` is in [0, 1). Only ever earlier, so that the front interval holds. */
export function jittered(milliseconds: number, random: number): number {
  return Math.round(milliseconds * (1 - 0.2 * random));
}
