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
  /** Until the next try, where that is worth saying; null = not known. */
  readonly retryInMs: number | null;
  /** Age of the figures now. */
  readonly ageMs: number;
  /** What the countdown runs to. */
  readonly opening: Opening | null;
  /** False: the reader's time zone is not known, and dates are told in UTC. */
  readonly zoneKnown: boolean;
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

/** What to do: go in, take the visit over from where it was opened since, take a new place, or load the page anew. */
export interface Action {
  readonly kind: "enter" | "take-over" | "new-place" | "reload";
  /** Of the link; "" = it is a form, whose button has its own. */
  readonly label: string;
}

/** The waiting page's words, ready to be shown as text; "" = not shown. Server and browser both show exactly this. */
export interface View {
  readonly phase: Phase;
  readonly tabTitle: string;
  readonly headline: string;
  readonly figure: string;
  /** So that any number fits on a narrow screen. */
  readonly figureLength: "short" | "long" | "longer" | "longest";
  readonly figureLabel: string;
  readonly rope: Rope | null;
  readonly lead: string;
  readonly countdown: string;
  readonly action: Action | null;
  readonly trouble: string;
  /** Where the draw can be checked; "" = nowhere. */
  readonly drawUrl: string;
  /** The form for an invitation's code. */
  readonly asksInvite: boolean;
  /** The switches for sound and notification make sense. */
  readonly offersAlerts: boolean;
  readonly opens: string;
  readonly drawNumber: string;
  readonly place: string;
  readonly wait: string;
  readonly pace: string;
  readonly message: string;
  readonly updated: string;
  readonly reference: string;
  readonly leaveQuestion: string;
  /** The whole as a screen reader is told it when something has changed. */
  readonly spoken: string;
  /** The same in the last minute of a turn. */
  readonly spokenTurn: string;
}

/** Phases before the line moves. */
const BEFORE_LINE: readonly Phase[] = ["countdown", "in-draw"];
/** Phases of a place that will be called. */
const QUEUED: readonly Phase[] = ["drawn", "waiting", "near", "next", "too-late"];
/** Phases in which nothing moves, and a place does not get lost by it. */
const KEPT: readonly Phase[] = ["stopped", "sealed", "sold-out"];
/** Phases that lead up to a turn, however far away. */
const BEFORE_TURN: readonly Phase[] = [...BEFORE_LINE, ...QUEUED, ...KEPT];
/** Phases in which the visitor holds a place whose figures are worth showing. */
const IN_LINE: readonly Phase[] = [...QUEUED, ...KEPT, "your-turn", "front", "late", "missed"];
/** Phases whose figures grow old. */
const LIVE: readonly Phase[] = [...BEFORE_LINE, ...IN_LINE];

