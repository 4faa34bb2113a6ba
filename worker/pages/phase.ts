import type { VisitorStatus } from "./visitor-status.ts";

/**
 * What the waiting page shows: a visitor's state as the room tells it, and what only the page itself knows
 * (that a claim was recorded, that it is on its way in, that this browser keeps no cookies).
 */
export type Phase =
  | "joining"
  | "waiting"
  | "next"
  | "your-turn"
  | "front"
  | "entering"
  | "missed"
  | "spent"
  | "ended"
  | "stopped"
  | "sealed"
  | "admitted"
  | "lost"
  | "left"
  | "full"
  | "no-cookies";

/** The phase a status alone speaks of. Nobody ahead is "next", never a number below one. */
export function phaseOf(status: VisitorStatus): Phase {
  if (status.state === "recorded") return status.doors === "stopped" || status.doors === "sealed" ? status.doors : "front";
  if (status.state !== "waiting") return status.state;
  return status.ahead !== null && !(status.ahead >= 1) ? "next" : "waiting";
}
