/** The challenge before a place: whether a credential has met it, and what its visitor is told. No object is asked (S12). */
import { isSolution, publicChallenge } from "./credentials/challenge.ts";
import type { VisitorClaims } from "./credentials/visitor.ts";
import { takeUnsolved } from "./limits.ts";
import type { VisitorStatus } from "./pages/visitor-status.ts";
import { problem } from "./problem.ts";
import { statusWithoutPlace } from "./status.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Age at which a credential is taken unsolved, so that nobody without script or with a slow device is shut out. Well within its life,
 * so that a browser that loads the page anew is in time; long enough to cost more than the search.
 */
const UNSOLVED_AFTER_MS = 55_000;

export type Challenged =
  /** It may get a place. */
  | { readonly outcome: "met" }
  /** It was given before the challenge was asked for: another must be given. */
  | { readonly outcome: "not-asked" }
  | { readonly outcome: "unsolved"; readonly code: "challenge-required" | "challenge-wrong"; readonly retryAfterMs: number };

/** Whether a credential of this visitor may get a place. One that was given for an invite asks for nothing more. */
export async function judgeChallenge(visitor: Visitor, claims: VisitorClaims, solution: string | null): Promise<Challenged> {
  const { context, entry } = visitor;
  const { challenge, invite } = claims;
  if (!asksChallenge(visitor) || invite !== undefined) return { outcome: "met" };
  if (challenge === undefined) return { outcome: "not-asked" };
  const master = masterOf(visitor, claims);
  if (solution !== null && master !== undefined && (await isSolution(master, entry, claims.id, challenge, solution)))
    return { outcome: "met" };
  const code = solution === null ? "challenge-required" : "challenge-wrong";
  const untilUnsolvedMs = unsolvedAfterMs(visitor, claims);
  if (untilUnsolvedMs > 0) return { outcome: "unsolved", code, retryAfterMs: untilUnsolvedMs };
  const taken = takeUnsolved(context);
  return taken.allowed ? { outcome: "met" } : { outcome: "unsolved", code, retryAfterMs: taken.retryAfterMs };
}

/** Whether a place of the event costs a challenge. */
export function asksChallenge({ entry }: Visitor): boolean {
  return (entry.settings.challenge ?? null) !== null;
}

/** The status of somebody who is about to join, with the challenge of the credential that is held; null = none is. */
export async function statusOfJoining(visitor: Visitor, claims: VisitorClaims | null): Promise<VisitorStatus> {
  const { entry, lane, view, context } = visitor;
  const status = statusWithoutPlace(entry, lane, view, context.nowMs, "joining");
  if (claims?.challenge === undefined || status.state !== "joining" || !asksChallenge(visitor)) return status;
  const master = masterOf(visitor, claims);
  if (master === undefined) return status;
  return { ...status, challenge: await publicChallenge(master, entry, claims.id, claims.challenge, unsolvedAfterMs(visitor, claims)) };
}

/** `POST join` whose challenge is not met, with the challenge and when it is taken unsolved. */
export async function challengeProblem(
  visitor: Visitor,
  claims: VisitorClaims,
  { code, retryAfterMs }: Extract<Challenged, { outcome: "unsolved" }>,
): Promise<Response> {
  const { challenge } = await statusOfJoining(visitor, claims);
  const detail = code === "challenge-wrong" ? "This does not solve the challenge." : "A place here costs the solution of the challenge.";
  return problem(403, code, detail, { field: "challenge", challenge, headers: { "Retry-After": `${Math.ceil(retryAfterMs / 1000)}` } });
}

function unsolvedAfterMs({ context }: Visitor, { issuedAtMs }: VisitorClaims): number {
  return Math.max(0, issuedAtMs + UNSOLVED_AFTER_MS - context.nowMs);
}

/** The key that the credential itself is made with. */
function masterOf({ context }: Visitor, { kid }: VisitorClaims) {
  return context.config.ticketKeys.find((each) => each.kid === kid);
}
