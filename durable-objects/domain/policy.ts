/** What the organiser sets, as far as the line needs it. Data only; `types.ts` gives it on. */
import type { SchedulePolicy } from "./schedule.ts";

/** What the event does with people; `docs/doors.md` holds the whole table. */
export type Doors = "auto" | "always" | "stopped" | "sealed" | "off";

/** One lane's part of the policy. */
export interface LanePolicy {
  readonly id: string;
  /** Weight of the lane in the event's one intake; > 0. */
  readonly share: number;
  /** Places are given for an invite only; left out = to anybody. */
  readonly invite?: boolean;
}

/** The organiser's settings as far as the line needs them. */
export interface EventPolicy {
  readonly lanes: readonly LanePolicy[];
  readonly doors: Doors;
  /** Sessions granted a minute at most. */
  readonly perMinute: number;
  /** Sessions alive at once at most. */
  readonly maxActiveSessions: number;
  /** Tokens the bucket may hold; null = max(1, 2 s of the rate). */
  readonly burst: number | null;
  readonly claimSeconds: number;
  readonly lateSeconds: number;
  readonly idleSeconds: number;
  readonly checkoutSeconds: number;
  readonly maxStaySeconds: number;
  readonly provisionalSeconds: number;
  readonly graceSeconds: number;
  /** Whether activity raises a session's expiry; off = a fixed time of `idleSeconds` from the grant. */
  readonly sliding: boolean;
  /** The organiser's words to everybody in line; "" = none. */
  readonly message: string;
  /** How the rate is found; left out = measured, with every default. */
  readonly limiter?: LimiterPolicy;
  /** When the phases begin; left out = open from the start, and never closed by time. */
  readonly schedule?: SchedulePolicy;
  /** Whoever gathers before the opening gets a number, and the places are drawn; null or left out = first come, first served. */
  readonly draw?: DrawPolicy | null;
  /** People waiting at most, over all lanes; null or left out = no bound. */
  readonly maxWaiting?: number | null;
  /** A newcomer's wait at most; null or left out = no bound. */
  readonly maxWaitSeconds?: number | null;
  /** What one session may ask of the origin; left out = the defaults. */
  readonly sessionLimits?: SessionLimits;
}

/** What one session may ask of the origin. */
export interface SessionLimits {
  readonly perSecond: number;
  /** Requests at once before the rate holds. */
  readonly burst: number;
  /** Requests under way at once. */
  readonly concurrent: number;
}

/** How places are drawn. */
export interface DrawPolicy {
  /** Numbers are given until so long before the opening. */
  readonly leadSeconds: number;
  /** Name of the public beacon that is mixed in; null = none, and the operator could know the order beforehand. */
  readonly beacon: string | null;
}

/** How the rate is found within the organiser's bounds; the maximum is `perMinute`. Null = the default named here. */
export interface LimiterPolicy {
  /** `measured`: what the origin is measured to serve, at most `perMinute`; `fixed`: `perMinute`, whatever is measured. */
  readonly mode: "measured" | "fixed";
  /** Admitted at least, unless the origin is saturated or down. */
  readonly minPerMinute: number;
  /** Rate to begin with; null = `perMinute`. */
  readonly startPerMinute: number | null;
  /** Median time to first byte that is still good; null = only the origin's own usual time counts. */
  readonly latencyTargetMs: number | null;
  /** Rate while nothing is measured; null = six tenths of what was last found good. */
  readonly fallbackPerMinute: number | null;
}
