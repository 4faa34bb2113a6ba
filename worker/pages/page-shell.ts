import type { LookSettings } from "../../durable-objects/domain/look.ts";
import type { Texts } from "../i18n/texts.ts";
import { assetsOf } from "./assets.ts";
import { oneLine } from "./bounded-text.ts";
import { html, ownCode, type Html } from "./html.ts";
import { lookCss } from "./look.ts";
import { pageHeaders, type FrameAncestors } from "./page-headers.ts";

/** A page ready to be sent; the status code is the caller's. */
export interface Page {
  readonly html: string;
  readonly headers: Record<string, string>;
}

export interface Shell {
  readonly texts: Texts;
  readonly nonce: string;
  readonly framing: FrameAncestors;
  readonly retryAfterSeconds: number | null;
  readonly tabTitle: string;
  /** The event's title as the organiser wrote it; "" = none. */
  readonly title: string;
  /** The organiser's; null = the page's own. */
  readonly look: LookSettings | null;
  /** Attributes of the root element, for the style sheet. */
  readonly rootAttributes: Html;
  /** Extra elements of the head, before its style. */
  readonly head: Html;
  /** What its script is told: before what is seen, since words that stand in both compress better the nearer they are to each other. */
  readonly data?: Html;
  readonly main: Html;
  /** After everything that is seen: scripts. */
  readonly end: Html;
}

// Inline, because browsers ask the shop for /favicon.ico otherwise: one request less for each one who waits.
const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'><circle cx='1' cy='1' r='1' fill='%239c2743'/></svg>";

/** Style that only some languages need. */
function languageCss({ language, direction }: Texts): string {
  // Korean has gaps between its words, and lines break there.
  return (direction === "rtl" ? ".rope{transform:scaleX(-1)}" : "") + (language === "ko" ? "body{word-break:keep-all}" : "");
}

/** The document around every page for visitors, complete without script and with everything inline. */
export function renderShell(shell: Shell): Page {
  const { texts, nonce, title, look } = shell;
  const logo = look?.logo ?? null;
  const page = html`<!doctype html>
    <html lang="${texts.language}" dir="${texts.direction}" ${shell.rootAttributes}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${shell.tabTitle}</title>
        <link rel="icon" href="${ownCode(ICON)}" />
        ${shell.head}
        <style nonce="${nonce}">
          ${ownCode(assetsOf("waiting-page").css + languageCss(texts))}${look !== null && ownCode(lookCss(look))}
        </style>
        ${shell.data ?? null}
      </head>
      <body>
        <main>
          ${logo !== null && html`<img class="logo" src="${logo}" alt="" />`}${title !== "" && html`<p class="event"><bdi>${oneLine(title)}</bdi></p>`}
          ${shell.main}
        </main>
        ${shell.end}
      </body>
    </html> `;
  return { html: page.html, headers: pageHeaders(nonce, texts.language, shell.framing, shell.retryAfterSeconds) };
}

/** A path on this host that a link may lead to; anything else becomes "/". Callers validate; this is the last lock. */
export function localPath(path: string): string {
  return /^\/(?![/\\])[^\u0000-\u0020\u007f]*$/.test(path) ? path : "/";
}
