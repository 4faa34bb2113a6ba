/**
 * How many sessions load the origin, whatever the event counts as active: those who left without a word are counted for minutes
 * more. An observer: a model moved on by arrivals and leavings, drawn towards what Little's law says of the measured rate.
 *
 * A session is either thinking or waiting for the origin, so N = offered rate × cycle + (in flight − offered rate × unhurried time).
 * It holds under overload too, where users slow down and the rate alone would say that there are fewer of them.
 */
import { leavingRate, type SessionTable } from "./session-table.ts";
import type { Signals } from "./signals.ts";

export interface Population {
  sessions: number;
  /** Grants and arrivals lately, fading: their ratio is the share of grants that become load. */
  granted: number;
  arrived: number;
  grantedTotal: number;
  /** False after a time without reports: the next measurement is taken as it is. */
  known: boolean;
}

const FOLLOW_SECONDS = 14;
const FADE_SECONDS = 120;
const PRIOR_GRANTS = 5;
const PRIOR_SHOW = 0.95;

/** Nobody inside. */
export function createPopulation(): Population {
  return { sessions: 0, granted: 0, arrived: 0, grantedTotal: 0, known: true };
}

/** Moves the estimate on by `elapsedSeconds`. */
export function observe(population: Population, table: SessionTable, signals: Signals, unhurriedMs: number, grantedTotal: number, elapsedSeconds: number): void {
  const arrived = table.arrived * table.sample;
  table.arrived = 0;
  const left = Math.exp(-elapsedSeconds / FADE_SECONDS);
  population.granted = population.granted * left + Math.max(0, grantedTotal - population.grantedTotal);
  population.arrived = population.arrived * left + arrived;
  population.grantedTotal = grantedTotal;
  const measured = signals.offeredPerSecond * table.cycleSeconds + Math.max(0, signals.inFlight - (signals.offeredPerSecond * unhurriedMs) / 1000);
  const moved = population.sessions * Math.exp(-leavingRate(table) * elapsedSeconds) + arrived;
  const follow = population.known ? 1 - Math.exp(-elapsedSeconds / FOLLOW_SECONDS) : 1;
  population.sessions = Math.max(0, moved + follow * (measured - moved));
  population.known = true;
}

/** Without reports: the model alone. */
export function observeBlind(population: Population, table: SessionTable, grantedTotal: number, elapsedSeconds: number): void {
  const arrived = Math.max(0, grantedTotal - population.grantedTotal) * showShare(population, 0);
  population.sessions = population.sessions * Math.exp(-leavingRate(table) * elapsedSeconds) + arrived;
  population.grantedTotal = grantedTotal;
  population.known = false;
}

/** Share of grants that become measured load, given how many are still to be picked up. */
export function showShare(population: Population, provisional: number): number {
  const settled = Math.max(0, population.granted - provisional);
  return Math.min(1, Math.max(0.1, (population.arrived + PRIOR_GRANTS * PRIOR_SHOW) / (settled + PRIOR_GRANTS)));
}
