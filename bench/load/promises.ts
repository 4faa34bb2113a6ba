/**
 * What a crowd can judge from outside: the room's promises on order, places and the cap. Pure; times are arguments.
 */

/** A place as its visitor saw it. Times are milliseconds of one monotonic clock. */
export interface PlaceRecord {
  readonly lane: string;
  readonly position: number;
  /** When the visitor first asked for it. */
  readonly sentAtMs: number;
  /** When the answer with the position was complete. */
  readonly acknowledgedAtMs: number;
}

/** The cap on grants: in any `t` seconds at most `perMinute / 60 · t + burst + letIn`. */
export interface GrantCap {
  readonly perMinute: number;
  readonly burst: number;
  /** Admissions the organiser let in beside the rate during the whole run. */
  readonly letIn: number;
}

/** How many places were given to more than one visitor: places issued less different places, over all lanes. */
export function countDuplicatePlaces(places: readonly PlaceRecord[]): number {
  const different = new Set(places.map((place) => `${place.lane} ${place.position}`));
  return places.length - different.size;
}

/**
 * Pairs (A, B) of one lane where A's place was acknowledged before B asked, and A nevertheless stands behind B.
 *
 * O(n log n): the asks in order of time, and a Fenwick tree over the positions acknowledged before each.
 */
export function countOrderViolations(places: readonly PlaceRecord[]): number {
  const lanes = Map.groupBy(places, (place) => place.lane);
  let violations = 0;
  for (const lane of lanes.values()) violations += countOvertakers(lane);
  return violations;
}

function countOvertakers(places: readonly PlaceRecord[]): number {
  const asks = places.toSorted((a, b) => a.sentAtMs - b.sentAtMs);
  const acknowledgements = places.toSorted((a, b) => a.acknowledgedAtMs - b.acknowledgedAtMs);
  const sortedPositions = [...new Set(places.map((place) => place.position))].sort((a, b) => a - b);
  const rankOf = new Map(sortedPositions.map((position, index) => [position, index + 1]));
  const tree = new Uint32Array(sortedPositions.length + 1);

  let acknowledged = 0;
  let violations = 0;
  for (const ask of asks) {
    let next = acknowledgements[acknowledged];
    while (next !== undefined && next.acknowledgedAtMs < ask.sentAtMs) {
      addOne(tree, rankOf.get(next.position) ?? 0);
      next = acknowledgements[++acknowledged];
    }
    violations += acknowledged - sumThrough(tree, rankOf.get(ask.position) ?? 0);
  }
  return violations;
}

function addOne(tree: Uint32Array, rank: number): void {
  for (let index = rank; index < tree.length; index += index & -index) tree[index] = (tree[index] ?? 0) + 1;
}

function sumThrough(tree: Uint32Array, rank: number): number {
  let sum = 0;
  for (let index = rank; index > 0; index -= index & -index) sum += tree[index] ?? 0;
  return sum;
}

/** The longest window judged, in seconds; every whole length up to it is. */
const LONGEST_WINDOW_SECONDS = 60;

/**
 * Windows of 1, 2, 3 … 60 s that hold more grants than the cap allows.
 *
 * `gat` is cut to whole seconds, so the grants stamped s … s+t−1 are exactly those of the real window [s, s+t): what
 * is found is a violation beyond doubt. One in a window between two seconds shows in the window a second longer, which
 * is why all lengths are judged and not only 1, 10 and 60. Finer stamps are judged in windows that start at a grant.
 */
export function countCapViolations(grantedAtSeconds: readonly number[], cap: GrantCap): number {
  const grants = grantedAtSeconds.toSorted((a, b) => a - b);
  let violations = 0;
  for (let seconds = 1; seconds <= LONGEST_WINDOW_SECONDS; seconds++) {
    const allowed = Math.floor((cap.perMinute / 60) * seconds + cap.burst + cap.letIn + 1e-9);
    violations += countFullerWindows(grants, seconds, allowed);
  }
  return violations;
}

function countFullerWindows(grants: readonly number[], seconds: number, allowed: number): number {
  let violations = 0;
  let end = 0;
  let lastStart: number | null = null;
  for (const [index, start] of grants.entries()) {
    if (start === lastStart) continue;
    lastStart = start;
    while (end < grants.length && (grants[end] ?? 0) - start < seconds) end++;
    if (end - index > allowed) violations++;
  }
  return violations;
}

/** The room's own default: two seconds of the rate, at least one. */
export function defaultBurst(perMinute: number): number {
  return Math.max(1, perMinute / 30);
}
