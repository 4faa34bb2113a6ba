/**
 * Who of the line is still there: one bit per sampled position and window, merged by OR, so that polling a
 * thousand times moves nothing (S13). It informs the wait and the figures only, never order or calling.
 */

/** Longest time between two polls; who is there has polled within it. */
export const PRESENCE_WINDOW_MS = 60_000;
/** Sampled positions a lane keeps bits for at most; the sample thins as the line grows. */
const MOST_SAMPLES = 8_192;
/** Sampled positions a block needs, so that its share means something. */
const MIN_BLOCK_SAMPLES = 16;

export interface Presence {
  /** One position in this many is sampled: those divisible by it. A power of two. */
  sample: number;
  /** Sampled positions seen in the window before and in this one. */
  previous: Set<number>;
  current: Set<number>;
  windowStartMs: number;
  /** Since when presence has been watched; before one full window everybody counts as living. */
  sinceMs: number;
}

/** Nothing known. */
export function createPresence(): Presence {
  return { sample: 1, previous: new Set(), current: new Set(), windowStartMs: 0, sinceMs: 0 };
}

/** Starts watching at `liveMs` (after a start or restart, when nothing is known). */
export function startPresence(presence: Presence, liveMs: number): void {
  presence.windowStartMs = liveMs;
  presence.sinceMs = liveMs;
}

/** Merges polled positions in; those outside the line or the sample count for nothing. */
export function notePresence(presence: Presence, positions: readonly number[], nowServing: number, issued: number): void {
  for (const position of positions) {
    if (Number.isInteger(position) && position % presence.sample === 0 && position > nowServing && position <= issued) presence.current.add(position);
  }
}

/** Turns the window over when its time has come, and thins the sample to the line's length. */
export function agePresence(presence: Presence, nowServing: number, issued: number, liveMs: number): void {
  if (liveMs - presence.windowStartMs >= PRESENCE_WINDOW_MS) {
    presence.previous = presence.current;
    presence.current = new Set();
    presence.windowStartMs = liveMs;
  }
  let sample = 1;
  while ((issued - nowServing) / sample > MOST_SAMPLES) sample *= 2;
  // Thins at once; goes finer only when the line is far shorter, so that it does not flap.
  if (sample > presence.sample || sample * 4 <= presence.sample) {
    presence.sample = sample;
    for (const set of [presence.previous, presence.current]) {
      for (const position of set) if (position % sample !== 0) set.delete(position);
    }
    presence.sinceMs = sample === 1 ? liveMs : presence.sinceMs;
  }
}

export interface PresenceBlocks {
  readonly from: number;
  readonly blockSize: number;
  readonly livingPercent: readonly number[];
}

/** Living share by at most `most` blocks of waiting positions, 0…100; all living while less than one window was watched. */
export function presenceBlocks(presence: Presence, nowServing: number, issued: number, liveMs: number, most: number): PresenceBlocks {
  const from = nowServing + 1;
  const waiting = issued - nowServing;
  const blocks = Math.min(most, Math.floor(waiting / (presence.sample * MIN_BLOCK_SAMPLES)));
  if (blocks < 1 || liveMs - presence.sinceMs < PRESENCE_WINDOW_MS) return { from, blockSize: 0, livingPercent: [] };
  const blockSize = Math.ceil(waiting / blocks);
  const seen = new Array<number>(blocks).fill(0);
  const count = (position: number): void => {
    if (position < from || position > issued) return;
    const block = Math.floor((position - from) / blockSize);
    seen[block] = (seen[block] ?? 0) + 1;
  };
  for (const position of presence.current) count(position);
  for (const position of presence.previous) if (!presence.current.has(position)) count(position);
  const sampledIn = (block: number): number => {
    const first = from + block * blockSize;
    const last = Math.min(issued, first + blockSize - 1);
    return Math.floor(last / presence.sample) - Math.floor((first - 1) / presence.sample);
  };
  const livingPercent = seen.map((living, block) => Math.min(100, Math.round((100 * living) / Math.max(1, sampledIn(block)))));
  return { from, blockSize, livingPercent };
}

/** Living places among the `ahead` first waiting ones, by the blocks of a snapshot; all of them where nothing is known. */
export function livingAhead(blocks: PresenceBlocks, nowServing: number, ahead: number): number {
  if (blocks.blockSize === 0) return ahead;
  let living = 0;
  let position = nowServing + 1;
  const end = nowServing + ahead;
  while (position <= end) {
    const block = Math.floor((position - blocks.from) / blocks.blockSize);
    const last = Math.min(end, blocks.from + (block + 1) * blocks.blockSize - 1);
    const share = (blocks.livingPercent[Math.max(0, Math.min(block, blocks.livingPercent.length - 1))] ?? 100) / 100;
    living += (last - position + 1) * share;
    position = last + 1;
  }
  return living;
}
