import type { Phase } from "../pages/phase.ts";

/** A text for each plural category the language has; `other` always. `{name}` marks where a value goes. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** What one phase, or one page that is not the line, says. */
export interface PhaseTexts {
  /** Also the browser tab's title. */
  readonly headline: string;
  /** A sentence or two below the headline. */
  readonly lead: string;
}

/** What the waiting page says; sent to the browser nearly whole, so it is plain data and small. */
export interface LineTexts {
  readonly phases: Readonly<Record<Phase, PhaseTexts>>;
  /** Stands below the large number and so doesn't repeat it. */
  readonly ahead: Plural;
  /** The tab's title while in line; `{ahead}` is a number. Few letters fit. */
  readonly tabAhead: string;
  readonly place: string;
  /** The number somebody has in the draw, before there are places. */
  readonly drawNumber: string;
  /** Before the date and time of the opening. */
  readonly opens: string;
  /** Stand below a large countdown such as "2:14:09". */
  readonly untilJoin: string;
  readonly untilDraw: string;
  readonly untilOpen: string;
  readonly drawFair: string;
  readonly drawWaits: string;
  /** A link to what anybody needs to recompute the draw. */
  readonly checkDraw: string;
  readonly wait: string;
  readonly waitUnknown: string;
  readonly underAMinute: string;
  /** `{duration}` */
  readonly about: string;
  /** `{duration}` */
  readonly upTo: string;
  readonly pace: string;
  /** `{count}` */
  readonly perMinute: Plural;
  readonly updatedNow: string;
  /** `{ago}` such as "3 seconds ago" */
  readonly updated: string;
  /** `{left}` such as "4 min 10 sec" */
  readonly turnLeft: string;
  /** `{left}`, `{time}` such as "10:42" */
  readonly turnLeftUntil: string;
  readonly turnEnding: string;
  readonly enter: string;
  readonly enterAdmitted: string;
  readonly newPlace: string;
  /** Goes in here, which ends the visit where it was opened since. */
  readonly takeOver: string;
  readonly reload: string;
  /** Names a field of a form. */
  readonly inviteCode: string;
  /** The button of that form. */
  readonly inviteUse: string;
  /** What that form says to a code that is no good. */
  readonly inviteRefused: string;
  /** Two switches. */
  readonly alertSound: string;
  readonly alertNotify: string;
  readonly messageLabel: string;
  readonly offline: string;
  readonly unreachable: string;
  /** Too many requests from this network. */
  readonly busy: string;
  /** The visit has been opened on too many networks; `{duration}` such as "9 min" */
  readonly sharedUntil: string;
  /** `{duration}` such as "40 sec" */
  readonly retryIn: string;
  /** Instead, where the time is not known. */
  readonly triesAgain: string;
  readonly placeKept: string;
  readonly noPlaceYet: string;
  readonly leave: string;
  /** `{position}` */
  readonly leaveQuestion: string;
  readonly leaveConfirm: string;
  /** `{reference}` */
  readonly reference: string;
}

/** Labels that never change once they stand in the page: its script does not need them. */
const LABELS = [
  "opens",
  "drawNumber",
  "checkDraw",
  "pace",
  "newPlace",
  "takeOver",
  "inviteCode",
  "inviteUse",
  "alertSound",
  "alertNotify",
  "messageLabel",
  "leave",
  "leaveConfirm",
] as const satisfies readonly (keyof LineTexts)[];

export function isLabel(name: string): boolean {
  return (LABELS as readonly string[]).includes(name);
}

/** What the page's script needs of it. */
export interface ScriptTexts extends Omit<LineTexts, (typeof LABELS)[number] | "phases"> {
  readonly phases: Readonly<Record<Phase, readonly [headline: string, lead: string]>>;
}

/** Codes of errors that have words of their own; those that are a phase of the line as well use that one's words. */
export type ErrorCode = "unknown-host" | "ambiguous-path" | "session-rate" | "session-shared" | "shed" | "room-unavailable";

/** Pages that are not the line: something went wrong, or there is nothing to wait for. */
export interface NoticeTexts {
  readonly formNotSent: PhaseTexts;
  /** Added wherever a form went nowhere. */
  readonly notSent: string;
  readonly paymentWarning: string;
  readonly originUnreachable: PhaseTexts;
  /** Added there when the request that failed was a form. */
  readonly maybeSent: string;
  /** By the stable code of the error; `other` for every code without words of its own. */
  readonly errors: Readonly<Record<ErrorCode | "other", PhaseTexts>>;
  /** Links. */
  readonly startPage: string;
  readonly backToForm: string;
  /** `{code}` */
  readonly code: string;
}

/** Everything Stanchion says to visitors, in one language. */
export interface Texts {
  /** BCP 47; numbers, plurals, durations and times follow it. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly line: LineTexts;
  readonly notices: NoticeTexts;
}
