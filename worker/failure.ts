/**
 * `failure: "open"`: what happens to newcomers while the event cannot be reached. Overload, 429 and time-outs under load
 * never open the door, or flooding would be the way in (S11).
 */
import type { Visitor } from "./visitor.ts";

/** The event must have been unreachable for this long. */
const UNREACHABLE_MS = 10_000;
/** Newcomers an isolate lets through a second. */
const MOST_A_SECOND = 3;

const spent = { secondOf: 0, count: 0 };

/** Whether this newcomer is let through without a pass. */
export function admitsByFailure({ entry, view, context }: Visitor): boolean {
  if (entry.settings.failure !== "open" || view.unreachableSinceMs === null) return false;
  if (context.nowMs - view.unreachableSinceMs < UNREACHABLE_MS) return false;
  const second = Math.floor(context.nowMs / 1000);
  if (spent.secondOf !== second) Object.assign(spent, { secondOf: second, count: 0 });
  if (spent.count >= MOST_A_SECOND) return false;
  spent.count++;
  return true;
}
