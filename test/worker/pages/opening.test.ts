import { describe, expect, it } from "vitest";
import { openingOf, roomTimeUntil } from "../../../worker/pages/opening.ts";
import { phaseOf } from "../../../worker/pages/phase.ts";
import { sampleStatus, sampleStatuses } from "../../../worker/pages/preview.ts";
import type { VisitorStatus } from "../../../worker/pages/visitor-status.ts";

const sample = (name: string): VisitorStatus => sampleStatuses[name] as VisitorStatus;

describe("what the countdown runs to", () => {
  it("is the pre-queue where there is one, then the draw, then the opening", () => {
    const minutes = (status: VisitorStatus, sinceMs = 0) => {
      const opening = openingOf(status, sinceMs);
      return opening === null ? null : [opening.label, Math.round(opening.inMs / 60_000)];
    };
    expect(minutes(sample("countdown"))).toEqual(["untilOpen", 4321]);
    expect(minutes(sample("countdown-draw"))).toEqual(["untilJoin", 74]);
    expect(minutes(sample("countdown-draw"), 75 * 60_000)).toEqual(["untilOpen", 59]);
    expect(minutes(sample("in-draw"))).toEqual(["untilDraw", 12]);
    expect(minutes(sample("in-draw"), 13 * 60_000)).toEqual(["untilOpen", 121]);
    expect(minutes(sample("drawn"))).toEqual(["untilOpen", 28]);
  });

  it("is nothing while the doors wait for the draw, in line, or once all is past", () => {
    expect(openingOf(sample("draw-waits"), 0)).toBeNull();
    expect(openingOf(sampleStatus({ opensAt: "2030-01-01T00:00:00.000Z" }), 0)).toBeNull();
    expect(openingOf(sample("drawn"), 86_400_000)).toBeNull();
  });

  it("is told by the room's clock: its stamp, the age of the figures, and what has passed since", () => {
    const status = sampleStatus({ updatedAt: "2026-01-01T00:00:00.000Z", ageMs: 250 });
    expect(roomTimeUntil("2026-01-01T00:00:10.000Z", status, 750)).toBe(9000);
    expect(roomTimeUntil(null, status, 0)).toBeNaN();
  });
});

describe("the phase of a status", () => {
  it.each([
    [{ wait: { lowSeconds: 10, likelySeconds: 60, highSeconds: 120 } }, "near"],
    [{ wait: { lowSeconds: 10, likelySeconds: 60, highSeconds: 121 } }, "waiting"],
    [{ wait: null }, "waiting"],
    [{ tooLate: true }, "too-late"],
    [{ tooLate: true, ahead: 0 }, "next"],
    [{ state: "recorded" }, "front"],
    [{ state: "recorded", late: true }, "late"],
    [{ state: "recorded", late: true, doors: "stopped" }, "stopped"],
    [{ state: "sold-out" }, "sold-out"],
  ] as const)("%j is %s", (change, phase) => {
    expect(phaseOf(sampleStatus(change))).toBe(phase);
  });
});
