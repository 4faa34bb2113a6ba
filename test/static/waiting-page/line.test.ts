import { describe, expect, it } from "vitest";
import type { Answer } from "../../../static/waiting-page/answer.ts";
import {
  afterAnswer,
  afterShowing,
  delayMs,
  floorMs,
  nextStep,
  POLL_FLOOR_MS,
  shownPhase,
  startLine,
  type Line,
} from "../../../static/waiting-page/line.ts";
import { sampleStatus, sampleStatuses } from "../../../worker/pages/preview.ts";
import type { VisitorStatus } from "../../../worker/pages/visitor-status.ts";

const sample = (name: string): VisitorStatus => sampleStatuses[name] as VisitorStatus;
const at = (status: VisitorStatus): Line => startLine(status, null, true, false, 0);
const answered = (line: Line, ...answers: Answer[]): Line => answers.reduce((now, answer) => afterAnswer(now, answer, true, 1000), line);
const status = (change: Partial<VisitorStatus>): Answer => ({ kind: "status", status: sampleStatus(change) });

describe("what comes next", () => {
  it.each([
    ["joining", "join", "join"],
    ["waiting", "status", "status"],
    ["next", "status", "status"],
    ["your-turn", "enter", "status"],
    ["front", "enter", "enter"],
    ["missed", "status", "status"],
    ["spent", "status", "status"],
    ["stopped", "status", "status"],
    ["sealed", "status", "status"],
    ["admitted", "go", "status"],
    ["shared", "status", "status"],
  ] as const)("%s: %s while somebody looks, %s behind a hidden tab", (name, visible, hidden) => {
    expect(nextStep(at(sample(name)), true, false)).toBe(visible);
    expect(nextStep(at(sample(name)), false, false)).toBe(hidden);
  });

  it("claims what was missed only when asked to", () => {
    expect(nextStep(at(sample("missed")), true, true)).toBe("enter");
  });

  it("S6: takes a session over only when asked to, and goes in once it has it", () => {
    const shared = at(sample("shared"));
    expect(shownPhase(shared, null)).toBe("shared");
    expect(shownPhase(shared, "enter")).toBe("entering");
    expect(nextStep(shared, true, true)).toBe("enter");
    const granted = answered(shared, { kind: "granted", returnTo: "/x" });
    expect(nextStep(granted, true, false)).toBe("go");
    expect(shownPhase(granted, null)).toBe("admitted");
  });

  it("S6: refused for too many networks it waits as long as told, and asks for the status only", () => {
    const refused = answered(at(sample("shared")), { kind: "shared", retryAfterMs: 540_000 });
    expect(refused.trouble).toBe("shared");
    expect(shownPhase(refused, null)).toBe("shared");
    expect(nextStep(refused, true, false)).toBe("status");
    expect(delayMs(refused, true, 0)).toBe(540_000);
    const told = answered(refused, status({ state: "admitted", shared: true, version: 8 }));
    expect(told.trouble).toBeNull();
  });

  it("confirms a grant behind a hidden tab once, and goes in when looked at", () => {
    const granted = answered(at(sample("your-turn")), { kind: "granted", returnTo: "/x" });
    expect(nextStep(granted, false, false)).toBe("confirm");
    expect(nextStep({ ...granted, claim: "confirmed" }, false, false)).toBe("rest");
    expect(nextStep({ ...granted, claim: "confirmed" }, true, false)).toBe("go");
  });

  it("loads the page anew when the room keeps refusing", () => {
    const refused: Answer = { kind: "refused" };
    expect(nextStep(answered(at(sample("waiting")), refused, refused, refused), true, false)).toBe("status");
    expect(nextStep(answered(at(sample("waiting")), refused, refused, refused, refused), true, false)).toBe("reload");
  });

  it("stays out of line after leaving, whatever was still on its way", () => {
    const left = answered({ ...at(sample("waiting")), leaving: "place" }, { kind: "left" }, status({ version: 99 }), {
      kind: "granted",
      returnTo: "/",
    });
    expect(shownPhase(left, null)).toBe("left");
    expect(nextStep(left, true, false)).toBe("rest");
  });

  it("claims again only after the room has told the turn again", () => {
    const early = answered(at(sample("your-turn")), { kind: "not-yet" });
    expect(nextStep(early, true, false)).toBe("status");
    expect(delayMs(early, true, 0)).toBe(2000);
  });
});

