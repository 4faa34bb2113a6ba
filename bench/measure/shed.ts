/**
 * What it costs to refuse a request for load, beside proxying one with the same passes in the same room. The room sheds for real: its latency
 * target is so low that the load itself saturates it.
 */
import { compare, type Comparison, type Side } from "./compare.ts";
import { load } from "./load-client.ts";
import { requestsWithPasses } from "./proxy.ts";
import { Cleanup, serveRoom, serveScript, type BenchRoom } from "./servers.ts";

const PASSES = 6_000;
const CONNECTIONS = 32;
/** So many at once keep answers slower than twice the target. */
const SATURATING_CONNECTIONS = 192;
/** Above 1 every session's requests of the lowest class are refused; it falls by 0.02 a second. */
const LEVEL = 1.3;
const LIMIT_MS = 90_000;

export interface ShedFigures {
  readonly page: Comparison;
  readonly problem: Comparison;
  /** Processor time of a refusal over a proxied request's: of a page, and of a program's request. */
  readonly pageCost: number;
  readonly problemCost: number;
}

/** Measures both kinds of refusal, each interleaved with proxying. @throws Error where the room does not come to shed */
export async function measureShed(repetitions: number): Promise<ShedFigures> {
  const cleanup = new Cleanup();
  try {
    const origin = await serveScript("origin", cleanup);
    const rule = { action: "sheddable", paths: ["/extras"], methods: [], networks: [], header: null } as const;
    const limiter = { mode: "measured", minPerMinute: 0, startPerMinute: null, latencyTargetMs: 10, fallbackPerMinute: null } as const;
    const room = await serveRoom(origin.url, { rules: [rule], limiter }, cleanup);
    const page = await compareKind(room, "navigate", repetitions);
    const problem = await compareKind(room, "cors", repetitions);
    return { page, problem, pageCost: costOf(page), problemCost: costOf(problem) };
  } finally {
    await cleanup.run();
  }
}

async function compareKind(room: BenchRoom, mode: "navigate" | "cors", repetitions: number): Promise<Comparison> {
  const { port, pid } = room.workerd;
  const [refused, proxied] = [
    await requestsWithPasses(room, 1, PASSES, "/extras", mode),
    await requestsWithPasses(room, 1, PASSES, "/shows/one", mode),
  ];
  const side = (requests: readonly Buffer[]): Side => ({ port, pid, requests: () => requests });
  const comparison = await compare(side(refused), side(proxied), {
    repetitions,
    connections: CONNECTIONS,
    before: () => untilShedding(room, proxied),
  });
  const wrong = comparison.ours.some(({ statuses }) => Object.keys(statuses).join() !== "503");
  if (wrong || comparison.baseline.some(({ statuses }) => Object.keys(statuses).join() !== "200"))
    throw new Error("not all were refused, or not all proxied");
  return comparison;
}

function costOf({ work, throughput }: Comparison): number {
  return 1 / (Number.isNaN(work) ? throughput : work);
}

async function untilShedding(room: BenchRoom, requests: readonly Buffer[]): Promise<void> {
  const untilMs = Date.now() + LIMIT_MS;
  while (Date.now() < untilMs) {
    const { limiter } = await room.organise("GET", "events/bench/live");
    if (limiter.shedLevel >= LEVEL) return;
    await load({ port: room.workerd.port, requests, connections: SATURATING_CONNECTIONS, limitMs: 3_000 });
  }
  throw new Error("the room does not come to shed");
}
