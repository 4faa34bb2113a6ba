/**
 * `npm run bench -- [--only size,matching,poll,proxy,shed,join,line,live] [--repetitions N] [--line N] [--json FILE]`: the budgets of the design,
 * measured on `workerd serve` with the production bundle, each beside its baseline in the same run. FILE keeps the figures of what is not measured.
 * Loopback only, bounded, ends by itself.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { measureJoins } from "./measure/join.ts";
import { liveTable, measureLive } from "./measure/live.ts";
import { measureLine } from "./measure/line-length.ts";
import { measureMatching } from "./measure/matching.ts";
import { measurePoll } from "./measure/poll.ts";
import { measureShed } from "./measure/shed.ts";
import { measureProxy } from "./measure/proxy.ts";
import type { Comparison } from "./measure/compare.ts";
import { packedLanguages } from "./tools/build-static.ts";
import { ensureBundle } from "./tools/bundle.ts";
import { isMain } from "./tools/project.ts";
import { heaviestPage } from "./measure/page-weight.ts";

/** The figures of the budgets; a row that was not measured is left out. */
export type Figures = Partial<
  Record<
    | "matchingSharedHost"
    | "matchingOwnHosts"
    | "matchingWildcards"
    | "poll"
    | "pollFirst"
    | "proxy"
    | "proxyFirst"
    | "proxyAddedLatency"
    | "shedPage"
    | "shedProblem"
    | "joinsPerEventCall"
    | "joinThroughput"
    | "lineLength"
    | "bytesPerPosition"
    | "rowsPerEventCall"
    | "pageBytes"
    | "bundleBytes"
    | "languageBytes",
    number
  >
>;

interface Budget {
  readonly name: keyof Figures;
  readonly words: string;
  readonly least?: number;
  readonly most?: number;
}

const BUDGETS: readonly Budget[] = [
  { name: "matchingSharedHost", words: "matching, 1 event / 1,000 events on one host", least: 0.25 },
  { name: "matchingOwnHosts", words: "matching, 1 event / 1,000 events on hosts of their own", least: 0.25 },
  { name: "matchingWildcards", words: "matching, 1 event / 1,000 events behind one wildcard", least: 0.25 },
  { name: "poll", words: "status poll, ticket seen before / the same JSON unverified", least: 0.8 },
  { name: "pollFirst", words: "status poll, ticket at first sight / the same JSON unverified", least: 0.5 },
  { name: "proxy", words: "proxied request, pass seen before / bare pass-through", least: 0.85 },
  { name: "proxyFirst", words: "proxied request, pass at first sight / bare pass-through", least: 0.5 },
  { name: "proxyAddedLatency", words: "added median latency of a proxied request", most: 0.1 },
  { name: "shedPage", words: "refusing a page for load / proxying it", most: 0.1 },
  { name: "shedProblem", words: "refusing a script's request for load / proxying it", most: 0.1 },
  { name: "joinsPerEventCall", words: "joins an event call at 2,000 joins/s", least: 20 },
  { name: "joinThroughput", words: "joins/s / one object call and durable write a join", least: 1.5 },
  { name: "lineLength", words: "event work a call, 10 million waiting / 10 thousand", most: 1.1 },
  { name: "bytesPerPosition", words: "stored bytes a position", most: 1 },
  { name: "rowsPerEventCall", words: "rows written an event call", most: 6 },
  { name: "pageBytes", words: "heaviest waiting page of any language, gzip bytes", most: 14 * 1024 },
  { name: "bundleBytes", words: "the Worker's code, gzip bytes", most: 120 * 1024 },
  { name: "languageBytes", words: "the languages' text module beside it, gzip bytes", most: 120 * 1024 },
];

const MEASUREMENTS = ["size", "matching", "poll", "proxy", "shed", "join", "line", "live"] as const;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      json: { type: "string" },
      repetitions: { type: "string", default: "5" },
      line: { type: "string", default: "10000000" },
    },
  });
  const only = values.only?.split(",") ?? [...MEASUREMENTS];
  const unknown = only.filter((name) => !(MEASUREMENTS as readonly string[]).includes(name));
  const repetitions = Number(values.repetitions);
  const line = Number(values.line);
  if (unknown.length > 0 || !Number.isInteger(repetitions) || repetitions < 1 || !Number.isInteger(line) || line < 10_000) {
    console.error(`usage: npm run bench -- [--only ${MEASUREMENTS.join(",")}] [--repetitions N] [--line N] [--json FILE]`);
    process.exit(1);
  }
  const figures: Figures = {};
  for (const name of MEASUREMENTS.filter((known) => only.includes(known))) {
    console.log(`\n${name} …`);
    Object.assign(figures, await MEASURE[name](repetitions, line));
  }
  console.log(`\n${table(figures)}`);
  if (values.json !== undefined) {
    await mkdir(dirname(values.json), { recursive: true });
    await writeFile(values.json, `${JSON.stringify({ ...(await readFigures(values.json)), ...figures }, null, 2)}\n`);
    console.log(`\nwritten to ${values.json}`);
  }
}

