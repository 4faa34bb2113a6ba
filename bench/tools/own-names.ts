/**
 * Names of members that the waiting page's script may call whatever is shortest. They are its own: a name that comes as JSON, goes as JSON, or
 * belongs to the browser or the language has to stay. The types refuse what crosses as JSON, `test/bench/tools/own-names.test.ts` what is the
 * browser's. Only members written plainly (`line.failures`, not `line["failures"]`) are renamed.
 */
import type { Heard } from "../../static/waiting-page/announcer.ts";
import type { Line } from "../../static/waiting-page/line.ts";
import type { PhaseTexts, ScriptTexts } from "../../worker/i18n/texts.ts";
import type { Opening } from "../../worker/pages/opening.ts";
import type { PageConfig } from "../../worker/pages/page-config.ts";
import type { Phase } from "../../worker/pages/phase.ts";
import type { Link, Moment, Rope, Slot, Trouble, View } from "../../worker/pages/view.ts";
import type { PublicChallenge, VisitorStatus } from "../../worker/pages/visitor-status.ts";
import type { Place, Wording } from "../../worker/pages/wording.ts";

type OwnName = keyof View | keyof Moment | keyof Rope | keyof Opening | keyof Line | keyof Heard | keyof Wording;
/** What the page asks with and is answered, and what is looked up by a text: a class, a phase, a text of its own, a place for a value. */
type Told =
  | Phase
  | Place
  | Slot
  | keyof PageConfig
  | keyof VisitorStatus
  | keyof NonNullable<VisitorStatus["wait"]>
  | keyof PublicChallenge
  | keyof PhaseTexts
  | Opening["label"]
  | Trouble
  | Link
  | Intl.LDMLPluralRule
  | "invite"
  | "challenge"
  | "code";

export const ownNames = [
  "claim",
  "credentialsLost",
  "failures",
  "figureLength",
  "inMs",
  "motion",
  "nowMs",
  "offersAlerts",
  "opening",
  "openingMs",
  "own",
  "refusals",
  "retryAfterMs",
  "retryInMs",
  "rope",
  "slots",
  "spoken",
  "spokenLeft",
  "startAhead",
  "statusAtMs",
  "tabTitle",
  "troubled",
  "turnEndsClockMs",
  "turnLeftMs",
  "clock",
  "number",
  "plural",
] as const satisfies readonly Exclude<OwnName, Told | keyof ScriptTexts>[];

/** Texts whose names are shortened where they are sent, too. */
export const textNames = [
  "about",
  "drawFair",
  "leaveQuestion",
  "noPlaceYet",
  "phases",
  "placeKept",
  "retryIn",
  "sharedUntil",
  "tabAhead",
  "triesAgain",
  "turnEnding",
  "turnLeft",
  "turnLeftUntil",
  "underAMinute",
  "upTo",
  "updatedNow",
  "waitUnknown",
] as const satisfies readonly Exclude<keyof ScriptTexts, Told | OwnName>[];