describe("answers in the wrong order", () => {
  it("ignores an older version, its poll time too", () => {
    const line = answered(at(sampleStatus({ version: 20, ahead: 10 })), status({ version: 19, ahead: 50, pollAfterMs: 60_000 }));
    expect(line.status).toMatchObject({ version: 20, ahead: 10, pollAfterMs: 5000 });
  });

  it("takes an equal version: a claim of one's own does not change the event", () => {
    expect(answered(at(sampleStatus({ version: 20 })), status({ version: 20, state: "admitted" })).status.state).toBe("admitted");
  });

  it("case 41: takes an older version when its own time is clearly newer: the event began anew", () => {
    const line = answered(at(sampleStatus({ version: 9000 })), status({ version: 3, ahead: 2, updatedAt: "2026-11-29T10:01:00.000Z" }));
    expect(line.status.ahead).toBe(2);
  });

  it("keeps the last figures when a room could not ask the event, and says so", () => {
    const line = answered(
      at(sampleStatus({ version: 20, ahead: 10 })),
      status({ version: 0, ahead: null, wait: null, updatedAt: "2026-11-29T12:00:00.000Z" }),
    );
    expect(line).toMatchObject({ status: { ahead: 10 }, trouble: "unreachable", failures: 1 });
  });
});

describe("how long to wait", () => {
  it("follows what it is told, never under two seconds", () => {
    expect(delayMs(at(sampleStatus({ pollAfterMs: 7654 })), true, 0.5)).toBe(7654);
    expect(delayMs(at(sampleStatus({ pollAfterMs: 10 })), true, 0.5)).toBe(2000);
  });

  it("asks less often behind a hidden tab, but once a minute at least", () => {
    expect(delayMs(at(sampleStatus({ pollAfterMs: 10_000 })), false, 0)).toBe(20_000);
    expect(delayMs(at(sampleStatus({ pollAfterMs: 2000 })), false, 0)).toBe(5000);
    expect(delayMs(at(sampleStatus({ pollAfterMs: 60_000 })), false, 0)).toBe(60_000);
  });

  it("asks every two seconds at the front, hidden or not, whatever it is told", () => {
    const line = answered(at(sample("your-turn")), { kind: "recorded", status: sampleStatus({ state: "recorded", pollAfterMs: 60_000 }) });
    expect([delayMs(line, true, 0), delayMs(line, false, 0)]).toEqual([2000, 2000]);
  });

  it("backs off from a room that fails, spread out, and never faster than told", () => {
    let line = at(sampleStatus({ pollAfterMs: 2000 }));
    const waits = Array.from({ length: 7 }, () => delayMs((line = answered(line, { kind: "failed", retryAfterMs: 0 })), true, 0));
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    const far = answered(at(sampleStatus({ pollAfterMs: 40_000 })), { kind: "failed", retryAfterMs: 0 });
    expect([delayMs(far, true, 0), delayMs(far, true, 1)]).toEqual([40_000, 50_000]);
  });

  it("waits as long as a limit says, and a little longer, not all at once", () => {
    const line = answered(at(sampleStatus({ pollAfterMs: 2000 })), { kind: "limited", retryAfterMs: 30_000 });
    expect([delayMs(line, true, 0), delayMs(line, true, 1)]).toEqual([30_000, 37_500]);
  });
});

describe("what is shown", () => {
  it.each(["stopped", "sealed"] as const)("a recorded claim says that the doors are %s", (doors) => {
    const line = answered(at(sample("your-turn")), { kind: "recorded", status: sampleStatus({ state: "recorded", doors }) });
    expect(shownPhase(line, "enter")).toBe(doors);
  });

  it("a lost place is told and not replaced", () => {
    const line = answered(at(sample("waiting")), status({ state: "joining", position: null, ahead: null, version: 8 }));
    expect(shownPhase(line, null)).toBe("lost");
    expect(nextStep(line, true, false)).toBe("status");
  });

  it("a new place got in another tab is shown again", () => {
    const over = answered(at(sample("your-turn")), { kind: "over", reason: "spent" });
    expect(shownPhase(over, null)).toBe("spent");
    expect(shownPhase(answered(over, status({ position: 20_000, ahead: 900, version: 9 })), null)).toBe("waiting");
  });

  it("a browser without cookies is told so after four tries", () => {
    const given: Answer = { kind: "credential-given", challenge: null };
    const once = answered(at(sample("joining")), given);
    expect([delayMs(once, true, 0), nextStep(once, true, false)]).toEqual([0, "join"]);
    const line = answered(once, given, given, given);
    expect([shownPhase(line, null), nextStep(line, true, false)]).toEqual(["no-cookies", "rest"]);
  });

  it("a host closed by its operator is told, and asked again", () => {
    const line = answered(at(sample("your-turn")), { kind: "barred", phase: "sealed", retryAfterMs: 30_000, challenge: null });
    expect([shownPhase(line, null), nextStep(line, true, false), delayMs(line, true, 0)]).toEqual(["sealed", "enter", 30_000]);
  });
});

