/**
 * Rate limits for keys that strangers choose: networks at every size, credentials, sessions. Pure: the clock and the
 * hash's key are arguments.
 */
import { accept, type BucketSettings, type BucketTable, createBucketTable, type Offer, offer } from "./bucket-table.ts";
import { type HashSeed, keyedHash } from "./keyed-hash.ts";

/** One limit, perhaps at several nested sizes: a take counts at all of them or at none. */
export interface RateLimit {
  readonly seed: HashSeed;
  /** Narrowest first. */
  readonly tables: readonly BucketTable[];
}

export interface RateLimitSettings {
  readonly perSecond: number;
  readonly burst: number;
  /** Keys with a bucket of their own at once, at each size. */
  readonly slots: number;
  /** For all keys together that find no slot; left out = 16 times the limit of one key. */
  readonly sharedPerSecond?: number;
  readonly sharedBurst?: number;
}

export interface TakeResult {
  readonly allowed: boolean;
  /** After how long this size would allow the same take; 0 if allowed, Infinity if it exceeds a whole burst. */
  readonly retryAfterMs: number;
  /** Whole tokens left at this size. */
  readonly remaining: number;
  /** The size that refused, or else the one with the fewest tokens left; 0 = the key itself. */
  readonly level: number;
  /** Whether a shared bucket was used at that size. */
  readonly shared: boolean;
}

const SHARED_FACTOR = 16;

/**
 * What the wider networks may do, as a multiple of the narrowest. A /24 is 256 subscribers, but one person who rents it is
 * more likely to use all of it: 16. For IPv6 a /64 is one line; a household often has a /56 (8), a company a /48 (32) and
 * a small provider, or somebody who says he is one, a /40 (128). So 10^6 /64s of one /40 get no more than 128 of them.
 */
export const NETWORK_FACTORS = { ipv4: [1, 16], ipv6: [1, 8, 32, 128] } as const;

/**
 * A limit for one kind of key.
 *
 * @param seed random, secret, and the same for the limit's life
 * @param factors of `settings` at each size, narrowest first
 * @throws RangeError for settings that are no limit
 */
export function createRateLimit(settings: RateLimitSettings, seed: HashSeed, factors: readonly number[] = [1]): RateLimit {
  return { seed, tables: factors.map((factor) => createBucketTable(scaled(settings, factor))) };
}

/**
 * Takes `cost` tokens for a key at every size, or none at all.
 *
 * @param keys one a size, narrowest first: as many as the limit has factors
 */
export function take(limit: RateLimit, keys: readonly string[], cost: number, nowMs: number): TakeResult {
  const offers: { readonly table: BucketTable; readonly hash: number; readonly offered: Offer }[] = [];
  // Widest first: a flood out of one large network costs one look.
  for (let level = limit.tables.length - 1; level >= 0; level -= 1) {
    const table = limit.tables[level] as BucketTable;
    const hash = keyedHash(keys[level] ?? "", limit.seed);
    const offered = offer(table, hash, cost, nowMs);
    if (!offered.allowed) return resultOf(offered, level);
    offers.unshift({ table, hash, offered });
  }
  for (const { table, hash, offered } of offers) accept(table, hash, offered);
  const remaining = offers.map(({ offered }) => offered.remaining);
  const level = remaining.indexOf(Math.min(...remaining));
  return resultOf((offers[level] as (typeof offers)[number]).offered, level);
}

function resultOf({ allowed, retryAfterMs, remaining, shared }: Offer, level: number): TakeResult {
  return { allowed, retryAfterMs, remaining, level, shared };
}

/** Limits for networks. IPv4 and IPv6 have their own tables: there are too many of the latter to let them crowd the former. */
export interface NetworkRateLimit {
  readonly ipv4: RateLimit;
  readonly ipv6: RateLimit;
  /** One bucket for all whose network is unknown. */
  readonly unknown: RateLimit;
}

/** @throws RangeError for settings that are no limit */
export function createNetworkRateLimit(settings: RateLimitSettings, seed: HashSeed): NetworkRateLimit {
  return {
    ipv4: createRateLimit(settings, seed, NETWORK_FACTORS.ipv4),
    ipv6: createRateLimit(settings, seed, NETWORK_FACTORS.ipv6),
    unknown: createRateLimit({ ...settings, slots: 1 }, seed),
  };
}

/** As `take`, for the prefixes of an address, narrowest first; none = unknown. */
export function takeForNetwork(limit: NetworkRateLimit, prefixes: readonly string[], cost: number, nowMs: number): TakeResult {
  if (prefixes.length === limit.ipv4.tables.length) return take(limit.ipv4, prefixes, cost, nowMs);
  if (prefixes.length === limit.ipv6.tables.length) return take(limit.ipv6, prefixes, cost, nowMs);
  return take(limit.unknown, [""], cost, nowMs);
}

function scaled(settings: RateLimitSettings, factor: number): BucketSettings {
  const { perSecond, burst, slots } = settings;
  return {
    perSecond: perSecond * factor,
    burst: burst * factor,
    slots,
    sharedPerSecond: (settings.sharedPerSecond ?? perSecond * SHARED_FACTOR) * factor,
    sharedBurst: (settings.sharedBurst ?? burst * SHARED_FACTOR) * factor,
  };
}
