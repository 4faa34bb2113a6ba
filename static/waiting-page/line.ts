import { openingOf } from "../../worker/pages/opening.ts";
import { phaseOf, type Barred, type Phase } from "../../worker/pages/phase.ts";
import type { Trouble } from "../../worker/pages/view.ts";
import type { PublicChallenge, VisitorStatus } from "../../worker/pages/visitor-status.ts";
import type { Answer, Call } from "./answer.ts";

/** No two polls are closer than this. */
export const POLL_FLOOR_MS = 2000;
/** After so many refusals in a row that say nothing to this page, it is loaded anew. */
const MOST_REFUSALS = 4;
const BACK_OFF_MAX_MS = 60_000;
const HIDDEN_MIN_MS = 5000;
/** Those who wait for a moment that all know ask within this of it, not all at once. */
const OPENING_SPREAD_MS = 10_000;
/** An older version counts as a new beginning when its own time stamp is newer by this much. */
const REBIRTH_MS = 10_000;

/** What the page knows. Pure data; `step` functions below make the next one. */
export interface Line {
  readonly status: VisitorStatus;
  /** When `status` came, on the page's clock. */
  readonly statusAtMs: number;
  /** Confirmed: granted behind a hidden tab, and the pass has come back once. */
  readonly claim: "none" | "recorded" | "granted" | "confirmed";
  /** Where the page goes when it is let in; null = where it was asked for. */
  readonly returnTo: string | null;
  /** A phase that no status tells. */
  readonly own: Barred | "spent" | "ended" | "lost" | "left" | "no-cookies" | null;
  readonly trouble: Trouble | null;
  /** Calls in a row without a usable answer. */
  readonly failures: number;
  /** Calls in a row answered "no such thing". */
  readonly refusals: number;
  /** Joins in a row whose credential did not come back. */
  readonly credentialsLost: number;
  /** What the last answer asked to wait for; 0 = nothing. */
  readonly retryAfterMs: number;
  /** The code of an invitation that is to be shown; null = none. */
  readonly invite: string | null;
  /** The last code was no good. */
  readonly inviteRefused: boolean;
  /** The visitor gives the place up, and may want another. */
  readonly leaving: "place" | "for-new" | null;
}

/** What to do now: a call, going in, or nothing. */
export type Step = Call | "go" | "confirm" | "reload" | "rest";

/** How soon after the one before a step may come that is not waited for: what somebody wants does not wait, unless the room said so. */
export function floorMs({ claim, status, failures, retryAfterMs, invite }: Line, step: Step): number {
  if (step === "go" || step === "confirm") return 0;
  const isWanted = step === "leave" || invite !== null || (step === "enter" && claim === "none" && status.state !== "recorded");
  return isWanted && failures === 0 ? 0 : Math.max(POLL_FLOOR_MS, retryAfterMs);
}

export function startLine(status: VisitorStatus, barred: Barred | null, reachable: boolean, inviteRefused: boolean, nowMs: number): Line {
  return {
    status,
    statusAtMs: nowMs,
    claim: "none",
    returnTo: null,
    own: barred,
    trouble: reachable ? null : "unreachable",
    failures: reachable ? 0 : 1,
    refusals: 0,
    credentialsLost: 0,
    retryAfterMs: 0,
    invite: null,
    inviteRefused,
    leaving: null,
  };
}

/** A room that could not ask the event answers with what the ticket says and version 0. */
function isBlind(status: VisitorStatus): boolean {
  return status.version === 0;
}

/** Answers overtake each other on their way; what is older than what is shown is not taken. */
function isOlder(status: VisitorStatus, known: VisitorStatus): boolean {
  if (status.version >= known.version) return false;
  return !(Date.parse(status.updatedAt) > Date.parse(known.updatedAt) + REBIRTH_MS);
}

