import { phaseOfCode, type Barred } from "../../worker/pages/phase.ts";
import type { PublicChallenge, VisitorStatus } from "../../worker/pages/visitor-status.ts";

/** The calls the page makes. */
export type Call = "join" | "status" | "enter" | "leave";

/** What came of a call, as far as the page does something different. */
export type Answer =
  | { readonly kind: "status"; readonly status: VisitorStatus }
  /** `enter` 202: the claim is recorded. */
  | { readonly kind: "recorded"; readonly status: VisitorStatus }
  | { readonly kind: "granted"; readonly returnTo: string | null }
  /** `join` 202: there was no visitor credential; there is one now, unless this browser keeps no cookies. Null: it asks for nothing. */
  | { readonly kind: "credential-given"; readonly challenge: PublicChallenge | null }
  /** `leave`: the place is given up. */
  | { readonly kind: "left" }
  | { readonly kind: "not-yet" }
  | { readonly kind: "over"; readonly reason: "spent" | "ended" }
  /** Nobody, or not this visitor, gets a place now: the line is full, the host is sealed, a check or an invitation is asked for. */
  | { readonly kind: "barred"; readonly phase: Barred; readonly retryAfterMs: number; readonly challenge: PublicChallenge | null }
  /** An invitation's code is no good. */
  | { readonly kind: "invite-refused" }
  /** `enter` without a ticket: this browser has lost it. */
  | { readonly kind: "no-place" }
  | { readonly kind: "limited"; readonly retryAfterMs: number }
  /** `enter`: the session was entered from too many networks to go on here for now. */
  | { readonly kind: "shared"; readonly retryAfterMs: number }
  /** Another 4xx: the page asks for something the room does not know (any more). */
  | { readonly kind: "refused" }
  /** No answer, none in time, or none of ours. */
  | { readonly kind: "failed"; readonly retryAfterMs: number };

/** `Retry-After` in ms, as the room writes it: in seconds; 0 where there is none to read. Bounded by ten minutes. */
export function retryAfterMs(value: string | null): number {
  return Math.min(600_000, Math.max(0, Number(value) * 1000 || 0));
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** What the page itself leaves out where it is null, and a room of another version may not tell; what is false may stay left out. */
const LEFT_OUT = {
  position: null,
  ahead: null,
  wait: null,
  turnEndsAt: null,
  reference: null,
  message: "",
  ageMs: 0,
  updatedAt: "",
  opensAt: null,
  preQueueAt: null,
  drawAt: null,
  drawNumber: null,
  drawUrl: null,
};

/** A status with what was left out. */
export function completed(fields: Partial<VisitorStatus>): VisitorStatus {
  return { ...LEFT_OUT, ...fields } as VisitorStatus;
}

/** A status as far as the page relies on it; null = the answer is none of ours. */
export function readStatus(value: unknown): VisitorStatus | null {
  const fields = fieldsOf(value);
  const usable = typeof fields["state"] === "string" && typeof fields["version"] === "number" && typeof fields["pollAfterMs"] === "number";
  if (!usable) return null;
  return completed(fields);
}

function challengeIn(fields: Fields): PublicChallenge | null {
  return (fields["challenge"] as PublicChallenge | undefined) ?? null;
}

/** What an answer's status code, body and `Retry-After` mean for this call. `body` is null when it was no JSON. */
export function readAnswer(call: Call, code: number, body: unknown, retryAfter: number): Answer {
  const fields = fieldsOf(body);
  const told = typeof fields["code"] === "string" ? fields["code"] : "";
  const failed: Answer = { kind: "failed", retryAfterMs: retryAfter };
  if (code === 429) return { kind: told === "session-shared" ? "shared" : "limited", retryAfterMs: retryAfter };
  const barred = code >= 400 ? phaseOfCode(told) : null;
  if (barred === "invite" && told !== "invite-required") return { kind: "invite-refused" };
  if (barred !== null) return { kind: "barred", phase: barred, retryAfterMs: retryAfter, challenge: challengeIn(fields) };
  if (code === 204) return { kind: "left" };
  if (code >= 500 || body === null) return failed;
  // Nothing to give up is given up as well.
  if (call === "leave") return { kind: "left" };
  if (call === "enter" && code === 401) return { kind: "no-place" };
  if (call === "enter" && code === 409) return { kind: "not-yet" };
  if (call === "enter" && code === 410) return { kind: "over", reason: told === "session-over" ? "ended" : "spent" };
  if (code >= 400) return { kind: "refused" };
  if (call === "enter" && code === 200) {
    return { kind: "granted", returnTo: typeof fields["returnTo"] === "string" ? fields["returnTo"] : null };
  }
  const status = readStatus(call === "status" ? body : fields["status"]);
  // Another state than this says why there is no place to be had.
  if (call === "join" && code === 202 && status?.state === "joining") {
    return { kind: "credential-given", challenge: challengeIn(fieldsOf(fields["status"])) };
  }
  if (status === null) return failed;
  return call === "enter" ? { kind: "recorded", status } : { kind: "status", status };
}
