/**
 * Admit at the origin's measured rate.
 *
 * What is controlled is the number of sessions that load the origin; what it shows is how long answers take and how many fail.
 * The limit (`target`) is a number of sessions. It grows while answers come unhurried and people wait, slowly just after it was
 * touched and faster with time (CUBIC's idea), and the slower the closer the origin is to its knee. When answers are too
 * slow the sessions in excess are *computed*, not guessed: the requests that wait too long, by Little's law, are the
 * sessions too many. So a cut is idempotent, and as load drains the same formula says that less is to be cut.
 */
import { learnBaseline, rebase } from "./baselines.ts";
import { observe, observeBlind, showShare } from "./population.ts";
import { addSample, isFresh, recentSlots, type OriginSample } from "./samples.ts";
import { forgetFares, leavingRate, noteSessions, sweepTable } from "./session-table.ts";
import { readSignals, type Signals } from "./signals.ts";
import { stepShed } from "./shed.ts";
import type { Admissions, Limiter, LimiterSettings, Phase, Decision } from "./state.ts";

const TICK_MS = 1_000;
/** A gap between people wanted and people inside is closed in this time. */
const CLOSE_SECONDS = 8;
/** Growth of the limit a second: just after it was touched, what each second adds, and at most. */
const GROWTH_FIRST = 0.002;
const GROWTH_FREE = 0.02;
const GROWTH_ADDED = 0.001;
const GROWTH_MOST = 0.04;
/** No slower than this, growth is free; from here to 1 it dies away. */
const EASY = 0.5;
/** Share of the way back to the limit before the last cut that a second takes. */
const RETURN = 0.03;
/** After admissions had to be stopped the quick way back ends here. */
const REGAIN = 1.08;
/** Where a cut aims, on the scale on which 1 is too slow. */
const AIM = 0.85;
/** Slower than this ends the start. */
const KNEE = 0.7;
/** Slower than this for two seconds: nothing is admitted any more. */
const HARD = 2;
const FORCED_HARD = 1.1;
const RELEASE = 1.3;
const SMOOTH_SECONDS = 9;
/** Slower than this the excess is computed; below it the limit is lowered by so much a second for each 1 above. */
const FAR = 1.35;
const LOWER = 0.015;
/** Those inside are too many already: the limit is no more than they, but for the error of their count. */
const PRESENT = 1.02;
/** From here on the rate is braked, down to nothing at `HARD`. */
const BRAKE = 1.2;
/** The mean time is that much longer than the median. */
const LEAD = 0.85;
/** Failing sessions above what does not depend on load. */
const ERRORING = 0.05;
const CUT = 0.85;
/** Share of the way to the computed limit that a second takes. */
const TOWARDS = 0.25;
/** While it is being cut the limit may come up again by so much a second: the first look was the worst. */
const UNCUT = 1.02;
const TRIAL_MS = 25_000;
/** Share of what it answers well that a full origin is given. */
const CARRIED = 0.95;
/** Less of the limit than this answered well while the origin was dead says nothing. */
const PARTLY = 0.15;
const DEAD = 0.5;
const RESUME_SHARE = 0.6;
/** The trickle: a share of the steady rate at first, and one in five seconds in the end. */
const PROBE_SHARE = 0.1;
const PROBES_FADE_MS = 60_000;
const LEAST_PROBES = 0.2;
/** Cuts closer together than this are one. */
const EPISODE_MS = 4_000;
/** A hold ends early when for so long nobody was refused. */
const UNREFUSED_MS = 8_000;
/** Failures within six seconds that are more than a trickle's. */
const MANY_PROBES = 40;
/** Slow for so long it is no stall that drains by itself: the limit is too high. */
const PERSISTS_MS = 5_000;
const LONGEST_HOLD_SECONDS = 120;
const WORD_MS = 120_000;
const BLIND_SECONDS = 4;
/** Nothing grows on older news. */
const FRESH_SECONDS = 2;
const BLIND_SHARE = 0.7;
const BLIND_KEEP_MS = 5_000;
const BLIND_DECAY_MS = 15_000;
/** Never more than this above what is measured. */
const HEADROOM = 1.25;
const HEADROOM_SESSIONS = 10;
const HEADROOM_FIRST = 1.0;
const HEADROOM_ADDED = 0.005;

