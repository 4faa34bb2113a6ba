/**
 * The sampled sessions that the edge sees: how fast they ask, how long they stay, how many of them fare badly. Everything here
 * is counted by session, so that one that sends a hundred times as much weighs as much as any other (S10).
 */
import type { SessionRow } from "./samples.ts";

interface Seen {
  network: number;
  readonly firstMs: number;
  lastMs: number;
  /** Its last request was made while silence meant leaving: one that left an ailing origin says nothing of the others. */
  wasWell: boolean;
  /** Attempts seen, and the mean time between them lately. */
  requests: number;
  gapSeconds: number;
  /** Ends of attempts, fading over `FADE_MS`. */
  ok: number;
  failed: number;
  throttled: number;
  fadedMs: number;
}

export interface SessionTable {
  /** One session in this many is kept; a power of two. */
  sample: number;
  readonly seen: Map<number, Seen>;
  /** Seconds between two requests of a session while the origin is well. */
  cycleSeconds: number;
  /** Sessions that went silent, and session-seconds watched: their ratio is the rate of leaving. */
  gone: number;
  watchedSeconds: number;
  /** Session-seconds too young to be set against leavings, which show only after a silence. */
  youngSeconds: number;
  sweptMs: number;
  /** The origin is well enough that silence means leaving and pace is a visitor's own. */
  learning: boolean;
  /** New sessions since the last look. */
  arrived: number;
}

const FADE_MS = 5_000;
/** Sessions kept at most, before the sample thins. */
const MOST_SEEN = 1_024;
/** A session has shown its pace when it is known for so many of its cycles, or for so long. */
const KNOWN_CYCLES = 4;
const MOST_KNOWN_MS = 20_000;
/** Leavings remembered; older evidence fades. */
const MEMORY_GONE = 300;
/** First guess: a session of a minute and a half that asks every eight seconds. */
const PRIOR_GONE = 3;
const PRIOR_STAY_SECONDS = 90;
const PRIOR_CYCLE_SECONDS = 8;
/** Of a session's ends lately: with fewer than this many it says nothing, with a larger share of bad ones it fares badly. */
const LEAST_ENDS = 0.15;
const BAD_SHARE = 0.15;
/** S10: a change of state needs this share of the sessions, and no fewer than so many; of a crowd this many do. */
const QUORUM_SHARE = 0.2;
const QUORUM_LEAST = 3;
const QUORUM_MOST = 20;
/** From so many sessions on they must also be of so many networks, and one network's count up to a twentieth of all. */
const FEW_SESSIONS = 100;
const QUORUM_NETWORKS = 5;
const NETWORK_PARTS = 20;

/** Nothing seen. */
export function createSessionTable(): SessionTable {
  return {
    sample: 1,
    seen: new Map(),
    cycleSeconds: PRIOR_CYCLE_SECONDS,
    gone: PRIOR_GONE,
    watchedSeconds: PRIOR_GONE * PRIOR_STAY_SECONDS,
    youngSeconds: 0,
    sweptMs: 0,
    learning: true,
    arrived: 0,
  };
}

/** After this silence a session has left. */
function silenceMs(table: SessionTable): number {
  return Math.min(60_000, Math.max(15_000, 6_000 * table.cycleSeconds));
}

/** Takes a report's sessions; a coarser sample than ours thins ours. */
export function noteSessions(table: SessionTable, rows: readonly SessionRow[], sample: number, nowMs: number): void {
  if (sample > table.sample) thin(table, sample);
  for (const [session, network, started, ok, failed, throttled] of rows) {
    if ((session & (table.sample - 1)) !== 0) continue;
    let seen = table.seen.get(session);
    if (seen === undefined) {
      seen = {
        network,
        firstMs: nowMs,
        lastMs: nowMs,
        wasWell: true,
        requests: 0,
        gapSeconds: 0,
        ok: 0,
        failed: 0,
        throttled: 0,
        fadedMs: nowMs,
      };
      table.seen.set(session, seen);
      table.arrived++;
    }
    seen.network = network;
    fade(seen, nowMs);
    if (started > 0) {
      if (table.learning) noteGap(table, seen, Math.min(silenceMs(table), nowMs - seen.lastMs) / 1000, started);
      seen.lastMs = nowMs;
      seen.wasWell = table.learning;
      seen.requests += started;
    }
    seen.ok += ok;
    seen.failed += failed;
    seen.throttled += throttled;
  }
  if (table.seen.size > MOST_SEEN) thin(table, table.sample * 2);
}

