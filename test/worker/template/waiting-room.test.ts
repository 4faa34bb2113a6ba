import { describe, expect, test } from "vitest";
import { sampleStatus, sampleStatuses } from "../../../worker/pages/preview.ts";
import type { VisitorStatus } from "../../../worker/pages/visitor-status.ts";
import { compileTemplate } from "../../../worker/template/compile.ts";
import { renderTemplate } from "../../../worker/template/render.ts";
import { SAMPLE_STATES, sampleOf } from "../../../worker/template/samples.ts";
import { isForTemplate, templateValues } from "../../../worker/template/values.ts";
import { formatMinutes, waitingRoomStatus } from "../../../worker/template/waiting-room.ts";
import { IN_LINE } from "../../support/waiting-room-members.ts";

const NOW_MS = Date.parse("2026-11-29T10:00:00.400Z");
const roomOf = (status: VisitorStatus, closesAtMs: number | null = null, refreshSeconds: number | null = 5) =>
  waitingRoomStatus({ status, closesAtMs, nowMs: NOW_MS, refreshSeconds });

describe("the documented members", () => {
  test("somebody in line: every one of the 25, with its documented type", () => {
    expect(roomOf(sampleStatus())).toStrictEqual({
      ...IN_LINE,
      waitTimeKnown: true,
      waitTime: 7,
      waitTimeFormatted: "7 minutes",
      lastUpdated: "2026-11-29T10:00:00.400Z",
      refreshIntervalSeconds: 5,
    });
  });

  test("an unknown wait is 0, and unavailable in words", () => {
    const room = roomOf(sampleStatus({ wait: null, doors: "stopped", state: "stopped" }));
    expect(room).toMatchObject({ waitTimeKnown: false, waitTime: 0, waitTimeFormatted: "unavailable", queueAll: true });
  });

  test("before the opening: prequeueing, with the time until then, and shuffled where there is a draw", () => {
    const inDraw = roomOf(sampleStatuses["in-draw"] as VisitorStatus, NOW_MS + 5 * 3_600_000);
    expect(inDraw).toMatchObject({
      isEventActive: true,
      isEventPrequeueing: true,
      timeUntilEventStart: 134,
      timeUntilEventStartFormatted: "2 hours 14 minutes",
      timeUntilEventEnd: 300,
      timeUntilEventEndFormatted: "5 hours",
      shuffleAtEventStart: true,
      queueingMethod: "fifo",
    });
    const countdown = roomOf(sampleStatuses["countdown"] as VisitorStatus);
    expect(countdown).toMatchObject({ isEventPrequeueing: true, shuffleAtEventStart: false, timeUntilEventStartFormatted: "3 days" });
    expect(countdown.timeUntilEventEndFormatted).toBe("unavailable");
  });

  test("after the opening an on-sale of a plan is an event that goes on", () => {
    const open = roomOf(sampleStatus({ opensAt: "2026-11-29T09:00:00.000Z" }), NOW_MS + 61_000);
    expect(open).toMatchObject({ isEventActive: true, isEventPrequeueing: false, timeUntilEventStart: 0, timeUntilEventEnd: 2 });
  });

  test("full, sold out, over", () => {
    expect(roomOf(sampleStatus({ state: "full" })).queueIsFull).toBe(true);
    expect(roomOf(sampleStatus({ state: "sold-out", phase: "sold-out" })).queueAll).toBe(true);
    const closed = roomOf(sampleStatus({ state: "closed", phase: "closed", opensAt: "2026-11-29T09:00:00.000Z" }), null, null);
    expect(closed).toMatchObject({
      queueingMethod: "reject",
      isRejectQueue: true,
      isFIFOQueue: false,
      refreshIntervalSeconds: 0,
      isEventActive: false,
    });
  });

  test.each([
    [0, "0 minutes"],
    [1, "1 minute"],
    [59, "59 minutes"],
    [60, "1 hour"],
    [61, "1 hour 1 minute"],
    [125, "2 hours 5 minutes"],
    [1440, "1 day"],
    [1499, "1 day"],
    [4560, "3 days 4 hours"],
  ])("%i minutes", (minutes, words) => {
    expect(formatMinutes(minutes)).toBe(words);
  });
});

