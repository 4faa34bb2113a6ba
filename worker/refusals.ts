/** Refusals that several routes give. */
import { noticeAnswer } from "./answers.ts";
import type { Limited } from "./gates.ts";
import { kindOf } from "./negotiate.ts";
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

/** The session is entered from more networks than one person has. */
export const SHARED = {
  status: 429,
  code: "session-shared",
  detail: "This session is entered from too many networks; only the latest may go on for now.",
} as const;

export function sharedByTooMany(retryAfterMs: number): Response {
  return problem(SHARED.status, SHARED.code, SHARED.detail, { headers: { "Retry-After": `${Math.ceil(retryAfterMs / 1000)}` } });
}

/** The pass is good for `POST enter` only. */
export function superseded(): Response {
  return problem(409, "session-shared", "This session was entered from another network since; `POST enter` takes it over.");
}

/** No event lists the host, or the deployment does not: nothing is fetched (RFC 9110, 15.5.20). */
export function unknownHost(request: Request): Response {
  return noticeAnswer(request, kindOf(request), {
    notice: { kind: "error", code: "unknown-host", entryPath: null },
    status: 421,
    code: "unknown-host",
    detail: "No on-sale is served on this host.",
  });
}

/** The event can't be asked now; nothing is lost. */
export function refusedForNow(): Response {
  return problem(503, "room-unavailable", "The room can't be asked right now. Every place is kept.", { headers: { "Retry-After": "3" } });
}
