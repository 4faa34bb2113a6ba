import type { LineTexts } from "../i18n/texts.ts";
import type { VisitorStatus } from "./visitor-status.ts";

/** What the page's script is told, as JSON in the page. */
export interface PageConfig {
  readonly event: string;
  readonly lane: string;
  readonly title: string;
  /** Path and query, without fragment: the server never sees that. */
  readonly returnTo: string;
  readonly reachable: boolean;
  readonly language: string;
  readonly texts: LineTexts;
  /** Without its message, which is the text of the page's `.words`. */
  readonly status: VisitorStatus;
}
