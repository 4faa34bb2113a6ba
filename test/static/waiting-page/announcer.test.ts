import { describe, expect, it } from "vitest";
import { createAnnouncer, milestone, type Heard } from "../../../static/waiting-page/announcer.ts";
import { en } from "../../../worker/i18n/en.ts";
import type { Phase } from "../../../worker/pages/phase.ts";
import { sampleStatus } from "../../../worker/pages/preview.ts";
import { scriptTexts } from "../../../worker/pages/script-texts.ts";
import { describe as describeMoment } from "../../../worker/pages/view.ts";
import type { VisitorStatus } from "../../../worker/pages/visitor-status.ts";
import { createWording } from "../../../worker/pages/wording.ts";

const wording = createWording("en", scriptTexts(en.line));

function heard(
  ahead: number | null,
  seconds: number,
  change: Partial<Omit<VisitorStatus, "phase">> & { phase?: Phase; leftMs?: number } = {},
): Heard {
  const { phase = "waiting", leftMs = null, ...rest } = change;
  const status = sampleStatus({ ahead, ...rest });
  const moment = {
    phase,
    status,
    trouble: null,
    inviteRefused: false,
    retryInMs: null,
    ageMs: 0,
    opening: null,
    turnLeftMs: leftMs,
    turnEndsClockMs: null,
    startAhead: null,
  };
  return {
    view: describeMoment(moment, "Aurora", scriptTexts(en.line), wording),
    ahead,
    turnLeftMs: leftMs,
    openingMs: null,
    troubled: false,
    nowMs: seconds * 1000,
  };
}

it("knows the round numbers", () => {
  expect([1, 2, 3, 7, 10, 11, 21, 51, 1284].map(milestone)).toEqual([1, 2, 5, 10, 10, 20, 50, 100, 2000]);
});

describe("case 55: what a screen reader is told", () => {
  it("says round numbers only, and not in quick succession", () => {
    const announce = createAnnouncer(heard(1000, 0));
    const said: string[] = [];
    for (let seconds = 1; seconds <= 400; seconds += 1) {
      const words = announce(heard(1000 - 2 * seconds, seconds));
      if (words !== null) said.push(`${seconds}: ${words.split(".")[0]}`);
    }
    expect(said).toEqual(["250: 500 people ahead of you", "400: 200 people ahead of you"]);
  });

  it("waits with a round number that follows another too soon, and then says the latest", () => {
    const announce = createAnnouncer(heard(1000, 0));
    expect(announce(heard(400, 30))).toMatch(/^400 people/);
    expect(announce(heard(150, 35))).toBeNull();
    expect(announce(heard(140, 50))).toMatch(/^140 people/);
  });

  it("says a new phase, a new message and the end of a turn once each", () => {
    const announce = createAnnouncer(heard(5, 0));
    expect(announce(heard(0, 2, { phase: "next" }))).toMatch(/^You are next\./);
    expect(announce(heard(0, 4, { phase: "next" }))).toBeNull();
    expect(announce(heard(0, 6, { phase: "next", message: "Last seats" }))).toBe("Last seats");
    const turn = (seconds: number, leftMs: number) => announce(heard(null, seconds, { phase: "your-turn", message: "Last seats", leftMs }));
    expect(turn(8, 90_000)).toMatch(/^It is your turn\./);
    expect(turn(9, 89_000)).toBeNull();
    expect(turn(40, 58_000)).toBe("It is your turn. 58 sec left");
    expect(turn(41, 57_000)).toBeNull();
  });

  it.each(["countdown", "in-draw", "drawn"] as const)("tells of a %s only at ten minutes, one minute and ten seconds", (phase) => {
    const status = sampleStatus({ state: phase, opensAt: "2026-11-29T11:00:00.000Z" });
    const hear = (leftMs: number): Heard => ({
      ...heard(null, 0),
      view: describeMoment(
        {
          phase,
          status,
          trouble: null,
          inviteRefused: false,
          retryInMs: null,
          ageMs: 0,
          opening: { inMs: leftMs, label: "untilOpen" },
          turnLeftMs: null,
          turnEndsClockMs: null,
          startAhead: null,
        },
        "Aurora",
        scriptTexts(en.line),
        wording,
      ),
      openingMs: leftMs,
    });
    const announce = createAnnouncer(hear(700_000));
    const said: string[] = [];
    for (let leftMs = 699_000; leftMs > 0; leftMs -= 1000) {
      const words = announce(hear(leftMs));
      if (words !== null) said.push(words);
    }
    expect(said).toEqual(["10 min until the sale opens.", "1 min 0 sec until the sale opens.", "10 sec until the sale opens."]);
  });
});
