/** Refusals that several routes give. */
import type { Limited } from "./gates.ts";
import { problem } from "./problem.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

/** What an answer says to too many requests of one network or credential. */
export function rateRefusal({ limit, retryAfterMs }: Omit<Limited, "outcome">) {
  const headers = rateLimitHeaders(limit, { allowed: false, retryAfterMs, remaining: 0 });
  const retryAfterSeconds = Number(headers["Retry-After"]);
  return {
    status: 429,
    code: "too-many-requests",
    detail: `Too many requests; ask again in ${retryAfterSeconds} s.`,
    headers,
    retryAfterSeconds,
  };
}

/** The same as a problem. */
export function refusedForRate(taken: Omit<Limited, "outcome">): Response {
  const { status, code, detail, headers } = rateRefusal(taken);
  return problem(status, code, detail, { headers });
}

/** The event can't be asked now; nothing is lost. */
export function refusedForNow(): Response {
  return problem(503, "room-unavailable", "The room can't be asked right now. Every place is kept.", { headers: { "Retry-After": "3" } });
}
