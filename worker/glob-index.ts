/** Many globs at once: which of them covers a path most specifically, found without trying them all. */
import { compareExactness, type Glob, type Spelling, spellingCovers } from "./glob.ts";

interface Place<T> {
  readonly spelling: Spelling;
  readonly glob: Glob;
  readonly value: T;
  /** Decides between globs that are equally specific. */
  readonly order: number;
}

export interface GlobIndex<T> {
  /** By the whole segments before the first wildcard. */
  readonly places: ReadonlyMap<string, readonly Place<T>[]>;
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
      const here = places.get(key);
      if (here === undefined) places.set(key, [{ spelling, glob, value, order }]);
      else here.push({ spelling, glob, value, order });
      longestKey = Math.max(longestKey, key.length);
    }
    order += 1;
  }
  return { places, longestKey };
}

/** The value of the most specific glob that covers the reading; null = none does. */
export function findMostSpecific<T>(index: GlobIndex<T>, reading: string): T | null {
  let best: Place<T> | null = null;
  for (let end = 0; end !== -1 && end <= index.longestKey; end = end === reading.length ? -1 : boundaryAfter(reading, end)) {
    for (const place of index.places.get(reading.slice(0, end)) ?? []) {
      if ((best === null || isMoreSpecific(place, best)) && spellingCovers(place.spelling, reading)) best = place;
    }
  }
  return best === null ? null : best.value;
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
