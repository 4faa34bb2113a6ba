import type { VisitorStatus } from "./visitor-status.ts";

/**
 * How long until `at` (ISO 8601), by the room's own clock: its time stamp and the age of the figures, never this machine's date,
 * which may be wrong by a day. NaN where `at` is none.
 *
 * @param sinceMs since the status came
 */
export function roomTimeUntil(at: string | null, { updatedAt, ageMs }: VisitorStatus, sinceMs: number): number {
  return Date.parse(at ?? "") - Date.parse(updatedAt) - ageMs - sinceMs;
}

/** What somebody before the opening waits for next, and for how long. */
export interface Opening {
  readonly inMs: number;
  /** The text that names it. */
  readonly label: "untilJoin" | "untilDraw" | "untilOpen";
}

/** What the countdown runs to: the next that is still to come; null = nothing that has a time, or that will be kept to it. */
export function openingOf(status: VisitorStatus, sinceMs: number): Opening | null {
  const { state } = status;
  if (status.drawWaits || (state !== "countdown" && state !== "in-draw" && state !== "drawn")) return null;
  const steps = [
    { at: state === "countdown" ? status.preQueueAt : null, label: "untilJoin" },
    { at: state === "in-draw" ? status.drawAt : null, label: "untilDraw" },
    { at: status.opensAt, label: "untilOpen" },
  ] as const;
  return steps.map(({ at, label }) => ({ inMs: roomTimeUntil(at, status, sinceMs), label })).find(({ inMs }) => inMs > 0) ?? null;
}
