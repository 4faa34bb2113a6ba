/** A shop for the limiter's tests, second by second: so many sessions, so slow, so many failing. */
import { encodeHistogram, addTime, createHistogram } from "../../../../durable-objects/domain/limiter/histogram.ts";
import { noteSample, stepLimiter } from "../../../../durable-objects/domain/limiter/limiter.ts";
import type { OriginSample, SessionRow } from "../../../../durable-objects/domain/limiter/samples.ts";
import { createLimiter, type Decision, type Limiter, type LimiterSettings } from "../../../../durable-objects/domain/limiter/state.ts";

export const SETTINGS: LimiterSettings = {
  minPerMinute: 0,
  maxPerMinute: 600,
  startPerMinute: null,
  latencyTargetMs: 1000,
  fallbackPerMinute: null,
};

/** The event counts more than load the shop: those who left without a word among them. */
const EVERYBODY = 100_000;

export interface Second {
  /** Sessions that send one request this second; spread over 50 networks. */
  readonly sessions?: number;
  /** The first of them, so that others come. */
  readonly from?: number;
  readonly ms?: number | ((index: number) => number);
  /** The first so many of them fail. */
  readonly failing?: number;
  readonly networks?: number;
  readonly throttled?: boolean;
  readonly retryAfterSeconds?: number;
  readonly inFlightSeconds?: number;
  readonly load?: "ok" | "slow" | "stop";
  readonly region?: string;
  readonly routeClass?: string;
  /** Attempts of each failing session. */
  readonly attempts?: number;
}

/** The report of such a second that ends at `nowMs`. */
export function sampleOf(second: Second, nowMs: number): OriginSample {
  const { sessions = 40, from = 0, ms = 200, failing = 0, networks = 50, throttled = false, attempts = 1 } = second;
  const histogram = createHistogram();
  const rows: SessionRow[] = [];
  for (let index = 0; index < sessions; index++) {
    const fails = index < failing;
    const session = from + index + 1;
    rows.push([session, session % networks, fails ? attempts : 1, fails ? 0 : 1, fails ? attempts : 0, fails && throttled ? attempts : 0]);
    if (!fails) addTime(histogram, typeof ms === "function" ? ms(index) : ms);
  }
  const good = sessions - failing;
  return {
    atMs: nowMs,
    region: second.region ?? "weur",
    started: good + failing * Math.min(2, attempts),
    good,
    failed: failing * Math.min(2, attempts),
    inFlightSeconds: second.inFlightSeconds ?? (good * (typeof ms === "function" ? ms(0) : ms)) / 1000,
    retryAfterSeconds: second.retryAfterSeconds ?? 0,
    load: second.load ?? null,
    classes: [[second.routeClass ?? "pages", encodeHistogram(histogram)]],
    sample: 1,
    sessions: rows,
  };
}

export class Shop {
  limiter: Limiter;
  readonly settings: LimiterSettings;
  nowMs = 1_000_000;
  #second = 0;

  constructor(settings: Partial<LimiterSettings> = {}) {
    this.settings = { ...SETTINGS, ...settings };
    this.limiter = createLimiter(this.settings, this.nowMs);
  }

  /** Lets `count` seconds pass; null = no report. Returns what was decided in each. */
  pass(count: number, second: Second | readonly Second[] | null = {}, waiting = true): Decision[] {
    const decisions: Decision[] = [];
    for (let index = 0; index < count; index++) {
      this.nowMs += 1000;
      // Five groups of visitors take turns, as people who ask every five seconds.
      const from = (this.#second++ % 5) * 1000;
      const all = second === null ? [] : Array.isArray(second) ? (second as readonly Second[]) : [second as Second];
      for (const each of all) noteSample(this.limiter, sampleOf({ from, ...each }, this.nowMs), this.nowMs);
      decisions.push(stepLimiter(this.limiter, this.settings, { waiting, granted: 0, provisional: 0, active: EVERYBODY }, this.nowMs));
    }
    return decisions;
  }

  get phase(): string {
    return this.limiter.phase;
  }
}
