/** Sample inputs for every state of the pages, for tests and pictures; never part of the Worker's bundle. */
import { en } from "../i18n/en.ts";
import type { Texts } from "../i18n/texts.ts";
import { renderNoticePage, type Notice } from "./notice-page.ts";
import type { Page } from "./page-shell.ts";
import { SAMPLE_STATUS } from "./sample-status.ts";
import type { VisitorStatus } from "./visitor-status.ts";
import { renderWaitingPage, type WaitingPageInput } from "./waiting-page.ts";

const TURN_ENDS_AT = "2026-11-29T10:04:32.000Z";

/** A status in the middle of the line; `change` makes other states of it. */
export function sampleStatus(change: Partial<VisitorStatus> = {}): VisitorStatus {
  return { ...SAMPLE_STATUS, ...change };
}

const called = { ahead: null, wait: null } as const;
const nowhere = { position: null, ahead: null, wait: null, reference: null } as const;
const inMinutes = (minutes: number): string => new Date(Date.parse(SAMPLE_STATUS.updatedAt) + minutes * 60_000).toISOString();
/** With a draw half an hour before an opening at 12:14. */
const drawn = { phase: "pre-queue", preQueueAt: inMinutes(74), drawAt: inMinutes(104), opensAt: inMinutes(134) } as const;
const drawUrl = "/_stanchion/v1/events/aurora/draw";

/** Statuses by the name of the state they show. */
export const sampleStatuses: Readonly<Record<string, VisitorStatus>> = {
  countdown: sampleStatus({ ...nowhere, state: "countdown", phase: "scheduled", opensAt: inMinutes(4321), perMinute: 0 }),
  "countdown-draw": sampleStatus({ ...nowhere, ...drawn, state: "countdown", phase: "scheduled", perMinute: 0 }),
  joining: sampleStatus({ ...nowhere, state: "joining", pollAfterMs: 2000 }),
  "in-draw": sampleStatus({ ...nowhere, ...drawn, state: "in-draw", drawNumber: 48_213, drawAt: inMinutes(12), drawUrl, perMinute: 0 }),
  "draw-waits": sampleStatus({
    ...nowhere,
    ...drawn,
    state: "in-draw",
    drawNumber: 48_213,
    drawAt: inMinutes(-2),
    opensAt: inMinutes(-1),
    drawWaits: true,
    drawUrl,
  }),
  drawn: sampleStatus({ ...drawn, state: "drawn", phase: "drawn", ahead: null, wait: null, opensAt: inMinutes(28), drawUrl, perMinute: 0 }),
  waiting: sampleStatus(),
  "waiting-message": sampleStatus({
    position: 1_384_226,
    ahead: 1_284_003,
    wait: null,
    perMinute: 0,
    message: "Saturday is nearly sold out.\nSunday and Monday still have seats in every block.",
  }),
  near: sampleStatus({ ahead: 214, nowServing: 12_130, wait: { lowSeconds: 40, likelySeconds: 55, highSeconds: 90 }, pollAfterMs: 5000 }),
  next: sampleStatus({ ahead: 0, nowServing: 12_344, wait: { lowSeconds: 2, likelySeconds: 5, highSeconds: 15 }, pollAfterMs: 2000 }),
  "too-late": sampleStatus({ tooLate: true, perMinute: 12 }),
  "your-turn": sampleStatus({ ...called, state: "your-turn", nowServing: 12_400, turnEndsAt: TURN_ENDS_AT, pollAfterMs: 2000 }),
  front: sampleStatus({ ...called, state: "recorded", nowServing: 12_400, pollAfterMs: 1800 }),
  late: sampleStatus({ ...called, state: "recorded", late: true, nowServing: 13_000, pollAfterMs: 1800 }),
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
  "sold-out": sampleStatus({ ...called, state: "sold-out", phase: "sold-out", perMinute: 0 }),
  closed: sampleStatus({ ...nowhere, state: "closed", phase: "closed", perMinute: 0 }),
  full: sampleStatus({ ...nowhere, state: "full" }),
  admitted: sampleStatus({ ...called, state: "admitted" }),
  shared: sampleStatus({ ...called, state: "admitted", shared: true }),
};