/** What an earlier run wrote: rows that this one did not measure stay. */
async function readFigures(file: string): Promise<Figures> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Figures;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ENOENT") return {};
    throw error;
  }
}

/** Where the live proof is written: it is a table of its own, and not a budget. */
const LIVE_FILE = "bench/results/live.md";

const MEASURE: Readonly<Record<(typeof MEASUREMENTS)[number], (repetitions: number, line: number) => Promise<Figures>>> = {
  size: async () => ({
    pageBytes: heaviestPage(),
    bundleBytes: gzipSync(await readFile(join(await ensureBundle(), "index.js"))).length,
    languageBytes: gzipSync(packedLanguages()).length,
  }),
  matching: async (repetitions) => {
    const { sharedHost, ownHosts, wildcards } = measureMatching(repetitions);
    for (const [what, { oneMicros, manyMicros, ratio }] of Object.entries({ sharedHost, ownHosts, wildcards }))
      console.log(`  ${what}: ${oneMicros.toFixed(2)} µs among 1, ${manyMicros.toFixed(2)} µs among 1,000, ratio ${ratio.toFixed(2)}`);
    return { matchingSharedHost: sharedHost.ratio, matchingOwnHosts: ownHosts.ratio, matchingWildcards: wildcards.ratio };
  },
  poll: async (repetitions) => {
    const { seen, first } = await measurePoll(repetitions);
    tell("seen before", seen);
    tell("first sight", first);
    return { poll: seen.ratio, pollFirst: first.ratio };
  },
  proxy: async (repetitions) => {
    const { seen, first, addedLatency } = await measureProxy(repetitions);
    tell("seen before", seen);
    tell("first sight", first);
    return { proxy: seen.ratio, proxyFirst: first.ratio, proxyAddedLatency: addedLatency };
  },
  shed: async (repetitions) => {
    const { page, problem, pageCost, problemCost } = await measureShed(repetitions);
    tell("pages", page);
    tell("a script's requests", problem);
    return { shedPage: pageCost, shedProblem: problemCost };
  },
  join: async (repetitions) => {
    const { joinsPerEventCall, rowsPerEventCall, throughput } = await measureJoins(repetitions);
    tell("joins", throughput);
    return { joinsPerEventCall, rowsPerEventCall, joinThroughput: throughput.throughput };
  },
  live: async () => {
    const table = liveTable(await measureLive());
    await writeFile(LIVE_FILE, `# The limiter over real HTTP\n\n\`npm run bench -- --only live\`\n\n${table}\n`);
    console.log(`\n${table}\n\nwritten to ${LIVE_FILE}`);
    return {};
  },
  line: async (repetitions, line) => {
    const { lineLength, bytesPerPosition, rowsPerEventCall, microsPerCall } = await measureLine(line, repetitions);
    console.log(
      `  ${microsPerCall.short.toFixed(0)} µs a call with 10,000 waiting, ${microsPerCall.long.toFixed(0)} µs with ${line.toLocaleString("en")}`,
    );
    return { lineLength, bytesPerPosition, rowsPerEventCall };
  },
};

function tell(what: string, { ours, baseline, throughput, work }: Comparison): void {
  const row = (side: Comparison["ours"]): string =>
    side
      .map(({ perSecond, workMicros, medianMs }) => `${perSecond.toFixed(0)}/s ${workMicros.toFixed(0)} µs ${medianMs.toFixed(2)} ms`)
      .join(" | ");
  console.log(
    `  ${what}: throughput ${throughput.toFixed(2)}, processor time ${work.toFixed(2)}\n    ours     ${row(ours)}\n    baseline ${row(baseline)}`,
  );
}

function table(figures: Figures): string {
  const rows = BUDGETS.flatMap(({ name, words, least, most }) => {
    const value = figures[name];
    if (value === undefined) return [];
    const kept = (least === undefined || value >= least) && (most === undefined || value <= most);
    return [
      `| ${words} | ${least === undefined ? `<= ${most}` : `>= ${least}`} | ${Number(value.toPrecision(3))} | ${kept ? "met" : "MISSED"} |`,
    ];
  });
  return ["| work | budget | measured | |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

if (isMain(import.meta)) await main();
