/** What the limiter knows of the last half minute: one slot a second, merged from all reports. */
import { addEncoded, createHistogram, type Histogram } from "./histogram.ts";

/** One sampled session in one report: hashes of session and network, then counts. */
export type SessionRow = readonly [session: number, network: number, started: number, ok: number, failed: number, throttled: number];

/** An isolate's report: sums that can be merged in any order. */
export interface OriginSample {
  /** The isolate's clock at the end of the measured time. */
  readonly atMs: number;
  readonly region: string;
  /** Attempts begun, good and failed ends; each session counts for at most two a report. */
  readonly started: number;
  readonly good: number;
  readonly failed: number;
  /** Requests under way, integrated over the measured time: sums over reports are sums over time. */
  readonly inFlightSeconds: number;
  /** The same with all of a session's requests; left out = as many. */
  readonly underWaySeconds?: number;
  /** Requests that wanted to go to the origin, those the edge kept back among them; left out = those begun. */
  readonly asked?: number;
  /** Greatest Retry-After of a 429 or 503; 0 = none. */
  readonly retryAfterSeconds: number;
  readonly load: "ok" | "slow" | "stop" | null;
  /** Times to first byte of good answers by route class. */
  readonly classes: readonly (readonly [name: string, histogram: readonly number[]])[];
  /** One session in this many is told by name. */
  readonly sample: number;
  readonly sessions: readonly SessionRow[];
}

export interface Slot {
  second: number;
  reports: number;
  started: number;
  good: number;
  failed: number;
  inFlightSeconds: number;
  underWaySeconds: number;
  asked: number;
  retryAfterSeconds: number;
  /** Times by `region|class`. */
  readonly times: Map<string, Histogram>;
}

export const SLOTS = 32;
/** A report older than this says nothing about now. */
const STALE_MS = 10_000;
/** Streams kept at most: a visitor can't make more, but a wrong configuration could. */
const MOST_STREAMS = 64;

export interface Samples {
  readonly slots: Slot[];
  /** Event time of the last report that said anything. */
  lastMs: number;
  /** How late reports come, smoothed. */
  lateSeconds: number;
}

const NOTHING = {
  reports: 0,
  started: 0,
  good: 0,
  failed: 0,
  inFlightSeconds: 0,
  underWaySeconds: 0,
  asked: 0,
  retryAfterSeconds: 0,
} as const;

function createSlot(): Slot {
  return { second: -1, ...NOTHING, times: new Map() };
}

/** Nothing known. */
export function createSamples(): Samples {
  return { slots: Array.from({ length: SLOTS }, createSlot), lastMs: Number.NEGATIVE_INFINITY, lateSeconds: 0.5 };
}

/** Whether a report is fresh enough to count at `nowMs`. */
export function isFresh(sample: OriginSample, nowMs: number): boolean {
  return Math.abs(nowMs - sample.atMs) <= STALE_MS;
}

/** Merges a fresh report into the second of its arrival. */
export function addSample(samples: Samples, sample: OriginSample, nowMs: number): void {
  const slot = slotAt(samples, Math.floor(nowMs / 1000));
  slot.reports++;
  slot.started += sane(sample.started);
  slot.good += sane(sample.good);
  slot.failed += sane(sample.failed);
  slot.inFlightSeconds += sane(sample.inFlightSeconds);
  slot.underWaySeconds += sane(sample.underWaySeconds ?? sample.inFlightSeconds);
  slot.asked += sane(sample.asked ?? sample.started);
  slot.retryAfterSeconds = Math.max(slot.retryAfterSeconds, sane(sample.retryAfterSeconds));
  for (const [name, pairs] of sample.classes) {
    const key = `${sample.region}|${name}`;
    let histogram = slot.times.get(key);
    if (histogram === undefined) {
      if (slot.times.size >= MOST_STREAMS) continue;
      slot.times.set(key, (histogram = createHistogram()));
    }
    addEncoded(histogram, pairs);
  }
  samples.lastMs = Math.max(samples.lastMs, nowMs);
  samples.lateSeconds += 0.02 * (Math.max(0, nowMs - sample.atMs) / 1000 - samples.lateSeconds);
}

function sane(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}

function slotAt(samples: Samples, second: number): Slot {
  const slot = samples.slots[second % SLOTS] as Slot;
  if (slot.second !== second) {
    Object.assign(slot, { second, ...NOTHING });
    slot.times.clear();
  }
  return slot;
}

/** The slots of the `seconds` whole seconds before `nowMs`, newest first. */
export function recentSlots(samples: Samples, nowMs: number, seconds: number): Slot[] {
  const now = Math.floor(nowMs / 1000);
  const found: Slot[] = [];
  for (let back = 1; back <= Math.min(seconds, SLOTS - 1); back++) {
    const slot = samples.slots[(now - back + SLOTS) % SLOTS] as Slot;
    if (slot.second === now - back) found.push(slot);
  }
  return found;
}

/** For storage. */
export function saveSamples({ slots, lastMs, lateSeconds }: Samples): unknown {
  return {
    lateSeconds,
    lastMs: Number.isFinite(lastMs) ? lastMs : null,
    slots: slots.map(({ times, ...slot }) => ({ ...slot, times: [...times].map(([key, histogram]) => [key, [...histogram]]) })),
  };
}

/** From storage; what `saveSamples` gave. */
export function loadSamples(stored: unknown): Samples {
  const { slots, lastMs, lateSeconds } = stored as {
    lateSeconds: number;
    lastMs: number | null;
    slots: (Omit<Slot, "times"> & { times: [string, number[]][] })[];
  };
  return {
    lateSeconds,
    lastMs: lastMs ?? Number.NEGATIVE_INFINITY,
    slots: slots.map(({ times, ...slot }) => ({ ...slot, times: new Map(times.map(([key, counts]) => [key, Float64Array.from(counts)])) })),
  };
}
