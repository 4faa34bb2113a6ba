import type { ScriptTexts } from "../i18n/texts.ts";
import type { Opening } from "./opening.ts";
import type { Phase } from "./phase.ts";
import { asSentence, sentences } from "./sentences.ts";
import type { VisitorStatus } from "./visitor-status.ts";
import { fill, type Wording } from "./wording.ts";

/** Why the figures can't be renewed, or the visitor not go in, at the moment. */
export type Trouble = "offline" | "unreachable" | "busy" | "shared";

/** Everything the waiting page shows depends on, at one moment. */
export interface Moment {
  readonly phase: Phase;
  readonly status: VisitorStatus;
  readonly trouble: Trouble | null;
  /** The invitation's code that was shown is no good. */
  readonly inviteRefused: boolean;
  /** Until the next try, where that is worth saying; null = not known. */
  readonly retryInMs: number | null;
  /** Age of the figures now. */
  readonly ageMs: number;
  /** What the countdown runs to. */
  readonly opening: Opening | null;
  /** Until the turn, or the time to come back late, is over; null = not known. */
  readonly turnLeftMs: number | null;
  /** When that is on the reader's own clock; null where the reader's time zone is not known. */
  readonly turnEndsClockMs: number | null;
  /** People ahead when this place was first shown here: where the way along the rope starts. */
  readonly startAhead: number | null;
}

/** Where the bead is on the rope and how it behaves; `fraction` 0…1. */
export interface Rope {
  readonly motion: "swinging" | "moving" | "still";
  readonly fraction: number;
}

/** Where on the curve that is, 0…1: the bead keeps clear of the posts. */
export function ropeWay(fraction: number): number {
  return Math.round(1000 * (0.05 + 0.9 * Math.min(1, Math.max(0, fraction)))) / 1000;
}

/** A text of the page by the class of the element it stands in. */
export type Slot =
  | "headline"
  | "figure"
  | "figure-label"
  | "lead"
  | "link"
  | "countdown"
  | "trouble"
  | "opens"
  | "draw-number"
  | "place"
  | "wait"
  | "pace"
  | "words"
  | "updated"
  | "reference"
  | "leave-question";

/** What the waiting page shows. Server and browser both show exactly this. */
export interface View {
  readonly phase: Phase;
  readonly tabTitle: string;
  /** The words, ready to be shown as text; "" = not shown. */
  readonly slots: Readonly<Record<Slot, string>>;
  /** So that any number fits on a narrow screen. */
  readonly figureLength: "short" | "long" | "longer" | "longest";
  readonly rope: Rope | null;
  /** The form that is offered: to take a new place, or the visit over from where it was opened since. */
  readonly form: "new-place" | "take-over" | null;
  /** Where the draw can be checked; "" = nowhere. */
  readonly drawUrl: string;
  /** The form for an invitation's code: asked for, or there for whoever has one; and whether the last was no good. */
  readonly invite: "asked" | "offered" | null;
  readonly inviteRefused: boolean;
  /** The switches for sound and notification make sense. */
  readonly offersAlerts: boolean;
  /** The whole as a screen reader is told it when something has changed. */
  readonly spoken: string;
  /** When time gets short: what is left of a countdown or a turn; "" = nothing runs out. */
  readonly spokenLeft: string;
}

/** Phases before the line moves. */
const BEFORE_LINE: readonly Phase[] = ["countdown", "in-draw"];
/** Phases of a place that will be called. */
const QUEUED: readonly Phase[] = ["drawn", "waiting", "near", "next", "too-late"];
/** Phases in which nothing moves, and a place does not get lost by it. */
const KEPT: readonly Phase[] = ["stopped", "sealed", "sold-out"];
/** Phases with a number of people ahead that is worth showing. */
const COUNTED: readonly Phase[] = ["waiting", "near", "too-late", "stopped", "sealed"];
/** Phases in which the line moves ahead of somebody. */
const MOVING: readonly Phase[] = ["waiting", "near", "next"];
/** Phases that lead up to a turn, however far away. */
const BEFORE_TURN: readonly Phase[] = [...BEFORE_LINE, ...QUEUED, ...KEPT];
/** Phases in which the visitor holds a place whose figures are worth showing. */
const IN_LINE: readonly Phase[] = [...QUEUED, ...KEPT, "your-turn", "front", "late", "missed"];
/** Phases whose figures grow old. */
const LIVE: readonly Phase[] = [...BEFORE_LINE, ...IN_LINE];

function aheadOf({ phase, status }: Moment): number | null {
  return COUNTED.includes(phase) && status.ahead !== null && status.ahead >= 1 ? Math.floor(status.ahead) : null;
}

