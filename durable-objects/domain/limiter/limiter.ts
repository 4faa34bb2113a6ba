/**
 * Admit at the origin's measured rate.
 *
 * What is controlled is the number of sessions that load the origin; what it shows is how long answers take and how many fail.
 * The limit (`target`) is a number of sessions. It grows while answers come unhurried and people wait, the slower the closer the
 * origin is to where it is aimed at. What is under way then says how many more it would carry or how many are too many: they are
 * *computed* (Little's law), not guessed. So a cut is idempotent, and as load drains the same formula says that less is to be cut.
 */
import { learnBaseline } from "./baselines.ts";
import { originLimitOf } from "./in-flight.ts";
import { choosePhase } from "./phases.ts";
import { observe, observeBlind } from "./population.ts";
import { act } from "./rates.ts";
import { addSample, isFresh, type OriginSample } from "./samples.ts";
import { noteSessions, sweepTable } from "./session-table.ts";
import { stepShed } from "./shed.ts";
import { aimOf, readSignals, type Signals } from "./signals.ts";
import type { Admissions, Decision, Limiter, LimiterSettings } from "./state.ts";
import { BLIND_SECONDS, ERRORING, FRESH_SECONDS, HARD } from "./tuning.ts";

const TICK_MS = 1_000;
/** Time constant of the slowness and the good answers that limits are judged by. */
const SMOOTH_SECONDS = 9;
/** The origin's own word lapses after that. */
const WORD_MS = 120_000;

/** Takes an isolate's report at event time `nowMs`. */
export function noteSample(limiter: Limiter, sample: OriginSample, nowMs: number): void {
  if (sample.load !== null) noteWord(limiter, sample.load, nowMs);
  if (!isFresh(sample, nowMs)) return;
  addSample(limiter.samples, sample, nowMs);
  noteSessions(limiter.table, sample.sessions, sample.sample, nowMs);
}

/** The origin, or the organiser for it, says how it is; `stop` and `slow` lapse after two minutes. */
export function noteWord(limiter: Limiter, word: "ok" | "slow" | "stop", nowMs: number): void {
  limiter.word = word;
  limiter.wordUntilMs = nowMs + WORD_MS;
}

/** Decides for now; any time may have passed since the last step. */
export function stepLimiter(limiter: Limiter, settings: LimiterSettings, admissions: Admissions, nowMs: number): Decision {
  const elapsedMs = nowMs - limiter.atMs;
  if (elapsedMs < TICK_MS) return limiter.decision;
  limiter.atMs = nowMs;
  const seconds = Math.min(elapsedMs / 1000, 10);
  const signals = readSignals(limiter.samples, limiter.table, limiter.baselines, settings.latencyTargetMs, nowMs);
  learn(limiter, signals, admissions, seconds, nowMs);
  choosePhase(limiter, settings, signals, nowMs);
  const decided = act(limiter, settings, signals, admissions, seconds, nowMs);
  limiter.shedLevel = stepShed(limiter.shedLevel, limiter.phase === "saturated" ? signals.slow : 0, seconds);
  limiter.decision = { ...decided, originLimit: originLimitOf(limiter, signals, unhurriedMs(limiter, signals)) };
  return limiter.decision;
}

function learn(limiter: Limiter, signals: Signals, admissions: Admissions, seconds: number, nowMs: number): void {
  const { table, baselines, population } = limiter;
  const seeing = signals.ageSeconds < BLIND_SECONDS;
  const well = signals.informed && signals.slow < aimOf(signals) && signals.failedShare < ERRORING;
  const leaving = seeing && signals.slow < HARD && signals.failedShare < 0.2;
  sweepTable(table, nowMs, leaving, leaving && well);
  if (signals.ageSeconds > FRESH_SECONDS) {
    const missed = !seeing && Number.isFinite(limiter.samples.lastMs);
    observeBlind(population, table, admissions.granted, seconds, missed ? nowMs : null);
    if (!seeing) return;
  } else observePopulation(limiter, signals, admissions, seconds, nowMs);
  limiter.goodRate += (1 - Math.exp(-seconds / SMOOTH_SECONDS)) * (signals.recentGood / 3 - limiter.goodRate);
  if (!signals.informed) return;
  limiter.slow += (1 - Math.exp(-seconds / SMOOTH_SECONDS)) * (signals.slow - limiter.slow);
  if (limiter.slow < aimOf(signals)) limiter.worst = null;
  for (const { key, medianMs } of signals.streams) learnBaseline(baselines, key, medianMs, seconds, well && signals.ratio < 1.5);
}

function observePopulation(limiter: Limiter, signals: Signals, admissions: Admissions, seconds: number, nowMs: number): void {
  const { ratePerSecond } = limiter.decision;
  const observed = {
    unhurriedMs: unhurriedMs(limiter, signals),
    granted: admissions.granted,
    active: admissions.active,
    ratePerSecond,
    lateSeconds: limiter.samples.lateSeconds,
  };
  observe(limiter.population, limiter.table, signals, observed, seconds, nowMs);
}

function unhurriedMs(limiter: Limiter, { ratio, medianMs }: Signals): number {
  if (medianMs > 0) return medianMs / Math.max(1, ratio);
  const [first] = limiter.baselines.medianMs.values();
  return first ?? 100;
}