/** Each says something else in each state, so that a wrong branch shows. */
const TEMPLATES = {
  wait: "{{#waitTimeKnown}}about {{waitTimeHours}} h {{waitTimeHourMinutes}} min{{/waitTimeKnown}}{{^waitTimeKnown}}{{#queueAll}}nobody goes in{{/queueAll}}{{^queueAll}}wait {{waitTimeFormatted}}{{/queueAll}}{{/waitTimeKnown}}",
  full: "{{#queueIsFull}}full{{/queueIsFull}}{{^queueIsFull}}{{waitTimeFormatted}}, again in {{refreshIntervalSeconds}} s{{/queueIsFull}}",
  event:
    "{{#isEventActive}}{{#isEventPrequeueing}}starts in {{timeUntilEventStartFormatted}}{{#shuffleAtEventStart}}, shuffled{{/shuffleAtEventStart}}{{/isEventPrequeueing}}{{^isEventPrequeueing}}ends in {{timeUntilEventEnd}}{{/isEventPrequeueing}}{{/isEventActive}}{{^isEventActive}}no event{{/isEventActive}}",
  method:
    "{{queueingMethod}}:{{#isFIFOQueue}}in order{{/isFIFOQueue}}{{#isRandomQueue}}at random{{/isRandomQueue}}{{#isPassthroughQueue}}through{{/isPassthroughQueue}}{{#isRejectQueue}}no{{/isRejectQueue}}{{{turnstile}}}{{#infiniteQueue}}for ever{{/infiniteQueue}}",
  script: "<script>var room = { full: {{queueIsFull}}, minutes: {{waitTime}}, at: new Date('{{lastUpdated}}') }</script>",
  ours: "{{#placeKnown}}{{place}} {{#aheadKnown}}({{ahead}} ahead{{#isNext}}, next{{/isNext}}){{/aheadKnown}} {{waitRangeFormatted}} {{reference}}{{/placeKnown}}{{#isInDraw}}number {{drawNumber}}{{/isInDraw}}{{#isCountdown}}soon{{/isCountdown}}",
} as const;

function shown(name: keyof typeof TEMPLATES, status: VisitorStatus): string {
  const compiled = compileTemplate(TEMPLATES[name]);
  if (!compiled.ok) throw new Error(compiled.fault.detail);
  const values = templateValues({ status, closesAtMs: NOW_MS + 600_000, nowMs: NOW_MS, refreshSeconds: 5, reachable: true });
  // As a reader sees it.
  return renderTemplate(compiled.nodes, values).replaceAll("&#32;", " ");
}

describe("templates in the compatible variables", () => {
  const of = (state: string): VisitorStatus => sampleStatuses[state] as VisitorStatus;
  const long = sampleStatus({ wait: { lowSeconds: 3000, likelySeconds: 4500, highSeconds: 6000 } });
  test.each([
    ["wait", long, "about 1 h 15 min"],
    ["wait", sampleStatus({ wait: null }), "wait unavailable"],
    ["wait", sampleStatus({ wait: null, doors: "stopped" }), "nobody goes in"],
    ["full", sampleStatus({ state: "full" }), "full"],
    ["full", long, "1 hour 15 minutes, again in 5 s"],
    ["event", sampleStatus(), "no event"],
    ["event", of("in-draw"), "starts in 2 hours 14 minutes, shuffled"],
    ["event", of("countdown"), "starts in 3 days"],
    ["event", sampleStatus({ opensAt: "2026-11-29T09:00:00.000Z" }), "ends in 10"],
    ["method", sampleStatus(), "fifo:in order"],
    ["script", sampleStatus(), "<script>var room = { full: false, minutes: 7, at: new Date('2026-11-29T10:00:00.400Z') }</script>"],
    ["ours", sampleStatus(), "12345 (1284 ahead) 5 minutes to 9 minutes main-12345-KD"],
    ["ours", sampleStatus({ ahead: 0 }), "12345 (0 ahead, next) 5 minutes to 9 minutes main-12345-KD"],
    ["ours", of("in-draw"), "number 48213"],
    ["ours", of("countdown"), "soon"],
  ] as const)("%s %#", (name, status, expected) => {
    expect(shown(name, status)).toBe(expected);
  });
});

test("a template is for those who wait; where there is something to do, our page offers it", () => {
  for (const state of SAMPLE_STATES) {
    const sample = sampleOf(state, "aurora", "main", "Aurora", "", NOW_MS);
    expect(sample !== null && isForTemplate(sample), state).toBe(true);
  }
  for (const state of ["missed", "spent", "admitted", "ended", "closed"] as const)
    expect(isForTemplate(sampleStatus({ state })), state).toBe(false);
  expect(isForTemplate({ ...sampleStatus({ state: "waiting" }), shared: true })).toBe(false);
  expect(sampleOf("constructor", "aurora", "main", "", "", NOW_MS)).toBeNull();
});
