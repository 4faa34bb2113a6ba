/** What each state admits, and how the limit moves: growing, lowering, cutting, and the rate that follows it. */
import { rebase } from "./baselines.ts";
import { showShare } from "./population.ts";
import { leavingRate } from "./session-table.ts";
import { comingSlow, roomAt, spareSessions, type Signals } from "./signals.ts";
import type { Admissions, Decision, Limiter, LimiterSettings } from "./state.ts";
import { CUT, ERRORING, FRESH_SECONDS, PERSISTS_MS } from "./tuning.ts";

/** Fewer than this share of the limit inside, though people wait: the hazard is not learned yet, and the balance tells who leaves. */
const UNDERFILLED = 0.9;
/** A gap between people wanted and people inside is closed in this time. */
const CLOSE_SECONDS = 8;
/** Growth of the limit a second, where answers are unhurried. */
const GROWTH = 0.04;
/** Growth a second after refusals: at first, and what each second adds. A refusing origin gives no other sign before. */
const GROWTH_FIRST = 0.001;
const GROWTH_ADDED = 0.0001;
/** Share of the way back to the limit before the last cut that a second takes. */
const RETURN = 0.04;
/** Share of the way to the computed limit that a second takes. */
const TOWARDS = 0.25;
/** So much less load takes half a second from the answers of a full origin whose visitors ask every five seconds; after so long it shows. */
const LESS_LOAD = 0.9;
const LESS_LOAD_MS = 15_000;
/** What is no slower than this share of what it was has not changed. */
const AS_SLOW = 0.9;
/** The trickle: a share of the steady rate at first, and one in five seconds in the end. */
const PROBE_SHARE = 0.1;
const PROBES_FADE_MS = 60_000;
const LEAST_PROBES = 0.2;
/** Cuts closer together than this are one episode: the way back goes to where the first began. */
const EPISODE_MS = 20_000;
/** Of the limit, what is kept inside while nothing is measured: a third of the origin may be lost unseen. */
const BLIND_SHARE = 0.6;
/** Known rates are kept for so long; then towards the organiser's fallback with this time constant. */
const BLIND_KEEP_MS = 5_000;
const BLIND_DECAY_MS = 10_000;
/** The limit grows no further than this above those who use it or are on their way. */
const HEADROOM = 1.01;
const HEADROOM_SESSIONS = 5;

/** What the state it is in admits. */
export function act(
  limiter: Limiter,
  settings: LimiterSettings,
  signals: Signals,
  admissions: Admissions,
  seconds: number,
  nowMs: number,
): Decision {
  limiter.rising = 0;
  const figures = `median first byte ${Math.round(signals.medianMs)} ms, ${signals.ratio.toFixed(1)} × baseline`;
  switch (limiter.phase) {
    case "stopped":
      return decide(limiter, settings, 0, "paused", "paused: the origin says stop");
    case "dead":
      return decide(limiter, settings, 0, "paused", `paused: ${percent(signals.failedShare)} of sessions fail`);
    case "probing":
      return decide(
        limiter,
        settings,
        trickle(limiter, settings, signals, nowMs),
        null,
        "probing: a trickle, to see whether the origin answers again",
      );
    case "hold":
      return decide(
        limiter,
        settings,
        0,
        "paused",
        `paused: the origin asked for time, ${Math.ceil((limiter.holdUntilMs - nowMs) / 1000)} s left`,
      );
    case "blind":
      return decide(
        limiter,
        settings,
        blindRate(limiter, settings, admissions, nowMs),
        null,
        `no measurements for ${Math.round(signals.ageSeconds)} s: no growth, then the fallback rate`,
      );
    case "saturated":
      settle(limiter, settings, signals, nowMs);
      return decide(limiter, settings, 0, "saturated", signals.stalled ? "stopped: the origin answers nothing" : `stopped: ${figures}`);
    case "start":
      if (admissions.waiting && signals.informed) limiter.startRate *= 1.04 ** seconds;
      limiter.startRate = Math.min(limiter.startRate, settings.maxPerMinute / 60);
      return decide(limiter, settings, limiter.startRate * patience(limiter, signals), null, "starting: no limit found yet");
    case "erroring":
      return decide(limiter, settings, inner(limiter, admissions), null, `cut: ${percent(signals.failedShare)} of sessions fail`);
    case "cruise":
      return cruise(limiter, settings, signals, admissions, seconds, nowMs, figures);
  }
}