/** Takes an isolate's report at event time `nowMs`. */
export function noteSample(limiter: Limiter, sample: OriginSample, nowMs: number): void {
  if (sample.load !== null) {
    limiter.word = sample.load;
    limiter.wordUntilMs = nowMs + WORD_MS;
  }
  if (!isFresh(sample, nowMs)) return;
  addSample(limiter.samples, sample, nowMs);
  noteSessions(limiter.table, sample.sessions, sample.sample, nowMs);
}

/** Decides for now; any time may have passed since the last step. */
export function stepLimiter(limiter: Limiter, settings: LimiterSettings, admissions: Admissions, nowMs: number): Decision {
  const elapsedMs = nowMs - limiter.atMs;
  if (elapsedMs < TICK_MS) return limiter.decision;
  limiter.atMs = nowMs;
  if (settings.fixedPerMinute !== null) {
    limiter.decision = decide(limiter, settings, settings.fixedPerMinute / 60, null, "fixed by the organiser");
    return limiter.decision;
  }
  const seconds = Math.min(elapsedMs / 1000, 10);
  const signals = readSignals(limiter.samples, limiter.table, limiter.baselines, settings.latencyTargetMs, nowMs);
  learn(limiter, signals, admissions, seconds, nowMs);
  choosePhase(limiter, settings, signals, nowMs);
  limiter.decision = act(limiter, settings, signals, admissions, seconds, nowMs);
  limiter.shedLevel = stepShed(limiter.shedLevel, limiter.phase === "saturated" ? signals.slow : 0, seconds);
  return limiter.decision;
}

function learn(limiter: Limiter, signals: Signals, admissions: Admissions, seconds: number, nowMs: number): void {
  const { table, baselines, population } = limiter;
  const seeing = signals.ageSeconds < BLIND_SECONDS;
  const well = signals.informed && signals.slow < KNEE && signals.failedShare < ERRORING;
  const leaving = seeing && signals.slow < HARD && signals.failedShare < 0.2;
  sweepTable(table, nowMs, leaving, leaving && well);
  if (!seeing) {
    observeBlind(population, table, admissions.granted, seconds, nowMs);
    return;
  }
  const { ratePerSecond } = limiter.decision;
  const observed = { unhurriedMs: unhurriedMs(limiter, signals), granted: admissions.granted, ratePerSecond, lateSeconds: limiter.samples.lateSeconds };
  observe(population, table, signals, observed, seconds, nowMs);
  limiter.goodRate += (1 - Math.exp(-seconds / SMOOTH_SECONDS)) * (signals.recentGood / 3 - limiter.goodRate);
  if (!signals.informed) return;
  limiter.slow += (1 - Math.exp(-seconds / SMOOTH_SECONDS)) * (signals.slow - limiter.slow);
  for (const { key, medianMs } of signals.streams) learnBaseline(baselines, key, medianMs, seconds, well && signals.ratio < 1.5);
}

function unhurriedMs(limiter: Limiter, { ratio, medianMs }: Signals): number {
  if (medianMs > 0) return medianMs / Math.max(1, ratio);
  const [first] = limiter.baselines.medianMs.values();
  return first ?? 100;
}

// ---------------------------------------------------------------- phases

function enter(limiter: Limiter, phase: Phase, nowMs: number): void {
  if (limiter.phase === phase) return;
  limiter.phase = phase;
  limiter.phaseSinceMs = nowMs;
}

