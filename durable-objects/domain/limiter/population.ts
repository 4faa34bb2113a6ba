/**
 * How many sessions load the origin, whatever the event counts as active: those who left without a word are counted for minutes
 * more. Counted from who was seen and how long each has been silent; one slowed down by the origin is silent longer.
 *
 * After a time without reports that count is too low for a while; then Little's law gives it: a session is either thinking
 * or waiting, so N = offered rate × cycle + (in flight − offered rate × unhurried time).
 */
import { aliveCount, leavingRate, type SessionTable } from "./session-table.ts";
import type { Signals } from "./signals.ts";

export interface Population {
  sessions: number;
  /** Grants and arrivals lately, fading: their ratio is the share of grants that become load. */
  granted: number;
  arrived: number;
  grantedTotal: number;
  /** Sessions that leave a second, by the balance of arrivals and numbers, smoothed. */
  leavingPerSecond: number;
  /** Until then the count of the seen is too low, after a time without reports. */
  countedFromMs: number;
}

const FADE_SECONDS = 120;
/** What came and did not stay is averaged over this time. */
const BALANCE_SECONDS = 6;
const PRIOR_GRANTS = 5;
const PRIOR_SHOW = 0.95;

/** Nobody inside. */
export function createPopulation(): Population {
  return { sessions: 0, granted: 0, arrived: 0, grantedTotal: 0, leavingPerSecond: 0, countedFromMs: 0 };
}

export interface Observed {
  readonly unhurriedMs: number;
  readonly granted: number;
  /** Sessions the event counts. */
  readonly active: number;
  /** Grants lately permitted a second, and how late reports are: those on the way are seen by nobody yet. */
  readonly ratePerSecond: number;
  readonly lateSeconds: number;
}

/** Takes a look; `elapsedSeconds` since the last one. */
export function observe(
  population: Population,
  table: SessionTable,
  signals: Signals,
  observed: Observed,
  elapsedSeconds: number,
  nowMs: number,
): void {
  const arrived = table.arrived * table.sample;
  table.arrived = 0;
  const left = Math.exp(-elapsedSeconds / FADE_SECONDS);
  population.granted = population.granted * left + Math.max(0, observed.granted - population.grantedTotal);
  population.arrived = population.arrived * left + arrived;
  population.grantedTotal = observed.granted;
  const { offeredPerSecond, inFlight } = signals;
  const waitSeconds = Math.max(0, inFlight / Math.max(1, offeredPerSecond) - observed.unhurriedMs / 1000);
  const slowed = offeredPerSecond * waitSeconds;
  const counted =
    nowMs < population.countedFromMs
      ? offeredPerSecond * table.cycleSeconds + slowed
      : aliveCount(table, table.cycleSeconds + waitSeconds, nowMs) + observed.ratePerSecond * observed.lateSeconds;
  const before = population.sessions;
  population.sessions = Math.min(counted, observed.active);
  const gone = (arrived + before - population.sessions) / elapsedSeconds;
  population.leavingPerSecond += (1 - Math.exp(-elapsedSeconds / BALANCE_SECONDS)) * (gone - population.leavingPerSecond);
}

/** Without reports: the model alone. `nowMs` null: nothing was missed, so that everybody can be counted as soon as there are reports. */
export function observeBlind(
  population: Population,
  table: SessionTable,
  grantedTotal: number,
  elapsedSeconds: number,
  nowMs: number | null,
): void {
  const arrived = Math.max(0, grantedTotal - population.grantedTotal) * showShare(population, 0);
  population.sessions = population.sessions * Math.exp(-leavingRate(table) * elapsedSeconds) + arrived;
  population.grantedTotal = grantedTotal;
  if (nowMs !== null) population.countedFromMs = nowMs + 4_000 * table.cycleSeconds;
}

/** Share of grants that become measured load, given how many are still to be picked up. */
export function showShare(population: Population, provisional: number): number {
  const settled = Math.max(0, population.granted - provisional);
  return Math.min(1, Math.max(0.1, (population.arrived + PRIOR_GRANTS * PRIOR_SHOW) / (settled + PRIOR_GRANTS)));
}