function withStatus(line: Line, status: VisitorStatus, failuresBefore: number, nowMs: number): Line {
  const hadPlace = line.status.position !== null;
  // Another tab gave the place up, or the cookie is gone. To join again unasked would undo the one and hide the other.
  if (hadPlace && status.state === "joining") return { ...line, own: line.own ?? "lost", claim: "none" };
  // Asked meanwhile: somebody may have followed an invitation in another tab. That there is no place yet is no news.
  if (status.state === "joining" && (line.own === "invite" || line.own === "wrong-identity")) return line;
  if (isBlind(status)) {
    const known = hadPlace ? line : { ...line, status, statusAtMs: nowMs };
    return { ...known, trouble: "unreachable", failures: failuresBefore + 1 };
  }
  // The first answer to a join is taken whatever its version: before it there was nothing to be older than.
  if (hadPlace && isOlder(status, line.status)) return line;
  return { ...line, own: null, status, statusAtMs: nowMs };
}

/** The line after an answer. `online` is the browser's own opinion. */
export function afterAnswer(line: Line, answer: Answer, online: boolean, nowMs: number): Line {
  if (line.own === "left" && line.leaving === null) return line;
  const failed: Line = { ...line, failures: line.failures + 1 };
  const fine: Line = { ...line, trouble: null, failures: 0, refusals: 0, credentialsLost: 0, retryAfterMs: 0 };
  switch (answer.kind) {
    case "status":
      return withStatus({ ...fine, claim: "none" }, answer.status, line.failures, nowMs);
    case "recorded":
      return { ...withStatus(fine, answer.status, line.failures, nowMs), claim: "recorded" };
    case "granted":
      return { ...fine, own: null, claim: "granted", returnTo: answer.returnTo };
    case "credential-given": {
      const credentialsLost = line.credentialsLost + 1;
      return { ...withChallenge(fine, answer.challenge, nowMs), credentialsLost, own: credentialsLost >= 4 ? "no-cookies" : null };
    }
    case "not-yet":
      return { ...fine, claim: "none", status: { ...line.status, state: "waiting", pollAfterMs: POLL_FLOOR_MS } };
    case "over":
      return { ...fine, claim: "none", own: answer.reason };
    case "barred": {
      const { phase, retryAfterMs, challenge } = answer;
      // The room's own page says it, with words that this one does not have.
      if (phase === "wrong-identity") return { ...fine, refusals: MOST_REFUSALS };
      const barred: Line = { ...fine, own: phase, retryAfterMs };
      // Another tab has got another credential meanwhile: its challenge is to be solved, not waited for.
      const isNew = challenge !== null && challenge.target !== line.status.challenge?.target;
      return isNew ? { ...withChallenge(barred, challenge, nowMs), own: null, retryAfterMs: 0 } : barred;
    }
    case "invite-refused":
      // Who has a place keeps it and its page.
      return { ...fine, own: line.status.position === null ? "invite" : line.own, inviteRefused: true };
    case "left":
      return { ...fine, own: "left", claim: "none", leaving: null };
    case "no-place":
      return { ...fine, own: "lost", claim: "none" };
    case "limited":
      return { ...failed, trouble: "busy", retryAfterMs: answer.retryAfterMs };
    case "shared":
      return { ...failed, claim: "none", trouble: "shared", retryAfterMs: answer.retryAfterMs };
    case "refused":
      return { ...failed, trouble: "unreachable", refusals: line.refusals + 1, retryAfterMs: 0 };
    case "failed":
      return { ...failed, trouble: online ? "unreachable" : "offline", retryAfterMs: answer.retryAfterMs };
  }
}

/** The line after the room was asked with a code: once it has answered that is done with, unless another was given meanwhile. */
export function afterShowing(line: Line, invite: string | null): Line {
  const isAnswered = line.failures === 0 || line.refusals > 0;
  return invite !== null && line.invite === invite && isAnswered ? { ...line, invite: null } : line;
}

