/** What the demo's control server tells its page, once a second. Data only; server and page share it. */

export interface DemoState {
  readonly nowMs: number;
  /** Since the page's last look, oldest first; one a second. */
  readonly samples: readonly Sample[];
  /** What goes on, in words. */
  readonly scene: Scene;
  /** The one who looks, by the browser's own cookies; null = not known to the room. */
  readonly you: You | null;
  readonly crowds: CrowdTotals;
}

export interface Sample {
  readonly atMs: number;
  /** Null: it did not answer in time. */
  readonly shop: ShopSample | null;
  readonly room: RoomSample | null;
}

/** What the shop measured in the last seconds. */
export interface LoadFigures {
  /** Requests that came in, without those turned away at the door. */
  readonly requestsPerSecond: number;
  readonly okPerSecond: number;
  /** Errors, and customers who were gone before the answer. */
  readonly errorsPerSecond: number;
  /** Requests without a valid sign of the waiting room. */
  readonly turnedAwayPerSecond: number;
  /** 0…1 of the requests that ended; null when none did. */
  readonly errorShare: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export type ShopState = "up" | "struggling" | "down";

export interface ShopSample extends LoadFigures {
  readonly state: ShopState;
  readonly workers: number;
  readonly busy: number;
  readonly backlog: number;
  /** Whether the shop demands the waiting room's sign. */
  readonly check: "on" | "off";
}

export interface RoomSample {
  readonly doors: string;
  readonly perMinute: number;
  readonly perMinuteReason: string;
  /** Null: admitting. */
  readonly standstill: string | null;
  readonly limiter: { readonly phase: string | null; readonly targetSessions: number | null };
  readonly grantedLastMinute: number;
  readonly activeSessions: number;
  readonly maxActiveSessions: number;
  readonly letInRemaining: number;
  readonly waiting: number;
  /** Called and not in yet, claims waiting for their grant included. */
  readonly called: number;
  readonly nowServing: number;
  readonly lastIssued: number;
}

export interface Scene {
  readonly kind: "idle" | "stampede" | "recovery";
  readonly text: string;
  /** How many crowds' visitors may still come now. */
  readonly mayArrive: boolean;
}

export interface You {
  readonly state: string;
  readonly position: number | null;
  readonly ahead: number | null;
  readonly wait: { readonly lowSeconds: number; readonly highSeconds: number } | null;
  readonly nowServing: number;
}

/** All crowds since the start. */
export interface CrowdTotals {
  readonly arrived: number;
  readonly inLine: number;
  readonly entered: number;
  readonly bought: number;
  readonly failed: number;
}
