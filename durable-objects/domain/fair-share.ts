/**
 * Shares one intake between lanes: each grant goes to the lane, among those with a recorded claim, whose virtual time
 * is least; a grant moves it on by 1/share (stride scheduling; over any stretch in which the same lanes have claims,
 * grants differ from the shares by at most one a lane). A lane without claims takes nothing, so its share flows on.
 */
import type { Lane } from "./lane.ts";

/** The lane whose lowest recorded claim is next, or undefined when no claim is recorded. */
export function nextLane(lanes: readonly Lane[]): Lane | undefined {
  let next: Lane | undefined;
  for (const lane of lanes) {
    if (lane.recordedCount > 0 && (next === undefined || lane.virtualTime < next.virtualTime)) next = lane;
  }
  return next;
}

/** Notes a grant to `lane` of weight `share`. */
export function chargeLane(lane: Lane, share: number): void {
  lane.virtualTime += 1 / share;
}

/**
 * A lane that had no claims must not bring its idle past as credit: it starts level with the lanes that have some, or, where
 * none has at this moment, with the one served furthest.
 */
export function levelLane(lane: Lane, lanes: readonly Lane[]): void {
  if (lane.recordedCount > 0) return;
  const busy = lanes.filter((other) => other !== lane && other.recordedCount > 0).map((other) => other.virtualTime);
  const level = busy.length > 0 ? Math.min(...busy) : Math.max(...lanes.map((other) => other.virtualTime));
  lane.virtualTime = Math.max(lane.virtualTime, level);
}
