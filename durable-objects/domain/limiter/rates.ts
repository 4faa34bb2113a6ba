/** What each state admits, and how the limit moves: growing, lowering, cutting, and the rate that follows it. */
import { rebase } from "./baselines.ts";
import { showShare } from "./population.ts";
import { leavingRate } from "./session-table.ts";
import type { Signals } from "./signals.ts";
import type { Admissions, Decision, Limiter, LimiterSettings } from "./state.ts";
import { CUT, ERRORING, HARD, KNEE, PERSISTS_MS } from "./tuning.ts";

/** A gap between people wanted and people inside is closed in this time. */
const CLOSE_SECONDS = 8;
/** Growth of the limit a second: just after it was touched, what each second adds, and at most. */
const GROWTH_FIRST = 0.002;
const GROWTH_FREE = 0.03;
const GROWTH_ADDED = 0.001;
const GROWTH_MOST = 0.04;
/** No slower than this, growth is free; from here to 1 it dies away. */
const EASY = 0.5;
/** Share of the way back to the limit before the last cut that a second takes. */
const RETURN = 0.03;
/** Where a cut aims, on the scale on which 1 is too slow. */
const AIM = 0.85;
/** Slower than this the excess is computed; below it the limit is lowered by so much a second for each 1 above. */
const FAR = 1.35;
const LOWER = 0.015;
/** Those inside are too many already: the limit is no more than they, but for the error of their count. */
const PRESENT = 1.02;
/** From here on the rate is braked, down to nothing at `HARD`. */
const BRAKE = 1.2;
/** The mean time is that much longer than the median. */
const LEAD = 0.85;
/** Share of the way to the computed limit that a second takes. */
const TOWARDS = 0.25;
/** While it is being cut the limit may come up again by so much a second: the first look was the worst. */
const UNCUT = 1.02;
/** The trickle: a share of the steady rate at first, and one in five seconds in the end. */
const PROBE_SHARE = 0.1;
const PROBES_FADE_MS = 60_000;
const LEAST_PROBES = 0.2;
/** Cuts closer together than this are one. */
const EPISODE_MS = 4_000;
/** Nothing grows on older news. */
const FRESH_SECONDS = 2;
const BLIND_SHARE = 0.6;
const BLIND_KEEP_MS = 5_000;
const BLIND_DECAY_MS = 10_000;
/** Never more than this above what is measured. */
const HEADROOM = 1.25;
const HEADROOM_SESSIONS = 10;
const HEADROOM_FIRST = 1.0;
const HEADROOM_ADDED = 0.005;

/** What the state it is in admits. */
export function act(
  limiter: Limiter,
  settings: LimiterSettings,
  signals: Signals,
  admissions: Admissions,
  seconds: number,
  nowMs: number,
): Decision {
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
        trickle(limiter, settings, nowMs),
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
        blindRate(limiter, settings, nowMs),
        null,
        `no measurements for ${Math.round(signals.ageSeconds)} s: no growth, then the fallback rate`,
      );
    case "saturated":
      trim(limiter, signals, nowMs);
      noticeConstantSlowness(limiter, settings, signals);
      return decide(limiter, settings, 0, "saturated", signals.stalled ? "stopped: the origin answers nothing" : `stopped: ${figures}`);
    case "start":
      if (admissions.waiting && signals.informed) limiter.startRate *= 1.04 ** seconds;
      limiter.startRate = Math.min(limiter.startRate, settings.maxPerMinute / 60);
      return decide(limiter, settings, limiter.startRate, null, "starting: no limit found yet");
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
  if (signals.informed && limiter.slow > 1) {
    lower(limiter, signals, seconds, nowMs);
    reason = `cut: ${figures}`;
  } else if (limiter.word !== "slow" && admissions.waiting && signals.informed && fresh) {
    grow(limiter, signals, seconds, nowMs);
    if (signals.slow < KNEE) reason = `growing: ${figures}`;
  }
  if (limiter.word === "slow") reason = "no growth: the origin says slow";
  if (limiter.errorFloor > ERRORING) reason += `; ${percent(limiter.errorFloor)} of sessions fail whatever the load`;
  const brake = signals.informed ? Math.min(1, Math.max(0, 1 - (coming(signals) - BRAKE) / (HARD - BRAKE))) : 1;
  const rate = inner(limiter, admissions) * brake * (limiter.word === "slow" ? CUT : 1);
  if (signals.informed && fresh && signals.slow < 1)
    limiter.steadyRate += (1 - Math.exp(-seconds / 30)) * (Math.min(rate, settings.maxPerMinute / 60) - limiter.steadyRate);
  return decide(limiter, settings, rate, null, reason);
}

/** How slow the answers to what is under way now will be (Little's law): it leads what was answered by one answer's time. */
function coming({ slow, inFlight, goodPerSecond, medianMs }: Signals): number {
  if (goodPerSecond <= 0 || medianMs <= 0) return slow;
  return Math.max(slow, (LEAD * slow * inFlight * 1000) / goodPerSecond / medianMs);
}

