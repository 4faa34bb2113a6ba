/**
 * Token buckets in a table of fixed size (S12): however many keys come, its memory stays what it was at the start.
 *
 * A bucket is one number, the moment at which it will be full again ("theoretical arrival time" of the generic cell rate
 * algorithm, ITU-T I.371): every token taken puts it off by the time one token takes to come back. A bucket that is full is
 * like one that never existed, so its slot is free for the next key, and nothing has to be cleaned up. A key that finds
 * its slots taken shares one bucket with all others of its kind; keys that have a slot don't notice.
 */
export interface BucketSettings {
  readonly perSecond: number;
  /** Tokens a full bucket holds. */
  readonly burst: number;
  /** Keys that may have a bucket of their own at once, about; 16 bytes each. */
  readonly slots: number;
  /** The one bucket for keys without a slot. */
  readonly sharedPerSecond: number;
  readonly sharedBurst: number;
}

export interface BucketTable {
  readonly settings: BucketSettings;
  /** Hash of the key in each slot. */
  readonly keys: Float64Array<ArrayBuffer>;
  /** When the bucket in each slot is full again, Unix milliseconds; the past = free. */
  readonly fullAtMs: Float64Array<ArrayBuffer>;
  sharedFullAtMs: number;
}

/** One bucket, and what a take would make of it. Nothing has been taken yet. */
export interface Offer {
  readonly allowed: boolean;
  /** When the same take could succeed; 0 if it does now, Infinity if it never can. */
  readonly retryAfterMs: number;
  /** Whole tokens left: after the take if it is allowed, now if not. */
  readonly remaining: number;
  /** Whether the key had to use the shared bucket. */
  readonly shared: boolean;
  readonly slot: number;
  readonly fullAtMs: number;
}

/** Slots a key may stand in, one after the other. */
const PROBES = 16;
const SHARED = -1;
const CLOCK_SLACK_MS = 1_000;
/** Guards against sums like 0.1 + 0.2. */
const EPSILON_MS = 1e-6;

/** @throws RangeError for settings that are no limit */
export function createBucketTable(settings: BucketSettings): BucketTable {
  const { perSecond, burst, slots, sharedPerSecond, sharedBurst } = settings;
  for (const [name, value] of Object.entries({ perSecond, sharedPerSecond })) {
    if (!(value > 0 && Number.isFinite(value))) throw new RangeError(`${name} must be above 0`);
  }
  for (const [name, value] of Object.entries({ burst, sharedBurst, slots })) {
    if (!(value >= 1 && value <= 2 ** 26)) throw new RangeError(`${name} must be between 1 and 2^26`);
  }
  const size = Math.max(PROBES, Math.ceil(slots));
  return { settings, keys: new Float64Array(size), fullAtMs: new Float64Array(size), sharedFullAtMs: 0 };
}

/** What taking `cost` tokens for the key would give; `accept` takes them. */
export function offer(table: BucketTable, keyHash: number, cost: number, nowMs: number): Offer {
  const slot = slotOf(table, keyHash, nowMs);
  const { perSecond, burst, sharedPerSecond, sharedBurst } = table.settings;
  if (slot === SHARED) return weigh(table.sharedFullAtMs, { perSecond: sharedPerSecond, burst: sharedBurst }, cost, nowMs, slot);
  const fullAtMs = table.keys[slot] === keyHash ? (table.fullAtMs[slot] ?? 0) : 0;
  return weigh(fullAtMs, { perSecond, burst }, cost, nowMs, slot);
}

/** Takes what was offered. Between the two calls nothing else may touch the table. */
export function accept(table: BucketTable, keyHash: number, { slot, fullAtMs }: Offer): void {
  if (slot === SHARED) {
    table.sharedFullAtMs = fullAtMs;
  } else {
    table.keys[slot] = keyHash;
    table.fullAtMs[slot] = fullAtMs;
  }
}

function weigh(fullAtMs: number, limit: { perSecond: number; burst: number }, cost: number, nowMs: number, slot: number): Offer {
  const perTokenMs = 1000 / limit.perSecond;
  const burstMs = limit.burst * perTokenMs;
  const missingMs = isInUse(fullAtMs, burstMs, nowMs) ? Math.min(burstMs, fullAtMs - nowMs) : 0;
  const afterMs = missingMs + cost * perTokenMs;
  const allowed = afterMs <= burstMs + EPSILON_MS;
  const leftMs = burstMs - (allowed ? afterMs : missingMs);
  return {
    allowed,
    retryAfterMs: allowed ? 0 : cost > limit.burst ? Infinity : afterMs - burstMs,
    remaining: Math.max(0, Math.floor((leftMs + EPSILON_MS) / perTokenMs)),
    shared: slot === SHARED,
    slot,
    fullAtMs: nowMs + (allowed ? afterMs : missingMs),
  };
}

/** The key's slot, else a free one, else none. */
function slotOf({ settings, keys, fullAtMs }: BucketTable, keyHash: number, nowMs: number): number {
  const first = keyHash % keys.length;
  const burstMs = (settings.burst / settings.perSecond) * 1000;
  let free = SHARED;
  for (let probe = 0; probe < PROBES; probe += 1) {
    const slot = (first + probe) % keys.length;
    const inUse = isInUse(fullAtMs[slot] ?? 0, burstMs, nowMs);
    if (inUse && keys[slot] === keyHash) return slot;
    if (!inUse && free === SHARED) free = slot;
  }
  return free;
}

/**
 * Whether a bucket is not full. One that would be full later than an empty bucket could be was written before the clock was
 * put back; it counts as full, or its key would be shut out until the clock is there again.
 */
function isInUse(fullAtMs: number, burstMs: number, nowMs: number): boolean {
  return fullAtMs > nowMs && fullAtMs <= nowMs + burstMs + CLOCK_SLACK_MS;
}
