/** How an organiser's pages look and what they say: data alone, which the event keeps and the pages read. */

/** By language and the text's path in it, such as `line.phases.waiting.lead`. */
export type TextOverrides = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Colours as `#rrggbb` in lower case. */
export interface LookColours {
  readonly paper: string;
  readonly ink: string;
  /** Buttons, links, the bead on the rope. */
  readonly accent: string;
}

/** The organiser's look of the visitors' pages. */
export interface LookSettings {
  /** A picture as a `data:` URL, since pages load nothing from anywhere. */
  readonly logo: string | null;
  /** "auto" follows the visitor's device. */
  readonly theme: "auto" | "light" | "dark";
  readonly light: LookColours | null;
  readonly dark: LookColours | null;
}
