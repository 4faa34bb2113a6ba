/** Refusing those inside what they can do without while the origin can't cope (limiter.md's shed level travels in the snapshot). */
import { isShed, type Criticality } from "../durable-objects/domain/limiter/shed.ts";
import { noticeAnswer } from "./answers.ts";
import { kindOf } from "./negotiate.ts";
import type { Visitor } from "./visitor.ts";

/** When to ask again: between these, so that the refused do not come back together. */
const LEAST_SECONDS = 5;
const JITTER_SECONDS = 10;

/**
 * The refusal of a request of this class for this session, or null where it may go on. Only reading is refused; a page's navigation
 * gets our page, which asks again by itself, and the session is kept.
 */
export function shedAnswer({ context, view, entry }: Visitor, session: number, criticality: Criticality): Response | null {
  const level = view.snapshot?.shedLevel ?? 0;
  if (level === 0 || criticality === "critical-plus") return null;
  const { request, target } = context;
  if ((request.method !== "GET" && request.method !== "HEAD") || !isShed(level, criticality, session)) return null;
  return noticeAnswer(kindOf(request), {
    notice: { kind: "error", code: "shed", entryPath: null },
    status: 503,
    code: "shed",
    detail: "The shop has more to do than it can; this can wait a moment. The place inside is kept.",
    title: entry.settings.title,
    returnTo: target.rawPath + target.query,
    retryAfterSeconds: LEAST_SECONDS + Math.floor(Math.random() * JITTER_SECONDS),
  });
}