/** The large figure with what stands below it. */
function figureOf(moment: Moment, texts: ScriptTexts, wording: Wording): readonly [figure: string, label: string] {
  const { phase, status, opening } = moment;
  if (phase === "drawn") return status.position === null ? ["", ""] : [wording.number(status.position), texts.place];
  if (BEFORE_LINE.includes(phase)) {
    return opening === null ? ["", ""] : [wording.countdown(opening.inMs), texts[opening.label]];
  }
  const ahead = aheadOf(moment);
  return ahead === null ? ["", ""] : [wording.number(ahead), wording.plural(texts.ahead, ahead)];
}

/** Phases at the beginning of the way along the rope. */
const AT_START: readonly Phase[] = ["joining", "challenge", "countdown", "in-draw", "drawn"];
/** Phases at its end. */
const AT_END: readonly Phase[] = ["next", "your-turn", "front", "late", "entering", "admitted"];
/** Phases in which something is looked for. */
const SEARCHING: readonly Phase[] = ["joining", "challenge", "in-draw"];
/** Phases with a place on the way that does not change. */
const STILL: readonly Phase[] = ["countdown", "too-late", "stopped", "sealed"];

/** Those outside the line have no way along it. */
function fractionOf(moment: Moment): number | null {
  const { phase, status, startAhead } = moment;
  if (AT_START.includes(phase)) return 0;
  if (AT_END.includes(phase)) return 1;
  if (!COUNTED.includes(phase) || status.ahead === null) return null;
  const ahead = aheadOf(moment);
  return ahead === null ? 1 : startAhead === null ? 0 : 1 - ahead / Math.max(ahead, startAhead);
}

function ropeOf(moment: Moment): Rope | null {
  const { phase, trouble } = moment;
  const fraction = fractionOf(moment);
  if (fraction === null) return null;
  const still = trouble !== null || STILL.includes(phase);
  return { motion: still ? "still" : SEARCHING.includes(phase) ? "swinging" : "moving", fraction };
}

/** The text of a link. */
export type Link = "enter" | "enterAdmitted" | "reload";

/** What the link of a phase says; the others have none. */
const LINKS: Readonly<Partial<Record<Phase, Link>>> = {
  "your-turn": "enter",
  missed: "enter",
  admitted: "enterAdmitted",
  full: "reload",
  "no-cookies": "reload",
};

/** Phases out of which a new place leads. */
const PLACELESS: readonly Phase[] = ["spent", "ended", "lost", "left", "wrong-identity"];

function leadOf({ phase, status, trouble, retryInMs }: Moment, texts: ScriptTexts, wording: Wording): string {
  const [, lead] = texts.phases[phase];
  if (BEFORE_LINE.includes(phase)) {
    if (status.drawWaits) return texts.drawWaits;
    return status.drawAt === null ? lead : sentences(lead, texts.drawFair);
  }
  // A challenge is waited for only where it can't be solved.
  const tries = phase === "full" || (phase === "challenge" && retryInMs !== null && retryInMs > 0);
  if (tries) return trouble === null ? sentences(lead, retryOf(retryInMs, texts, wording)) : lead;
  if (!KEPT.includes(phase)) return lead;
  return sentences(lead, status.position === null ? texts.triesAgain : texts.placeKept);
}

function retryOf(retryInMs: number | null, texts: ScriptTexts, wording: Wording): string {
  return retryInMs === null ? texts.triesAgain : fill(texts.retryIn, { duration: wording.duration(Math.max(1000, retryInMs)) });
}

function troubleOf(moment: Moment, texts: ScriptTexts, wording: Wording): string {
  const { trouble, phase, status, retryInMs, inviteRefused } = moment;
  if (trouble === null) return inviteRefused ? texts.inviteRefused : "";
  if (trouble === "shared") return fill(texts.sharedUntil, { duration: wording.duration(Math.max(1000, retryInMs ?? 0)) });
  const what = trouble === "busy" ? sentences(texts.busy, retryOf(retryInMs, texts, wording)) : texts[trouble];
  if (phase === "joining") return sentences(what, texts.noPlaceYet);
  return IN_LINE.includes(phase) && !KEPT.includes(phase) && status.position !== null ? sentences(what, texts.placeKept) : what;
}

function countdownOf(moment: Moment, texts: ScriptTexts, wording: Wording): string {
  const { phase, turnLeftMs, turnEndsClockMs } = moment;
  if ((phase !== "your-turn" && phase !== "missed") || turnLeftMs === null) return "";
  if (turnLeftMs < 5000) return texts.turnEnding;
  const left = wording.duration(turnLeftMs);
  return turnEndsClockMs === null
    ? fill(texts.turnLeft, { left })
    : fill(texts.turnLeftUntil, { left, time: wording.clock(turnEndsClockMs) });
}

