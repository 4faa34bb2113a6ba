/** In which state the limiter is: what the signals must say, and for how long, before it changes. */
import { recentSlots } from "./samples.ts";
import { forgetFares } from "./session-table.ts";
import { aimOf, comingSlow, type Signals } from "./signals.ts";
import type { Limiter, LimiterSettings, Phase } from "./state.ts";
import { BLIND_SECONDS, CUT, ERRORING, HARD, PERSISTS_MS } from "./tuning.ts";

/** After admissions had to be stopped the quick way back ends here. */
const REGAIN = 1.08;
/** At the organiser's minimum: slower than this for two seconds stops admissions, and what comes no slower than that starts them again; never below the aim. */
const FORCED_HARD = 0.85;
const RELEASE = 0.8;
/** A cut because of errors is judged by then at the latest. */
const TRIAL_MS = 25_000;
/** Shares of sessions have settled after that. */
const SETTLED_MS = 15_000;
/** The load has fallen by nearly what was cut. */
const FELL = 0.88;
/** A smaller share of errors goes with what falls by that much, if it depends on load. */
const SMALL_SHARE = 1 - CUT;
/** What fails whatever the load is believed to fail less only so fast. */
const FLOOR_SECONDS = 10;
/** Share of what it answers well that a full origin is given. */
const CARRIED = 0.95;
/** Less of the limit than this answered well while the origin was dead says nothing. */
const PARTLY = 0.15;
/** More than this share of the sessions failing: dead. Of the limit before that, what it comes back with. */
const DEAD = 0.5;
const RESUME_SHARE = 0.6;
/** A hold ends early when for so long nobody was refused. */
const UNREFUSED_MS = 3_000;
/** Of the sessions at which it began to refuse, what an origin is given then. */
const UNREFUSED_SHARE = 0.95;
/** Failures within six seconds that are more than a trickle's. */
const MANY_PROBES = 40;
const LONGEST_HOLD_SECONDS = 120;

function enter(limiter: Limiter, phase: Phase, nowMs: number): void {
  if (limiter.phase === phase) return;
  limiter.phase = phase;
  limiter.phaseSinceMs = nowMs;
}

/** Moves the limiter to the state that the signals ask for. */
export function choosePhase(limiter: Limiter, settings: LimiterSettings, signals: Signals, nowMs: number): void {
  const { population } = limiter;
  const failing = signals.failedShare > DEAD && signals.failedQuorum && signals.recentFailed > signals.recentGood;
  limiter.deadFor = failing ? limiter.deadFor + 1 : 0;
  const aim = aimOf(signals);
  if (!signals.informed || signals.slow < aim) limiter.slowSinceMs = nowMs;
  // At the organiser's minimum there is nothing between that and stopping.
  const forced = settings.minPerMinute > 0 && limiter.decision.ratePerSecond <= settings.minPerMinute / 60;
  const hard = forced ? Math.max(FORCED_HARD, aim) : HARD;
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
    if (signals.stalled || (!signals.informed && signals.recentFailed > signals.recentGood)) return;
    if (signals.informed && releaseSlow(signals) > Math.max(RELEASE, aim)) return;
    limiter.worst = null;
    limiter.slow = Math.min(limiter.slow, 1);
    if (limiter.target !== null && limiter.ceiling !== null) limiter.ceiling = Math.min(limiter.ceiling, limiter.target * REGAIN);
  }
  if (limiter.trial !== null) return judgeTrial(limiter, signals, nowMs);
  if (signals.failedQuorum && signals.failedShare > limiter.errorFloor + ERRORING && failsNow(signals))
    return beginTrial(limiter, signals, nowMs);
  limiter.errorFloor += Math.min(0, signals.failedShare - limiter.errorFloor) / FLOOR_SECONDS;
  if (limiter.target === null && signals.informed && signals.slow > aim) {
    limiter.target = (population.sessions * 1.02) / (1 + limiter.samples.lateSeconds / 50);
  }
  enter(limiter, limiter.target === null ? "start" : "cruise", nowMs);
}

