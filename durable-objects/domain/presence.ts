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

/** What all lanes have in common. */
export interface PresenceWatch {
  /** One position in this many is sampled: those divisible by it. A power of two. */
  sample: number;
  windowStartMs: number;
  /** Since when every sampled position has been watched; before one full window everybody counts as living. */
  sinceMs: number;
}

/** Sampled positions of one lane that were seen in the window before and in this one. */
export interface Seen {
  previous: Set<number>;
  current: Set<number>;
  /** Of the sampled places that were living in a window and not called in the next: how many there were, and how many had gone; fading. */
  stayable: number;
  gone: number;
}

/** What presence needs of a lane. */
export interface Watched {
  readonly seen: Seen;
  readonly nowServing: number;
  readonly issued: number;
}

/** Starts watching at `liveMs` (after a start or restart, when nothing is known). */
export function createWatch(liveMs: number): PresenceWatch {
  return { sample: 1, windowStartMs: liveMs, sinceMs: liveMs };
}

/** Nobody seen. */
export function createSeen(): Seen {
  return { previous: new Set(), current: new Set(), stayable: 0, gone: 0 };
}

/** Merges positions in that polled or joined; those outside the line or the sample count for nothing. */
export function noteSeen(lane: Watched, positions: readonly number[], sample: number): void {
  for (const position of positions) {
    if (Number.isSafeInteger(position) && position % sample === 0 && position > lane.nowServing && position <= lane.issued) {
      lane.seen.current.add(position);
    }
  }
}

/** Nobody could ask, so silence says nothing: everybody counts as living until one more window was watched. */
export function forgiveSilence(watch: PresenceWatch, liveMs: number): void {
  watch.sinceMs = liveMs;
}

/** Turns the window over when its time has come, and fits the sample to the longest line. */
export function ageWatch(watch: PresenceWatch, lanes: readonly Watched[], liveMs: number): void {
  const turns = liveMs - watch.windowStartMs >= PRESENCE_WINDOW_MS;
  let longest = 0;
  for (const lane of lanes) {
    longest = Math.max(longest, lane.issued - lane.nowServing);
    if (turns) {
      if (watch.sinceMs <= watch.windowStartMs) countGone(lane);
      lane.seen.previous = lane.seen.current;
      lane.seen.current = new Set();
    }
  }
  if (turns) watch.windowStartMs = liveMs;
  let sample = 1;
  while (longest / sample > MOST_SAMPLES) sample *= 2;
  if (sample > watch.sample) thin(watch, lanes, sample);
  // Goes finer only when the line is far shorter, so that it does not flap; what is new in the sample was not watched yet.
  if (sample * 4 <= watch.sample) {
    watch.sample = sample;
    watch.sinceMs = liveMs;
  }
}

/** What earlier windows weigh beside a new one. */
const FADING = 0.7;
/** Sampled places on which a share of those who leave can rest. */
const ENOUGH_TO_LEAVE = 50;

function countGone({ seen, nowServing }: Watched): void {
  seen.stayable *= FADING;
  seen.gone *= FADING;
  for (const position of seen.previous) {
    if (position <= nowServing) continue;
    seen.stayable++;
    if (!seen.current.has(position)) seen.gone++;
  }
}

/** Share of those in line who leave it within a minute (a window), as seen lately in all lanes; 0 while too little was. */
export function leavingShare(lanes: readonly Watched[]): number {
  const stayable = lanes.reduce((sum, { seen }) => sum + seen.stayable, 0);
  const gone = lanes.reduce((sum, { seen }) => sum + seen.gone, 0);
  return stayable < ENOUGH_TO_LEAVE ? 0 : gone / stayable;
}

function thin(watch: PresenceWatch, lanes: readonly Watched[], sample: number): void {
  watch.sample = sample;
  for (const { seen } of lanes) {
    for (const set of [seen.previous, seen.current]) {
      for (const position of set) if (position % sample !== 0) set.delete(position);
    }
  }
}

/** Living shares of the waiting places by blocks; block size 0 = nothing is known. */
export interface PresenceBlocks {
  readonly from: number;
  readonly blockSize: number;
  readonly livingPercent: readonly number[];
}

/** Living share by at most `most` blocks of waiting positions, 0…100; all living while less than one window was watched. */
export function presenceBlocks(watch: PresenceWatch, lane: Watched, liveMs: number, most: number): PresenceBlocks {
  const { nowServing, issued, seen } = lane;
  const from = nowServing + 1;
  const waiting = issued - nowServing;
  const blocks = Math.min(most, Math.floor(waiting / (watch.sample * MIN_BLOCK_SAMPLES)));
  if (blocks < 1 || liveMs - watch.sinceMs < PRESENCE_WINDOW_MS) return { from, blockSize: 0, livingPercent: [] };
  const blockSize = Math.ceil(waiting / blocks);
  const living = new Array<number>(Math.ceil(waiting / blockSize)).fill(0);
  const count = (position: number): void => {
    if (position < from || position > issued) return;
    const block = Math.floor((position - from) / blockSize);
    living[block] = (living[block] ?? 0) + 1;
  };
  for (const position of seen.current) count(position);
  for (const position of seen.previous) if (!seen.current.has(position)) count(position);
  const sampledIn = (block: number): number => {
    const first = from + block * blockSize;
    const last = Math.min(issued, first + blockSize - 1);
    return Math.floor(last / watch.sample) - Math.floor((first - 1) / watch.sample);
  };
  const livingPercent = living.map((count, block) => Math.min(100, Math.round((100 * count) / Math.max(1, sampledIn(block)))));
  return { from, blockSize, livingPercent };
}

/** Living places among the `ahead` first waiting ones, by the blocks of a snapshot; all of them where nothing is known. */
export function livingAhead(blocks: PresenceBlocks, nowServing: number, ahead: number): number {
  if (blocks.blockSize === 0) return ahead;
  let living = 0;
  let position = nowServing + 1;
  const end = nowServing + ahead;
  const lastBlock = blocks.livingPercent.length - 1;
  while (position <= end) {
    const block = Math.max(0, Math.min(lastBlock, Math.floor((position - blocks.from) / blocks.blockSize)));
    const last = block === lastBlock ? end : Math.min(end, blocks.from + (block + 1) * blocks.blockSize - 1);
    living += ((last - position + 1) * (blocks.livingPercent[block] ?? 100)) / 100;
    position = last + 1;
  }
  return living;
}

/** How many of the first waiting places hold so many living ones, by the same blocks: the reverse of `livingAhead`; Infinity = never. */
export function placesHolding(blocks: PresenceBlocks, nowServing: number, living: number): number {
  if (blocks.blockSize === 0) return Math.floor(living);
  let left = living;
  let position = nowServing + 1;
  for (const [block, percent] of blocks.livingPercent.entries()) {
    // The last block goes on as far as anybody waits.
    const isLast = block === blocks.livingPercent.length - 1;
    const last = isLast ? Infinity : blocks.from + (block + 1) * blocks.blockSize - 1;
    if (last < position) continue;
    const needed = (left * 100) / percent;
    if (isLast || needed <= last - position + 1) return position - nowServing - 1 + Math.floor(needed);
    left -= ((last - position + 1) * percent) / 100;
    position = last + 1;
  }
  return Infinity;
}
