/** Two servers under the same load, in turns, so that a noisy machine is noisy for both. */
import { readFileSync } from "node:fs";
import { load, type LoadOptions, type LoadResult } from "./load-client.ts";

export interface Side {
  readonly pid: number;
  readonly port: number;
  /** The requests of one repetition. */
  readonly requests: (repetition: number) => readonly Buffer[];
}

export interface Comparison {
  /** Baseline's time a request over ours, by wall clock and by the server's own processor time: 1 = as fast. Medians. */
  readonly throughput: number;
  readonly work: number;
  /** The lower of the two: the wall clock flatters where the load client is the bottleneck. */
  readonly ratio: number;
  readonly ours: readonly Measured[];
  readonly baseline: readonly Measured[];
}

export interface Measured {
  readonly perSecond: number;
  /** Processor time of the server, µs a request; NaN where the system does not tell. */
  readonly workMicros: number;
  readonly medianMs: number;
  readonly statuses: LoadResult["statuses"];
}

export interface CompareOptions {
  readonly repetitions: number;
  readonly connections: number;
  readonly addressOf?: (connection: number, repetition: number) => string;
  /** Makes ready what a repetition needs, outside of what is measured. */
  readonly before?: (repetition: number) => Promise<void>;
}

/** Interleaved repetitions; the order turns each time. */
export async function compare(
  ours: Side,
  baseline: Side,
  { repetitions, connections, addressOf, before }: CompareOptions,
): Promise<Comparison> {
  const results = { ours: [] as Measured[], baseline: [] as Measured[] };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    await before?.(repetition);
    const addresses = addressOf === undefined ? {} : { addressOf: (connection: number) => addressOf(connection, repetition) };
    const turns = repetition % 2 === 0 ? (["ours", "baseline"] as const) : (["baseline", "ours"] as const);
    for (const turn of turns) {
      const side = turn === "ours" ? ours : baseline;
      results[turn].push(await measure(side.pid, { connections, ...addresses, port: side.port, requests: side.requests(repetition) }));
    }
  }
  const throughput = median(results.ours.map(({ perSecond }) => perSecond)) / median(results.baseline.map(({ perSecond }) => perSecond));
  const work = median(results.baseline.map(({ workMicros }) => workMicros)) / median(results.ours.map(({ workMicros }) => workMicros));
  return { throughput, work, ratio: Number.isNaN(work) ? throughput : Math.min(throughput, work), ...results };
}

/** One load against one process. */
export async function measure(
  pid: number,
  options: LoadOptions,
): Promise<Measured & { readonly seconds: number; readonly requests: number }> {
  const before = processorMicros(pid);
  const result = await load(options);
  const workMicros = (processorMicros(pid) - before) / result.requests;
  return {
    perSecond: result.requests / result.seconds,
    workMicros,
    medianMs: median([...result.latenciesMs]),
    statuses: result.statuses,
    seconds: result.seconds,
    requests: result.requests,
  };
}

/** Processor time of a process so far, user and system, µs. Linux counts in ticks of 10 ms. */
export function processorMicros(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

/** The middle value; the mean of the two middle ones of an even count. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