/** Shares of sessions fade over seconds; what was over before that is no reason to act. */
function failsNow({ recentFailed, recentGood }: Signals): boolean {
  return recentFailed > ERRORING * (recentFailed + recentGood);
}

/** While next to nothing fails, what is under way says sooner than what was answered that the worst is over. */
function releaseSlow(signals: Signals): number {
  return signals.recentFailed > 0.1 * signals.recentGood ? signals.slow : comingSlow(signals);
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
    const carried = CARRIED * limiter.deadGoodRate * limiter.table.cycleSeconds;
    const { target } = limiter;
    if (target !== null && carried > PARTLY * target) limiter.ceiling = limiter.target = Math.min(target, carried);
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
    if (signals.throttledShare > ERRORING / 5 && signals.retryAfterSeconds > 0) limiter.unrefusedSinceMs = nowMs;
    else if (nowMs - limiter.unrefusedSinceMs > UNREFUSED_MS) limiter.holdUntilMs = nowMs;
    return;
  }
  const asked = signals.retryAfterSeconds > 0 && signals.throttledQuorum && signals.throttledShare > ERRORING && failsNow(signals);
  if (!asked) {
    if (signals.throttledShare < ERRORING / 2) limiter.heldEpisode = false;
    return;
  }
  if (limiter.heldEpisode) return;
  limiter.heldEpisode = true;
  limiter.target = UNREFUSED_SHARE * Math.min(limiter.target ?? limiter.population.sessions, limiter.population.sessions);
  limiter.ceiling = limiter.target;
  limiter.limitAtMs = nowMs;
  limiter.unrefusedSinceMs = nowMs;
  limiter.holdUntilMs = nowMs + 1000 * Math.min(LONGEST_HOLD_SECONDS, signals.retryAfterSeconds);
}

function beginTrial(limiter: Limiter, signals: Signals, nowMs: number): void {
  const { sessions } = limiter.population;
  limiter.trial = { atMs: nowMs, sessions, target: limiter.target, failedShare: signals.failedShare, goodRate: limiter.goodRate };
  limiter.target = CUT * Math.min(limiter.target ?? sessions, sessions);
  enter(limiter, "erroring", nowMs);
}

/**
 * If good answers fell with the load, the errors do not depend on it: the limit is restored and the organiser told. If load fell and as
 * many were answered well as before, the origin was full, and what it answers well is what it carries (Little's law).
 */
function judgeTrial(limiter: Limiter, signals: Signals, nowMs: number): void {
  const trial = limiter.trial;
  if (trial === null) return;
  const sinceMs = nowMs - trial.atMs;
  const gone = signals.failedShare < limiter.errorFloor + ERRORING / 2;
  const fell = limiter.population.sessions < FELL * trial.sessions;
  if (sinceMs < SETTLED_MS && signals.failedShare > trial.failedShare) limiter.trial = { ...trial, failedShare: signals.failedShare };
  if (!gone && (sinceMs < SETTLED_MS || !fell) && sinceMs < TRIAL_MS) return;
  limiter.trial = null;
  const load = limiter.population.sessions / Math.max(1, trial.sessions);
  const good = limiter.goodRate / Math.max(0.1, trial.goodRate);
  if (signals.failedShare > Math.max(SMALL_SHARE, 0.7 * trial.failedShare) && good > 1 - (1 - load) / 2) {
    const carried = CARRIED * limiter.goodRate * limiter.table.cycleSeconds;
    limiter.target = Math.min(limiter.target ?? carried, Math.max(carried, 0.25 * limiter.population.sessions));
    limiter.limitAtMs = nowMs;
    enter(limiter, "cruise", nowMs);
  } else if (signals.failedShare > 0.7 * trial.failedShare) {
    limiter.errorFloor = signals.failedShare;
    limiter.target = trial.target;
    enter(limiter, limiter.target === null ? "start" : "cruise", nowMs);
  } else {
    limiter.target = Math.min(trial.target ?? trial.sessions, UNREFUSED_SHARE * trial.sessions);
    limiter.ceiling = limiter.target;
    limiter.limitAtMs = nowMs;
    enter(limiter, "cruise", nowMs);
  }
}