function aheadOf({ phase, status }: Moment): number | null {
  if (phase !== "waiting" && phase !== "near" && phase !== "too-late" && phase !== "stopped" && phase !== "sealed") return null;
  return status.ahead !== null && status.ahead >= 1 ? Math.floor(status.ahead) : null;
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

function ropeOf(moment: Moment): Rope | null {
  const { phase, status, startAhead, trouble } = moment;
  const motion = trouble === null ? "moving" : "still";
  switch (phase) {
    case "joining":
    case "challenge":
    case "in-draw":
      return { motion: trouble === null ? "swinging" : "still", fraction: 0 };
    case "countdown":
      return { motion: "still", fraction: 0 };
    case "drawn":
      return { motion, fraction: 0 };
    case "waiting":
    case "near":
    case "too-late":
    case "stopped":
    case "sealed": {
      const ahead = aheadOf(moment);
      if (status.ahead === null) return null;
      const fraction = ahead === null ? 1 : startAhead === null ? 0 : 1 - ahead / Math.max(ahead, startAhead);
      return { motion: phase === "waiting" || phase === "near" ? motion : "still", fraction };
    }
    case "next":
    case "your-turn":
    case "front":
    case "late":
    case "entering":
    case "admitted":
      return { motion, fraction: 1 };
    // Those outside the line have no way along it.
    default:
      return null;
  }
}

/** What a phase offers to do; the others offer nothing. */
const ACTIONS: Readonly<Partial<Record<Phase, readonly [kind: Action["kind"], label?: "enter" | "enterAdmitted" | "reload"]>>> = {
  "your-turn": ["enter", "enter"],
  missed: ["enter", "enter"],
  admitted: ["enter", "enterAdmitted"],
  shared: ["take-over"],
  spent: ["new-place"],
  ended: ["new-place"],
  lost: ["new-place"],
  left: ["new-place"],
  "wrong-identity": ["new-place"],
  full: ["reload", "reload"],
  "no-cookies": ["reload", "reload"],
  closed: ["reload", "reload"],
};

function actionOf(phase: Phase, texts: ScriptTexts): Action | null {
  const [kind, label] = ACTIONS[phase] ?? [];
  return kind === undefined ? null : { kind, label: label === undefined ? "" : texts[label] };
}

function leadOf({ phase, status, trouble, retryInMs }: Moment, texts: ScriptTexts, wording: Wording): string {
  const { lead } = texts.phases[phase];
  if (BEFORE_LINE.includes(phase)) {
    if (status.drawWaits) return texts.drawWaits;
    return status.drawAt === null ? lead : sentences(lead, texts.drawFair);
  }
  if (phase === "full") return trouble === null ? sentences(lead, retryOf(retryInMs, texts, wording)) : lead;
  if (!KEPT.includes(phase)) return lead;
  return sentences(lead, status.position === null ? texts.triesAgain : texts.placeKept);
}

function retryOf(retryInMs: number | null, texts: ScriptTexts, wording: Wording): string {
  return retryInMs === null ? texts.triesAgain : fill(texts.retryIn, { duration: wording.duration(Math.max(1000, retryInMs)) });
}

function troubleOf({ trouble, phase, status, retryInMs }: Moment, texts: ScriptTexts, wording: Wording): string {
  if (trouble === null) return "";
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
  if (phase !== "waiting" && phase !== "near" && phase !== "next") return "";
  const { wait } = status;
  if (wait === null || !Number.isFinite(wait.highSeconds)) return texts.waitUnknown;
  return wording.wait(wait.lowSeconds, wait.highSeconds);
}

function opensOf({ phase, status, zoneKnown }: Moment, wording: Wording): string {
  if (!BEFORE_LINE.includes(phase) && phase !== "drawn") return "";
  const atMs = Date.parse(status.opensAt ?? "");
  return Number.isNaN(atMs) ? "" : wording.date(atMs, zoneKnown);
}

/** Words as a sentence of this language. */
function said(words: string, texts: ScriptTexts): string {
  return asSentence(words, texts.phases.waiting.lead);
}

function spokenOf(
  view: Pick<View, "phase" | "headline" | "figure" | "figureLabel" | "lead" | "wait" | "trouble">,
  texts: ScriptTexts,
): string {
  const { phase, figure } = view;
  const counted = figure !== "" && (phase === "waiting" || phase === "countdown");
  return sentences(
    counted ? said(`${figure} ${view.figureLabel}`, texts) : sentences(said(view.headline, texts), view.lead),
    phase === "drawn" && figure !== "" ? said(`${view.figureLabel}: ${figure}`, texts) : "",
    phase === "waiting" && view.wait !== "" ? said(`${texts.wait}: ${view.wait}`, texts) : "",
    view.trouble,
  );
}

function tabOf(phase: Phase, figure: string, texts: ScriptTexts): string {
  const { headline } = texts.phases[phase];
  if (phase === "your-turn" || phase === "admitted") return `▶ ${headline}`;
  if (figure === "") return headline;
  if (phase === "countdown") return figure;
  return phase === "waiting" || phase === "near" || phase === "too-late" ? fill(texts.tabAhead, { ahead: figure }) : headline;
}

/** The words for one moment. `title` is the event's, already bounded, as the message of the status is. */
export function describe(moment: Moment, title: string, texts: ScriptTexts, wording: Wording): View {
  const { phase, status, ageMs } = moment;
  const { headline } = texts.phases[phase];
  const inLine = IN_LINE.includes(phase);
  const position = inLine && status.position !== null ? wording.number(status.position) : "";
  const [figure, figureLabel] = figureOf(moment, texts, wording);
  const lead = leadOf(moment, texts, wording);
  const wait = position === "" ? "" : waitOf(phase, status, texts, wording);
  const paced = (phase === "waiting" || phase === "near" || phase === "next") && status.perMinute >= 1;
  const trouble = troubleOf(moment, texts, wording);
  const countdown = countdownOf(moment, texts, wording);
  return {
    phase,
    tabTitle: [tabOf(phase, figure, texts), title].filter((part) => part !== "").join(" · "),
    headline,
    figure,
    figureLength: figure.length <= 5 ? "short" : figure.length <= 7 ? "long" : figure.length <= 9 ? "longer" : "longest",
    figureLabel,
    rope: ropeOf(moment),
    lead,
    countdown,
    action: actionOf(phase, texts),
    trouble,
    drawUrl: phase === "in-draw" || phase === "drawn" ? (status.drawUrl ?? "") : "",
    asksInvite: phase === "invite",
    offersAlerts: BEFORE_TURN.includes(phase),
    opens: opensOf(moment, wording),
    drawNumber: phase === "in-draw" && status.drawNumber !== null ? wording.number(status.drawNumber) : "",
    place: phase === "drawn" ? "" : position,
    wait,
    pace: paced ? wording.plural(texts.perMinute, Math.round(status.perMinute)) : "",
    message: status.message,
    updated: !LIVE.includes(phase) ? "" : ageMs < 1500 ? texts.updatedNow : fill(texts.updated, { ago: wording.ago(ageMs) }),
    reference: status.reference === null || !LIVE.includes(phase) ? "" : fill(texts.reference, { reference: status.reference }),
    leaveQuestion: position === "" ? "" : fill(texts.leaveQuestion, { position }),
    spoken: spokenOf({ phase, headline, figure, figureLabel, lead, wait, trouble }, texts),
    spokenTurn: sentences(said(headline, texts), countdown),
  };
}
