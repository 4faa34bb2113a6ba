import type { View } from "../../worker/pages/view.ts";

/** Milestones of the people ahead are at least this far apart. */
const PAUSE_MS = 20_000;
const TURN_ENDING_MS = 60_000;
/** Of a countdown it is told how long it still runs when this is left. */
const COUNTDOWN_STEPS_MS = [600_000, 60_000, 10_000];

/** The next round number (1, 2, 5, 10, 20, 50 …) at or above `ahead`. */
export function milestone(ahead: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, ahead)));
  return power * ([1, 2, 5].find((step) => step * power >= ahead) ?? 10);
}

export interface Heard {
  readonly view: View;
  readonly ahead: number | null;
  readonly turnLeftMs: number | null;
  /** Until what a countdown before the opening runs to. */
  readonly openingMs: number | null;
  /** Trouble that has lasted, for a single lost call is none; or a code that is no good. */
  readonly troubled: boolean;
  readonly nowMs: number;
}

/**
 * Decides what a screen reader is told, politely: a new phase, a new message, lasting trouble and its end, the last
 * minute of a turn, and round numbers on the way; never each poll (field case 55). What the page said when it was
 * loaded is not said again.
 */
export function createAnnouncer(first: Heard): (heard: Heard) => string | null {
  let last = first;
  let lastMilestone = first.ahead === null ? Infinity : milestone(first.ahead);
  let saidAtMs = first.nowMs;
  let warned = false;

  function choose({ view, ahead, turnLeftMs, openingMs, troubled, nowMs }: Heard): string | null {
    // A wait that grows again past what is near is no step: the figures tell it.
    const fellBack = view.phase === "waiting" && last.view.phase === "near";
    if ((view.phase !== last.view.phase && !fellBack) || troubled !== last.troubled) {
      warned = false;
      return view.spoken;
    }
    if (view.slots.words !== "" && view.slots.words !== last.view.slots.words) return view.slots.words;
    if (!warned && view.slots.countdown !== "" && turnLeftMs !== null && turnLeftMs < TURN_ENDING_MS) {
      warned = true;
      return view.spokenLeft;
    }
    const beforeMs = last.openingMs;
    if (openingMs !== null && beforeMs !== null && COUNTDOWN_STEPS_MS.some((step) => openingMs <= step && beforeMs > step))
      return view.spokenLeft;
    const passed = (view.phase === "waiting" || view.phase === "near") && ahead !== null && milestone(ahead) < lastMilestone;
    return passed && nowMs - saidAtMs >= PAUSE_MS ? view.spoken : null;
  }

  return (heard) => {
    const said = choose(heard);
    last = heard;
    if (said === null) return null;
    saidAtMs = heard.nowMs;
    if (heard.ahead !== null) lastMilestone = milestone(heard.ahead);
    return said;
  };
}
