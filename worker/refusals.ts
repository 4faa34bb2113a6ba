/** Refusals that several routes give. */
import type { Limited } from "./gates.ts";
import { problem } from "./problem.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

/** Too many requests of one network or credential. */
export function refusedForRate({ limit, retryAfterMs }: Omit<Limited, "outcome">): Response {
  const headers = rateLimitHeaders(limit, { allowed: false, retryAfterMs, remaining: 0 });
  return problem(429, "too-many-requests", `Too many requests; ask again in ${headers["Retry-After"]} s.`, { headers });
}

/** The event can't be asked now; nothing is lost. */
export function refusedForNow(): Response {
  return problem(503, "room-unavailable", "The room can't be asked right now. Every place is kept.", { headers: { "Retry-After": "3" } });
}