describe("before and after the line", () => {
  it.each([
    ["countdown", "status"],
    ["in-draw", "status"],
    ["drawn", "status"],
    ["sold-out", "status"],
    ["full", "join"],
    ["closed", "rest"],
  ] as const)("%s: %s, whether somebody looks or not", (name, step) => {
    expect(nextStep(at(sample(name)), true, false)).toBe(step);
    expect(nextStep(at(sample(name)), false, false)).toBe(step);
  });

  it("asks within ten seconds of the opening, each at its own time, and never sooner than the floor", () => {
    const line = at({ ...sample("countdown-draw"), pollAfterMs: 60_000 });
    const inMs = 74 * 60_000 - 400;
    expect(delayMs(line, true, 0, 0)).toBe(60_000);
    expect(delayMs(line, true, 0, inMs - 20_000)).toBe(20_000);
    expect(delayMs(line, true, 0.5, inMs - 20_000)).toBe(25_000);
    expect(delayMs(line, false, 1, inMs - 20_000)).toBe(30_000);
    expect(delayMs(line, true, 0, inMs - 10)).toBe(2000);
  });

  it("loads anew for the page that says a wrong identity", () => {
    const line = answered(at(sample("joining")), { kind: "barred", phase: "wrong-identity", retryAfterMs: 0, challenge: null });
    expect([nextStep(line, true, false), delayMs(line, true, 0)]).toEqual(["reload", 2000]);
    expect(shownPhase(startLine(sample("joining"), "wrong-identity", true, false, 0), null)).toBe("wrong-identity");
  });

  it("keeps what bars a visitor while there is no place, and gives it up with one", () => {
    const barred = answered(at(sample("joining")), { kind: "barred", phase: "invite", retryAfterMs: 0, challenge: null });
    expect(shownPhase(answered(barred, status({ ...sample("joining"), version: 9 })), null)).toBe("invite");
    expect(shownPhase(answered(barred, status({ version: 9 })), null)).toBe("waiting");
    expect(nextStep(barred, true, false)).toBe("status");
    expect(delayMs(barred, true, 0)).toBe(60_000);
  });

  it("waits as long as a full line says", () => {
    const full = answered(at(sample("joining")), { kind: "barred", phase: "full", retryAfterMs: 240_000, challenge: null });
    expect(nextStep(full, true, false)).toBe("join");
    expect(delayMs(full, true, 0)).toBe(240_000);
  });
});

describe("a challenge", () => {
  const puzzle = { algorithm: "PBKDF2-SHA-256", iterations: 500, attempts: 400, seed: "s", target: "t", unsolvedAfterMs: 55_000 } as const;

  it("of the page's own credential or of a new one is solved at once, and gone with the place", () => {
    const own = at({ ...sample("joining"), challenge: puzzle });
    expect([shownPhase(own, null), nextStep(own, true, false)]).toEqual(["challenge", "join"]);
    const given = answered(at(sample("joining")), { kind: "credential-given", challenge: puzzle });
    expect([shownPhase(given, null), nextStep(given, true, false), delayMs(given, true, 0)]).toEqual(["challenge", "join", 0]);
    expect(shownPhase(answered(given, status({ version: 9 })), null)).toBe("waiting");
  });

  it("that can't be solved is waited for as long as the room says, and never taken for lost cookies", () => {
    const refused: Answer = { kind: "barred", phase: "challenge", retryAfterMs: 50_000, challenge: puzzle };
    const line = answered(at({ ...sample("joining"), challenge: puzzle }), refused, refused, refused, refused, refused);
    expect([shownPhase(line, null), nextStep(line, true, false), delayMs(line, true, 0)]).toEqual(["challenge", "join", 50_000]);
  });

  it("of a credential that another tab got meanwhile is solved, not waited for", () => {
    const other = { ...puzzle, target: "u" };
    const refused: Answer = { kind: "barred", phase: "challenge", retryAfterMs: 50_000, challenge: other };
    const line = answered(at({ ...sample("joining"), challenge: puzzle }), refused);
    expect([line.status.challenge, delayMs(line, true, 0)]).toEqual([other, POLL_FLOOR_MS]);
  });
});

