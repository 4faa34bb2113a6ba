/**
 * Whose request is this: which event and lane, and does a rule let it pass? (design section 3, S8)
 *
 * The two directions are judged oppositely. A path is covered if *any* of its readings is, so that no spelling slips by;
 * a rule lets it pass only if *all* readings agree and none is suspicious.
 */
import type { DirectoryCopy, DirectoryEntry, EventSettings } from "../durable-objects/protocol.ts";
import { compileGlob, type Glob } from "./glob.ts";
import { createGlobIndex, findMostSpecific, type GlobIndex } from "./glob-index.ts";
import { looseReading } from "./loose-reading.ts";
import { compileRules, type CompiledRules, judgeRules, type RuleVerdict } from "./match-rules.ts";
import { isOwnPath, readingsOf } from "./path-readings.ts";

/** What matching looks at of a request. */
export interface MatchRequest {
  /** As in `splitRequestUrl`. */
  readonly host: string;
  readonly rawPath: string;
  /** With its "?"; "" = none. */
  readonly query: string;
  readonly method: string;
  readonly headers: Headers;
  /** The caller's address; null = unknown, and no network rule matches. */
  readonly address: string | null;
  /** The caller's country; null = unknown, and no country rule matches. */
  readonly country: string | null;
}

export type Match =
  /** Stanchion's own path, on whatever host: ours or 404, never an origin's. */
  | { readonly outcome: "own" }
  /** No event lists this host: 421, no fetch. */
  | { readonly outcome: "unknown-host" }
  /** No event covers the path on this host: to the origin, uncounted. */
  | { readonly outcome: "uncovered" }
  /** Its readings name different events or lanes, or are too many: 400 `ambiguous-path`, no fetch. */
  | { readonly outcome: "ambiguous" }
  | Covered;

/** A request of an event. */
export interface Covered extends RuleVerdict {
  readonly outcome: "covered";
  readonly entry: DirectoryEntry;
  /** Id of the lane. */
  readonly lane: string;
}

interface CompiledEvent {
  readonly entry: DirectoryEntry;
  readonly lanes: GlobIndex<string>;
  readonly defaultLane: string;
  /** Compiled at the event's first request: a directory of a thousand events is ready at once. */
  readonly rules: () => CompiledRules;
}

/** The directory, ready for matching. */
export interface DirectoryIndex {
  readonly version: number;
  readonly hosts: ReadonlyMap<string, GlobIndex<CompiledEvent>>;
}

/** Covers everything; stands in for a covering glob that this version cannot read. */
const EVERYTHING: Glob = {
  exactness: { beginning: 0, literal: 0, asterisks: 0 },
  floating: false,
  spellings: [{ kind: "path", literal: "", wildcards: null, segments: [] }],
};

/** Compiles a directory copy; to be kept for as long as its version is in use. */
export function compileDirectory(copy: DirectoryCopy): DirectoryIndex {
  const hosts = new Map<string, { glob: Glob; value: CompiledEvent }[]>();
  // The order decides between equally specific globs, and must not hang on the order of creation.
  for (const entry of copy.entries.toSorted((a, b) => (a.event < b.event ? -1 : 1))) {
    const value = compileEvent(entry);
    const globs = entry.settings.paths.map((path) => ({ glob: compileGlob(path) ?? EVERYTHING, value }));
    for (const host of new Set(entry.settings.hosts.map((name) => name.toLowerCase()))) {
      const there = hosts.get(host) ?? [];
      there.push(...globs);
      hosts.set(host, there);
    }
  }
  return { version: copy.version, hosts: new Map(Array.from(hosts, ([host, globs]) => [host, createGlobIndex(globs)])) };
}

/** Finds the event and lane a request belongs to, and what the event's rules say to it. */
export function match(index: DirectoryIndex, request: MatchRequest): Match {
  const read = readingsOf(request.rawPath);
  if (isOwnPath(read)) return { outcome: "own" };
  const host = index.hosts.get(request.host.toLowerCase());
  if (host === undefined) return { outcome: "unknown-host" };
  if (read.overflow) return { outcome: "ambiguous" };
  const covered = coveredReadings(host, read.readings);
  const [first] = covered;
  if (first === undefined) return { outcome: "uncovered" };
  const lane = laneOf(first.event, first.reading);
  if (covered.some(({ event, reading }) => event !== first.event || laneOf(event, reading) !== lane)) return { outcome: "ambiguous" };
  const { entry, rules } = first.event;
  return { outcome: "covered", entry, lane, ...judgeRules(rules(), read, request) };
}

interface CoveredReading {
  readonly event: CompiledEvent;
  readonly reading: string;
}

/** The readings an event covers. Only if there is none, the loose ones are asked. */
function coveredReadings(host: GlobIndex<CompiledEvent>, readings: readonly string[]): CoveredReading[] {
  const find = (reading: string): CoveredReading[] => {
    const event = findMostSpecific(host, reading);
    return event === null ? [] : [{ event, reading }];
  };
  const covered = readings.flatMap(find);
  return covered.length > 0 ? covered : readings.map(looseReading).flatMap(find);
}

function laneOf({ lanes, defaultLane }: CompiledEvent, reading: string): string {
  return findMostSpecific(lanes, reading) ?? defaultLane;
}

function compileEvent(entry: DirectoryEntry): CompiledEvent {
  const { settings } = entry;
  let rules: CompiledRules | null = null;
  return {
    entry,
    lanes: createGlobIndex(laneGlobs(settings)),
    defaultLane: (settings.lanes.find(({ paths, invite }) => paths.length === 0 && invite !== true) ?? settings.lanes[0])?.id ?? "",
    rules: () => (rules ??= compileRules(settings)),
  };
}

function laneGlobs({ lanes }: EventSettings): { glob: Glob; value: string }[] {
  return lanes.flatMap(({ id, paths }) =>
    paths.flatMap((path) => {
      const glob = compileGlob(path);
      return glob === null ? [] : [{ glob, value: id }];
    }),
  );
}
