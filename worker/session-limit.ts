/** Holding a session to its limit (S6): what is over it waits a little, then it is refused. */
import { noticeAnswer, withCookies } from "./answers.ts";
import { kindOf } from "./negotiate.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";
import type { Asker } from "./session-limiter.ts";
import type { Visitor } from "./visitor.ts";

/** What is over the limit waits so long for its turn. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Does `go` for a request of `asker` when its limit allows, or refuses it with 429 `session-rate`.
 *
 * @param setCookies what a refusal must not lose: a pass that was made for this answer
 */
export async function withinSessionLimit(
  visitor: Visitor,
  asker: Asker,
  setCookies: readonly string[],
  go: () => Promise<Response>,
): Promise<Response> {
  const { context, view, entry } = visitor;
  const limiter = view.sessionLimiter(entry.settings.sessionLimits);
  const { hash } = asker;
  const untilMs = context.nowMs + LONGEST_WAIT_MS;
  limiter.ask(asker, context.nowMs);
  for (let waitMs = limiter.enter(hash, context.nowMs); waitMs > 0; waitMs = limiter.enter(hash, Date.now())) {
    if (Date.now() + waitMs > untilMs) return withCookies(refused(visitor, waitMs), setCookies);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    limiter.waited(hash, waitMs);
  }
  try {
    return await go();
  } finally {
    limiter.leave(hash, Date.now());
  }
}

function refused({ context, entry, view }: Visitor, retryAfterMs: number): Response {
  const { perSecond, burst } = view.sessionLimiter(entry.settings.sessionLimits).limits;
  const headers = rateLimitHeaders({ name: "session", perSecond, burst }, { allowed: false, retryAfterMs, remaining: 0 });
  const answer = noticeAnswer(context.request, kindOf(context.request), {
    notice: { kind: "error", code: "session-rate", entryPath: null },
    status: 429,
    code: "session-rate",
    detail: "This visit asks for more than one person can look at; please slow down.",
    title: entry.settings.title,
    own: entry.settings,
    retryAfterSeconds: Number(headers["Retry-After"]),
  });
  for (const name in headers) answer.headers.set(name, headers[name] as string);
  return answer;
}
