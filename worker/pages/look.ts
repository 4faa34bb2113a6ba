import type { LookColours, LookSettings } from "../../durable-objects/domain/look.ts";
import { contrast, LEAST_CONTRAST, mixed, readableOn } from "./contrast.ts";

/** The page's own colours, as in `page.css`. */
const OWN = {
  light: { paper: "#fbf9f6", ink: "#211c1b", accent: "#9c2743" },
  dark: { paper: "#171415", ink: "#f3eeea", accent: "#ee7f97" },
} as const satisfies Record<"light" | "dark", LookColours>;

/** How much ink is in what is written small, in lines, in panels and in the rope. */
const SOFT = 0.72;
const LINE = 0.14;
const PANEL = 0.06;
const CORD = 0.22;

/** The quieter writing, as quiet as it may be. */
function softOf({ paper, ink }: LookColours): string {
  const soft = mixed(paper, ink, SOFT);
  return contrast(soft, paper) >= LEAST_CONTRAST ? soft : ink;
}

/** Which of a look's colours can't be read, by the member's name; null = all can. */
export function lookFault(look: LookSettings): { readonly field: string; readonly detail: string } | null {
  for (const theme of ["light", "dark"] as const) {
    const colours = look[theme];
    if (colours === null) continue;
    const { paper, ink } = colours;
    const grounds = [
      ["ink", ink, paper],
      ["ink", ink, mixed(paper, ink, PANEL)],
      ["accent", colours.accent, paper],
    ] as const;
    for (const [name, colour, ground] of grounds) {
      const ratio = contrast(colour, ground);
      if (ratio >= LEAST_CONTRAST) continue;
      const field = `look.${theme}.${name}`;
      // Rounded down: what is told must not look as if it were enough.
      const told = Math.floor(ratio * 100) / 100;
      return {
        field,
        detail: `"${field}" (${colour}) has a contrast of ${told} on ${ground}; at least ${LEAST_CONTRAST} is needed to read it.`,
      };
    }
  }
  return null;
}

function variables(colours: LookColours, scheme: string): string {
  const { paper, ink, accent } = colours;
  const values = {
    paper,
    ink,
    accent,
    "on-accent": readableOn(accent),
    soft: softOf(colours),
    line: mixed(paper, ink, LINE),
    panel: mixed(paper, ink, PANEL),
    cord: mixed(paper, ink, CORD),
  };
  const list = Object.entries(values).map(([name, value]) => `--${name}:${value}`);
  return `:root{${list.join(";")};color-scheme:${scheme}}`;
}

/** Only a page with a logo needs to know how one stands in it. */
const LOGO = ".logo{display:block;max-width:min(12rem,60%);max-height:4rem;margin:0 auto 1rem}";

/** Style that lays a look over the page's own; "" = nothing to change. The colours have been checked for their form. */
export function lookCss(look: LookSettings): string {
  return coloursCss(look) + (look.logo === null ? "" : LOGO);
}

function coloursCss({ theme, light, dark }: LookSettings): string {
  if (theme !== "auto") return variables((theme === "light" ? light : dark) ?? OWN[theme], theme);
  if (light === null && dark === null) return "";
  return `${variables(light ?? OWN.light, "light dark")}@media (prefers-color-scheme:dark){${variables(dark ?? OWN.dark, "light dark")}}`;
}
