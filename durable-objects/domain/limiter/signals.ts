/** What the last seconds say, in a few numbers: how slow, how many failing, how much asked and answered. */
import { baselineOf, type Baselines } from "./baselines.ts";
import { countOf, createHistogram, mergeInto, quantile, type Histogram } from "./histogram.ts";
import { recentSlots, type Samples, type Slot } from "./samples.ts";
import { fareOf, type Fare, type SessionTable } from "./session-table.ts";

/** Windows tried, shortest first: the first with enough answers is used. */
const WINDOWS = [3, 5, 10, 20, 30] as const;
const ENOUGH = 60;
const LEAST = 20;
/** Answers of one stream below which its median says nothing. */
const LEAST_OF_STREAM = 8;
/** No region weighs more. */
const MOST_REGION_SHARE = 0.25;
/** Median over baseline at which an origin counts as saturated. */
const SATURATED_RATIO = 2.4;
/** The median that is to stay under the target is held to this share of it: it wanders, and the mean is longer. */
const TARGET_SHARE = 0.74;
/** Slower than usual matters only from this share of the target on. */
const CARE_SHARE = 0.48;
/** More care for each second that reports are late. */
const CARE_FOR_LATE = 0.03;

export interface StreamMedian {
  readonly key: string;
  readonly medianMs: number;
}

export interface Signals extends Fare {
  /** Seconds the figures below are taken over. */
  readonly windowSeconds: number;
  /** Enough answers to judge latency by. */
  readonly informed: boolean;
  /** 1 = as slow as may be; the regions' vote. 0 while uninformed. */
  readonly slow: number;
  /** Median first byte and its ratio to the baseline, for people. */
  readonly medianMs: number;
  readonly ratio: number;
  readonly streams: readonly StreamMedian[];
  /** A second: attempts begun, good answers, failures. */
  readonly offeredPerSecond: number;
  readonly goodPerSecond: number;
  readonly failedPerSecond: number;
  /** Requests under way, mean of the last 3 s. */
  readonly inFlight: number;
  /** Good answers and failures in the last 3 s. */
  readonly recentGood: number;
  readonly recentFailed: number;
  /** Requests are under way and for two seconds none was answered. */
  readonly stalled: boolean;
  readonly retryAfterSeconds: number;
  /** Age of the newest report. */
  readonly ageSeconds: number;
}

/** Reads the signals at `nowMs`. */
export function readSignals(
  samples: Samples,
  table: SessionTable,
  baselines: Baselines,
  latencyTargetMs: number | null,
  nowMs: number,
): Signals {
  const newest = recentSlots(samples, nowMs, 3);
  let windowSeconds: number = WINDOWS[0];
  let slots = newest;
  let good = sum(slots, "good");
  for (const seconds of WINDOWS) {
    windowSeconds = seconds;
    slots = recentSlots(samples, nowMs, seconds);
    good = sum(slots, "good");
    if (good >= ENOUGH || (good >= LEAST && seconds >= 5)) break;
  }
  const informed = good >= LEAST;
  const vote = informed ? voteOfRegions(slots, baselines, latencyTargetMs) : { slow: 0, ratio: 1, medianMs: 0, streams: [] };
  const lastTwo = newest.filter(({ second }) => second >= Math.floor(nowMs / 1000) - 2);
  const reported = Math.max(1, slots.length);
  return {
    ...fareOf(table, nowMs),
    ...vote,
    slow: vote.slow * (1 + CARE_FOR_LATE * Math.max(0, samples.lateSeconds - 0.5)),
    windowSeconds,
    informed,
    offeredPerSecond: sum(slots, "started") / reported,
    goodPerSecond: good / reported,
    failedPerSecond: sum(slots, "failed") / reported,
    inFlight: sum(newest, "inFlightSeconds") / Math.max(1, newest.length),
    recentGood: sum(newest, "good"),
    recentFailed: sum(newest, "failed"),
    stalled: lastTwo.length === 2 && sum(lastTwo, "good") + sum(lastTwo, "failed") === 0 && sum(lastTwo, "inFlightSeconds") >= 10,
    retryAfterSeconds: newest.reduce((most, slot) => Math.max(most, slot.retryAfterSeconds), 0),
    ageSeconds: (nowMs - samples.lastMs) / 1000,
  };
}

