/** What the script of the page that recomputes a draw is told, as JSON in the page. */
export interface DrawPageConfig {
  readonly event: string;
}