function cruise(
  limiter: Limiter,
  settings: LimiterSettings,
  signals: Signals,
  admissions: Admissions,
  seconds: number,
  nowMs: number,
  figures: string,
): Decision {
  let reason = `holding: ${figures}`;
  const fresh = signals.ageSeconds <= FRESH_SECONDS;
  const room = signals.informed ? roomAt(signals, Math.max(limiter.slow, signals.slow, comingSlow(signals))) ** 2 : 0;
  if (signals.informed && limiter.slowSinceMs < nowMs) {
    settle(limiter, settings, signals, nowMs);
    if (nowMs - limiter.slowSinceMs >= PERSISTS_MS) reason = `cut: ${figures}`;
  } else if (limiter.word !== "slow" && admissions.waiting && fresh && room > 0) {
    grow(limiter, admissions, room, seconds, nowMs);
    reason = `growing: ${figures}`;
  }
  if (limiter.word === "slow") reason = "no growth: the origin says slow";
  if (limiter.errorFloor > ERRORING) reason += `; ${percent(limiter.errorFloor)} of sessions fail whatever the load`;
  const queued = signals.informed ? spareSessions(signals) : 0;
  const rate = inner(limiter, admissions, queued) * patience(limiter, signals) * (limiter.word === "slow" ? CUT : 1);
  if (signals.informed && fresh && signals.slow < 1)
    limiter.steadyRate += (1 - Math.exp(-seconds / 30)) * (Math.min(rate, settings.maxPerMinute / 60) - limiter.steadyRate);
  return decide(limiter, settings, rate, null, reason);
}

/** The share of the rate that is left when many fail: all below half of what a cut is due at, nothing there. */
function patience({ errorFloor }: Limiter, { failedQuorum, failedShare }: Signals): number {
  return failedQuorum ? Math.min(1, Math.max(0, 2 - (2 * (failedShare - errorFloor)) / ERRORING)) : 1;
}

/** The limit rises while answers are unhurried; after a cut back to where it was, after refusals slowly at first. */
function grow(limiter: Limiter, { provisional }: Admissions, room: number, seconds: number, nowMs: number): void {
  const { population } = limiter;
  const target = limiter.target ?? population.sessions;
  const since = (nowMs - limiter.limitAtMs) / 1000;
  const growth = (Math.min(GROWTH, GROWTH_FIRST + GROWTH_ADDED * since) * room) / (1 + limiter.samples.lateSeconds / 3);
  const back = Math.max(0, (limiter.ceiling ?? 0) - target) * (1 - Math.exp(-RETURN * seconds)) * room;
  const used = population.sessions + provisional * showShare(population, provisional);
  limiter.target = Math.max(target, Math.min(target * (1 + growth * seconds) + back, HEADROOM * used + HEADROOM_SESSIONS));
  limiter.rising = (limiter.target - target) / seconds;
}

/** Slow for longer than a stall: the limit is what would be inside at the aimed time. Computed anew each time, so that draining load is not cut again. */
function settle(limiter: Limiter, settings: LimiterSettings, signals: Signals, nowMs: number): void {
  const { sessions } = limiter.population;
  if (!signals.informed || nowMs - limiter.slowSinceMs < PERSISTS_MS) return;
  noteCeiling(limiter, nowMs);
  const carried = Math.max(0.1 * sessions, sessions + spareSessions(signals));
  const target = limiter.target ?? sessions;
  limiter.target = target + TOWARDS * (carried - target);
  noticeConstantSlowness(limiter, settings, signals, nowMs);
}

/** A new episode of cuts: a limit that was cut below the last one's is believed to have come down (CUBIC's fast convergence). */
function noteCeiling(limiter: Limiter, nowMs: number): void {
  const { target, ceiling } = limiter;
  if (target !== null && nowMs - limiter.cutAtMs >= EPISODE_MS) {
    limiter.ceiling = ceiling === null || target >= ceiling ? target : 0.3 * ceiling + 0.7 * target;
  }
  limiter.cutAtMs = nowMs;
}

/**
 * Load fell and for long answers are as slow as ever, though within the target: then that is how long they take. A queue as short as that
 * would be gone.
 */