/** The limit rises with the time since it was last touched, and with how far the origin is from being slow. */
function grow(limiter: Limiter, signals: Signals, seconds: number, nowMs: number): void {
  const { sessions } = limiter.population;
  const target = limiter.target ?? sessions;
  if (sessions < 0.85 * target) return;
  const ease = Math.min(1, Math.max(0, (1 - Math.max(limiter.slow, signals.slow)) / (1 - EASY))) ** 2;
  const since = (nowMs - limiter.limitAtMs) / 1000;
  const free = Math.max(limiter.slow, signals.slow) < EASY;
  const growth =
    (Math.min(GROWTH_MOST, (free ? GROWTH_FREE : GROWTH_FIRST) + GROWTH_ADDED * since) * ease) / (1 + limiter.samples.lateSeconds / 3);
  const back = Math.max(0, (limiter.ceiling ?? 0) - target) * (1 - Math.exp(-RETURN * seconds)) * ease;
  const headroom = free ? HEADROOM : Math.min(HEADROOM, HEADROOM_FIRST + HEADROOM_ADDED * since);
  limiter.target = Math.max(
    target,
    Math.min(target * (1 + growth * seconds) + back, headroom * sessions + Math.min(HEADROOM_SESSIONS, 0.1 * target + 2)),
  );
}

/** A little too slow: a little less. Far too slow: the excess is computed. */
function lower(limiter: Limiter, signals: Signals, seconds: number, nowMs: number): void {
  const { sessions } = limiter.population;
  if (Math.min(limiter.slow, signals.slow) > FAR && nowMs - limiter.slowSinceMs >= PERSISTS_MS) return trim(limiter, signals, nowMs);
  noteCeiling(limiter, nowMs);
  limiter.target = Math.min(limiter.target ?? sessions, sessions * PRESENT) * (1 - LOWER * (limiter.slow - 1) * seconds);
  limiter.limitAtMs = nowMs;
}

/** The sessions in excess: good answers a second × the time they take too long (Little's law). */
function trim(limiter: Limiter, signals: Signals, nowMs: number): void {
  const { sessions } = limiter.population;
  if (!signals.informed || signals.slow <= 1 || nowMs - limiter.slowSinceMs < PERSISTS_MS) return;
  noteCeiling(limiter, nowMs);
  const excess = signals.inFlight - (signals.goodPerSecond * signals.medianMs * AIM) / signals.slow / 1000;
  const carried = Math.max(0.1 * sessions, sessions - Math.max(0, excess));
  const target = Math.min(limiter.target ?? sessions, HEADROOM * sessions);
  limiter.target = Math.min(target * UNCUT, target + TOWARDS * (carried - target));
  limiter.limitAtMs = nowMs;
}

/** A new episode of cuts: a limit that was cut below the last one's is believed to have come down (CUBIC's fast convergence). */
function noteCeiling(limiter: Limiter, nowMs: number): void {
  const { target, ceiling } = limiter;
  if (target === null || nowMs - limiter.limitAtMs < EPISODE_MS) return;
  limiter.ceiling = ceiling === null || target >= ceiling ? target : 0.3 * ceiling + 0.7 * target;
}

/** Load fell by a fifth and answers are as slow as ever, though within the target: then that is how long they take. */
function noticeConstantSlowness(limiter: Limiter, settings: LimiterSettings, signals: Signals): void {
  const { sessions } = limiter.population;
  if (!signals.informed || signals.failedShare > limiter.errorFloor + ERRORING) return;
  if (limiter.worst === null || signals.ratio > limiter.worst.ratio) limiter.worst = { ratio: signals.ratio, sessions };
  const within = settings.latencyTargetMs === null ? signals.ratio < 5 : signals.medianMs < settings.latencyTargetMs;
  if (!within || sessions > 0.8 * limiter.worst.sessions || signals.ratio < 0.9 * limiter.worst.ratio) return;
  rebase(limiter.baselines, signals.ratio);
  limiter.target = limiter.worst.sessions;
  limiter.worst = null;
}

/** Grants a second that replace those who leave and close the gap to the limit. */
function inner(limiter: Limiter, { provisional }: Admissions): number {
  const { population, table, target } = limiter;
  if (target === null) return limiter.startRate;
  const show = showShare(population, provisional);
  const leaving = leavingRate(table) * Math.min(population.sessions, target);
  return Math.max(0, leaving + (target - population.sessions - provisional * show) / CLOSE_SECONDS) / show;
}

/** The longer it lasts the fewer: each of them meets a dead shop. */
function trickle(limiter: Limiter, settings: LimiterSettings, nowMs: number): number {
  const first = PROBE_SHARE * limiter.steadyRate;
  return Math.min(settings.maxPerMinute / 60, Math.max(LEAST_PROBES, first * Math.exp((limiter.phaseSinceMs - nowMs) / PROBES_FADE_MS)));
}

function blindRate(limiter: Limiter, settings: LimiterSettings, nowMs: number): number {
  const known = limiter.steadyRate > 0 ? limiter.steadyRate : limiter.startRate;
  const fallback = settings.fallbackPerMinute === null ? BLIND_SHARE * known : settings.fallbackPerMinute / 60;
  const sinceMs = nowMs - limiter.phaseSinceMs - BLIND_KEEP_MS;
  if (sinceMs <= 0) return known;
  // Decay only: a fallback above what was good is no reason to grow.
  return Math.min(known, fallback) + (known - Math.min(known, fallback)) * Math.exp(-sinceMs / BLIND_DECAY_MS);
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
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
