import type { LookSettings } from "../../durable-objects/domain/look.ts";
import type { PhaseTexts, Texts } from "../i18n/texts.ts";
import { html } from "./html.ts";
import type { FrameAncestors } from "./page-headers.ts";
import { localPath, renderShell, type Page } from "./page-shell.ts";
import { phaseOfCode } from "./phase.ts";
import { reloadByScript, reloadWithoutScript, wholeSeconds } from "./reload.ts";
import { sentences } from "./sentences.ts";
import { fill } from "./wording.ts";

/** Pages that are not the line. */
export type Notice =
  /** After leaving without script. */
  | { readonly kind: "left" }
  /** A form's answer could not be given: never replayed, never refreshed. `refererPath`: same-host Referer, or null. */
  | { readonly kind: "form-not-sent"; readonly refererPath: string | null; readonly entryPath: string }
  /** Nobody can join at the moment (503). */
  | { readonly kind: "full" }
  /** The shop did not answer (502); a form may have reached it all the same. */
  | { readonly kind: "origin-unreachable"; readonly afterForm: boolean }
  /** Anything else, by the stable code of the error; a form has not gone anywhere. */
  | { readonly kind: "error"; readonly code: string; readonly entryPath: string | null };

export interface NoticePageInput {
  readonly notice: Notice;
  /** The event's title as the organiser wrote it; "" where no event is known. */
  readonly title: string;
  /** Validated path and query on this host. */
  readonly returnTo: string;
  readonly nonce: string;
  /** It answers a form. Such a page never loads itself anew: the browser would send the form again, or lose it. */
  readonly afterForm: boolean;
  /** When the page loads itself anew; null = never. Ignored where there is nothing to load, and after a form. */
  readonly refreshSeconds: number | null;
  readonly retryAfterSeconds: number | null;
  readonly texts: Texts;
  /** The organiser's look; null = the page's own. */
  readonly look: LookSettings | null;
  readonly framing: FrameAncestors;
}

interface Content {
  readonly headline: string;
  readonly paragraphs: readonly string[];
  /** "" = no link. */
  readonly link: string;
  readonly href: string;
  readonly refreshes: boolean;
  readonly code: string;
}

function contentOf(input: NoticePageInput): Content {
  const { notice, returnTo } = input;
  const { line, notices } = input.texts;
  const page = ({ headline, lead }: PhaseTexts, ...more: readonly string[]): Content => ({
    headline,
    paragraphs: [lead, ...more],
    link: line.reload,
    href: returnTo,
    refreshes: true,
    code: "",
  });
  const notSent = sentences(notices.notSent, notices.paymentWarning);
  switch (notice.kind) {
    case "left":
      return { ...page(line.phases.left), link: line.newPlace, refreshes: false };
    case "form-not-sent":
      return {
        ...page(notices.formNotSent, notSent),
        link: notice.refererPath === null ? notices.startPage : notices.backToForm,
        href: notice.refererPath ?? notice.entryPath,
        refreshes: false,
      };
    case "full":
      return page(line.phases.full);
    case "origin-unreachable": {
      // Without an event there is no visit to be kept.
      const { headline } = notices.originUnreachable;
      const { lead } = input.title === "" ? notices.errors.other : notices.originUnreachable;
      return { ...page({ headline, lead }, ...(notice.afterForm ? [notices.maybeSent] : [])), refreshes: !notice.afterForm };
    }
    case "error":
      return {
        ...page(errorTexts(notice.code, input.texts), ...(input.afterForm ? [notSent] : [])),
        link: notice.code === "unknown-host" ? "" : notice.code === "ambiguous-path" ? notices.startPage : line.reload,
        href: notice.entryPath ?? returnTo,
        code: /^[a-z0-9-]{1,60}$/.test(notice.code) ? notice.code : "",
      };
  }
}

function errorTexts(code: string, { line, notices }: Texts): PhaseTexts {
  const phase = phaseOfCode(code);
  if (phase !== null) return line.phases[phase];
  if (code === "too-many-requests") return { ...notices.errors.other, lead: line.busy };
  const errors: Readonly<Record<string, PhaseTexts>> = notices.errors;
  return (Object.hasOwn(errors, code) ? errors[code] : undefined) ?? notices.errors.other;
}

/** An error or other page outside the line, whose only script loads it anew. Pure; the status code is the caller's. */
export function renderNoticePage(input: NoticePageInput): Page {
  const { texts } = input;
  const content = contentOf(input);
  const refreshes = content.refreshes && !input.afterForm && input.refreshSeconds !== null;
  const refresh = refreshes ? wholeSeconds(input.refreshSeconds) : null;
  const paragraphs = refreshes ? [...content.paragraphs, texts.line.triesAgain] : content.paragraphs;
  return renderShell({
    texts,
    nonce: input.nonce,
    framing: input.framing,
    retryAfterSeconds: input.retryAfterSeconds,
    tabTitle: content.headline,
    title: input.title,
    look: input.look,
    rootAttributes: html` data-phase="notice"`,
    head: html`${refresh !== null && reloadWithoutScript(refresh)}`,
    main: html`<div class="now">
        <h1 class="headline">${content.headline}</h1>
        ${paragraphs.map((paragraph) => html`<p class="lead">${paragraph}</p>`)}
        ${content.link !== "" && html`<div class="actions"><a class="button" href="${localPath(content.href)}">${content.link}</a></div>`}
      </div>
      ${content.code !== "" && html`<footer><p class="small">${fill(texts.notices.code, { code: content.code })}</p></footer>`}`,
    end: html`${refresh !== null && reloadByScript(refresh, input.nonce)}`,
  });
}