function noticeConstantSlowness(limiter: Limiter, settings: LimiterSettings, signals: Signals, nowMs: number): void {
  const { sessions } = limiter.population;
  const within = settings.latencyTargetMs === null ? signals.ratio < 5 : signals.medianMs < settings.latencyTargetMs;
  const { worst } = limiter;
  if (!within || signals.failedShare > limiter.errorFloor + ERRORING) limiter.worst = null;
  else if (worst === null || sessions > worst.sessions) limiter.worst = { slow: limiter.slow, sessions, lessSinceMs: nowMs };
  else if (sessions > LESS_LOAD * worst.sessions) worst.lessSinceMs = nowMs;
  else if (nowMs - worst.lessSinceMs >= LESS_LOAD_MS) {
    limiter.worst = null;
    if (Math.min(limiter.slow, signals.slow) < AS_SLOW * worst.slow) return;
    rebase(limiter.baselines, signals.ratio);
    limiter.target = worst.sessions;
  }
}

/** Grants a second that replace those who leave and close the gap to the limit, less those `queued` in excess (negative). */
function inner(limiter: Limiter, { provisional }: Admissions, queued = 0): number {
  const { population, table, target } = limiter;
  if (target === null) return limiter.startRate;
  const show = showShare(population, provisional);
  const byHazard = leavingRate(table) * Math.min(population.sessions, target);
  const leaving = population.sessions < UNDERFILLED * target ? Math.max(byHazard, population.leavingPerSecond) : byHazard;
  const gap = target - population.sessions - provisional * show + queued;
  return Math.max(0, leaving + limiter.rising + gap / CLOSE_SECONDS) / show;
}

/** The longer it lasts the fewer: each of them meets a dead shop. More as soon as some are answered well and none badly. */
function trickle(limiter: Limiter, settings: LimiterSettings, { recentGood, recentFailed }: Signals, nowMs: number): number {
  const first = PROBE_SHARE * limiter.steadyRate;
  const thin = Math.max(LEAST_PROBES, first * Math.exp((limiter.phaseSinceMs - nowMs) / PROBES_FADE_MS));
  return Math.min(settings.maxPerMinute / 60, thin * (recentFailed === 0 ? (1 + recentGood) ** 2 : 1));
}

/** Never more than was good. The organiser's fallback is a rate; without one, fewer are kept inside. */
function blindRate(limiter: Limiter, settings: LimiterSettings, { provisional }: Admissions, nowMs: number): number {
  const known = limiter.steadyRate > 0 ? limiter.steadyRate : limiter.startRate;
  const sinceMs = nowMs - limiter.phaseSinceMs - BLIND_KEEP_MS;
  if (sinceMs <= 0) return known;
  if (settings.fallbackPerMinute !== null || limiter.target === null) {
    const fallback = Math.min(known, settings.fallbackPerMinute === null ? BLIND_SHARE * known : settings.fallbackPerMinute / 60);
    return fallback + (known - fallback) * Math.exp(-sinceMs / BLIND_DECAY_MS);
  }
  const { population, table, target } = limiter;
  const kept = BLIND_SHARE * target;
  const leaving = leavingRate(table) * Math.min(population.sessions, kept);
  return Math.min(known, Math.max(0, leaving + (kept - population.sessions) / CLOSE_SECONDS) / showShare(population, provisional));
}

/** A decision within the organiser's bounds; nothing while it stands still. */
export function decide(
  limiter: Limiter,
  settings: LimiterSettings,
  rate: number,
  standstill: Decision["standstill"],
  reason: string,
): Decision {
  const most = settings.maxPerMinute / 60;
  const least = Math.min(most, settings.minPerMinute / 60);
  const probing = limiter.phase === "probing";
  const ratePerSecond = standstill !== null ? 0 : Math.min(most, probing ? rate : Math.max(least, rate));
  const expected = Math.min(most, Math.max(least, ratePerSecond, limiter.steadyRate));
  return {
    ratePerSecond,
    expectedPerSecond: standstill === "paused" || probing ? Math.max(0.1, Math.min(expected, ratePerSecond)) : expected,
    standstill,
    reason,
    phase: limiter.phase,
    shedLevel: limiter.shedLevel,
    targetSessions: limiter.target,
    sessions: limiter.population.sessions,
    originLimit: limiter.decision.originLimit,
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
