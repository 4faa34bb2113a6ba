/** When an on-sale's phases begin, by the clock on the wall. Times are ISO 8601 in UTC; null = not by time. */

/** What the organiser plans. */
export interface SchedulePolicy {
  /** From then on people gather before the doors. */
  readonly preQueueAt: string | null;
  /** When the doors open; null = they are open. */
  readonly opensAt: string | null;
  /** When the on-sale ends. */
  readonly closesAt: string | null;
}

/** An event without a plan: open until somebody closes it. */
export const ALWAYS_OPEN: SchedulePolicy = { preQueueAt: null, opensAt: null, closesAt: null };

/** The phases that time can bring. */
export type TimedPhase = "scheduled" | "pre-queue" | "open" | "closed";

/** The phase a plan means at `wallMs`. */
export function phaseAt(schedule: SchedulePolicy, wallMs: number): TimedPhase {
  if (isDue(schedule.closesAt, wallMs)) return "closed";
  if (schedule.opensAt === null || isDue(schedule.opensAt, wallMs)) return "open";
  return isDue(schedule.preQueueAt, wallMs) ? "pre-queue" : "scheduled";
}

/** Unix milliseconds of a planned time; null = not by time. */
export function plannedMs(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

function isDue(at: string | null, wallMs: number): boolean {
  return at !== null && Date.parse(at) <= wallMs;
}

/** The first planned time after `wallMs`, Unix milliseconds; null = nothing is planned any more. */
export function nextPlannedMs({ preQueueAt, opensAt, closesAt }: SchedulePolicy, wallMs: number): number | null {
  const coming = [preQueueAt, opensAt, closesAt].map(plannedMs).filter((at): at is number => at !== null && at > wallMs);
  return coming.length === 0 ? null : Math.min(...coming);
}
