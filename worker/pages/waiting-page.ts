import { pageJs } from "../generated/waiting-page-assets.ts";
import type { Texts } from "../i18n/texts.ts";
import { embeddedJson, html, ownCode, type Html } from "./html.ts";
import type { PageConfig } from "./page-config.ts";
import type { FrameAncestors } from "./page-headers.ts";
import { localPath, renderShell, type Page } from "./page-shell.ts";
import { phaseOf } from "./phase.ts";
import { describe, ropeWay, type View } from "./view.ts";
import type { VisitorStatus } from "./visitor-status.ts";
import { createWording } from "./wording.ts";

export interface WaitingPageInput {
  readonly event: string;
  readonly lane: string;
  /** The event's title as the organiser wrote it. */
  readonly title: string;
  readonly status: VisitorStatus;
  /** False: the room could not be asked; what the status holds is the last that is known. */
  readonly reachable: boolean;
  /** Validated path and query on this host, byte for byte as asked for. */
  readonly returnTo: string;
  /** At least 16 characters of base64, new for every answer. */
  readonly nonce: string;
  /** When the page loads itself anew without script; null = never. */
  readonly refreshSeconds: number | null;
  readonly texts: Texts;
  readonly framing: FrameAncestors;
  /** For an answer with status 429 or 503; null = no `Retry-After`. */
  readonly retryAfterSeconds: number | null;
}

// The rope between its posts: the whole of it, the part left behind, and the bead, a dash of no length.
const CURVE = "M14 22Q160 92 306 22";

/** The attribute that hides an element with nothing to say. */
function hidden(text: string): Html {
  return html`${text === "" && html`hidden`}`;
}

/** An element whose text the script renews, by its class; it exists even while it has nothing to say. */
function slot(tag: "p" | "span" | "h1", name: string, text: string): Html {
  return html`<${ownCode(tag)} class="${name}" ${hidden(text)}>${text}</${ownCode(tag)}>`;
}

function fact(name: "place" | "wait" | "pace", label: string, value: string): Html {
  return html`<div ${hidden(value)}>
    <dt>${label}</dt>
    <dd class="${name}">${value}</dd>
  </div>`;
}

/** What a browser without script sends to give up its place; with script it becomes a call. */
function leaveForm(input: WaitingPageInput, attributes: Html, button: Html): Html {
  return html`<form method="post" action="/_stanchion/v1/leave" ${attributes}>
    <input type="hidden" name="event" value="${input.event}" /><input type="hidden" name="lane" value="${input.lane}" /><input
      type="hidden"
      name="returnTo"
      value="${localPath(input.returnTo)}"
    />
    ${button}
  </form>`;
}

function rope(view: View): Html {
  const way = 100 * ropeWay(view.rope?.fraction ?? 0);
  return html`<svg
    class="rope"
    viewBox="0 0 320 84"
    aria-hidden="true"
    data-motion="${view.rope?.motion ?? "still"}"
    ${view.rope === null && html`hidden`}
  >
    <path class="cord" d="${CURVE}" />
    <path class="walked" d="${CURVE}" pathLength="100" stroke-dasharray="${way} 200" />
    <path class="posts" d="M14 14V80M306 14V80" />
    <path class="knobs" d="M14 12h.01M306 12h.01" />
    <path class="bead" d="${CURVE}" pathLength="100" stroke-dasharray=".01 200" stroke-dashoffset="${-way}" />
  </svg>`;
}

function actions(input: WaitingPageInput, view: View): Html {
  const kind = view.action?.kind;
  const label = view.action?.label ?? "";
  const link = kind === "enter" || kind === "reload";
  const newPlace = html`<button class="button">${input.texts.line.newPlace}</button>`;
  return html`<div class="actions">
    <a class="link button" href="${localPath(input.returnTo)}" ${hidden(link ? label : "")}>${link && label}</a>
    ${leaveForm(input, html`class="new-place" ${hidden(kind === "new-place" ? label : "")}`, newPlace)}
    ${slot("p", "countdown", view.countdown)}
  </div>`;
}

