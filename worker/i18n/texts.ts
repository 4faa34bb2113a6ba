import type { Phase } from "../pages/phase.ts";

/** A text for each plural category the language has; `other` always. `{name}` marks where a value goes. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** What one phase says. */
export interface PhaseTexts {
  readonly headline: string;
  /** A sentence or two below the headline; "" = none. */
  readonly lead: string;
  /** Instead of `lead` for somebody without a place, where `lead` speaks of the place. */
  readonly leadWithoutPlace?: string;
  /** The start of the browser tab's title. May use `{ahead}`. */
  readonly tab: string;
}

/** What the waiting page says; sent to the browser whole, so it is plain data and small. */
export interface LineTexts {
  readonly phases: Readonly<Record<Phase, PhaseTexts>>;
  /** Stands below the large number and so doesn't repeat it. */
  readonly ahead: Plural;
  readonly place: string;
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
  /** `{left}` such as "4 min, 10 sec" */
  readonly turnLeft: string;
  /** `{left}`, `{time}` such as "10:42" */
  readonly turnLeftUntil: string;
  readonly turnEnding: string;
  readonly enter: string;
  readonly enterAdmitted: string;
  readonly newPlace: string;
  readonly reload: string;
  readonly messageLabel: string;
  readonly offline: string;
  readonly unreachable: string;
  /** Too many requests from this network; `{duration}` */
  readonly busy: string;
  readonly placeKept: string;
  readonly noPlaceYet: string;
  readonly leave: string;
  /** `{position}` */
  readonly leaveQuestion: string;
  readonly leaveConfirm: string;
  /** `{reference}` */
  readonly reference: string;
}

/** A page that is not the line: something went wrong, or there is nothing to wait for. */
export interface NoticeText {
  readonly headline: string;
  readonly paragraphs: readonly string[];
  /** The link's words; "" = no link. */
  readonly link: string;
}

/** Error pages by the stable code of the error; `other` for every code without words of its own. */
export type ErrorTexts = Readonly<Record<string, NoticeText>> & { readonly other: NoticeText };

export interface NoticeTexts {
  readonly left: NoticeText;
  readonly formNotSent: NoticeText;
  /** The link's words when it leads to the page the form was on. */
  readonly formNotSentBack: string;
  readonly full: NoticeText;
  readonly originUnreachable: NoticeText;
  /** Added when the request that failed was a form. */
  readonly originUnreachableAfterForm: string;
  readonly errors: ErrorTexts;
  /** Added to an error when the request was a form, which has gone nowhere. */
  readonly errorAfterForm: string;
  /** Added where the page loads itself anew. */
  readonly triesAgain: string;
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