function noteGap(table: SessionTable, seen: Seen, seconds: number, attempts: number): void {
  if (seen.requests === 0) return;
  table.youngSeconds += seconds;
  const gap = seconds / attempts;
  // The mean of the first few gaps, then a slow average.
  seen.gapSeconds += Math.max(0.2, 1 / seen.requests) * (gap - seen.gapSeconds);
}

function fade(seen: Seen, nowMs: number): void {
  const left = Math.exp((seen.fadedMs - nowMs) / FADE_MS);
  seen.ok *= left;
  seen.failed *= left;
  seen.throttled *= left;
  seen.fadedMs = nowMs;
}

function thin(table: SessionTable, sample: number): void {
  table.sample = sample;
  for (const session of table.seen.keys()) if ((session & (sample - 1)) !== 0) table.seen.delete(session);
}

/** Forgets who went silent; `leaving`: the origin is well enough that silence means leaving; `unhurried`: so well that the pace is a visitor's own. */
export function sweepTable(table: SessionTable, nowMs: number, leaving: boolean, unhurried: boolean): void {
  table.learning = leaving;
  const silent = silenceMs(table);
  const ripe = table.youngSeconds * (1 - Math.exp(Math.min(0, table.sweptMs - nowMs) / silent));
  table.youngSeconds -= ripe;
  // Leavings aren't counted now, so the time in which they would have shown isn't either.
  if (leaving) table.watchedSeconds += ripe;
  table.sweptMs = nowMs;
  for (const [session, seen] of table.seen) {
    if (nowMs - seen.lastMs <= silent) continue;
    table.seen.delete(session);
    if (leaving && seen.wasWell) table.gone++;
  }
  if (table.gone > MEMORY_GONE) {
    table.watchedSeconds *= MEMORY_GONE / table.gone;
    table.gone = MEMORY_GONE;
  }
  if (unhurried) learnCycle(table, nowMs);
}

/**
 * Mean over sessions of their own mean time between requests, a twentieth at either end cut off. Of the new ones those who ask fast
 * are the first to have asked often enough, so only those count that are known for a few such times.
 */
function learnCycle(table: SessionTable, nowMs: number): void {
  const asked = [...table.seen.values()].filter(({ requests }) => requests >= 3);
  const first = trimmedMean(asked.map(({ gapSeconds }) => gapSeconds));
  if (first === null) return;
  const knownMs = Math.min(MOST_KNOWN_MS, KNOWN_CYCLES * 1_000 * first);
  const mean = trimmedMean(asked.filter(({ firstMs }) => nowMs - firstMs >= knownMs).map(({ gapSeconds }) => gapSeconds));
  if (mean !== null) table.cycleSeconds += 0.15 * (Math.min(120, Math.max(0.2, mean)) - table.cycleSeconds);
}

function trimmedMean(values: readonly number[]): number | null {
  if (values.length < 10) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const cut = Math.floor(sorted.length / 20);
  const kept = sorted.slice(cut, sorted.length - cut);
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}

/** Share of the live sessions that leave, a second (events over exposure: a constant hazard). */
export function leavingRate(table: SessionTable): number {
  return table.gone / Math.max(1, table.watchedSeconds);
}

/**
 * Sessions still there, by how long each has been silent: after a request a session leaves with a chance of `leavingRate` × cycle, or asks again
 * after an exponential time, so one silent for t is there with the chance (Bayes) stay·e^(−t/cycle) / (stay·e^(−t/cycle) + leave).
 */
