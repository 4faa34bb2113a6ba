/**
 * The limiter over real HTTP: the demo's shop loses half of its workers while a crowd is in line, gets them back, and then all but
 * one of them; once with the measured rate, once with a fixed one. Virtual time proves nothing about sockets; this does.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { LimiterPolicy } from "../../durable-objects/domain/types.ts";
import type { Sample } from "../../static/demo/state.ts";
import { openDemo } from "../demo/demo.ts";
import { layoutFrom } from "../demo/layout.ts";
import { CALM } from "../demo/worker-pool.ts";
import { median } from "./compare.ts";

const FIRST_PORT = 18_787;
/** Crowds of 500, and when they come: the line never runs dry. */
const CROWDS_AT_SECONDS = [0, 8, 16, 60] as const;

interface Act {
  readonly name: string;
  readonly seconds: number;
  readonly workers: number;
}

const ACTS: readonly Act[] = [
  { name: "all workers", seconds: 25, workers: CALM.workers },
  { name: "half of them", seconds: 40, workers: CALM.workers / 2 },
  { name: "all again", seconds: 35, workers: CALM.workers },
  { name: "one worker", seconds: 20, workers: 1 },
  { name: "all again", seconds: 40, workers: CALM.workers },
];

export interface LiveAct {
  readonly name: string;
  readonly mode: LimiterPolicy["mode"];
  /** Sessions granted a minute, mean. */
  readonly grantedPerMinute: number;
  readonly okPerSecond: number;
  /** Of all answers of the shop. */
  readonly errorShare: number;
  readonly p95Ms: number;
  /** The limiter's reasons in order, each once in a row, figures left out. */
  readonly reasons: readonly string[];
}

/** Plays all acts in both modes, one after the other. */
export async function measureLive(): Promise<LiveAct[]> {
  return [...(await play("measured")), ...(await play("fixed"))];
}

async function play(mode: LimiterPolicy["mode"]): Promise<LiveAct[]> {
  const folder = await mkdtemp(join(tmpdir(), "stanchion-live-"));
  const demo = await openDemo({
    layout: layoutFrom(FIRST_PORT),
    keysFile: join(folder, "keys.json"),
    dataDir: join(folder, "data"),
    mode,
    say: () => undefined,
  });
  const startedMs = Date.now();
  const coming = CROWDS_AT_SECONDS.map((seconds) => setTimeout(() => demo.director.arrive(), seconds * 1000));
  try {
    const acts: LiveAct[] = [];
    let grantedBefore = 0;
    for (const { name, seconds, workers } of ACTS) {
      await demo.shop.capacity(workers);
      const fromMs = Date.now();
      await sleep(seconds * 1000);
      const granted = demo.director.totals().entered;
      acts.push({ ...judge(demo.history.since(fromMs), (granted - grantedBefore) / (seconds / 60)), name, mode });
      grantedBefore = granted;
      console.log(`  ${mode}, ${Math.round((Date.now() - startedMs) / 1000)} s: ${name}: ${describe(acts.at(-1) as LiveAct)}`);
    }
    return acts;
  } finally {
    for (const timer of coming) clearTimeout(timer);
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function judge(samples: readonly Sample[], grantedPerMinute: number): Omit<LiveAct, "name" | "mode"> {
  const shops = samples.flatMap(({ shop }) => (shop === null ? [] : [shop]));
  const sum = (of: (shop: (typeof shops)[number]) => number): number => shops.reduce((total, shop) => total + of(shop), 0);
  const ok = sum(({ okPerSecond }) => okPerSecond);
  const errors = sum(({ errorsPerSecond }) => errorsPerSecond);
  const reasons = samples.flatMap(({ room }) => (room === null ? [] : [room.perMinuteReason.replaceAll(/: .*$/g, "")]));
  return {
    grantedPerMinute,
    okPerSecond: ok / Math.max(1, shops.length),
    errorShare: errors / Math.max(1, ok + errors),
    p95Ms: median(shops.flatMap(({ p95Ms }) => (p95Ms === null ? [] : [p95Ms]))),
    reasons: reasons.filter((reason, index) => reason !== reasons[index - 1]),
  };
}

function describe({ grantedPerMinute, okPerSecond, errorShare, p95Ms, reasons }: LiveAct): string {
  const figures = `${Math.round(grantedPerMinute)} let in a minute, ${okPerSecond.toFixed(0)} good answers/s, ${(errorShare * 100).toFixed(1)} % errors, p95 ${Math.round(p95Ms)} ms`;
  return `${figures}; ${reasons.join(" → ")}`;
}

/** The acts as a table for `bench/results/`. */
export function liveTable(acts: readonly LiveAct[]): string {
  const rows = acts.map(
    ({ name, mode, grantedPerMinute, okPerSecond, errorShare, p95Ms, reasons }) =>
      `| ${mode} | ${name} | ${Math.round(grantedPerMinute)} | ${okPerSecond.toFixed(0)} | ${(errorShare * 100).toFixed(1)} % | ${Math.round(p95Ms)} ms | ${reasons.join(" → ")} |`,
  );
  return [
    "| rate | shop | let in a minute | good answers a second | errors | p95 | reasons |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
