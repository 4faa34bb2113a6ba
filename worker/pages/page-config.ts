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
  /** Left out: nothing keeps the visitor from a place that the status does not tell. */
  readonly barred?: Barred;
  /** Left out: the room could be asked. */
  readonly unreachable?: true;
  /** The invitation's code that was shown is no good; left out: none was, or it is. */
  readonly inviteRefused?: true;
  /** Who has a place is shown the organiser's page instead of this one; left out: there is none. */
  readonly hasTemplate?: true;
  readonly texts: ScriptTexts;
  /** What its script looks at, without what is null or false; the message is the text of the page's `.words`. */
  readonly status: Partial<VisitorStatus>;
}
