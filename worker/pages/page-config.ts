import type { ScriptTexts } from "../i18n/texts.ts";
import type { Barred } from "./phase.ts";
import type { VisitorStatus } from "./visitor-status.ts";

/** What the page's script is told, as JSON in the page. */
export interface PageConfig {
  readonly event: string;
  readonly lane: string;
  readonly title: string;
  /** Path and query, without fragment: the server never sees that. */
  readonly returnTo: string;
  readonly barred: Barred | null;
  readonly reachable: boolean;
  /** The invitation's code that was shown is no good. */
  readonly inviteRefused: boolean;
  /** Who has a place is shown another page, the organiser's: this one is left for it. */
  readonly hasTemplate: boolean;
  readonly language: string;
  readonly texts: ScriptTexts;
  /** What its script looks at, without what is null; the message is the text of the page's `.words`. */
  readonly status: Partial<VisitorStatus>;
}
