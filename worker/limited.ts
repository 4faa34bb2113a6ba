/** What a visitor of a page is told who asks too often. */
import { askedFor, forPages, noticeAnswer } from "./answers.ts";
import type { Limited } from "./gates.ts";
import { CREDENTIALS } from "./limits.ts";
import type { RequestKind } from "./negotiate.ts";
import { rateRefusal, refusedForRate } from "./refusals.ts";
import type { Visitor } from "./visitor.ts";

/** The network has had all the credentials it may have for now. */
export const NO_CREDENTIAL = { limit: CREDENTIALS, retryAfterMs: 1000 } as const;

/** Too many requests: a page that asks again by itself, or for a program the problem. */
export function limited(visitor: Visitor, kind: RequestKind, taken: Omit<Limited, "outcome">): Response {
  if (kind !== "navigation") return forPages(visitor, refusedForRate(taken));
  const { headers, retryAfterSeconds, ...refusal } = rateRefusal(taken);
  const { context, entry } = visitor;
  const notice = { kind: "error", code: refusal.code, entryPath: null } as const;
  const page = noticeAnswer(context.request, kind, {
    ...refusal,
    notice,
    title: entry.settings.title,
    own: entry.settings,
    returnTo: askedFor(context),
    retryAfterSeconds,
  });
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return page;
}
