/**
 * The seam between the line and whatever sets its rate: a rate for now, whether anything is admitted at all, and the reason
 * in words. Today the rate is the organiser's; a limiter that measures the origin answers the same question.
 */
import type { EventPolicy, Standstill } from "./types.ts";

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

/** The permitted intake with `active` sessions counted. A full room still mints: its slots come free one by one. */
export function permittedIntake(policy: EventPolicy, active: number): Intake {
  const expectedPerSecond = policy.perMinute / 60;
  if (policy.doors === "stopped" || policy.doors === "sealed") {
    const reason = policy.doors === "stopped" ? "doors stopped by the organiser" : "doors sealed by the organiser";
    return { ratePerSecond: 0, expectedPerSecond, standstill: policy.doors, reason };
  }
  if (policy.perMinute === 0) return { ratePerSecond: 0, expectedPerSecond, standstill: "paused", reason: "the organiser's rate is 0" };
  if (active >= policy.maxActiveSessions) {
    const reason = `${active} of ${policy.maxActiveSessions} sessions active`;
    return { ratePerSecond: expectedPerSecond, expectedPerSecond, standstill: "full", reason };
  }
  return { ratePerSecond: expectedPerSecond, expectedPerSecond, standstill: null, reason: "the organiser's rate" };
}

/** Whether the bucket's tokens may be granted; a full room is held by its cap alone. */
export function isFlowing({ standstill }: Intake): boolean {
  return standstill === null || standstill === "full";
}
