/** The limiter's state and what goes in and out; `limiter.ts` moves it. */
import { createBaselines, type Baselines } from "./baselines.ts";
import type { Phase } from "./phase.ts";
import { createPopulation, type Population } from "./population.ts";
import { createSamples, loadSamples, saveSamples, type Samples } from "./samples.ts";
import { createSessionTable, loadTable, saveTable, type SessionTable } from "./session-table.ts";

/** The organiser's settings of the limiter. Null = the default named here. */
export interface LimiterSettings {
  readonly minPerMinute: number;
  readonly maxPerMinute: number;
  /** Rate to begin with; null = the maximum, so that the limiter first only lowers and restores. */
  readonly startPerMinute: number | null;
  /** Median time to first byte that is still good; null = only the origin's own baseline counts. */
  readonly latencyTargetMs: number | null;
  /** Rate while nothing is measured; null = six tenths of what was last found good. */
  readonly fallbackPerMinute: number | null;
}

/** What the event knows of those it let in. */
export interface Admissions {
  /** Somebody waits to get in. */
  readonly waiting: boolean;
  /** Sessions granted since the event began. */
  readonly granted: number;
  /** Granted and not yet seen at the shop. */
  readonly provisional: number;
  /** Sessions the event counts: those who left without a word among them, so never fewer than there are. */
  readonly active: number;
}

export type { Phase };

/** What the event is told: the same question that `permittedIntake` answers. */
export interface Decision {
  readonly ratePerSecond: number;
  readonly expectedPerSecond: number;
  readonly standstill: "paused" | "saturated" | null;
  readonly reason: string;
  readonly phase: Phase;
  /** 0 = nobody inside is refused; see `shed.ts`. */
  readonly shedLevel: number;
  /** Sessions the origin is believed to carry; null = no limit found. */
  readonly targetSessions: number | null;
  readonly sessions: number;
  /** Null = as many requests may be under way at the origin as are asked. */
  readonly originLimit: OriginLimit | null;
}

/** What all isolates together may have under way at the origin; each takes its share by what is asked of it. */
export interface OriginLimit {
  readonly mostInFlight: number;
  /** Requests asked a second, over all isolates. */
  readonly askedPerSecond: number;
}

export interface Limiter {
  readonly samples: Samples;
  readonly table: SessionTable;
  readonly baselines: Baselines;
  readonly population: Population;
  atMs: number;
  phase: Phase;
  phaseSinceMs: number;
  /** Sessions the origin is believed to carry; null = no limit found yet. */
  target: number | null;
  /** The limit before the last cut: the way back to it is quick, the way beyond it slow. */
  ceiling: number | null;
  /** When refusals or errors last lowered the limit: growth is slow after that and quickens with time. */
  limitAtMs: number;
  /** When slowness last lowered it. */
  cutAtMs: number;
  /** By how many sessions a second the limit rises now. */
  rising: number;
  startRate: number;
  /** Grants a second that kept the origin well, smoothed. */
  steadyRate: number;
  /** Seconds in a row that a change of state has been asked for. */
  slowFor: number;
  /** How slow, smoothed: what passes by itself within seconds is no reason to change the limit. */
  slow: number;
  /** Since when it has been slow without a pause. */
  slowSinceMs: number;
  deadFor: number;
  wellFor: number;
  lastDeadMs: number;
  /** Share of failing sessions that does not depend on load. */
  errorFloor: number;
  /** Good answers a second, smoothed. */
  goodRate: number;
  /** The same, at last, while most failed. */
  deadGoodRate: number;
  /** The cut being judged: how things stood before it. */
  trial: {
    readonly atMs: number;
    readonly sessions: number;
    readonly target: number | null;
    readonly failedShare: number;
    readonly goodRate: number;
  } | null;
  /** How slow it was, smoothed, with most sessions inside since it became slow; and since when there are clearly fewer. */
  worst: { readonly slow: number; readonly sessions: number; lessSinceMs: number } | null;
  holdUntilMs: number;
  /** Since when nobody was refused during the hold. */
  unrefusedSinceMs: number;
  /** The Retry-After of this episode was taken. */
  heldEpisode: boolean;
  word: "ok" | "slow" | "stop" | null;
  wordUntilMs: number;
  shedLevel: number;
  decision: Decision;
}

const LONG_AGO_MS = 3_600_000;

/** A limiter that knows nothing at event time `nowMs`. */
export function createLimiter(settings: LimiterSettings, nowMs: number): Limiter {
  const startRate = Math.min(settings.startPerMinute ?? settings.maxPerMinute, settings.maxPerMinute) / 60;
  return {
    samples: createSamples(),
    table: createSessionTable(),
    baselines: createBaselines(),
    population: createPopulation(),
    atMs: nowMs,
    phase: "start",
    phaseSinceMs: nowMs,
    target: null,
    ceiling: null,
    limitAtMs: nowMs - LONG_AGO_MS,
    cutAtMs: nowMs - LONG_AGO_MS,
    rising: 0,
    startRate,
    steadyRate: 0,
    slowFor: 0,
    slow: 0,
    slowSinceMs: nowMs,
    deadFor: 0,
    wellFor: 0,
    lastDeadMs: Number.NEGATIVE_INFINITY,
    errorFloor: 0,
    goodRate: 0,
    deadGoodRate: 0,
    trial: null,
    worst: null,
    holdUntilMs: 0,
    unrefusedSinceMs: nowMs,
    heldEpisode: false,
    word: null,
    wordUntilMs: 0,
    shedLevel: 0,
    decision: {
      ratePerSecond: startRate,
      expectedPerSecond: startRate,
      standstill: null,
      reason: "starting: no limit found yet",
      phase: "start",
      shedLevel: 0,
      targetSessions: null,
      sessions: 0,
      originLimit: null,
    },
  };
}

/** Rises with every change of what is stored: a member that is missing would make every figure NaN. */
const FORMAT = 2;

/** Everything, as JSON: a limiter read back from it decides as if it had never stopped. */
export function saveLimiter({ samples, table, baselines, ...rest }: Limiter): string {
  const lastDeadMs = Number.isFinite(rest.lastDeadMs) ? rest.lastDeadMs : null;
  return JSON.stringify({
    ...rest,
    format: FORMAT,
    lastDeadMs,
    samples: saveSamples(samples),
    table: saveTable(table),
    baselines: [...baselines.medianMs],
  });
}

/** Reads back what `saveLimiter` wrote; null = in another format. */
export function loadLimiter(text: string): Limiter | null {
  const { format, ...stored } = JSON.parse(text) as { readonly format: number } & Omit<Limiter, "lastDeadMs"> & {
      samples: unknown;
      table: unknown;
      baselines: [string, number][];
      lastDeadMs: number | null;
    };
  if (format !== FORMAT) return null;
  return {
    ...stored,
    lastDeadMs: stored.lastDeadMs ?? Number.NEGATIVE_INFINITY,
    samples: loadSamples(stored.samples),
    table: loadTable(stored.table),
    baselines: { medianMs: new Map(stored.baselines) },
  };
}
