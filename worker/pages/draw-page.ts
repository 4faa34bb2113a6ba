import { english } from "../i18n/packed-languages.ts";
import { assetsOf } from "./assets.ts";
import type { DrawPageConfig } from "./draw-page-config.ts";
import { embeddedJson, html, ownCode } from "./html.ts";
import type { FrameAncestors } from "./page-headers.ts";
import { type Page, renderShell } from "./page-shell.ts";

export interface DrawPageInput {
  readonly event: string;
  /** The event's title as the organiser wrote it. */
  readonly title: string;
  /** At least 16 characters of base64, new for every answer. */
  readonly nonce: string;
  readonly framing: FrameAncestors;
}

/** The page on which anybody recomputes an event's draw in the own browser. In English; pure. */
export function renderDrawPage({ event, title, nonce, framing }: DrawPageInput): Page {
  const { css, js } = assetsOf("draw");
  const config: DrawPageConfig = { event };
  const publication = `/_stanchion/v1/events/${encodeURIComponent(event)}/draw`;
  return renderShell({
    texts: english(),
    look: null,
    nonce,
    framing,
    retryAfterSeconds: null,
    tabTitle: "The draw, recomputed",
    title,
    rootAttributes: html` data-phase="draw"`,
    head: html`<style nonce="${nonce}">
      ${ownCode(css)}
    </style>`,
    main: html`<div class="now">
        <h1 class="headline">The draw, recomputed</h1>
        <p class="lead">
          Everybody who came before the doors opened had a number, and a draw gave each number its place. This page fetches what was
          published of the draw and computes it again, in your browser.
        </p>
        <p class="lead" id="summary" role="status"></p>
        <noscript><p class="lead">Your browser runs no script, and this page computes with one.</p></noscript>
      </div>
      <form class="ask" id="ask" hidden>
        <div id="lane-field">
          <label for="lane">Line</label
          ><select id="lane"></select>
        </div>
        <div><label for="number">Your number</label><input id="number" inputmode="numeric" autocomplete="off" required /></div>
        <button class="button">Show its place</button>
      </form>
      <p class="answer" id="answer" role="status"></p>
      <ul class="checks" id="checks"></ul>
      <footer>
        <p class="small" id="beacon" hidden>
          The beacon's signature takes more computing than a page should do; <a id="beacon-link">the beacon itself tells the round</a>, and
          its randomness must be the published one.
        </p>
        <p class="small">
          Computed from <a href="${publication}">what is published</a>. The same by command: <code>npm run verify-draw -- URL</code>.
        </p>
      </footer>`,
    end: html`<script type="application/json" id="config" nonce="${nonce}">
        ${embeddedJson(config)}
      </script>
      <script nonce="${nonce}">
        ${ownCode(js)};
      </script>`,
  });
}
