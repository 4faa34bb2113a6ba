/**
 * The active sessions of one lane, keyed by position. A session is counted from its grant until no Worker can accept its
 * pass any more: provisional ones until their pickup time has lapsed, others until expiry plus grace, ended ones
 * until every isolate's snapshot has aged out. All changes are idempotent.
 */
import type { EventClock } from "./event-clock.ts";
import type { EnteredFrom } from "./generations.ts";
import type { EventPolicy } from "./types.ts";

/** An ended session's slot is refilled this much later: isolates use a snapshot for at most 1.5 s. */
export const REFILL_AFTER_END_MS = 2_000;
/** A session is counted, and a pass under way renews it, this much longer than the pass is good: machines' clocks differ. */
export const MARGIN_MS = 2_000;

export interface Session {
  readonly position: number;
  /** Event time of the grant. */
  readonly grantedAtMs: number;
  /** Stay clock at the grant. */
  readonly grantedStayMs: number;
  /** The place's one late return is used up: a lapse now spends it. */
  readonly late: boolean;
  /** Stay clock; for a provisional session without meaning. */
  expiresStayMs: number;
  /** Unsealed clock at which the time to pick the session up is over; null = confirmed. */
  provisionalUntilMs: number | null;
  /** The maximum stay was put off once for a checkout. */
  deferred: boolean;
  /** Stay clock until which the visitor counts as paying; 0 = never was. */
  payingUntilMs: number;
  /** Event time of the end; null = lives. */
  endedAtMs: number | null;
  /** Keyed hash of the network of a one-step admission while it is unconfirmed; memory only. */
  oneStepNetwork: string | null;
  /** Rises when it is entered from another network; passes of older generations are over. */
  generation: number;
  /** Where it was entered from; memory only, null = not known. */
  enteredFrom: EnteredFrom | null;
}

/** A new, provisional session. */
export function startSession(clock: EventClock, policy: EventPolicy, of: Pick<Session, "position" | "late" | "oneStepNetwork">): Session {
  return {
    ...of,
    grantedAtMs: clock.eventMs,
    grantedStayMs: clock.stayMs,
    expiresStayMs: 0,
    // Never longer than the idle time: nobody stays longer by not having come.
    provisionalUntilMs: clock.unsealedMs + Math.min(policy.provisionalSeconds, policy.idleSeconds) * 1000,
    deferred: false,
    payingUntilMs: 0,
    endedAtMs: null,
    generation: 0,
    enteredFrom: null,
  };
}

/** Whether a claim is answered with this session: it is neither ended nor past its time. */
export function isAlive(session: Session, clock: EventClock): boolean {
  if (session.endedAtMs !== null) return false;
  if (session.provisionalUntilMs !== null) return clock.unsealedMs < session.provisionalUntilMs;
  return clock.stayMs < session.expiresStayMs;
}

/** Whether the pickup time is over while a pass under way may still confirm: nothing is decided for these two seconds. */
export function isLapsing(session: Session, clock: EventClock): boolean {
  return session.endedAtMs === null && session.provisionalUntilMs !== null && clock.unsealedMs >= session.provisionalUntilMs;
}

/** Whether a provisional session was never picked up: its grant is void. */
export function hasLapsed(session: Session, clock: EventClock): boolean {
  return isLapsing(session, clock) && clock.unsealedMs >= (session.provisionalUntilMs ?? 0) + MARGIN_MS;
}

/** Whether a confirmed session's time and grace are over. */
export function hasExpired(session: Session, clock: EventClock, policy: EventPolicy): boolean {
  if (session.endedAtMs !== null || session.provisionalUntilMs !== null) return false;
  return clock.stayMs >= session.expiresStayMs + policy.graceSeconds * 1000 + MARGIN_MS;
}

/** Whether an ended session's slot may be given to somebody else. */
export function isRefillable(session: Session, clock: EventClock): boolean {
  return session.endedAtMs !== null && clock.eventMs >= session.endedAtMs + REFILL_AFTER_END_MS;
}

/** Whether a returning pass still renews it: also within the grace, where non-GET requests pass. */
export function isRenewable(session: Session, clock: EventClock, policy: EventPolicy): boolean {
  return session.endedAtMs === null && !hasLapsed(session, clock) && !hasExpired(session, clock, policy);
}

/** Confirms and renews; the expiry only rises. A checkout raises the idle time and puts off the maximum stay once. */
export function renewSession(session: Session, clock: EventClock, policy: EventPolicy, checkout: boolean): void {
  if (session.provisionalUntilMs !== null) {
    // The pass given for the pickup may outlast a stay that ran on over a gap: it counts as long as it is accepted.
    session.expiresStayMs = clock.stayMs + Math.max(0, session.provisionalUntilMs - clock.unsealedMs);
    session.provisionalUntilMs = null;
  }
  const idleMs = (checkout ? Math.max(policy.checkoutSeconds, policy.idleSeconds) : policy.idleSeconds) * 1000;
  const wanted = clock.stayMs + idleMs;
  if (checkout) session.payingUntilMs = Math.max(session.payingUntilMs, wanted);
  if (!policy.sliding) {
    session.expiresStayMs = Math.max(session.expiresStayMs, session.grantedStayMs + policy.idleSeconds * 1000);
    return;
  }
  const maximum = session.grantedStayMs + policy.maxStaySeconds * 1000;
  if (checkout && wanted > maximum) session.deferred = true;
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
    : clock.eventMs + session.provisionalUntilMs - clock.unsealedMs;
}

/** When to look at the session next: event time before which neither lapse nor expiry nor refill can be due. */
export function nextLookMs(session: Session, clock: EventClock, policy: EventPolicy): number {
  if (session.endedAtMs !== null) return session.endedAtMs + REFILL_AFTER_END_MS;
  const graceMs = session.provisionalUntilMs === null ? policy.graceSeconds * 1000 : 0;
  return passExpiryMs(session, clock) + graceMs + MARGIN_MS;
}
