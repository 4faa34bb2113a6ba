/** Finding a request's event among a thousand, beside finding it where there is only one. Pure work: no server is in between. */
import type { DirectoryCopy } from "../../durable-objects/protocol.ts";
import { compileDirectory, match, type MatchRequest } from "../../worker/matching.ts";
import { parseNewEvent } from "../../worker/organiser/event-schema.ts";
import { median } from "./compare.ts";

const EVENTS = 1_000;
const ROUNDS = 30;
const LEAST_REPETITIONS = 15;

/** How a thousand events are told apart; each is set against one event of the same kind. */
const KINDS = {
  sharedHost: {
    hostOf: () => "shop.example",
    patternOf: (event: string) => `/events/${event}`,
    pathOf: (event: string) => `/events/${event}`,
  },
  ownHosts: { hostOf: (event: string) => `${event}.example`, patternOf: () => "/tickets", pathOf: () => "/tickets" },
  wildcards: {
    hostOf: () => "shop.example",
    patternOf: (event: string) => `/*/shows/${event}`,
    pathOf: (event: string) => `/de/shows/${event}`,
  },
} as const;

type Kind = (typeof KINDS)[keyof typeof KINDS];

/** Of each kind: how long a match takes among one and among a thousand, µs, and the first over the second. Medians. */
export type MatchingFigures = Readonly<
  Record<keyof typeof KINDS, { readonly oneMicros: number; readonly manyMicros: number; readonly ratio: number }>
>;

/** Measures all kinds, the sides in turns. @throws Error where a request is not found to be its event's */
export function measureMatching(repetitions: number): MatchingFigures {
  const times = Math.max(repetitions, LEAST_REPETITIONS);
  return {
    sharedHost: compareKind(KINDS.sharedHost, times),
    ownHosts: compareKind(KINDS.ownHosts, times),
    wildcards: compareKind(KINDS.wildcards, times),
  };
}

function compareKind(kind: Kind, repetitions: number): MatchingFigures[keyof MatchingFigures] {
  const [one, many] = [sideOf(kind, 1), sideOf(kind, EVENTS)];
  const micros = { one: [] as number[], many: [] as number[] };
  // The first turn of each warms the compiler up.
  for (let repetition = -1; repetition < repetitions; repetition++) {
    const turns = repetition % 2 === 0 ? (["one", "many"] as const) : (["many", "one"] as const);
    for (const turn of turns) {
      const took = (turn === "one" ? one : many)();
      if (repetition >= 0) micros[turn].push(took);
    }
  }
  const [oneMicros, manyMicros] = [median(micros.one), median(micros.many)];
  return { oneMicros, manyMicros, ratio: oneMicros / manyMicros };
}

/** Matches the same number of requests, spread over the events there are; gives µs a match. */
function sideOf(kind: Kind, count: number): () => number {
  const ids = Array.from({ length: count }, (_, at) => `show-${at}`);
  const index = compileDirectory(directoryOf(kind, ids));
  const headers = new Headers({ Accept: "text/html" });
  const requests = Array.from({ length: EVENTS }, (_, at): MatchRequest => {
    const event = ids[at % count] ?? "";
    const rawPath = `${kind.pathOf(event)}/seats/${at}`;
    return { host: kind.hostOf(event), rawPath, query: "", method: "GET", headers, address: null, country: null };
  });
  for (const [at, request] of requests.entries()) {
    const found = match(index, request);
    if (found.outcome !== "covered" || found.entry.event !== ids[at % count])
      throw new Error(`${request.host}${request.rawPath} is not found`);
  }
  return () => {
    const startedMs = performance.now();
    for (let round = 0; round < ROUNDS; round++) for (const request of requests) match(index, request);
    return ((performance.now() - startedMs) * 1_000) / (ROUNDS * requests.length);
  };
}

function directoryOf({ hostOf, patternOf }: Kind, ids: readonly string[]): DirectoryCopy {
  const entries = ids.map((id) => {
    const parsed = parseNewEvent({
      id,
      region: "weur",
      hosts: [hostOf(id)],
      paths: [patternOf(id)],
      rules: [{ action: "bypass", paths: ["*.js", "*.css"] }],
      perMinute: 600,
      maxActiveSessions: 6_000,
    });
    if (!parsed.ok) throw new Error(`${parsed.field}: ${parsed.detail}`);
    return { event: id, incarnation: 1, settings: parsed.value };
  });
  return { version: 1, entries };
}
