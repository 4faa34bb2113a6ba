/** The poll against a Worker that returns the same JSON and headers unverified. */
import { credentialCookieNames } from "../../worker/cookies.ts";
import { issueTicket } from "../../worker/credentials/ticket.ts";
import { compare, type Comparison } from "./compare.ts";
import { load, wire } from "./load-client.ts";
import { Cleanup, serveRoom, serveScript, type BenchRoom } from "./servers.ts";
import { request as ask } from "node:http";

/** As the budget says: so many different tickets. */
const TICKETS = 20_000;
const CONNECTIONS = 32;

export interface PollFigures {
  /** Tickets seen before. */
  readonly seen: Comparison;
  /** Tickets at first sight. */
  readonly first: Comparison;
}

/** Measures both, interleaved. */
export async function measurePoll(repetitions: number): Promise<PollFigures> {
  const cleanup = new Cleanup();
  try {
    // Doors stopped and an empty line: every ticket reads "stopped", a status like any other.
    const room = await serveRoom("http://127.0.0.1:9", { doors: "stopped" }, cleanup);
    const sets: Buffer[][] = [];
    for (let repetition = 0; repetition <= repetitions; repetition++) sets.push(await polls(room, repetition * TICKETS));
    const example = await answerOf(room.workerd.port, room.host, sets[0]?.[0] as Buffer);
    const baseline = await serveScript("same-answer", cleanup, { BODY: example.body, HEADERS: JSON.stringify(example.headers) });
    const side = (port: number, pid: number, requests: (repetition: number) => readonly Buffer[]) => ({ port, pid, requests });
    const firstSight = (repetition: number): readonly Buffer[] => sets[repetition] ?? [];
    const first = await compare(side(room.workerd.port, room.workerd.pid, firstSight), side(baseline.port, baseline.pid, firstSight), {
      repetitions,
      connections: CONNECTIONS,
    });
    const again = sets[repetitions] as Buffer[];
    await load({ port: room.workerd.port, requests: again, connections: CONNECTIONS });
    const seen = await compare(
      side(room.workerd.port, room.workerd.pid, () => again),
      side(baseline.port, baseline.pid, () => again),
      { repetitions, connections: CONNECTIONS },
    );
    return { seen, first };
  } finally {
    await cleanup.run();
  }
}

async function polls(room: BenchRoom, from: number): Promise<Buffer[]> {
  const ref = { event: "bench", incarnation: 1 };
  const { credential } = credentialCookieNames(ref, "main", room.config);
  const scope = { config: room.config, ref, lane: "main", nowMs: Date.now() };
  const requests: Buffer[] = [];
  for (let index = 0; index < TICKETS; index++) {
    const ticket = await issueTicket(scope, from + index + 1, "/tickets");
    requests.push(
      wire("GET", "/_stanchion/v1/status?event=bench&lane=main", {
        Host: room.host,
        Accept: "application/json",
        Cookie: `${credential}=${ticket}`,
      }),
    );
  }
  return requests;
}

/** The room's answer as the baseline gives it: body and the headers a Worker sets. */
function answerOf(port: number, host: string, example: Buffer): Promise<{ body: string; headers: Record<string, string> }> {
  const cookie = /cookie: (.*)\r\n/i.exec(example.toString("latin1"))?.[1] ?? "";
  return new Promise((resolve, reject) => {
    const request = ask(
      { host: "127.0.0.1", port, path: "/_stanchion/v1/status?event=bench&lane=main", headers: { Host: host, Cookie: cookie } },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (body += chunk));
        response.on("end", () => {
          const {
            "content-length": _length,
            "transfer-encoding": _encoding,
            connection: _connection,
            date: _date,
            ...headers
          } = response.headers;
          resolve({ body, headers: headers as Record<string, string> });
        });
      },
    );
    request.on("error", reject);
    request.end();
  });
}