function choosePhase(limiter: Limiter, settings: LimiterSettings, signals: Signals, nowMs: number): void {
  const { population } = limiter;
  const failing = signals.failedShare > DEAD && signals.failedQuorum && signals.recentFailed > signals.recentGood;
  limiter.deadFor = failing ? limiter.deadFor + 1 : 0;
  if (!signals.informed || signals.slow < 0.9) limiter.slowSinceMs = nowMs;
  // At the organiser's minimum there is nothing between that and stopping.
  const hard = settings.minPerMinute > 0 && limiter.decision.ratePerSecond <= settings.minPerMinute / 60 ? FORCED_HARD : HARD;
  limiter.slowFor = signals.stalled || (signals.informed && signals.slow > hard) ? limiter.slowFor + 1 : 0;
  if (limiter.word !== null && nowMs >= limiter.wordUntilMs) limiter.word = null;
  if (limiter.word === "stop") return enter(limiter, "stopped", nowMs);
  if (signals.ageSeconds > BLIND_SECONDS) {
    if (population.sessions > 3 || limiter.phase === "blind") enter(limiter, "blind", nowMs);
    return;
  }
  if (limiter.phase === "dead" || limiter.phase === "probing") return leaveDead(limiter, signals, nowMs);
  if (limiter.deadFor >= 2) return enterDead(limiter, nowMs);
  noteRetryAfter(limiter, signals, nowMs);
  if (nowMs < limiter.holdUntilMs) return enter(limiter, "hold", nowMs);
  if (limiter.slowFor >= 2) {
    limiter.trial = null;
    return enter(limiter, "saturated", nowMs);
  }
  if (limiter.phase === "saturated") {
    if (signals.stalled || (signals.informed && signals.slow > RELEASE) || (!signals.informed && signals.recentFailed > signals.recentGood)) return;
    limiter.worst = null;
    limiter.slow = Math.min(limiter.slow, 1);
    if (limiter.target !== null && limiter.ceiling !== null) limiter.ceiling = Math.min(limiter.ceiling, limiter.target * REGAIN);
  }
  if (limiter.trial !== null) return judgeTrial(limiter, signals, nowMs);
  if (signals.failedQuorum && signals.failedShare > limiter.errorFloor + ERRORING) return beginTrial(limiter, signals, nowMs);
  limiter.errorFloor = Math.min(limiter.errorFloor, Math.max(0, signals.failedShare));
  if (limiter.target === null && signals.informed && signals.slow > KNEE) {
    limiter.target = (population.sessions * 1.02) / (1 + limiter.samples.lateSeconds / 50);
  }
  enter(limiter, limiter.target === null ? "start" : "cruise", nowMs);
}

function enterDead(limiter: Limiter, nowMs: number): void {
  const again = nowMs - limiter.lastDeadMs < 120_000;
  const share = again ? RESUME_SHARE / 2 : RESUME_SHARE;
  limiter.target = share * (limiter.trial?.target ?? limiter.target ?? limiter.population.sessions);
  limiter.trial = null;
  limiter.wellFor = 0;
  limiter.deadGoodRate = 0;
  enter(limiter, "dead", nowMs);
}

/** Most answers are good again: those inside, or the trickle, show it. */
function leaveDead(limiter: Limiter, signals: Signals, nowMs: number): void {
  limiter.lastDeadMs = nowMs;
  // What is answered well while most fail is what a part of the origin still carries; nothing, if all of it is down.
  if (signals.failedShare > DEAD && nowMs - limiter.phaseSinceMs > PERSISTS_MS) limiter.deadGoodRate = limiter.goodRate;
  const slots = recentSlots(limiter.samples, nowMs, 6);
  const good = slots.reduce((sum, slot) => sum + slot.good, 0);
  const failed = slots.reduce((sum, slot) => sum + slot.failed, 0);
  const newest = signals.recentGood + signals.recentFailed;
  const well = good >= 3 && newest > 0 && signals.recentFailed <= 0.2 * newest && !(signals.informed && signals.slow > HARD);
  limiter.wellFor = well ? limiter.wellFor + 1 : 0;
  if (limiter.wellFor >= 3) {
    limiter.limitAtMs = nowMs - 30_000;
    const carried = CARRIED * limiter.deadGoodRate * limiter.table.cycleSeconds;
    const { target } = limiter;
    if (target !== null && carried > PARTLY * target) limiter.target = Math.min(target, carried);
    limiter.ceiling = limiter.target;
    limiter.errorFloor = 0;
    limiter.slow = 0;
    forgetFares(limiter.table);
    return enter(limiter, "cruise", nowMs);
  }
  const silent = good + failed < 6 && nowMs - limiter.phaseSinceMs > 3_000;
  // What the trickle meets is no reason to stop it: without it nobody would ever know.
  if (silent) enter(limiter, "probing", nowMs);
  else if (failed > MANY_PROBES) enter(limiter, "dead", nowMs);
}

/** Obeyed only when many sessions are refused, at most two minutes, and once until an answer was good again for a while. */
function noteRetryAfter(limiter: Limiter, signals: Signals, nowMs: number): void {
  if (nowMs < limiter.holdUntilMs) {
    if (signals.throttledShare > ERRORING / 5) limiter.unrefusedSinceMs = nowMs;
    else if (nowMs - limiter.unrefusedSinceMs > UNREFUSED_MS) limiter.holdUntilMs = nowMs;
    return;
  }
  const asked = signals.retryAfterSeconds > 0 && signals.throttledQuorum && signals.throttledShare > ERRORING;
  if (!asked) {
    if (signals.throttledShare < ERRORING / 2) limiter.heldEpisode = false;
    return;
  }
  if (limiter.heldEpisode) return;
  limiter.heldEpisode = true;
  limiter.unrefusedSinceMs = nowMs;
  limiter.holdUntilMs = nowMs + 1000 * Math.min(LONGEST_HOLD_SECONDS, signals.retryAfterSeconds);
}

