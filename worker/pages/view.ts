import type { LineTexts } from "../i18n/texts.ts";
import { manyLines, oneLine } from "./bounded-text.ts";
import type { Phase } from "./phase.ts";
import type { VisitorStatus } from "./visitor-status.ts";
import { fill, type Wording } from "./wording.ts";

/** Why the figures can't be renewed at the moment. */
export interface Trouble {
  readonly kind: "offline" | "unreachable" | "busy";
  /** Until the next try. */
  readonly retryInMs: number;
}

/** Everything the waiting page shows depends on, at one moment. */
export interface Moment {
  readonly phase: Phase;
  readonly status: VisitorStatus;
  readonly trouble: Trouble | null;
  /** Age of the figures now. */
  readonly ageMs: number;
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

/** What to do: go in, take a new place, or load the page anew. */
export interface Action {
  readonly kind: "enter" | "new-place" | "reload";
  readonly label: string;
}

/** The waiting page's words, ready to be shown as text; "" = not shown. Server and browser both show exactly this. */
export interface View {
  readonly phase: Phase;
  readonly tabTitle: string;
  readonly headline: string;
  readonly figure: string;
  /** So that any number fits on a narrow screen. */
  readonly figureLength: "short" | "long" | "longer";
  readonly figureLabel: string;
  readonly rope: Rope | null;
  readonly lead: string;
  readonly countdown: string;
  readonly action: Action | null;
  readonly trouble: string;
  readonly place: string;
  readonly wait: string;
  readonly pace: string;
  readonly message: string;
  readonly updated: string;
  readonly reference: string;
  readonly leaveQuestion: string;
  /** The whole as a screen reader is told it when something has changed. */
  readonly spoken: string;
}

/** Phases in which the visitor holds a place whose figures are worth showing. */
const IN_LINE: readonly Phase[] = ["waiting", "next", "your-turn", "front", "missed", "stopped", "sealed"];

function figureOf(moment: Moment): number | null {
  const { phase, status } = moment;
  if (phase !== "waiting" && phase !== "stopped" && phase !== "sealed") return null;
  return status.ahead !== null && status.ahead >= 1 ? Math.floor(status.ahead) : null;
}

function ropeOf(moment: Moment): Rope | null {
  const { phase, status, startAhead, trouble } = moment;
  switch (phase) {
    case "joining":
      return { motion: trouble === null ? "swinging" : "still", fraction: 0 };
    case "waiting":
    case "stopped":
    case "sealed": {
      const ahead = figureOf(moment);
      if (status.ahead === null) return null;
      const fraction = ahead === null ? 1 : startAhead === null ? 0 : 1 - ahead / Math.max(ahead, startAhead);
      return { motion: phase === "waiting" && trouble === null ? "moving" : "still", fraction };
    }
    case "next":
    case "your-turn":
    case "front":
    case "entering":
    case "admitted":
      return { motion: trouble === null ? "moving" : "still", fraction: 1 };
    case "missed":
    case "spent":
    case "ended":
    case "lost":
    case "left":
    case "full":
    case "no-cookies":
      return null;
  }
}

function actionOf(phase: Phase, texts: LineTexts): Action | null {
  switch (phase) {
    case "your-turn":
    case "missed":
      return { kind: "enter", label: texts.enter };
    case "admitted":
      return { kind: "enter", label: texts.enterAdmitted };
    case "spent":
    case "ended":
    case "lost":
    case "left":
      return { kind: "new-place", label: texts.newPlace };
    case "full":
    case "no-cookies":
      return { kind: "reload", label: texts.reload };
    case "joining":
    case "waiting":
    case "next":
    case "front":
    case "entering":
    case "stopped":
    case "sealed":
      return null;
  }
}

function troubleOf(moment: Moment, texts: LineTexts, wording: Wording): string {
  const { trouble, phase, status } = moment;
  if (trouble === null) return "";
  const what =
    trouble.kind === "busy" ? fill(texts.busy, { duration: wording.duration(Math.max(1000, trouble.retryInMs)) }) : texts[trouble.kind];
  if (phase === "joining") return `${what} ${texts.noPlaceYet}`;
  return IN_LINE.includes(phase) && status.position !== null ? `${what} ${texts.placeKept}` : what;
}

function countdownOf(moment: Moment, texts: LineTexts, wording: Wording): string {
  const { phase, turnLeftMs, turnEndsClockMs } = moment;
  if ((phase !== "your-turn" && phase !== "missed") || turnLeftMs === null) return "";
  if (turnLeftMs < 5000) return texts.turnEnding;
  const left = wording.duration(turnLeftMs);
  return turnEndsClockMs === null
    ? fill(texts.turnLeft, { left })
    : fill(texts.turnLeftUntil, { left, time: wording.clock(turnEndsClockMs) });
}

function waitOf(phase: Phase, status: VisitorStatus, texts: LineTexts, wording: Wording): string {
  if (phase === "stopped" || phase === "sealed") return texts.waitUnknown;
  if (phase !== "waiting" && phase !== "next") return "";
  const { wait } = status;
  if (wait === null || !Number.isFinite(wait.highSeconds)) return texts.waitUnknown;
  return wording.wait(wait.lowSeconds, wait.highSeconds);
}

/** The words for one moment. `title` is the event's, as the organiser wrote it. */
export function describe(moment: Moment, title: string, texts: LineTexts, wording: Wording): View {
  const { phase, status, ageMs } = moment;
  const words = texts.phases[phase];
  const inLine = IN_LINE.includes(phase);
  const position = inLine && status.position !== null ? wording.number(status.position) : "";
  const count = figureOf(moment);
  const figure = count === null ? "" : wording.number(count);
  const figureLabel = count === null ? "" : wording.plural(texts.ahead, count);
  const lead = status.position === null ? (words.leadWithoutPlace ?? words.lead) : words.lead;
  const wait = inLine && status.position !== null ? waitOf(phase, status, texts, wording) : "";
  const paced = (phase === "waiting" || phase === "next") && status.perMinute >= 1;
  const trouble = troubleOf(moment, texts, wording);
  const name = oneLine(title);
  // A status without a number of people ahead still is "in line".
  const tab = phase === "waiting" && figure === "" ? words.headline : fill(words.tab, { ahead: figure });
  const spoken = phase === "waiting" && figure !== "" ? `${figure} ${figureLabel}.` : `${words.headline}. ${lead}`;
  return {
    phase,
    tabTitle: name === "" ? tab : `${tab} · ${name}`,
    headline: words.headline,
    figure,
    figureLength: figure.length <= 5 ? "short" : figure.length <= 7 ? "long" : "longer",
    figureLabel,
    rope: ropeOf(moment),
    lead,
    countdown: countdownOf(moment, texts, wording),
    action: actionOf(phase, texts),
    trouble,
    place: position,
    wait,
    pace: paced ? wording.plural(texts.perMinute, Math.round(status.perMinute)) : "",
    message: manyLines(status.message),
    updated: !inLine ? "" : ageMs < 1500 ? texts.updatedNow : fill(texts.updated, { ago: wording.ago(ageMs) }),
    reference: status.reference === null || !inLine ? "" : fill(texts.reference, { reference: oneLine(status.reference, 40) }),
    leaveQuestion: position === "" ? "" : fill(texts.leaveQuestion, { position }),
    spoken: [spoken, phase === "waiting" && wait !== "" ? `${texts.wait}: ${wait}.` : "", trouble].filter((part) => part !== "").join(" "),
  };
}
