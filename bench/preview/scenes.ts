/** The states of the visitors' pages as scenes: a page with sample data, and what its room answers, so that it stays as it is. */
import { en } from "../../worker/i18n/en.ts";
import type { Texts } from "../../worker/i18n/texts.ts";
import type { Page } from "../../worker/pages/page-shell.ts";
import { SAMPLE_CHALLENGE, sampleInput, samplePages, sampleStatus, sampleStatuses } from "../../worker/pages/preview.ts";
import { renderWaitingPage, type WaitingPageInput } from "../../worker/pages/waiting-page.ts";
import type { VisitorStatus } from "../../worker/pages/visitor-status.ts";

/** An answer of the room to a page's call; "none" = it lets the page wait, for as long as somebody looks at it. */
export type SceneReply = { readonly status: number; readonly body: unknown; readonly retryAfterSeconds?: number } | "none";

export interface Scene {
  readonly name: string;
  /** The value of `data-phase` once the scene is as it is meant. */
  readonly phase: string;
  readonly page: (texts: Texts) => Page;
  readonly reply: (call: string) => SceneReply;
  /** It is so only behind a hidden tab: to look at it would mean to go on. The preview tells the page that it is hidden. */
  readonly hidden: boolean;
  /** The preview tells the page that there is no connection. */
  readonly offline: boolean;
}

type Replies = Readonly<Record<string, SceneReply>>;
interface Extras {
  /** What the page itself says beside the status. */
  readonly change?: Partial<WaitingPageInput>;
  readonly replies?: Replies;
  readonly hidden?: boolean;
  readonly offline?: boolean;
}

const status = (name: string): VisitorStatus => ({ ...(sampleStatuses[name] as VisitorStatus), pollAfterMs: 2000 });
const refusal = (code: string, httpStatus: number, retryAfterSeconds?: number): SceneReply => ({
  status: httpStatus,
  body: { code },
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** Where a scene's page goes when it is let in. */
const SHOP = "/tickets?show=3";

/** What a room that keeps to `first` answers: it lets in whoever presses for it, and takes every place back. */
function replyTo(call: string, first: VisitorStatus): SceneReply {
  if (call === "status") return { status: 200, body: first };
  if (call === "leave") return { status: 204, body: null };
  if (call !== "enter") return "none";
  return first.state === "recorded" ? { status: 202, body: { status: first } } : { status: 200, body: { returnTo: SHOP } };
}

function line(
  name: string,
  phase: string,
  first: VisitorStatus,
  { change = {}, replies = {}, hidden = false, offline = false }: Extras = {},
): Scene {
  return {
    name,
    phase,
    hidden,
    offline,
    page: (texts) => renderWaitingPage(sampleInput(first, { texts, ...change })),
    reply: (call) => replies[call] ?? replyTo(call, first),
  };
}

/** A state that its status alone tells. */
const told = (name: string, phase: string = name): Scene => line(name, phase, status(name));

function notice(name: string): Scene {
  return {
    name,
    phase: "notice",
    hidden: false,
    offline: false,
    page: (texts) =>
      samplePages(texts).get(name) ?? samplePages(en).get("error-other") ?? renderWaitingPage(sampleInput(status("waiting"))),
    reply: () => "none",
  };
}

const joining = status("joining");
const waiting = status("waiting");

/** In the order in which somebody may meet them. */
export const scenes: readonly Scene[] = [
  told("countdown"),
  told("countdown-draw", "countdown"),
  told("in-draw"),
  told("draw-waits", "in-draw"),
  told("drawn"),
  told("joining"),
  told("waiting"),
  told("waiting-message", "waiting"),
  told("near"),
  told("next"),
  line("your-turn", "your-turn", status("your-turn"), { hidden: true }),
  told("front"),
  line("entering", "entering", status("your-turn"), { replies: { enter: "none" } }),
  line("admitted", "admitted", status("admitted"), { hidden: true }),
  told("shared"),
  line("shared-too-often", "shared", status("shared"), { replies: { enter: refusal("session-shared", 429, 540) } }),
  told("missed"),
  told("late"),
  told("spent"),
  told("ended"),
  told("stopped"),
  told("sealed"),
  told("too-late"),
  told("sold-out"),
  told("closed"),
  line("full", "full", joining, { replies: { join: refusal("queue-full", 503, 240) } }),
  line("challenge", "challenge", { ...joining, challenge: SAMPLE_CHALLENGE }),
  line("challenge-unsolved", "challenge", joining, { replies: { join: refusal("challenge-required", 403, 50) } }),
  line("invite", "invite", joining, { replies: { join: refusal("invite-required", 403), status: { status: 200, body: joining } } }),
  line("invite-refused", "invite", joining, { change: { barred: "invite", inviteRefused: true } }),
  line("invite-offered", "waiting", { ...waiting, invites: true }),
  line("wrong-identity", "wrong-identity", joining, { change: { barred: "wrong-identity" } }),
  line("no-cookies", "no-cookies", joining, { replies: { join: { status: 202, body: { status: joining } } } }),
  line("lost", "lost", waiting, { replies: { status: { status: 200, body: { ...joining, version: 99 } } } }),
  line("offline", "waiting", waiting, { offline: true, replies: { status: "none" } }),
  line("unreachable", "waiting", { ...waiting, ageMs: 43_000 }, { replies: { status: { status: 502, body: null } } }),
  line("busy", "waiting", waiting, { replies: { status: refusal("too-many-requests", 429, 40) } }),
  line("joining-unreachable", "joining", joining, { replies: { join: { status: 502, body: null } } }),
  line("turn-without-answer", "your-turn", sampleStatus({ ...status("your-turn") }), {
    hidden: true,
    replies: { status: { status: 502, body: null } },
  }),
  ...[
    "left-notice",
    "form-not-sent",
    "origin-unreachable-after-form",
    "error-session-rate",
    "error-session-shared",
    "error-shed",
    "error-room-unavailable",
    "error-unknown-host",
    "error-ambiguous-path",
    "error-other",
  ].map(notice),
];