function footer(input: WaitingPageInput, view: View): Html {
  const { line } = input.texts;
  const confirm = html`<button class="button quiet">${line.leaveConfirm}</button>`;
  return html`<footer>
    <p>
      ${slot("span", "updated", view.updated)} ${slot("span", "reference", view.reference)}
      <a class="reload" href="${localPath(input.returnTo)}">${line.reload}</a>
    </p>
    <details class="leave" ${hidden(view.leaveQuestion)}>
      <summary>${line.leave}</summary>
      ${slot("p", "leave-question", view.leaveQuestion)} ${leaveForm(input, html``, confirm)}
    </details>
  </footer>`;
}

function content(input: WaitingPageInput, view: View): Html {
  const { line } = input.texts;
  return html`<div class="now">
      ${slot("h1", "headline", view.headline)}
      <p class="count" ${hidden(view.figure)}>
        <strong class="figure" data-length="${view.figureLength}">${view.figure}</strong> ${slot("span", "figure-label", view.figureLabel)}
      </p>
      ${rope(view)} ${slot("p", "lead", view.lead)} ${actions(input, view)} ${slot("p", "trouble", view.trouble)}
    </div>
    <dl class="facts" ${hidden(view.place + view.wait + view.pace)}>
      ${fact("place", line.place, view.place)}${fact("wait", line.wait, view.wait)}${fact("pace", line.pace, view.pace)}
    </dl>
    <section class="message" aria-label="${line.messageLabel}" ${hidden(view.message)}>
      <h2>${line.messageLabel}</h2>
      <p class="words" dir="auto">${view.message}</p>
    </section>
    ${footer(input, view)}
    <p class="spoken" role="status"></p>`;
}

/**
 * Loads the page anew should our script not start, or die: a dead man's switch that a running script keeps pushing
 * back. Old syntax on purpose, in an element of its own, so that it runs where the script itself can't be read.
 * Without any script the refresh in `noscript` does the same, and the "try again" link works by hand.
 */
function guard(refreshSeconds: number): string {
  return `(function(t,f){f=window.stanchionGuard=function(ms){clearTimeout(t);if(ms)t=setTimeout(function(){navigator.onLine===false?f(ms):location.reload()},ms)};f(${refreshSeconds}*1000)})()`;
}

/**
 * The waiting page: one answer with everything in it, complete without script, and taken over by the script, which
 * shows the same `View` from then on. Pure; every text that is not ours is escaped and bounded (field case 60).
 */
export function renderWaitingPage(input: WaitingPageInput): Page {
  const { texts, nonce, status } = input;
  const refreshSeconds = input.refreshSeconds === null ? null : Math.max(2, Math.ceil(input.refreshSeconds));
  // Clock against clock of the same room, so that no clock of this machine is needed.
  const turnLeftMs = status.turnEndsAt === null ? Number.NaN : Date.parse(status.turnEndsAt) - Date.parse(status.updatedAt) - status.ageMs;
  const view = describe(
    {
      phase: phaseOf(status),
      status,
      trouble: input.reachable ? null : { kind: "unreachable", retryInMs: (refreshSeconds ?? 0) * 1000 },
      ageMs: status.ageMs,
      turnLeftMs: Number.isNaN(turnLeftMs) ? null : turnLeftMs,
      turnEndsClockMs: null,
      startAhead: null,
    },
    input.title,
    texts.line,
    createWording(texts.language, texts.line),
  );
  const config: PageConfig = {
    event: input.event,
    lane: input.lane,
    title: input.title.slice(0, 1000),
    returnTo: localPath(input.returnTo),
    reachable: input.reachable,
    language: texts.language,
    texts: texts.line,
    status: { ...status, message: view.message },
  };
  return renderShell({
    texts,
    nonce,
    framing: input.framing,
    retryAfterSeconds: input.retryAfterSeconds,
    tabTitle: view.tabTitle,
    title: input.title,
    rootAttributes: html` data-phase="${view.phase}"`,
    head: html`${refreshSeconds !== null && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>`}`,
    main: content(input, view),
    end: html`${
        refreshSeconds !== null &&
        html`<script nonce="${nonce}">
          ${ownCode(guard(refreshSeconds))};
        </script> `
      }
      <script nonce="${nonce}" type="application/json" id="config">
        ${embeddedJson(config)}
      </script>
      <script nonce="${nonce}">
        ${ownCode(pageJs)};
      </script>`,
  });
}