function waitOf(phase: Phase, status: VisitorStatus, texts: ScriptTexts, wording: Wording): string {
  if (phase === "stopped" || phase === "sealed") return texts.waitUnknown;
  if (!MOVING.includes(phase)) return "";
  const { wait } = status;
  if (wait === null || !Number.isFinite(wait.highSeconds)) return texts.waitUnknown;
  return wording.wait(wait.lowSeconds, wait.highSeconds);
}

function opensOf({ phase, status }: Moment, wording: Wording): string {
  if (!BEFORE_LINE.includes(phase) && phase !== "drawn") return "";
  const atMs = Date.parse(status.opensAt ?? "");
  return Number.isNaN(atMs) ? "" : wording.date(atMs);
}

/** Words as a sentence of this language. */
function said(words: string, texts: ScriptTexts): string {
  return asSentence(words, texts.phases.waiting[1]);
}

function spokenOf(
  phase: Phase,
  { headline, figure, "figure-label": label, lead, wait, trouble }: View["slots"],
  left: string,
  texts: ScriptTexts,
): string {
  const number = figure === "" ? "" : phase === "drawn" ? `${label}: ${figure}` : COUNTED.includes(phase) ? `${figure} ${label}` : "";
  return sentences(
    phase === "waiting" && number !== "" ? "" : sentences(said(headline, texts), lead),
    number === "" ? "" : said(number, texts),
    phase === "countdown" ? left : "",
    phase === "waiting" && wait !== "" ? said(`${texts.wait}: ${wait}`, texts) : "",
    trouble,
  );
}

/** The time that is left before the opening, or of a turn, as it is said: a clock's figures could be the time of day. */
function spokenLeftOf({ opening }: Moment, { headline, countdown }: View["slots"], texts: ScriptTexts, wording: Wording): string {
  if (opening !== null) return said(`${wording.duration(opening.inMs)} ${texts[opening.label]}`, texts);
  return countdown === "" ? "" : sentences(said(headline, texts), countdown);
}

function tabOf(phase: Phase, figure: string, texts: ScriptTexts): string {
  const [headline] = texts.phases[phase];
  if (phase === "your-turn" || phase === "admitted") return `▶ ${headline}`;
  if (figure === "") return headline;
  if (phase === "countdown") return figure;
  return phase === "waiting" || phase === "near" || phase === "too-late" ? fill(texts.tabAhead, { ahead: figure }) : headline;
}

/** What is shown at one moment. `title` is the event's, already bounded, as the message of the status is. */
export function describe(moment: Moment, title: string, texts: ScriptTexts, wording: Wording): View {
  const { phase, status, ageMs } = moment;
  const [headline] = texts.phases[phase];
  const live = LIVE.includes(phase);
  const position = IN_LINE.includes(phase) && status.position !== null ? wording.number(status.position) : "";
  const [figure, label] = figureOf(moment, texts, wording);
  const link = LINKS[phase];
  const paced = MOVING.includes(phase) && status.perMinute >= 1;
  const slots: View["slots"] = {
    headline,
    figure,
    "figure-label": label,
    lead: leadOf(moment, texts, wording),
    link: link === undefined ? "" : texts[link],
    countdown: countdownOf(moment, texts, wording),
    trouble: troubleOf(moment, texts, wording),
    opens: opensOf(moment, wording),
    "draw-number": phase === "in-draw" && status.drawNumber !== null ? wording.number(status.drawNumber) : "",
    place: phase === "drawn" ? "" : position,
    wait: position === "" ? "" : waitOf(phase, status, texts, wording),
    pace: paced ? wording.plural(texts.perMinute, Math.round(status.perMinute)) : "",
    words: status.message,
    updated: !live ? "" : ageMs < 1500 ? texts.updatedNow : fill(texts.updated, { ago: wording.ago(ageMs) }),
    reference: !live || status.reference === null ? "" : fill(texts.reference, { reference: status.reference }),
    "leave-question": position === "" ? "" : fill(texts.leaveQuestion, { position }),
  };
  const spokenLeft = spokenLeftOf(moment, slots, texts, wording);
  return {
    phase,
    tabTitle: [tabOf(phase, figure, texts), title].filter((part) => part !== "").join(" · "),
    slots,
    figureLength: figure.length <= 5 ? "short" : figure.length <= 7 ? "long" : figure.length <= 9 ? "longer" : "longest",
    rope: ropeOf(moment),
    form: phase === "shared" ? "take-over" : PLACELESS.includes(phase) ? "new-place" : null,
    drawUrl: phase === "in-draw" || phase === "drawn" ? (status.drawUrl ?? "") : "",
    invite: phase === "invite" ? "asked" : status.invites === true && BEFORE_TURN.includes(phase) ? "offered" : null,
    inviteRefused: moment.inviteRefused,
    offersAlerts: BEFORE_TURN.includes(phase),
    spoken: spokenOf(phase, slots, spokenLeft, texts),
    spokenLeft,
  };
}