function sum(slots: readonly Slot[], field: "started" | "good" | "failed" | "inFlightSeconds"): number {
  return slots.reduce((total, slot) => total + slot[field], 0);
}

interface Vote {
  readonly slow: number;
  readonly ratio: number;
  readonly medianMs: number;
  readonly streams: readonly StreamMedian[];
}

/** Each region compares its classes with its own baselines; the regions' weighted median decides. */
function voteOfRegions(slots: readonly Slot[], baselines: Baselines, latencyTargetMs: number | null): Vote {
  const times = new Map<string, Histogram>();
  for (const slot of slots) {
    for (const [key, histogram] of slot.times) {
      let all = times.get(key);
      if (all === undefined) times.set(key, (all = createHistogram()));
      mergeInto(all, histogram);
    }
  }
  const regions = new Map<string, { count: number; whole: Histogram; ratios: Weighted[]; slows: Weighted[] }>();
  const streams: StreamMedian[] = [];
  for (const [key, histogram] of times) {
    const count = countOf(histogram);
    const region = key.slice(0, key.indexOf("|"));
    let here = regions.get(region);
    if (here === undefined) regions.set(region, (here = { count: 0, whole: createHistogram(), ratios: [], slows: [] }));
    here.count += count;
    mergeInto(here.whole, histogram);
    const medianMs = quantile(histogram, 0.5);
    if (count < LEAST_OF_STREAM || medianMs === null) continue;
    streams.push({ key, medianMs });
    const ratio = medianMs / baselineOf(baselines, key, medianMs);
    here.ratios.push({ value: ratio, weight: count });
    here.slows.push({ value: slowness(ratio, medianMs, latencyTargetMs), weight: count });
  }
  const votes = [...regions.values()].filter(({ ratios }) => ratios.length > 0);
  const total = votes.reduce((all, { count }) => all + count, 0);
  const most = votes.length > 1 / MOST_REGION_SHARE ? total * MOST_REGION_SHARE : total;
  const judged = votes.map(({ count, whole, ratios, slows }) => ({
    weight: Math.min(count, most),
    ratio: weightedMedian(ratios),
    slow: weightedMedian(slows),
    medianMs: quantile(whole, 0.5) ?? 0,
  }));
  const by = (field: "slow" | "ratio" | "medianMs"): number =>
    weightedMedian(judged.map((vote) => ({ value: vote[field], weight: vote.weight })));
  return { slow: by("slow"), ratio: by("ratio"), medianMs: by("medianMs"), streams };
}

/** 1 = saturated. The organiser's target wins; below half of it being slower than usual is no harm. */
export function slowness(ratio: number, medianMs: number, latencyTargetMs: number | null): number {
  const relative = ratio / SATURATED_RATIO;
  if (latencyTargetMs === null) return relative;
  return Math.max(medianMs / (latencyTargetMs * TARGET_SHARE), Math.min(relative, medianMs / (latencyTargetMs * CARE_SHARE)));
}

interface Weighted {
  readonly value: number;
  readonly weight: number;
}

/** The value below which half of the weight lies; between two equal halves their mean. */
function weightedMedian(values: readonly Weighted[]): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((total, { weight }) => total + weight, 0) / 2;
  let passed = 0;
  for (const [index, { value, weight }] of sorted.entries()) {
    passed += weight;
    if (passed > half) return value;
    if (passed === half) return (value + (sorted[index + 1]?.value ?? value)) / 2;
  }
  return sorted.at(-1)?.value ?? 0;
}