export function aliveCount(table: SessionTable, cycleSeconds: number, nowMs: number): number {
  const leave = Math.min(0.9, leavingRate(table) * table.cycleSeconds);
  let alive = 0;
  for (const { lastMs } of table.seen.values()) {
    const stay = (1 - leave) * Math.exp((lastMs - nowMs) / 1000 / cycleSeconds);
    alive += stay / (stay + leave);
  }
  return alive * table.sample;
}

export interface Fare {
  /** Sessions whose attempts ended lately. */
  readonly sessions: number;
  /** Mean over sessions of the share of their attempts that failed; of those refused with 429. */
  readonly failedShare: number;
  readonly throttledShare: number;
  /** Enough sessions of enough networks fail to change a state. */
  readonly failedQuorum: boolean;
  readonly throttledQuorum: boolean;
}

/** How the sessions of the last seconds fare. */
export function fareOf(table: SessionTable, nowMs: number): Fare {
  let sessions = 0;
  let failed = 0;
  let throttled = 0;
  const failing = new Map<number, number>();
  const refused = new Map<number, number>();
  for (const seen of table.seen.values()) {
    fade(seen, nowMs);
    const ends = seen.ok + seen.failed;
    if (ends < LEAST_ENDS) continue;
    sessions++;
    failed += seen.failed / ends;
    throttled += seen.throttled / ends;
    if (seen.failed > BAD_SHARE * ends) failing.set(seen.network, (failing.get(seen.network) ?? 0) + 1);
    if (seen.throttled > BAD_SHARE * ends) refused.set(seen.network, (refused.get(seen.network) ?? 0) + 1);
  }
  const all = sessions * table.sample;
  return {
    sessions,
    failedShare: sessions === 0 ? 0 : failed / sessions,
    throttledShare: sessions === 0 ? 0 : throttled / sessions,
    failedQuorum: hasQuorum(failing, sessions, all),
    throttledQuorum: hasQuorum(refused, sessions, all),
  };
}

/** Whether these sessions, counted by network, are enough to change a state; `sessions`: of how many seen, `all`: of how many there are. */
function hasQuorum(byNetwork: ReadonlyMap<number, number>, sessions: number, all: number): boolean {
  const needed = Math.max(QUORUM_LEAST, QUORUM_SHARE * sessions);
  const isFew = all < FEW_SESSIONS;
  const mostOfOne = isFew ? Infinity : Math.max(1, Math.ceil(sessions / NETWORK_PARTS));
  let count = 0;
  for (const many of byNetwork.values()) count += Math.min(many, mostOfOne);
  return isFew ? count >= needed : byNetwork.size >= QUORUM_NETWORKS && count >= Math.min(QUORUM_MOST, needed);
}

/** Forgets how everybody fared: the origin is another one now. */
export function forgetFares(table: SessionTable): void {
  for (const seen of table.seen.values()) seen.ok = seen.failed = seen.throttled = 0;
}

/**
 * For storage. Of networks only which are the same is kept: their hashes are made of addresses, and those are never stored (S18).
 * The numbers they get instead are negative, so that none is taken for the hash of a network that reports later.
 */
export function saveTable({ seen, ...table }: SessionTable): unknown {
  const networks = new Map<number, number>();
  const numberOf = (network: number): number => {
    const known = networks.get(network) ?? -1 - networks.size;
    networks.set(network, known);
    return known;
  };
  return { ...table, seen: Array.from(seen, ([session, { network, ...rest }]) => [session, { ...rest, network: numberOf(network) }]) };
}

/** From storage; what `saveTable` gave. */
export function loadTable(stored: unknown): SessionTable {
  const { seen, ...table } = stored as Omit<SessionTable, "seen"> & { seen: [number, Seen][] };
  return { ...table, seen: new Map(seen) };
}
