/** The proxied request against a bare pass-through Worker to the same origin. */
import { credentialCookieNames } from "../../worker/cookies.ts";
import { issuePass } from "../../worker/credentials/pass.ts";
import { compare, measure, median, type Comparison, type Side } from "./compare.ts";
import { wire } from "./load-client.ts";
import { Cleanup, serveRoom, serveScript, type BenchRoom } from "./servers.ts";

const PASSES = 20_000;
/** A pass is used so many times, all but the first "seen before". */
const USES = 10;
const CONNECTIONS = 32;
/** Requests one after the other for the latency. */
const LATENCY_REQUESTS = 1_000;

export interface ProxyFigures {
  readonly seen: Comparison;
  readonly first: Comparison;
  /** Ours over the baseline's median latency, less 1. */
  readonly addedLatency: number;
}

/** Measures all three, interleaved. */
export async function measureProxy(repetitions: number): Promise<ProxyFigures> {
  const cleanup = new Cleanup();
  try {
    const origin = await serveScript("origin", cleanup);
    const room = await serveRoom(origin.url, {}, cleanup);
    const bare = await serveScript("pass-through", cleanup, { ORIGIN: origin.url });
    const ours = { port: room.workerd.port, pid: room.workerd.pid };
    const baseline = { port: bare.port, pid: bare.pid };
    const both = (requests: Side["requests"]): readonly [Side, Side] => [
      { ...ours, requests },
      { ...baseline, requests },
    ];
    const sets: Buffer[][] = [];
    for (let repetition = 0; repetition < repetitions; repetition++) sets.push(await requestsWithPasses(room, 1 + repetition * PASSES));
    const first = await compare(...both((repetition) => sets[repetition] ?? []), { repetitions, connections: CONNECTIONS });
    // A tenth of the passes, each USES times in turn, so that every use but the first is one of a pass seen before.
    const again = (sets.at(-1) ?? []).slice(0, (PASSES * 2) / USES);
    const repeated = Array.from({ length: USES }, () => again).flat();
    const seen = await compare(...both(() => repeated), { repetitions, connections: CONNECTIONS });
    return { seen, first, addedLatency: await addedLatency(ours, baseline, again.slice(0, LATENCY_REQUESTS), repetitions) };
  } finally {
    await cleanup.run();
  }
}

async function addedLatency(
  ours: { port: number; pid: number },
  baseline: { port: number; pid: number },
  requests: readonly Buffer[],
  repetitions: number,
): Promise<number> {
  const ratios: number[] = [];
  for (let repetition = 0; repetition < repetitions * 2; repetition++) {
    const one = await measure(ours.pid, { port: ours.port, requests, connections: 1 });
    const other = await measure(baseline.pid, { port: baseline.port, requests, connections: 1 });
    ratios.push(one.medianMs / other.medianMs);
  }
  return median(ratios) - 1;
}

/** Requests with a good pass each. They need no session at the event: none is due for renewal while it is measured. */
export async function requestsWithPasses(
  room: BenchRoom,
  from: number,
  passes = PASSES,
  path = "/shows/one?seat=12",
  mode: "navigate" | "cors" = "navigate",
): Promise<Buffer[]> {
  const ref = { event: "bench", incarnation: 1 };
  const nowMs = Date.now();
  const { credential } = credentialCookieNames(ref, "main", room.config);
  const requests: Buffer[] = [];
  for (let index = 0; index < passes; index++) {
    const session = { position: from + index, grantedAtMs: nowMs, expiresAtMs: nowMs + 3_600_000, provisional: false, epoch: 0 };
    const { value } = await issuePass({ config: room.config, ref, lane: "main", nowMs }, session, 3_600);
    requests.push(
      wire("GET", path, {
        Host: room.host,
        Accept: mode === "navigate" ? "text/html" : "*/*",
        "Sec-Fetch-Mode": mode,
        Cookie: `basket=3; ${credential}=${value}`,
      }),
    );
  }
  return requests;
}