/** Who still has to join, with what its credential asks for. */
function withChallenge(line: Line, challenge: PublicChallenge | null, nowMs: number): Line {
  const { challenge: _, ...status } = line.status;
  return { ...line, status: challenge === null ? status : { ...status, challenge }, statusAtMs: nowMs };
}

/**
 * The next step.
 *
 * @param looking somebody can see the page: nobody is taken into the shop behind a hidden tab (field case 57)
 * @param asked the visitor pressed the button; what was missed is claimed only so, since it can be claimed only once
 */
export function nextStep(line: Line, looking: boolean, asked: boolean): Step {
  const { status, claim, own } = line;
  if (line.leaving !== null) return "leave";
  if (claim === "granted" || claim === "confirmed") return looking || asked ? "go" : claim === "granted" ? "confirm" : "rest";
  // Entered from another network since: two pages that went in by themselves would take turns for ever.
  if (own === null && status.shared === true) return asked ? "enter" : "status";
  if (own === null && status.state === "admitted") return looking || asked ? "go" : "status";
  if (line.refusals >= MOST_REFUSALS) return "reload";
  if (line.invite !== null) return "join";
  // A recorded claim was made by somebody looking. To stop asking would lose it: a grant waits for half a minute only.
  if (claim === "recorded" || (own === null && status.state === "recorded")) return "enter";
  if (own === "full" || own === "challenge") return "join";
  if (own !== null && own !== "sealed") return own === "no-cookies" || own === "left" ? "rest" : "status";
  if (status.state === "closed") return "rest";
  if (status.state === "joining" || status.state === "full") return "join";
  if (status.state === "your-turn" && (looking || asked)) return "enter";
  if (status.state === "missed" && asked) return "enter";
  return "status";
}

/** How long to wait for the next step; `random` is 0…1. Only own waits are jittered, told ones are already. */
export function delayMs(line: Line, looking: boolean, random: number, nowMs: number = line.statusAtMs): number {
  const told = Math.max(POLL_FLOOR_MS, Math.min(line.status.pollAfterMs, 300_000));
  if (line.failures > 0) {
    const backOff = Math.min(BACK_OFF_MAX_MS, POLL_FLOOR_MS * 2 ** (line.failures - 1));
    // At least as slow as told: when a room fails, the whole line would ask at once otherwise.
    const slow = line.trouble === "offline" || line.leaving !== null ? backOff : Math.max(backOff, Math.min(told, BACK_OFF_MAX_MS));
    return Math.max(slow, line.retryAfterMs) * (1 + random / 4);
  }
  if (line.claim === "recorded") return Math.min(POLL_FLOOR_MS, Math.max(1000, line.status.pollAfterMs));
  if (line.credentialsLost > 0) return line.credentialsLost === 1 ? 0 : POLL_FLOOR_MS;
  if (line.own === "full" || line.own === "sealed" || line.own === "challenge")
    return Math.max(line.retryAfterMs, 10_000) * (1 + random / 4);
  if (line.own !== null) return BACK_OFF_MAX_MS;
  const wait = looking ? told : Math.max(told, Math.min(Math.max(2 * told, HIDDEN_MIN_MS), BACK_OFF_MAX_MS));
  const opening = openingOf(line.status, nowMs - line.statusAtMs);
  return opening === null ? wait : Math.max(POLL_FLOOR_MS, Math.min(wait, opening.inMs + random * OPENING_SPREAD_MS));
}

/** What the page shows. `busy`: the call that is under way. */
export function shownPhase(line: Line, busy: Call | null): Phase {
  if (line.own !== null) return line.own;
  if (line.claim === "granted" || line.claim === "confirmed") return "admitted";
  if (line.claim === "recorded") return phaseOf({ ...line.status, state: "recorded" });
  const phase = phaseOf(line.status);
  return busy === "enter" && (phase === "your-turn" || phase === "missed" || phase === "shared") ? "entering" : phase;
}
