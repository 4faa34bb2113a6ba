/** `RateLimit-Policy`, `RateLimit` and `Retry-After` (draft-ietf-httpapi-ratelimit-headers-11, RFC 9110 section 10.2.3). */

/** A token bucket as clients are told of it. */
export interface AdvertisedLimit {
  /** Lower case letters, digits and "-". */
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
}

/** What a take from it came to. */
export interface AdvertisedTake {
  readonly allowed: boolean;
  readonly retryAfterMs: number;
  readonly remaining: number;
}

/**
 * The header fields for an answer.
 *
 * A bucket is told as its burst (`q`) in the time it needs to fill (`w`, whole seconds), which is its rate. What remains is
 * told for that same window: less than is really allowed, and so no client can take a full bucket for a rate (section 6).
 * Refused, the window is the time to wait, and `Retry-After` the same.
 */
export function rateLimitHeaders({ name, perSecond, burst }: AdvertisedLimit, take: AdvertisedTake): Record<string, string> {
  const quota = Math.floor(burst);
  const windowSeconds = Math.max(1, Math.ceil(burst / perSecond));
  const policy = { "RateLimit-Policy": `"${name}";q=${quota};w=${windowSeconds}` };
  if (take.allowed) return { ...policy, RateLimit: `"${name}";r=${Math.min(quota, take.remaining)};t=${windowSeconds}` };
  const waitSeconds = Number.isFinite(take.retryAfterMs) ? Math.max(1, Math.ceil(take.retryAfterMs / 1000)) : windowSeconds;
  return { ...policy, RateLimit: `"${name}";r=0;t=${waitSeconds}`, "Retry-After": String(waitSeconds) };
}
