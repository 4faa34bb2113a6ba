/** Holding a session to its limit (S6): what is over it waits a little, then it is refused. */
import type { EventSettings } from "../durable-objects/protocol.ts";
import { noticeAnswer } from "./answers.ts";
import { kindOf } from "./negotiate.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";
import { SESSION_REQUESTS } from "./session-limiter.ts";
import type { Visitor } from "./visitor.ts";

/** What is over the limit waits so long for its turn. */
const LONGEST_WAIT_MS = 2_000;

/** Does `go` for a request of `session` when its limit allows, or refuses it with 429 `session-rate`. */
export async function withinSessionLimit(
  { context, view, entry }: Visitor,
  session: number,
  go: () => Promise<Response>,
): Promise<Response> {
  const limiter = view.sessionLimiter;
  const untilMs = context.nowMs + LONGEST_WAIT_MS;
  for (let waitMs = limiter.enter(session, context.nowMs); waitMs > 0; waitMs = limiter.enter(session, Date.now())) {
    if (Date.now() + waitMs > untilMs) return refused(context.request, waitMs, entry.settings);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  try {
    return await go();
  } finally {
    limiter.leave(session, Date.now());
  }
}

function refused(request: Request, retryAfterMs: number, own: EventSettings): Response {
  const headers = rateLimitHeaders(SESSION_REQUESTS, { allowed: false, retryAfterMs, remaining: 0 });
  const answer = noticeAnswer(request, kindOf(request), {
    notice: { kind: "error", code: "session-rate", entryPath: null },
    status: 429,
    code: "session-rate",
    detail: "This visit asks for more than one person can look at; please slow down.",
    title: own.title,
    own,
    retryAfterSeconds: Number(headers["Retry-After"]),
  });
  for (const name in headers) answer.headers.set(name, headers[name] as string);
  return answer;
}
