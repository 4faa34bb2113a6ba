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
const TARGET_SHARE = 0.76;
/** The mean time is that much longer than the median. */
const MEAN_OVER_MEDIAN = 0.85;
/** A browser opens six connections to a shop, or many streams on one: so many times two are a page's, more are no person's. */
const MOST_CROWDING = 8;
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
  /** Where unhurried answers are on the same scale. */
  readonly unhurried: number;
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
  /** Really under way for each that counts (two a session): 1 or more. */
  readonly crowding: number;
  /** Requests asked a second, those kept back at the edge among them, mean of the last 3 s. */
  readonly askedPerSecond: number;
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
  const vote = informed ? voteOfRegions(slots, baselines, latencyTargetMs) : { slow: 0, unhurried: 0, ratio: 1, medianMs: 0, streams: [] };
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
    crowding: crowdingOf(newest),
    askedPerSecond: sum(newest, "asked") / Math.max(1, newest.length),
    recentGood: sum(newest, "good"),
    recentFailed: sum(newest, "failed"),
    stalled: lastTwo.length === 2 && sum(lastTwo, "good") + sum(lastTwo, "failed") === 0 && sum(lastTwo, "inFlightSeconds") >= 10,
    retryAfterSeconds: newest.reduce((most, slot) => Math.max(most, slot.retryAfterSeconds), 0),
    ageSeconds: (nowMs - samples.lastMs) / 1000,
  };
}

function crowdingOf(slots: readonly Slot[]): number {
  const counted = sum(slots, "inFlightSeconds");
  return counted > 0 ? Math.min(MOST_CROWDING, Math.max(1, sum(slots, "underWaySeconds") / counted)) : 1;
}

type Summed = "started" | "good" | "failed" | "inFlightSeconds" | "underWaySeconds" | "asked";

function sum(slots: readonly Slot[], field: Summed): number {
  return slots.reduce((total, slot) => total + slot[field], 0);
}

/**
 * Where the limiter aims, on the scale on which 1 is too slow: half way there from unhurried. The servers are busy then, and the queue is short.
 * Where unhurried answers are later than that and still within the target, there.
 */
export function aimOf({ unhurried }: Signals): number {
  return (unhurried + Math.max(1, Math.min(unhurried, 1 / TARGET_SHARE))) / 2;
}

/** How slow the answers to what is under way now will be (Little's law): it leads what was answered by one answer's time. */
export function comingSlow({ slow, inFlight, goodPerSecond, medianMs }: Signals): number {
  if (goodPerSecond <= 0 || medianMs <= 0) return slow;
  return (MEAN_OVER_MEDIAN * slow * inFlight * 1000) / goodPerSecond / medianMs;
}

/** Sessions more that it would carry at the aimed time, negative when they are too many: good answers a second × that time, less what is under way (Little's law). */
export function spareSessions(signals: Signals): number {
  return signals.slow <= 0 ? 0 : carriedInFlight(signals) - signals.inFlight;
}

/** Requests under way with which the good answers a second would take the aimed time (Little's law); 0 while uninformed. */
export function carriedInFlight(signals: Signals): number {
  const { slow, goodPerSecond, medianMs } = signals;
  return slow <= 0 ? 0 : (goodPerSecond * medianMs * aimOf(signals)) / slow / MEAN_OVER_MEDIAN / 1000;
}

/** 1 = unhurried, 0 = at the aim or slower, for an answer this slow. */
export function roomAt(signals: Signals, slow: number): number {
  const aim = aimOf(signals);
  return Math.min(1, Math.max(0, (aim - slow) / Math.max(0.05, aim - signals.unhurried)));
}

interface Vote {
  readonly slow: number;
  readonly unhurried: number;
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
  const regions = new Map<string, { count: number; whole: Histogram; ratios: Weighted[]; slows: Weighted[]; bases: Weighted[] }>();
  const streams: StreamMedian[] = [];
  for (const [key, histogram] of times) {
    const count = countOf(histogram);
    const region = key.slice(0, key.indexOf("|"));
    let here = regions.get(region);
    if (here === undefined) regions.set(region, (here = { count: 0, whole: createHistogram(), ratios: [], slows: [], bases: [] }));
    here.count += count;
    mergeInto(here.whole, histogram);
    const medianMs = quantile(histogram, 0.5);
    if (count < LEAST_OF_STREAM || medianMs === null) continue;
    streams.push({ key, medianMs });
    const baseMs = baselineOf(baselines, key, medianMs);
    const ratio = medianMs / baseMs;
    here.ratios.push({ value: ratio, weight: count });
    here.slows.push({ value: slowness(ratio, medianMs, latencyTargetMs), weight: count });
    here.bases.push({ value: slowness(1, baseMs, latencyTargetMs), weight: count });
  }
  const votes = [...regions.values()].filter(({ ratios }) => ratios.length > 0);
  const total = votes.reduce((all, { count }) => all + count, 0);
  const most = votes.length > 1 / MOST_REGION_SHARE ? total * MOST_REGION_SHARE : total;
  const judged = votes.map(({ count, whole, ratios, slows, bases }) => ({
    weight: Math.min(count, most),
    ratio: weightedMedian(ratios),
    slow: weightedMedian(slows),
    unhurried: weightedMedian(bases),
    medianMs: quantile(whole, 0.5) ?? 0,
  }));
  const by = (field: "slow" | "unhurried" | "ratio" | "medianMs"): number =>
    weightedMedian(judged.map((vote) => ({ value: vote[field], weight: vote.weight })));
  return { slow: by("slow"), unhurried: by("unhurried"), ratio: by("ratio"), medianMs: by("medianMs"), streams };
}

/** 1 = saturated. With a target it alone decides; without one, how much slower than usual. */
export function slowness(ratio: number, medianMs: number, latencyTargetMs: number | null): number {
  return latencyTargetMs === null ? ratio / SATURATED_RATIO : medianMs / (latencyTargetMs * TARGET_SHARE);
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
