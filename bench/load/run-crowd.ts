/** A crowd of real HTTP visitors, each with its own cookies and source address, and a judgement of what the room did. */
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { HttpClient } from "./http-client.ts";
import { countCapViolations, countDuplicatePlaces, countOrderViolations, defaultBurst } from "./promises.ts";
import type { CrowdFigures } from "./tally.ts";
import { Tally } from "./tally.ts";
import type { Target } from "./target.ts";
import { visit } from "./visit.ts";

export interface CrowdOptions {
  readonly target: Target;
  readonly visitors: number;
  readonly arriveSeconds: number;
  /** The page they all want. */
  readonly path: string;
  /** After this everybody still on the way has failed. */
  readonly timeoutSeconds: number;
  /** The cap to judge by; null = the highest `perMinute` told in a status, and two seconds of it. */
  readonly perMinute: number | null;
  readonly burst: number | null;
  /** Admissions let in by hand during the run; asked at its end. */
  readonly letIn: () => number;
  /** Number of the first visitor, so that two crowds don't share addresses. */
  readonly firstIndex?: number;
  readonly signal?: AbortSignal;
  /** Called once a second, and once at the end. */
  readonly onFigures?: (figures: CrowdFigures, elapsedSeconds: number) => void;
}

export interface CrowdResult {
  readonly visitors: number;
  /** Got a place, in line or at once. */
  readonly joined: number;
  readonly entered: number;
  readonly failed: number;
  readonly duplicatePlaces: number;
  readonly orderViolations: number;
  readonly capViolations: number;
  readonly seconds: number;
}

export interface CrowdRun {
  readonly result: CrowdResult;
  readonly figures: CrowdFigures;
  /** Why visitors failed, by stable word. */
  readonly reasons: ReadonlyMap<string, number>;
}

const REQUEST_TIMEOUT_MS = 30_000;

/** Runs a crowd to its end, or until time or `signal` stops it. */
export async function runCrowd(options: CrowdOptions): Promise<CrowdRun> {
  const startedMs = performance.now();
  const elapsedSeconds = (): number => (performance.now() - startedMs) / 1000;
  const tally = new Tally();
  const client = new HttpClient(options.target, REQUEST_TIMEOUT_MS);
  const stops = [AbortSignal.timeout(options.timeoutSeconds * 1000), ...(options.signal ? [options.signal] : [])];
  const signal = AbortSignal.any(stops);
  setMaxListeners(0, signal);

  const ticker = setInterval(() => options.onFigures?.(tally.snapshot(), elapsedSeconds()), 1000);
  try {
    const visits: Promise<void>[] = [];
    for (let index = 0; index < options.visitors; index++) {
      const dueMs = startedMs + (index / options.visitors) * options.arriveSeconds * 1000;
      visits.push(visitAt(dueMs, { ...options, index: (options.firstIndex ?? 0) + index, client, tally, signal }));
    }
    await Promise.all(visits);
  } finally {
    clearInterval(ticker);
    client.close();
  }
  options.onFigures?.(tally.snapshot(), elapsedSeconds());
  return { result: judge(tally, options, elapsedSeconds()), figures: tally.snapshot(), reasons: tally.reasons };
}

async function visitAt(dueMs: number, options: Parameters<typeof visit>[0]): Promise<void> {
  // A stopped crowd's latecomers go on to `visit`, which counts them as failed.
  await sleep(Math.max(0, dueMs - performance.now()), undefined, { signal: options.signal }).catch(() => undefined);
  await visit(options);
}

function judge(tally: Tally, options: CrowdOptions, seconds: number): CrowdResult {
  const perMinute = options.perMinute ?? tally.perMinuteTold;
  const cap = { perMinute, burst: options.burst ?? defaultBurst(perMinute), letIn: options.letIn() };
  return {
    visitors: options.visitors,
    joined: tally.places.length,
    entered: tally.entered,
    failed: tally.failed,
    duplicatePlaces: countDuplicatePlaces(tally.places),
    orderViolations: countOrderViolations(tally.places),
    // Without any rate told, as where the room stands open, there is nothing to judge by.
    capViolations: perMinute === 0 ? 0 : countCapViolations(tally.grantedAtSeconds, cap),
    seconds: Math.round(seconds * 10) / 10,
  };
}

/** Whether everybody came through and every promise was kept. */
export function allWell(result: CrowdResult): boolean {
  return result.failed + result.duplicatePlaces + result.orderViolations + result.capViolations === 0;
}

/** One line for a log: who is where. */
export function describe(figures: CrowdFigures, pollsPerSecond: number): string {
  const places = figures.places === null ? "–" : `${figures.places[0]}–${figures.places[1]}`;
  return (
    `arrived ${figures.arrived} · in line ${figures.inLine} · entered ${figures.entered} · bought ${figures.bought}` +
    ` · failed ${figures.failed} · places ${places} · polls/s ${pollsPerSecond}`
  );
}
