/** Joins: how many go in one event call, and how many a second against one object call and one durable write a join. */
import { credentialCookieNames } from "../../worker/cookies.ts";
import { issueVisitor } from "../../worker/credentials/visitor.ts";
import { compare, type Comparison } from "./compare.ts";
import { load, wire } from "./load-client.ts";
import { Cleanup, serveRoom, serveScript, type BenchRoom } from "./servers.ts";

/** The pace of the batching row, and how long it is kept up. */
const PACE = 2_000;
const PACED_SECONDS = 5;
const JOINS = 12_000;
/** Visitors' networks: each connection is one of them, within its limit of 200 at once. */
const CONNECTIONS = 200;

export interface JoinFigures {
  readonly joinsPerEventCall: number;
  readonly rowsPerEventCall: number;
  readonly throughput: Comparison;
}

/** Measures the paced joins, then the fastest, interleaved with the baseline. */
export async function measureJoins(repetitions: number): Promise<JoinFigures> {
  const cleanup = new Cleanup();
  try {
    const room = await serveRoom("http://127.0.0.1:9", { doors: "stopped" }, cleanup);
    const paced = await pacedJoins(room);
    const baseline = await serveScript("one-call-a-join", cleanup, {}, [["LINE", "Line"]]);
    const sets: Buffer[][] = [];
    const throughput = await compare(
      { port: room.workerd.port, pid: room.workerd.pid, requests: (repetition) => sets[repetition] ?? [] },
      { port: baseline.port, pid: baseline.pid, requests: (repetition) => sets[repetition] ?? [] },
      {
        repetitions,
        connections: CONNECTIONS,
        addressOf,
        before: async (repetition) => void (sets[repetition] ??= await joins(room, JOINS, repetition)),
      },
    );
    const failed = throughput.ours.flatMap(({ statuses }) => Object.keys(statuses)).filter((status) => status !== "201");
    if (failed.length > 0) throw new Error(`joins were answered ${[...new Set(failed)].join(", ")}`);
    return { ...paced, throughput };
  } finally {
    await cleanup.run();
  }
}

async function pacedJoins(room: BenchRoom): Promise<{ joinsPerEventCall: number; rowsPerEventCall: number }> {
  const requests = await joins(room, PACE * PACED_SECONDS, PACED_NETWORK - FIRST_NETWORK);
  const before = await room.organise("GET", "events/bench/live");
  await load({
    port: room.workerd.port,
    requests,
    connections: CONNECTIONS,
    addressOf: (connection) => addressOf(connection, PACED_NETWORK - FIRST_NETWORK),
    perSecond: PACE,
  });
  const after = await room.organise("GET", "events/bench/live");
  const calls = after.usage.calls - before.usage.calls;
  const issued = after.lanes[0].lastIssued - before.lanes[0].lastIssued;
  if (issued !== requests.length) throw new Error(`${issued} places for ${requests.length} joins`);
  return { joinsPerEventCall: issued / calls, rowsPerEventCall: (after.usage.rowsWritten - before.usage.rowsWritten) / calls };
}

/** Repetitions' networks begin here; the paced joins have those before. */
const FIRST_NETWORK = 20;
const PACED_NETWORK = 10;

/** The network of a connection, a /24 of its own, since those are limited too; each repetition has networks of its own. */
function addressOf(connection: number, repetition: number): string {
  return `127.${FIRST_NETWORK + repetition}.${connection}.1`;
}

/** `POST join` requests, each with a credential of its own that is bound to the network of the connection that will send it. */
async function joins(room: BenchRoom, count: number, repetition: number): Promise<Buffer[]> {
  const ref = { event: "bench", incarnation: 1 };
  const { visitor } = credentialCookieNames(ref, "main", room.config);
  const scope = { config: room.config, ref, lane: "main", nowMs: Date.now() };
  const requests: Buffer[] = [];
  for (let index = 0; index < count; index++) {
    const { value } = await issueVisitor(scope, `${addressOf(index % CONNECTIONS, repetition)}/32`);
    const headers = { Host: room.host, Accept: "application/json", "Sec-Fetch-Site": "same-origin", Cookie: `${visitor}=${value}` };
    requests.push(wire("POST", "/_stanchion/v1/join", headers, '{"event":"bench","lane":"main","returnTo":"/tickets"}'));
  }
  return requests;
}
