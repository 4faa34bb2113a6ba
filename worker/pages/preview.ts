/** Sample inputs for every state of the pages, for tests and pictures; never part of the Worker's bundle. */
import { en } from "../i18n/en.ts";
import { renderNoticePage, type Notice } from "./notice-page.ts";
import type { Page } from "./page-shell.ts";
import type { VisitorStatus } from "./visitor-status.ts";
import { renderWaitingPage, type WaitingPageInput } from "./waiting-page.ts";

const UPDATED_AT = "2026-11-29T10:00:00.000Z";
const TURN_ENDS_AT = "2026-11-29T10:04:32.000Z";

/** A status in the middle of the line; `change` makes other states of it. */
export function sampleStatus(change: Partial<VisitorStatus> = {}): VisitorStatus {
  return {
    event: "aurora",
    lane: "main",
    state: "waiting",
    position: 12_345,
    ahead: 1284,
    wait: { lowSeconds: 250, likelySeconds: 400, highSeconds: 530 },
    nowServing: 11_060,
    perMinute: 240,
    message: "",
    pollAfterMs: 5000,
    version: 7,
    updatedAt: UPDATED_AT,
    ageMs: 400,
    turnEndsAt: null,
    doors: "auto",
    reference: "7K3F-2Q",
    title: "Aurora · Arena Tour 2027",
    ...change,
  };
}

const called = { ahead: null, wait: null } as const;
const nowhere = { position: null, ahead: null, wait: null, reference: null } as const;

/** Statuses by the name of the state they show. */
export const sampleStatuses: Readonly<Record<string, VisitorStatus>> = {
  joining: sampleStatus({ ...nowhere, state: "joining", pollAfterMs: 2000 }),
  waiting: sampleStatus(),
  "waiting-message": sampleStatus({
    position: 1_384_226,
    ahead: 1_284_003,
    wait: null,
    perMinute: 0,
    message: "Saturday is nearly sold out.\nSunday and Monday still have seats in every block.",
  }),
  next: sampleStatus({ ahead: 0, nowServing: 12_344, wait: { lowSeconds: 2, likelySeconds: 5, highSeconds: 15 }, pollAfterMs: 2000 }),
  "your-turn": sampleStatus({ ...called, state: "your-turn", nowServing: 12_400, turnEndsAt: TURN_ENDS_AT, pollAfterMs: 2000 }),
  front: sampleStatus({ ...called, state: "recorded", nowServing: 12_400, pollAfterMs: 1800 }),
  missed: sampleStatus({ ...called, state: "missed", nowServing: 13_000, turnEndsAt: TURN_ENDS_AT }),
  spent: sampleStatus({ ...called, state: "spent", nowServing: 15_000 }),
  ended: sampleStatus({ ...called, state: "ended", nowServing: 15_000 }),
  stopped: sampleStatus({
    state: "stopped",
    doors: "stopped",
    wait: null,
    perMinute: 0,
    message: "A short break: we are repairing the seat map.",
  }),
  sealed: sampleStatus({ state: "sealed", doors: "sealed", wait: null, perMinute: 0 }),
  "sealed-without-place": sampleStatus({ ...nowhere, state: "sealed", doors: "sealed", perMinute: 0 }),
  admitted: sampleStatus({ ...called, state: "admitted" }),
};

/** The input of a waiting page. */
export function sampleInput(status: VisitorStatus, change: Partial<WaitingPageInput> = {}): WaitingPageInput {
  return {
    event: status.event,
    lane: status.lane,
    title: status.title,
    status,
    reachable: true,
    returnTo: "/tickets?show=3",
    nonce: "c2FtcGxlLW5vbmNlLTE2Yg==",
    refreshSeconds: 20,
    texts: en,
    framing: [],
    retryAfterSeconds: null,
    ...change,
  };
}

/** A notice page as it is sent; `afterForm`: in answer to a form. */
export function sampleNotice(notice: Notice, afterForm = false): Page {
  return renderNoticePage({
    notice,
    title: notice.kind === "error" ? "" : "Aurora · Arena Tour 2027",
    returnTo: "/tickets?show=3",
    nonce: "c2FtcGxlLW5vbmNlLTE2Yg==",
    afterForm,
    refreshSeconds: 20,
    retryAfterSeconds: 20,
    texts: en,
    framing: [],
  });
}

const notices: Readonly<Record<string, Notice>> = {
  "left-notice": { kind: "left" },
  "form-not-sent": { kind: "form-not-sent", refererPath: "/checkout/seats", entryPath: "/" },
  "form-not-sent-without-referer": { kind: "form-not-sent", refererPath: null, entryPath: "/tickets" },
  "full-notice": { kind: "full" },
  "origin-unreachable": { kind: "origin-unreachable", afterForm: false },
  "origin-unreachable-after-form": { kind: "origin-unreachable", afterForm: true },
  "error-unknown-host": { kind: "error", code: "unknown-host", entryPath: null },
  "error-ambiguous-path": { kind: "error", code: "ambiguous-path", entryPath: "/tickets" },
  "error-room-unavailable": { kind: "error", code: "room-unavailable", entryPath: null },
  "error-sealed": { kind: "error", code: "sealed", entryPath: null },
  "error-sealed-after-form": { kind: "error", code: "sealed", entryPath: null },
  "error-other": { kind: "error", code: "misconfigured", entryPath: null },
};

/** Every page there is, by name. */
export function samplePages(): Map<string, Page> {
  const pages = new Map<string, Page>();
  for (const [name, status] of Object.entries(sampleStatuses)) pages.set(name, renderWaitingPage(sampleInput(status)));
  pages.set("unreachable", renderWaitingPage(sampleInput(sampleStatus({ ageMs: 43_000 }), { reachable: false })));
  pages.set("joining-unreachable", renderWaitingPage(sampleInput(sampleStatus({ ...nowhere, state: "joining" }), { reachable: false })));
  for (const [name, notice] of Object.entries(notices)) pages.set(name, sampleNotice(notice, name.endsWith("after-form")));
  return pages;
}