/** Too hard for a preview to be over at once. */
export const SAMPLE_CHALLENGE = {
  algorithm: "PBKDF2-SHA-256",
  iterations: 500,
  attempts: 100_000,
  seed: "0f1e2d3c4b5a6978",
  target: "c2FtcGxlLXRhcmdldC0xOGJ5",
  unsolvedAfterMs: 55_000,
} as const;

const newcomer = sampleStatuses["joining"] as VisitorStatus;

/** The input of a waiting page. */
export function sampleInput(status: VisitorStatus, change: Partial<WaitingPageInput> = {}): WaitingPageInput {
  return {
    event: status.event,
    lane: status.lane,
    title: status.title,
    status,
    barred: null,
    inviteRefused: false,
    hasTemplate: false,
    reachable: true,
    returnTo: "/tickets?show=3",
    nonce: "c2FtcGxlLW5vbmNlLTE2Yg==",
    refreshSeconds: 20,
    texts: en,
    look: null,
    framing: [],
    retryAfterSeconds: null,
    ...change,
  };
}

/**
 * When the room has a notice load itself anew, by its code or kind: never where the same answer would come again, or where a form led. All
 * others do, after a while.
 */
const REFRESH_SECONDS: Readonly<Record<string, number | null>> = {
  "unknown-host": null,
  "ambiguous-path": null,
  "session-shared": null,
  left: null,
  "form-not-sent": null,
  "room-unavailable": 5,
  "origin-unreachable": 5,
  "session-rate": 3,
  shed: 10,
  sealed: 30,
};

function refreshSecondsOf(notice: Notice): number | null {
  const name = notice.kind === "error" ? notice.code : notice.kind;
  const known = Object.hasOwn(REFRESH_SECONDS, name) ? REFRESH_SECONDS[name] : undefined;
  return known === undefined ? 20 : known;
}

/** A notice page as it is sent; `afterForm`: in answer to a form. */
export function sampleNotice(notice: Notice, afterForm = false, texts: Texts = en): Page {
  const refreshSeconds = refreshSecondsOf(notice);
  return renderNoticePage({
    notice,
    title: notice.kind === "error" ? "" : "Aurora · Arena Tour 2027",
    returnTo: "/tickets?show=3",
    nonce: "c2FtcGxlLW5vbmNlLTE2Yg==",
    afterForm,
    refreshSeconds,
    retryAfterSeconds: refreshSeconds,
    texts,
    look: null,
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
  "error-session-rate": { kind: "error", code: "session-rate", entryPath: null },
  "error-session-shared": { kind: "error", code: "session-shared", entryPath: null },
  "error-shed": { kind: "error", code: "shed", entryPath: null },
  "error-queue-full": { kind: "error", code: "queue-full", entryPath: null },
  "error-challenge": { kind: "error", code: "challenge-required", entryPath: null },
  "error-invite": { kind: "error", code: "invite-required", entryPath: null },
  "error-wrong-identity": { kind: "error", code: "wrong-identity", entryPath: null },
  "error-room-unavailable": { kind: "error", code: "room-unavailable", entryPath: null },
  "error-sealed": { kind: "error", code: "sealed", entryPath: null },
  "error-sealed-after-form": { kind: "error", code: "sealed", entryPath: null },
  "error-other": { kind: "error", code: "misconfigured", entryPath: null },
};

/** Every page there is, by name, as it is sent. */
export function samplePages(texts: Texts = en): Map<string, Page> {
  const pages = new Map<string, Page>();
  const add = (name: string, status: VisitorStatus, change: Partial<WaitingPageInput> = {}) =>
    pages.set(name, renderWaitingPage(sampleInput(status, { texts, ...change })));
  for (const [name, status] of Object.entries(sampleStatuses)) add(name, status);
  for (const barred of ["full", "challenge", "invite", "wrong-identity"] as const) add(`barred-${barred}`, newcomer, { barred });
  add("challenge", { ...newcomer, challenge: SAMPLE_CHALLENGE });
  add("invite-refused", newcomer, { barred: "invite", inviteRefused: true });
  add("invite-offered", sampleStatus({ invites: true }));
  add("unreachable", sampleStatus({ ageMs: 43_000 }), { reachable: false });
  add("joining-unreachable", newcomer, { reachable: false });
  for (const [name, notice] of Object.entries(notices)) pages.set(name, sampleNotice(notice, name.endsWith("after-form"), texts));
  return pages;
}