describe("an invitation's code", () => {
  const waiting: Line = { ...at(sample("waiting")), invite: "CODE" };
  const shown = (line: Line, answer: Answer): Line => afterShowing(answered(line, answer), line.invite);

  it("is shown at once, again while the room can't be reached, and once only when it answers", () => {
    expect([nextStep(waiting, true, false), floorMs(waiting, "join")]).toEqual(["join", 0]);
    const failed = shown(waiting, { kind: "failed", retryAfterMs: 0 });
    expect([nextStep(failed, true, false), floorMs(failed, "join")]).toEqual(["join", POLL_FLOOR_MS]);
    expect(nextStep(shown(waiting, status({ version: 9 })), true, false)).toBe("status");
    expect(nextStep(shown(waiting, { kind: "refused" }), true, false)).toBe("status");
  });

  it("given while another call is under way, or while another code is, is still to be shown", () => {
    expect(nextStep(answered(waiting, status({ version: 9 })), true, false)).toBe("join");
    const corrected = afterShowing(answered({ ...waiting, invite: "OTHER" }, { kind: "invite-refused" }), "CODE");
    expect([corrected.invite, nextStep(corrected, true, false)]).toEqual(["OTHER", "join"]);
  });

  it("that is no good takes nobody's place away, and is told until the next one", () => {
    const refused = shown(waiting, { kind: "invite-refused" });
    expect([shownPhase(refused, null), refused.inviteRefused, nextStep(refused, true, false)]).toEqual(["waiting", true, "status"]);
    expect(answered(refused, status({ version: 9 })).inviteRefused).toBe(true);
    const placeless = answered({ ...at(sample("joining")), invite: "CODE" }, { kind: "invite-refused" });
    expect([shownPhase(placeless, null), placeless.inviteRefused]).toEqual(["invite", true]);
  });
});

describe("leaving", () => {
  const leaving: Line = { ...at(sample("your-turn")), leaving: "place" };

  it("comes before everything else, also before going in, and is tried until the room has heard it", () => {
    expect([nextStep(leaving, true, true), floorMs(leaving, "leave")]).toEqual(["leave", 0]);
    const failed = answered(leaving, { kind: "failed", retryAfterMs: 0 }, { kind: "limited", retryAfterMs: 3000 });
    expect([nextStep(failed, true, true), failed.trouble, delayMs(failed, true, 0)]).toEqual(["leave", "busy", 4000]);
    const left = answered(failed, { kind: "left" });
    expect([shownPhase(left, null), nextStep(left, true, true)]).toEqual(["left", "rest"]);
  });
});

describe("how soon a woken page asks", () => {
  it("never before the floor, nor before what the room said", () => {
    const line = at(sample("waiting"));
    expect(floorMs(line, "status")).toBe(POLL_FLOOR_MS);
    const full = answered(at(sample("joining")), { kind: "barred", phase: "full", retryAfterMs: 240_000, challenge: null });
    expect(floorMs(full, "join")).toBe(240_000);
    expect(floorMs(answered(line, { kind: "limited", retryAfterMs: 9000 }), "status")).toBe(9000);
  });

  it("at once for a turn; a claim that is made or failed waits like any other call", () => {
    const turn = at(sample("your-turn"));
    expect(floorMs(turn, "enter")).toBe(0);
    expect(floorMs(answered(turn, { kind: "failed", retryAfterMs: 30_000 }), "enter")).toBe(30_000);
    expect(floorMs(answered(turn, { kind: "recorded", status: { ...sample("your-turn"), version: 9 } }), "enter")).toBe(POLL_FLOOR_MS);
    expect(floorMs(at(sample("front")), "enter")).toBe(POLL_FLOOR_MS);
    expect(floorMs({ ...turn, claim: "granted" }, "go")).toBe(0);
  });
});
