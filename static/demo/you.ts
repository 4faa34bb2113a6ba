/** What the page says about the one who looks at it. */
import { range, whole } from "./numbers.ts";
import type { You } from "./state.ts";

export interface YouWords {
  readonly pill: string;
  /** Big number; "" = none. */
  readonly figure: string;
  readonly headline: string;
  readonly text: string;
  /** Index of the step that is now. */
  readonly step: number;
  readonly link: string;
}

const OUTSIDE: YouWords = {
  pill: "outside",
  figure: "",
  headline: "You are not in line",
  text: "Go to the shop like everybody else. It opens in a tab of its own; what becomes of you is told here too.",
  step: 0,
  link: "Go to the shop",
};

/** `wasInside`: this page has seen you inside before. */
export function describeYou(you: You | null, wasInside: boolean): YouWords {
  if (you === null || you.state === "joining") return wasInside ? OUT_AGAIN : OUTSIDE;
  switch (you.state) {
    case "waiting":
      return inLine(you, you.wait === null ? "How long is not known yet." : `About ${range(you.wait.lowSeconds, you.wait.highSeconds)}.`);
    case "stopped":
    case "sealed":
      return inLine(you, "Nobody is let in at the moment. You keep your place.");
    case "your-turn":
    case "recorded":
      return {
        pill: "your turn",
        figure: "",
        headline: "It is your turn",
        text: "Look at your tab: it goes in by itself as soon as you do.",
        step: 2,
        link: "Go in",
      };
    case "missed":
      return {
        pill: "late",
        figure: "",
        headline: "Your turn has passed",
        text: "You can still come back, once: look at your tab.",
        step: 2,
        link: "Go in late",
      };
    case "admitted":
      return {
        pill: "inside",
        figure: "",
        headline: "You are in the shop",
        text: `You came in with place ${place(you)}. Buy a ticket in the other tab, and your place inside goes to the next in line.`,
        step: 3,
        link: "Back to the shop",
      };
    default:
      return wasInside ? OUT_AGAIN : { ...OUTSIDE, headline: "Your place is given up", link: "Take a new place" };
  }
}

const OUT_AGAIN: YouWords = {
  ...OUTSIDE,
  headline: "You have been inside",
  text: "Your visit is over, and your place inside went to the next. You can come again, at the end of the line.",
  link: "Come again",
};

function inLine(you: You, text: string): YouWords {
  const next = you.ahead === 0;
  return {
    pill: "in line",
    figure: next || you.ahead === null ? "" : whole(you.ahead),
    headline: next ? "You are next" : you.ahead === null ? "You are in line" : you.ahead === 1 ? "person before you" : "people before you",
    text: `Place ${place(you)}. ${text}`,
    step: 1,
    link: "See your waiting page",
  };
}

function place(you: You): string {
  return you.position === null ? "–" : whole(you.position);
}
