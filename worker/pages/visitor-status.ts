import type { Doors, SalePhase, VisitorState } from "../../durable-objects/domain/types.ts";

/** The answer of `GET status`, and what a page or an app shows. Times are ISO 8601 in UTC. */
export interface VisitorStatus {
  readonly event: string;
  readonly lane: string;
  readonly state: VisitorState;
  readonly position: number | null;
  /** Places between the visitor's and now serving, the visitor's not counted; 0 = next. */
  readonly ahead: number | null;
  /** Null = not known. */
  readonly wait: {
    readonly lowSeconds: number;
    readonly likelySeconds: number;
    readonly highSeconds: number;
  } | null;
  readonly nowServing: number;
  /** Admissions a minute to be expected from now on; 0 = not known. */
  readonly perMinute: number;
  /** The organiser's words to everybody in line; "" = none. */
  readonly message: string;
  /** When to ask again; jitter is already in it. */
  readonly pollAfterMs: number;
  /** Rises with every change of the event; a reader ignores an older answer. */
  readonly version: number;
  /** The event's own time stamp of these figures. */
  readonly updatedAt: string;
  /** Age of these figures when the answer was written. */
  readonly ageMs: number;
  /** End of the turn, or of the time to come back late. */
  readonly turnEndsAt: string | null;
  readonly doors: Doors;
  readonly phase: SalePhase;
  /** When the pre-queue begins; null = there is none. */
  readonly preQueueAt: string | null;
  readonly opensAt: string | null;
  /** From when on nobody comes into the draw any more. */
  readonly drawAt: string | null;
  /** Somebody's number in the draw, before there are places. */
  readonly drawNumber: number | null;
  /** Where anybody can check the draw. */
  readonly drawUrl: string | null;
  /** The doors wait for the draw's public random number. */
  readonly drawWaits: boolean;
  /** What is left will probably not do for this place. */
  readonly tooLate: boolean;
  /** The one late return after a missed turn is being used. */
  readonly late: boolean;
  /** How long the longest waiting of the line has waited; null = not known. */
  readonly oldestWaitSeconds: number | null;
  /** A short word to tell the organiser's support; no secret. */
  readonly reference: string | null;
  /** Admitted, but the session was entered from another network since: a page must not go in before a person says so. */
  readonly shared?: true;
  /** An invitation may lead to another lane; left out = there is none by invite. */
  readonly invites?: true;
  /** What the visitor's credential asks for before it gets a place; left out = nothing. */
  readonly challenge?: PublicChallenge;
  /** The event's title. */
  readonly title: string;
}

/**
 * A proof of work: there is a number n below `attempts` for which PBKDF2-HMAC-SHA-256 of the password `seed` with the salt n (both as
 * ASCII text, n in decimal) gives 32 bytes whose base64 begins with `target`. The rest of that text is the solution.
 */
export interface PublicChallenge {
  readonly algorithm: "PBKDF2-SHA-256";
  readonly iterations: number;
  readonly attempts: number;
  readonly seed: string;
  readonly target: string;
  /** The credential is taken unsolved after this long: for whoever has no script (within a limit by network). */
  readonly unsolvedAfterMs: number;
}
