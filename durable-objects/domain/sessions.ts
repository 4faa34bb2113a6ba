/**
 * The active sessions of one lane, keyed by position. A session is counted from its grant until no Worker can accept its
 * pass any more: provisional ones until their pickup time has lapsed, others until expiry plus grace, ended ones
 * until every isolate's snapshot has aged out. All changes are idempotent.
 */
import type { EventClock } from "./event-clock.ts";
import type { EventPolicy } from "./types.ts";

/** An ended session's slot is refilled this much later: isolates use a snapshot for at most 1.5 s. */
export const REFILL_AFTER_END_MS = 2_000;
/** A provisional session lapses this much after its pass: clocks apart, and the redirect under way. */
const LAPSE_MARGIN_MS = 2_000;

export interface Session {
  readonly position: number;
  /** Event time of the grant. */
  readonly grantedAtMs: number;
  /** Stay clock at the grant. */
  readonly grantedStayMs: number;
  /** Stay clock; for a provisional session without meaning. */
  expiresStayMs: number;
  /** Pickup clock at which the provisional time is over; null = confirmed. */
  provisionalUntilMs: number | null;
  /** The maximum stay was put off once for a checkout. */
  deferred: boolean;
  /** Stay clock until which the visitor counts as paying; 0 = never was. */
  payingUntilMs: number;
  /** Event time of the end; null = lives. */
  endedAtMs: number | null;
  /** Keyed hash of the network of a one-step admission while it is unconfirmed; memory only. */
  oneStepNetwork: string | null;
}

/** A new, provisional session. */
export function grantSession(position: number, clock: EventClock, policy: EventPolicy, oneStepNetwork: string | null): Session {
  return {
    position,
    grantedAtMs: clock.eventMs,
    grantedStayMs: clock.stayMs,
    expiresStayMs: 0,
    provisionalUntilMs: clock.pickupMs + policy.provisionalSeconds * 1000,
    deferred: false,
    payingUntilMs: 0,
    endedAtMs: null,
    oneStepNetwork,
  };
}

/** Whether a claim is answered with this session: it is neither ended nor past its time. */
export function isAlive(session: Session, clock: EventClock): boolean {
  if (session.endedAtMs !== null) return false;
  if (session.provisionalUntilMs !== null) return clock.pickupMs < session.provisionalUntilMs;
  return clock.stayMs < session.expiresStayMs;
}

/** Whether a returning pass still renews it: also within the grace, where non-GET requests pass. */
export function isRenewable(session: Session, clock: EventClock, policy: EventPolicy): boolean {
  if (session.endedAtMs !== null) return false;
  if (session.provisionalUntilMs !== null) return clock.pickupMs < session.provisionalUntilMs + LAPSE_MARGIN_MS;
  return clock.stayMs < session.expiresStayMs + policy.graceSeconds * 1000;
}

/** Whether a provisional session was never picked up: its grant is void. */
export function hasLapsed(session: Session, clock: EventClock): boolean {
  return (
    session.endedAtMs === null && session.provisionalUntilMs !== null && clock.pickupMs >= session.provisionalUntilMs + LAPSE_MARGIN_MS
  );
}

/** Whether a confirmed session's time and grace are over. */
export function hasExpired(session: Session, clock: EventClock, policy: EventPolicy): boolean {
  return (
    session.endedAtMs === null && session.provisionalUntilMs === null && clock.stayMs >= session.expiresStayMs + policy.graceSeconds * 1000
  );
}

/** Confirms and renews; the expiry only rises. A checkout raises the idle time and puts off the maximum stay once. */
export function renewSession(session: Session, clock: EventClock, policy: EventPolicy, checkout: boolean): void {
  const confirmedNow = session.provisionalUntilMs !== null;
  // The pass given for the pickup may outlast a stay that ran on over a silence: it counts as long as it is accepted.
  if (session.provisionalUntilMs !== null) session.expiresStayMs = clock.stayMs + Math.max(0, session.provisionalUntilMs - clock.pickupMs);
  session.provisionalUntilMs = null;
  session.oneStepNetwork = null;
  if (!policy.sliding) {
    if (confirmedNow) session.expiresStayMs = Math.max(session.expiresStayMs, session.grantedStayMs + policy.idleSeconds * 1000);
    return;
  }
  const idleMs = (checkout ? Math.max(policy.checkoutSeconds, policy.idleSeconds) : policy.idleSeconds) * 1000;
  const wanted = clock.stayMs + idleMs;
  const maximum = session.grantedStayMs + policy.maxStaySeconds * 1000;
  if (checkout) {
    session.payingUntilMs = Math.max(session.payingUntilMs, wanted);
    if (wanted > maximum) session.deferred = true;
  }
  const latest = maximum + (session.deferred ? policy.checkoutSeconds * 1000 : 0);
  session.expiresStayMs = Math.max(session.expiresStayMs, Math.min(wanted, latest));
}

/** Whether the visitor is in a checkout, so that ending everybody spares it. */
export function isPaying(session: Session, clock: EventClock): boolean {
  return clock.stayMs < session.payingUntilMs;
}

/** Event time at which the pass of this session expires, if the clocks run on. */
export function passExpiryMs(session: Session, clock: EventClock): number {
  return session.provisionalUntilMs === null
    ? clock.eventMs + session.expiresStayMs - clock.stayMs
    : clock.eventMs + session.provisionalUntilMs - clock.pickupMs;
}

/** When to look at the session next: event time before which neither lapse nor expiry nor refill can be due. */
export function nextLookMs(session: Session, clock: EventClock, policy: EventPolicy): number {
  if (session.endedAtMs !== null) return session.endedAtMs + REFILL_AFTER_END_MS;
  const margin = session.provisionalUntilMs === null ? policy.graceSeconds * 1000 : LAPSE_MARGIN_MS;
  return passExpiryMs(session, clock) + margin;
}
