/** The waiting page an organiser wrote. */
import { frameAncestors, type FrameAncestors } from "../pages/page-headers.ts";
import type { TemplateNode } from "./compile.ts";
import { renderTemplate } from "./render.ts";
import { templateValues, type TemplateInput } from "./values.ts";

/**
 * What keeps an organiser's page from the shop's and the console's origin (S3). The sandbox without `allow-same-origin` gives it an
 * origin of its own that is nobody's: no cookie, no storage, no answer of ours can be read, and what it sends with POST is refused
 * as from elsewhere. What it loads is the organiser's affair. A window it opens is no longer its own, so a link leads to a page that works.
 */
const SANDBOX = "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox";

/** HTML and headers for one visitor. It can't poll from there, so the browser loads it anew (`Refresh`) when it is time to ask. */
export function renderTemplatePage(
  nodes: readonly TemplateNode[],
  input: TemplateInput,
  framing: FrameAncestors = [],
): { readonly html: string; readonly headers: Readonly<Record<string, string>> } {
  return {
    html: renderTemplate(nodes, templateValues(input)),
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `${SANDBOX}; frame-ancestors ${frameAncestors(framing)}`,
      ...(input.refreshSeconds === null ? {} : { Refresh: `${input.refreshSeconds}` }),
      "Cache-Control": "private, no-store",
      Vary: "Accept, Accept-Language, Cookie",
      "X-Robots-Tag": "noindex",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
    },
  };
}
