import type { LookSettings } from "../../durable-objects/domain/look.ts";
import type { LineTexts, ScriptTexts, Texts } from "../i18n/texts.ts";
import { assetsOf } from "./assets.ts";
import { manyLines, oneLine } from "./bounded-text.ts";
import { embeddedJson, html, ownCode, type Html } from "./html.ts";
import type { PageConfig } from "./page-config.ts";
import type { FrameAncestors } from "./page-headers.ts";
import { localPath, renderShell, type Page } from "./page-shell.ts";
import { openingOf, roomTimeUntil } from "./opening.ts";
import { phaseOf, type Barred, type Phase } from "./phase.ts";
import { reloadByScript, reloadWithoutScript, wholeSeconds } from "./reload.ts";
import { describe, ropeWay, type Slot, type View } from "./view.ts";
import { scriptTexts } from "./script-texts.ts";
import type { VisitorStatus } from "./visitor-status.ts";
import { createWording } from "./wording.ts";

export interface WaitingPageInput {
  readonly event: string;
  readonly lane: string;
  /** The event's title as the organiser wrote it. */
  readonly title: string;
  readonly status: VisitorStatus;
  /** What keeps the visitor from a place, where the status alone does not tell; null = nothing. */
  readonly barred: Barred | null;
  /** False: the room could not be asked; what the status holds is the last that is known. */
  readonly reachable: boolean;
  /** The invitation's code that was shown is no good. */
  readonly inviteRefused: boolean;
  /** Who has a place is shown the organiser's page instead of this one. */
  readonly hasTemplate: boolean;
  /** Validated path and query on this host, byte for byte as asked for. */
  readonly returnTo: string;
  /** At least 16 characters of base64, new for every answer. */
  readonly nonce: string;
  /** When the page loads itself anew without script; null = never. */
  readonly refreshSeconds: number | null;
  readonly texts: Texts;
  /** The organiser's look; null = the page's own. */
  readonly look: LookSettings | null;
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
function slot(tag: "p" | "span", name: Slot, { slots }: View): Html {
  const text = slots[name];
  return html`<${ownCode(tag)} class="${name}" ${hidden(text)}>${text}</${ownCode(tag)}>`;
}

/** What an element that is shown with its texts needs. */
function hiddenWithout(names: readonly Slot[], { slots }: View): Html {
  return hidden(names.map((name) => slots[name]).join(""));
}

/** A figure of the line, by its class, with the text that names it. */
const FACTS = { opens: "opens", "draw-number": "drawNumber", place: "place", wait: "wait", pace: "pace" } as const;
const FACT_SLOTS = Object.keys(FACTS) as (keyof typeof FACTS)[];

function fact(name: keyof typeof FACTS, line: LineTexts, { slots }: View): Html {
  return html`<div ${hidden(slots[name])}>
    <dt>${line[FACTS[name]]}</dt>
    <dd class="${name}">${slots[name]}</dd>
  </div>`;
}

/** What a browser without script sends to give up its place, to show an invitation, or to take its visit over; with script it becomes a call. */
function callForm(call: "leave" | "join" | "enter", input: WaitingPageInput, attributes: Html, fields: Html): Html {
  return html`<form method="post" action="/_stanchion/v1/${call}" ${attributes}>
    <input type="hidden" name="event" value="${input.event}" /><input type="hidden" name="lane" value="${input.lane}" /><input
      type="hidden"
      name="returnTo"
      value="${localPath(input.returnTo)}"
    />
    ${fields}
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

/** The form for an invitation's code; closed where it is only offered. */
function invite(input: WaitingPageInput, view: View): Html {
  const { inviteCode, inviteUse } = input.texts.line;
  const field = html`<input
      name="invite"
      required
      autocomplete="off"
      aria-label="${inviteCode}"
      aria-describedby="trouble"
      aria-invalid="${String(view.inviteRefused)}"
    />
    <button class="button">${inviteUse}</button>`;
  return html`<details
    class="invite"
    ${view.invite === null && html`hidden`}
    ${(view.invite === "asked" || view.inviteRefused) && html`open`}
  >
    <summary>${inviteCode}</summary>
    ${callForm("join", input, html``, field)}
  </details>`;
}

/** Switches that only a script can mean; a running one shows them. */
function alerts({ alertSound, alertNotify }: LineTexts): Html {
  return html`<p class="alerts" hidden>
    <button class="sound" aria-pressed="false">${alertSound}</button>
    <button class="notify" aria-pressed="false">${alertNotify}</button>
  </p>`;
}

function actions(input: WaitingPageInput, view: View): Html {
  const { form } = view;
  const button = (text: string): Html => html`<button class="button">${text}</button>`;
  const { newPlace, takeOver } = input.texts.line;
  return html`<div class="actions">
    <a class="link button" href="${localPath(input.returnTo)}" ${hidden(view.slots.link)}>${view.slots.link}</a>
    ${callForm("leave", input, html`class="new-place" ${form !== "new-place" && html`hidden`}`, button(newPlace))}
    ${callForm("enter", input, html`class="take-over" ${form !== "take-over" && html`hidden`}`, button(takeOver))}
    ${slot("p", "countdown", view)} ${invite(input, view)}
  </div>`;
}

function footer(input: WaitingPageInput, view: View): Html {
  const { line } = input.texts;
  const confirm = html`<button class="button quiet">${line.leaveConfirm}</button>`;
  return html`<footer>
    <p>
      ${slot("span", "updated", view)} ${slot("span", "reference", view)}
      <a class="reload" href="${localPath(input.returnTo)}">${line.reload}</a>
    </p>
    <details class="leave" ${hidden(view.slots["leave-question"])}>
      <summary>${line.leave}</summary>
      ${slot("p", "leave-question", view)} ${callForm("leave", input, html``, confirm)}
    </details>
  </footer>`;
}

function content(input: WaitingPageInput, view: View): Html {
  const { line } = input.texts;
  return html`<div class="now">
      <h1 class="headline" tabindex="-1">${view.slots.headline}</h1>
      <p class="count" ${hidden(view.slots.figure)}>
        <strong class="figure" data-length="${view.figureLength}">${view.slots.figure}</strong> ${slot("span", "figure-label", view)}
      </p>
      ${rope(view)} ${slot("p", "lead", view)}
      <p class="draw" ${hidden(view.drawUrl)}><a href="${localPath(view.drawUrl)}">${line.checkDraw}</a></p>
      ${actions(input, view)}
      <p class="trouble" id="trouble" ${hidden(view.slots.trouble)}>${view.slots.trouble}</p>
    </div>
    <dl class="facts" ${hiddenWithout(FACT_SLOTS, view)}>${FACT_SLOTS.map((name) => fact(name, line, view))}</dl>
    <section class="message" aria-label="${line.messageLabel}" ${hidden(view.slots.words)}>
      <h2>${line.messageLabel}</h2>
      <p class="words" dir="auto">${view.slots.words}</p>
    </section>
    ${alerts(line)} ${footer(input, view)}
    <p class="spoken" role="status"></p>`;
}

/** A refusal for good: whoever meets it loads the page anew, which then shows it. No other page needs its words. */
const BY_PAGE_ONLY = "wrong-identity";

/** Texts as they are sent: under the names by which the script knows them. */
function sentTexts({ phases, ...texts }: ScriptTexts, now: Phase): ScriptTexts {
  const { names } = assetsOf("waiting-page");
  const { [BY_PAGE_ONLY]: _, ...others } = phases;
  const sent = { phases: now === BY_PAGE_ONLY ? phases : others, ...texts };
  return Object.fromEntries(Object.entries(sent).map(([name, text]) => [names[name] ?? name, text])) as unknown as ScriptTexts;
}

/** What the page's script does not look at, knows from elsewhere, or reads in the page, as the message, whose longest need not be sent twice. */
const UNTOLD: readonly string[] = ["event", "lane", "title", "message", "phase", "nowServing", "oldestWaitSeconds"];

function scriptStatus(status: VisitorStatus): Partial<VisitorStatus> {
  return Object.fromEntries(Object.entries(status).filter(([name, value]) => value !== null && value !== false && !UNTOLD.includes(name)));
}

/**
 * The waiting page: one answer with everything in it, complete without script, and taken over by the script, which
 * shows the same `View` from then on. Pure; every text that is not ours is escaped and bounded (field case 60).
 */
export function renderWaitingPage(input: WaitingPageInput): Page {
  const { texts, nonce } = input;
  const spoken = scriptTexts(texts.line);
  const title = oneLine(input.title);
  const reference = input.status.reference === null ? null : oneLine(input.status.reference, 40);
  const status = { ...input.status, message: manyLines(input.status.message), reference };
  const phase = input.barred ?? phaseOf(status);
  // Nothing comes after the end: such a page stays as it is (field case 36).
  const refreshSeconds = input.refreshSeconds === null || phase === "closed" ? null : wholeSeconds(input.refreshSeconds);
  const turnLeftMs = roomTimeUntil(status.turnEndsAt, status, 0);
  const view = describe(
    {
      phase,
      status,
      trouble: input.reachable ? null : "unreachable",
      inviteRefused: input.inviteRefused,
      // Without script there is nothing but to wait until the room takes the credential unsolved.
      retryInMs: phase === "challenge" && refreshSeconds !== null ? refreshSeconds * 1000 : null,
      ageMs: status.ageMs,
      opening: openingOf(status, 0),
      turnLeftMs: Number.isNaN(turnLeftMs) ? null : turnLeftMs,
      turnEndsClockMs: null,
      startAhead: null,
    },
    title,
    spoken,
    createWording(texts.language, spoken, { timeZone: "UTC", timeZoneName: "short" }),
  );
  const config: PageConfig = {
    texts: sentTexts(spoken, phase),
    event: input.event,
    lane: input.lane,
    title,
    returnTo: localPath(input.returnTo),
    ...(input.barred !== null && { barred: input.barred }),
    ...(!input.reachable && { unreachable: true }),
    ...(input.inviteRefused && { inviteRefused: true }),
    ...(input.hasTemplate && { hasTemplate: true }),
    status: scriptStatus(status),
  };
  return renderShell({
    texts,
    nonce,
    framing: input.framing,
    retryAfterSeconds: input.retryAfterSeconds,
    tabTitle: view.tabTitle,
    title: input.title,
    look: input.look,
    rootAttributes: html` data-phase="${view.phase}"`,
    head: html`${refreshSeconds !== null && reloadWithoutScript(refreshSeconds)}`,
    data: html`<script nonce="${nonce}" type="application/json" id="config">
      ${embeddedJson(config)}
    </script>`,
    main: content(input, view),
    end: html`${refreshSeconds !== null && reloadByScript(refreshSeconds, nonce)}
      <script nonce="${nonce}">
        ${ownCode(assetsOf("waiting-page").js)};
      </script>`,
  });
}
