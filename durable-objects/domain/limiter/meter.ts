/**
 * What an isolate measures at the origin between two reports. One session weighs little, whatever it sends (S10): it gives
 * at most three times a second, two attempts a second and two in flight; all shares are later taken over sessions.
 */
import { addTime, createHistogram, encodeHistogram, type Histogram } from "./histogram.ts";
import type { OriginSample, SessionRow } from "./samples.ts";

/** Times, attempts and open requests of one session that count, in one report of about a second. */
export const MOST_TIMES = 3;
export const MOST_ATTEMPTS = 2;
export const MOST_IN_FLIGHT = 2;
/** Sessions told by name in one report; the sample thins before that. */
export const MOST_ROWS = 256;

/** How an attempt ended. `neutral`: 304, other 4xx, the client's own abort: neither good nor bad. */
export type Outcome = "ok" | "neutral" | "error" | "throttled" | "timeout";

export interface AttemptEnd {
  readonly routeClass: string;
  readonly outcome: Outcome;
  /** From the end of the upload to the first byte. */
  readonly firstByteMs: number;
}

interface Row {
  readonly network: number;
  started: number;
  ok: number;
  failed: number;
  throttled: number;
  times: number;
}

export interface Meter {
  readonly region: string;
  started: number;
  good: number;
  failed: number;
  readonly classes: Map<string, Histogram>;
  readonly rows: Map<number, Row>;
  /** Requests under way by session; outlives a report. */
  readonly open: Map<number, number>;
  inFlight: number;
  /** All under way, also those beyond what counts of a session. */
  underWay: number;
  underWayMs: number;
  /** Integral of `inFlight` over time since the last report. */
  inFlightMs: number;
  countedMs: number;
  retryAfterSeconds: number;
  load: OriginSample["load"];
}

/** Nothing measured. */
export function createMeter(region: string, nowMs: number): Meter {
  const counts = {
    started: 0,
    good: 0,
    failed: 0,
    inFlight: 0,
    underWay: 0,
    underWayMs: 0,
    inFlightMs: 0,
    countedMs: nowMs,
    retryAfterSeconds: 0,
  };
  return { region, ...counts, classes: new Map(), rows: new Map(), open: new Map(), load: null };
}

/** An attempt goes to the origin. `session` and `network` are 32-bit hashes. */
export function meterStart(meter: Meter, session: number, network: number, nowMs: number): void {
  integrate(meter, nowMs);
  const row = rowOf(meter, session, network);
  if (row.started < MOST_ATTEMPTS) meter.started++;
  row.started++;
  const open = meter.open.get(session) ?? 0;
  if (open < MOST_IN_FLIGHT) meter.inFlight++;
  meter.underWay++;
  meter.open.set(session, open + 1);
}

/** The attempt's first byte came, or it failed. */
export function meterEnd(meter: Meter, session: number, network: number, end: AttemptEnd, nowMs: number): void {
  const { routeClass, outcome, firstByteMs } = end;
  integrate(meter, nowMs);
  const row = rowOf(meter, session, network);
  const open = meter.open.get(session) ?? 0;
  if (open <= MOST_IN_FLIGHT && open > 0) meter.inFlight--;
  if (open > 0) meter.underWay--;
  if (open <= 1) meter.open.delete(session);
  else meter.open.set(session, open - 1);
  if (outcome === "neutral") return;
  if (outcome === "throttled") row.throttled++;
  if (outcome !== "ok") {
    if (row.failed < MOST_ATTEMPTS) meter.failed++;
    row.failed++;
    return;
  }
  if (row.ok < MOST_ATTEMPTS) meter.good++;
  row.ok++;
  if (row.times >= MOST_TIMES) return;
  row.times++;
  let histogram = meter.classes.get(routeClass);
  if (histogram === undefined) meter.classes.set(routeClass, (histogram = createHistogram()));
  addTime(histogram, firstByteMs);
}

/** The origin asked to be left alone for that long, with a 429 or 503. */
export function meterRetryAfter(meter: Meter, seconds: number): void {
  if (seconds > meter.retryAfterSeconds) meter.retryAfterSeconds = seconds;
}

/** The origin's own word (`Stanchion-Load`). */
export function meterLoad(meter: Meter, load: "ok" | "slow" | "stop"): void {
  meter.load = load;
}

function integrate(meter: Meter, nowMs: number): void {
  const elapsedMs = Math.max(0, nowMs - meter.countedMs);
  meter.inFlightMs += meter.inFlight * elapsedMs;
  meter.underWayMs += meter.underWay * elapsedMs;
  meter.countedMs = Math.max(meter.countedMs, nowMs);
}

function rowOf(meter: Meter, session: number, network: number): Row {
  let row = meter.rows.get(session);
  if (row === undefined) meter.rows.set(session, (row = { network, started: 0, ok: 0, failed: 0, throttled: 0, times: 0 }));
  return row;
}

/** Whether a session is among the one in `sample` that are told by name; `sample` is a power of two. */
function isSampled(session: number, sample: number): boolean {
  return (session & (sample - 1)) === 0;
}

/** The report for what was measured since the last; the meter starts anew. */
export function takeSample(meter: Meter, nowMs: number, sample: number): OriginSample {
  integrate(meter, nowMs);
  let told = sample;
  let sampled = [...meter.rows].filter(([session]) => isSampled(session, told));
  while (sampled.length > MOST_ROWS) {
    told *= 2;
    const thinner = told;
    sampled = sampled.filter(([session]) => isSampled(session, thinner));
  }
  const result: OriginSample = {
    atMs: nowMs,
    region: meter.region,
    started: meter.started,
    good: meter.good,
    failed: meter.failed,
    inFlightSeconds: meter.inFlightMs / 1000,
    underWaySeconds: meter.underWayMs / 1000,
    retryAfterSeconds: meter.retryAfterSeconds,
    load: meter.load,
    classes: [...meter.classes].map(([name, histogram]) => [name, encodeHistogram(histogram)] as const),
    sample: told,
    sessions: sampled.map(([session, { network, started, ok, failed, throttled }]): SessionRow => [
      session,
      network,
      started,
      ok,
      failed,
      throttled,
    ]),
  };
  meter.started = meter.good = meter.failed = meter.inFlightMs = meter.underWayMs = meter.retryAfterSeconds = 0;
  meter.load = null;
  meter.classes.clear();
  meter.rows.clear();
  return result;
}
