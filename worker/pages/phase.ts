import type { VisitorStatus } from "./visitor-status.ts";

/**
 * What the waiting page shows: a visitor's state as the room tells it, and what only the page itself knows
 * (that a claim was recorded, that it is on its way in, that this browser keeps no cookies).
 */
export type Phase =
  | "countdown"
  | "joining"
  | "in-draw"
  | "drawn"
  | "waiting"
  | "near"
  | "next"
  | "too-late"
  | "your-turn"
  | "front"
  | "late"
  | "entering"
  | "missed"
  | "spent"
  | "ended"
  | "stopped"
  | "sealed"
  | "sold-out"
  | "closed"
  | "admitted"
  | "shared"
  | "lost"
  | "left"
  | "full"
  | "no-cookies"
  | "challenge"
  | "invite"
  | "wrong-identity";

/** Somebody whose turn comes within this, by the later end of its range, is nearly there. */
const NEAR_SECONDS = 120;

/** The phase a status alone speaks of. Nobody ahead is "next", never a number below one. */
export function phaseOf(status: VisitorStatus): Phase {
  const { state, doors, ahead, wait } = status;
  if (state === "recorded") return doors === "stopped" || doors === "sealed" ? doors : status.late ? "late" : "front";
  if (state === "joining" && status.challenge !== undefined) return "challenge";
  if (state === "admitted" && status.shared === true) return "shared";
  if (state !== "waiting") return state;
  if (ahead !== null && !(ahead >= 1)) return "next";
  if (status.tooLate) return "too-late";
  return wait !== null && wait.highSeconds <= NEAR_SECONDS ? "near" : "waiting";
}

/** Phases that a refusal tells of: nobody, or not this visitor, gets a place now. */
export type Barred = Extract<Phase, "sealed" | "full" | "challenge" | "invite" | "wrong-identity">;

/** The phase that says what an error's stable code means for somebody who wants a place; null = it is none of the line's. */
export function phaseOfCode(code: string): Barred | null {
  switch (code) {
    case "sealed":
    case "full":
    case "wrong-identity":
      return code;
    case "queue-full":
      return "full";
    case "challenge-required":
    case "challenge-wrong":
      return "challenge";
    case "invite-required":
    case "invite-invalid":
    case "invite-expired":
    case "invite-used":
      return "invite";
    default:
      return null;
  }
}