function beginTrial(limiter: Limiter, signals: Signals, nowMs: number): void {
  const { sessions } = limiter.population;
  limiter.trial = { atMs: nowMs, sessions, target: limiter.target, failedShare: signals.failedShare, goodRate: limiter.goodRate };
  limiter.target = CUT * Math.min(limiter.target ?? sessions, sessions);
  limiter.limitAtMs = nowMs;
  enter(limiter, "erroring", nowMs);
}

/**
 * If good answers fell with the load, the errors do not depend on it: the limit is restored and the organiser told. If load fell and as
 * many were answered well as before, the origin was full, and what it answers well is what it carries (Little's law).
 */
function judgeTrial(limiter: Limiter, signals: Signals, nowMs: number): void {
  const trial = limiter.trial;
  if (trial === null) return;
  const gone = signals.failedShare < limiter.errorFloor + ERRORING / 2;
  const fell = limiter.population.sessions < 0.9 * trial.sessions;
  if (!gone && !fell && nowMs - trial.atMs < TRIAL_MS) return;
  limiter.trial = null;
  const load = limiter.population.sessions / Math.max(1, trial.sessions);
  const good = limiter.goodRate / Math.max(0.1, trial.goodRate);
  if (signals.failedShare > 0.7 * trial.failedShare && good > 1 - (1 - load) / 2) {
    const carried = CARRIED * limiter.goodRate * limiter.table.cycleSeconds;
    limiter.target = Math.min(limiter.target ?? carried, Math.max(carried, 0.25 * limiter.population.sessions));
    limiter.limitAtMs = nowMs;
    enter(limiter, "cruise", nowMs);
  } else if (signals.failedShare > 0.7 * trial.failedShare) {
    limiter.errorFloor = signals.failedShare;
    limiter.target = trial.target;
    enter(limiter, limiter.target === null ? "start" : "cruise", nowMs);
  } else {
    limiter.limitAtMs = nowMs;
    enter(limiter, "cruise", nowMs);
  }
}

// ---------------------------------------------------------------- rates

function act(limiter: Limiter, settings: LimiterSettings, signals: Signals, admissions: Admissions, seconds: number, nowMs: number): Decision {
  const figures = `median first byte ${Math.round(signals.medianMs)} ms, ${signals.ratio.toFixed(1)} × baseline`;
  switch (limiter.phase) {
    case "stopped":
      return decide(limiter, settings, 0, "paused", "paused: the origin says stop");
    case "dead":
      return decide(limiter, settings, 0, "paused", `paused: ${percent(signals.failedShare)} of sessions fail`);
    case "probing":
      return decide(limiter, settings, trickle(limiter, settings, nowMs), null, "probing: a trickle, to see whether the origin answers again");
    case "hold":
      return decide(limiter, settings, 0, "paused", `paused: the origin asked for time, ${Math.ceil((limiter.holdUntilMs - nowMs) / 1000)} s left`);
    case "blind":
      return decide(limiter, settings, blindRate(limiter, settings, nowMs), null, `no measurements for ${Math.round(signals.ageSeconds)} s: no growth, then the fallback rate`);
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

function cruise(limiter: Limiter, settings: LimiterSettings, signals: Signals, admissions: Admissions, seconds: number, nowMs: number, figures: string): Decision {
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
  if (signals.informed && fresh && signals.slow < 1) limiter.steadyRate += (1 - Math.exp(-seconds / 30)) * (Math.min(rate, settings.maxPerMinute / 60) - limiter.steadyRate);
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
  const growth = (Math.min(GROWTH_MOST, (free ? GROWTH_FREE : GROWTH_FIRST) + GROWTH_ADDED * since) * ease) / (1 + limiter.samples.lateSeconds / 3);
  const back = Math.max(0, (limiter.ceiling ?? 0) - target) * (1 - Math.exp(-RETURN * seconds)) * ease;
  const headroom = free ? HEADROOM : Math.min(HEADROOM, HEADROOM_FIRST + HEADROOM_ADDED * since);
  limiter.target = Math.max(target, Math.min(target * (1 + growth * seconds) + back, headroom * sessions + Math.min(HEADROOM_SESSIONS, 0.1 * target + 2)));
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

function decide(limiter: Limiter, settings: LimiterSettings, rate: number, standstill: Decision["standstill"], reason: string): Decision {
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
