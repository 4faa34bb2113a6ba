/**
 * The seam between the line and whatever sets its rate: a rate for now, whether anything is admitted at all, and the reason
 * in words. The organiser's settings bound it; within them a limiter that measures the origin may say less.
 */
import type { EventPolicy, SalePhase, Standstill } from "./types.ts";

export interface Intake {
  /** Grants a second the bucket refills with. */
  readonly ratePerSecond: number;
  /** The rate the line may expect once nothing stands still; for waits and polls. */
  readonly expectedPerSecond: number;
  /** Why nothing is admitted; null = admitting. */
  readonly standstill: Standstill | null;
  /** Why the rate is what it is, for people. */
  readonly reason: string;
}

/** What a limiter permits within the organiser's settings. */
export interface Limit {
  readonly ratePerSecond: number;
  readonly expectedPerSecond: number;
  readonly standstill: "paused" | "saturated" | null;
  readonly reason: string;
}

/**
 * The permitted intake with `active` sessions counted; `limit` null = the organiser's rate alone. A full room still mints: its
 * slots come free one by one.
 */
export function permittedIntake(policy: EventPolicy, active: number, limit: Limit | null, phase: SalePhase = "open"): Intake {
  const most = policy.perMinute / 60;
  const expectedPerSecond = limit === null ? most : Math.min(most, limit.expectedPerSecond);
  if (phase === "closed") return { ratePerSecond: 0, expectedPerSecond: 0, standstill: "closed", reason: "the on-sale is closed" };
  if (phase !== "open" && phase !== "sold-out")
    return { ratePerSecond: 0, expectedPerSecond, standstill: "before-opening", reason: "the doors have not opened yet" };
  if (policy.doors === "stopped" || policy.doors === "sealed") {
    const reason = policy.doors === "stopped" ? "doors stopped by the organiser" : "doors sealed by the organiser";
    return { ratePerSecond: 0, expectedPerSecond, standstill: policy.doors, reason };
  }
  if (policy.perMinute === 0) return { ratePerSecond: 0, expectedPerSecond, standstill: "paused", reason: "the organiser's rate is 0" };
  if (limit !== null && limit.standstill !== null)
    return { ratePerSecond: 0, expectedPerSecond, standstill: limit.standstill, reason: limit.reason };
  const ratePerSecond = limit === null ? most : Math.min(most, limit.ratePerSecond);
  if (active >= policy.maxActiveSessions) {
    const reason = `${active} of ${policy.maxActiveSessions} sessions active`;
    return { ratePerSecond, expectedPerSecond, standstill: "full", reason };
  }
  return { ratePerSecond, expectedPerSecond, standstill: null, reason: limit?.reason ?? "the organiser's rate" };
}

/** Whether the bucket's tokens may be granted; a full room is held by its cap alone. */
export function isFlowing({ standstill }: Intake): boolean {
  return standstill === null || standstill === "full";
}

/** Whether the organiser holds the doors, so that nobody can say how long it will be. */
export function isHeld({ standstill }: Pick<Intake, "standstill">): boolean {
  return standstill === "stopped" || standstill === "sealed" || standstill === "before-opening" || standstill === "closed";
}
