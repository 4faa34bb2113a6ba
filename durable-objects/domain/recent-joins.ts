/**
 * Visitor key → position, for as long as a join can be repeated: a visitor credential lives 120 s and is taken up to 25 s
 * after its end and 5 s before its beginning, so its key is kept for 150 s. Live time, so that a wall clock that
 * leaps ahead and comes back brings no credential back whose key was forgotten. Open-addressing tables of typed arrays, one
 * for each 15 s of arrivals; a whole table is forgotten at once.
 */

/** How long a visitor credential lives. */
const CREDENTIAL_MS = 120_000;
/** How long after a credential's expiry its join is still taken: time between the rooms, clocks apart. */
const LATENESS_MS = 25_000;
/** How far ahead the clock of the machine may be that made the credential. */
const AHEAD_MS = 5_000;
/** How long after its arrival a key is known. */
export const JOIN_KEY_MS = CREDENTIAL_MS + LATENESS_MS + AHEAD_MS;

/** Whether the key of a credential that expires at `expiresAtMs` would still be known if it had been used before; else nobody can say. */
export function isJudgeable(expiresAtMs: number, wallMs: number): boolean {
  return wallMs <= expiresAtMs + LATENESS_MS && expiresAtMs <= wallMs + CREDENTIAL_MS + AHEAD_MS;
}

const SEGMENT_MS = 15_000;
const FIRST_CAPACITY = 1024;
const MAX_LOAD = 0.75;

interface Segment {
  readonly startedMs: number;
  lastMs: number;
  count: number;
  high: Uint32Array;
  low: Uint32Array;
  /** 0 = free. */
  positions: Uint32Array;
}

/** One join as it is stored: 8 bytes of key, 4 of position. */
export interface RecentJoin {
  readonly visitorKey: string;
  readonly position: number;
}

export class RecentJoins {
  #segments: Segment[] = [];

  /** The position given to this key, or undefined. */
  find(visitorKey: string): number | undefined {
    const [high, low] = split(visitorKey);
    for (let index = this.#segments.length - 1; index >= 0; index--) {
      const segment = this.#segments[index] as Segment;
      const slot = slotOf(segment, high, low);
      const position = segment.positions[slot];
      if (position !== undefined && position !== 0) return position;
    }
    return undefined;
  }

  /** Notes that `visitorKey` got `position` at live time `nowMs`. */
  add(visitorKey: string, position: number, nowMs: number): void {
    let segment = this.#segments.at(-1);
    if (segment === undefined || nowMs - segment.startedMs >= SEGMENT_MS) {
      segment = createSegment(nowMs, FIRST_CAPACITY);
      this.#segments.push(segment);
    }
    const [high, low] = split(visitorKey);
    put(segment, high, low, position);
    segment.lastMs = nowMs;
    if (segment.count > segment.high.length * MAX_LOAD) grow(segment);
  }

  /** Forgets keys that arrived more than 150 s before `nowMs`. */
  forget(nowMs: number): void {
    while (this.#segments[0] !== undefined && nowMs - this.#segments[0].lastMs > JOIN_KEY_MS) this.#segments.shift();
  }
}

/** Joins → the bytes of one stored row. */
export function encodeJoins(joins: readonly RecentJoin[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(joins.length * 12));
  joins.forEach(({ visitorKey, position }, index) => {
    const [high, low] = split(visitorKey);
    view.setUint32(index * 12, high);
    view.setUint32(index * 12 + 4, low);
    view.setUint32(index * 12 + 8, position);
  });
  return new Uint8Array(view.buffer);
}

/** The bytes of one stored row → joins. */
export function decodeJoins(bytes: Uint8Array): RecentJoin[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.byteLength / 12) }, (_, index) => ({
    visitorKey: hex(view.getUint32(index * 12)) + hex(view.getUint32(index * 12 + 4)),
    position: view.getUint32(index * 12 + 8),
  }));
}

function hex(word: number): string {
  return word.toString(16).padStart(8, "0");
}

function split(visitorKey: string): [high: number, low: number] {
  return [Number.parseInt(visitorKey.slice(0, 8), 16) >>> 0, Number.parseInt(visitorKey.slice(8, 16), 16) >>> 0];
}

function createSegment(startedMs: number, capacity: number): Segment {
  return {
    startedMs,
    lastMs: startedMs,
    count: 0,
    high: new Uint32Array(capacity),
    low: new Uint32Array(capacity),
    positions: new Uint32Array(capacity),
  };
}

/** The key's slot, or the free one where it would go. The key is a keyed hash already, so its low word is the hash. */
function slotOf(segment: Segment, high: number, low: number): number {
  const mask = segment.high.length - 1;
  let slot = low & mask;
  while (segment.positions[slot] !== 0 && (segment.high[slot] !== high || segment.low[slot] !== low)) slot = (slot + 1) & mask;
  return slot;
}

function put(segment: Segment, high: number, low: number, position: number): void {
  const slot = slotOf(segment, high, low);
  if (segment.positions[slot] === 0) segment.count++;
  segment.high[slot] = high;
  segment.low[slot] = low;
  segment.positions[slot] = position;
}

function grow(segment: Segment): void {
  const { high, low, positions } = segment;
  const larger = createSegment(segment.startedMs, high.length * 2);
  for (let slot = 0; slot < positions.length; slot++) {
    const position = positions[slot] ?? 0;
    if (position !== 0) put(larger, high[slot] ?? 0, low[slot] ?? 0, position);
  }
  segment.high = larger.high;
  segment.low = larger.low;
  segment.positions = larger.positions;
}
