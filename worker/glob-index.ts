/** Many globs at once: which of them covers a path most specifically, found without trying them all. */
import { compareExactness, type Glob, type Spelling, spellingCovers } from "./glob.ts";

interface Place<T> {
  readonly spelling: Spelling;
  readonly glob: Glob;
  readonly value: T;
  /** Decides between globs that are equally specific. */
  readonly order: number;
}

/** Those places whose globs begin with the same whole segments. */
interface Shelf<T> {
  /** By one segment that the path must have, the rarest on this shelf: a thousand globs that differ in one segment cost no more than one. */
  readonly bySegment: ReadonlyMap<string, readonly Place<T>[]>;
  /** Those with wildcards in all further segments, and those without any. Each is tried. */
  readonly others: readonly Place<T>[];
}

export interface GlobIndex<T> {
  /** By the whole segments before the first wildcard. */
  readonly shelves: ReadonlyMap<string, Shelf<T>>;
  /** Length of the longest key: what no lookup has to go beyond. */
  readonly longestKey: number;
}

/** Indexes path globs; of those that are equally specific the earlier one wins. */
export function createGlobIndex<T>(entries: Iterable<{ readonly glob: Glob; readonly value: T }>): GlobIndex<T> {
  const places = new Map<string, Place<T>[]>();
  let longestKey = 0;
  let order = 0;
  for (const { glob, value } of entries) {
    for (const spelling of glob.spellings) {
      const { literal, wildcards } = spelling;
      const key = wildcards === null ? literal : literal.slice(0, Math.max(0, literal.lastIndexOf("/")));
      append(places, key, { spelling, glob, value, order });
      longestKey = Math.max(longestKey, key.length);
    }
    order += 1;
  }
  return { shelves: new Map(Array.from(places, ([key, here]) => [key, shelve(here)])), longestKey };
}

function shelve<T>(places: readonly Place<T>[]): Shelf<T> {
  const frequency = new Map<string, number>();
  for (const { spelling } of places) {
    for (const segment of spelling.segments) frequency.set(segment, (frequency.get(segment) ?? 0) + 1);
  }
  const bySegment = new Map<string, Place<T>[]>();
  const others: Place<T>[] = [];
  for (const place of places) {
    const { wildcards, segments } = place.spelling;
    const rarest = segments.reduce<string | null>(
      (best, segment) => (best === null || (frequency.get(segment) ?? 0) < (frequency.get(best) ?? 0) ? segment : best),
      null,
    );
    if (wildcards === null || rarest === null) others.push(place);
    else append(bySegment, rarest, place);
  }
  return { bySegment, others };
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** The value of the most specific glob that covers the reading; null = none does. */
export function findMostSpecific<T>(index: GlobIndex<T>, reading: string): T | null {
  if (index.shelves.size === 0) return null;
  let best: Place<T> | null = null;
  const tryEach = (places: readonly Place<T>[]): void => {
    for (const place of places) {
      if ((best === null || isMoreSpecific(place, best)) && spellingCovers(place.spelling, reading)) best = place;
    }
  };
  let segments: ReadonlySet<string> | null = null;
  for (let end = 0; end !== -1 && end <= index.longestKey; end = end === reading.length ? -1 : boundaryAfter(reading, end)) {
    const shelf = index.shelves.get(reading.slice(0, end));
    if (shelf === undefined) continue;
    tryEach(shelf.others);
    if (shelf.bySegment.size === 0) continue;
    segments ??= new Set(reading.split("/"));
    for (const segment of segments) tryEach(shelf.bySegment.get(segment) ?? []);
  }
  return (best as Place<T> | null)?.value ?? null;
}

/** Where the next segment ends. */
function boundaryAfter(reading: string, end: number): number {
  const slash = reading.indexOf("/", end + 1);
  return slash === -1 ? reading.length : slash;
}

function isMoreSpecific<T>(a: Place<T>, b: Place<T>): boolean {
  const compared = compareExactness(a.glob.exactness, b.glob.exactness);
  return compared === 0 ? a.order < b.order : compared < 0;
}
