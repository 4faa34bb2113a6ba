/** Ranges of the wait, as an event in motion tells and learns them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ageWatch,
  createSeen,
  createWatch,
  forgiveSilence,
  leavingShare,
  livingAhead,
  noteSeen,
  placesHolding,
  presenceBlocks,
} from "../../../durable-objects/domain/presence.ts";
import { learnedOf, restoreEvent, summaryOf } from "../../../durable-objects/domain/restore.ts";
import { snapshotOf } from "../../../durable-objects/domain/snapshot.ts";
import { estimateWait, peopleWithin, reckonWait } from "../../../durable-objects/domain/wait.ts";
import { Crowd } from "./crowd.ts";
import { range, Room, roomWithLine } from "./room.ts";

const blocks = fc
  .record({
    blockSize: fc.integer({ min: 1, max: 500 }),
    livingPercent: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 }),
  })
  .map((some) => ({ from: 1, ...some }));

/** A line of people who poll as they are told, claim and stay a minute. */
function crowdOf(room: Room, people: number): Crowd {
  return new Crowd(
    room,
    range(1, people).map((position) => ({ arrivesMs: (position * 37) % 20_000, position, staysMs: 60_000 })),
    7,
  );
}

describe("a reckoned wait", () => {
  const figures = { nowServing: 0, perMinute: 60, recentPerMinute: 60, presence: { from: 1, blockSize: 0, livingPercent: [] } };

  it("is what is left when some are let in and some leave", () => {
    expect(reckonWait(figures, 599, 0)).toBe(600);
    // A minute at a time: 60 let in, and of the others a tenth gone, spread over 6,000 short steps.
    let [people, seconds] = [600, 0];
    while (people > 0) [people, seconds] = [people * 0.9 ** (0.1 / 60) - 0.1, seconds + 0.1];
    expect(reckonWait(figures, 599, 0.1)).toBeCloseTo(seconds, 0);
  });

  it("is the reverse of how many get in within it", () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 0, max: 50 }), (ahead, percent) => {
        const leaving = percent / 100;
        const people = peopleWithin(figures, reckonWait(figures, ahead, leaving) ?? 0, leaving);
        expect(people / (ahead + 1)).toBeCloseTo(1, 6);
      }),
    );
  });

  it("finds the place that so many living stand before", () => {
    fc.assert(
      fc.property(blocks, fc.nat(3_000), fc.nat(200), (presence, ahead, nowServing) => {
        const living = livingAhead(presence, nowServing, ahead);
        const place = placesHolding(presence, nowServing, living);
        expect(Math.abs(livingAhead(presence, nowServing, place) - living)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("who leaves the line", () => {
  const MINUTE = 60_000;
  const lane = { seen: createSeen(), nowServing: 0, issued: 1_000 };

  it("is counted from window to window; while nobody could ask nobody is taken for gone", () => {
    const watch = createWatch(0);
    const polled = [range(1, 1_000), range(1, 900), range(1, 810)];
    polled.forEach((positions, minute) => {
      ageWatch(watch, [lane], minute * MINUTE);
      noteSeen(lane, positions, watch.sample);
    });
    ageWatch(watch, [lane], 3 * MINUTE);
    expect(leavingShare([lane])).toBeCloseTo(0.1, 2);
    forgiveSilence(watch, 4 * MINUTE - 1);
    ageWatch(watch, [lane], 4 * MINUTE);
    expect(leavingShare([lane])).toBeCloseTo(0.1, 2);
    expect(presenceBlocks(watch, lane, 4 * MINUTE, 4).blockSize).toBe(0);
  });
});

describe("a told range", () => {
  it("case 39: when the outflow halves the range moves within a minute, and the status says when it was computed", () => {
    const room = roomWithLine(6_000, { perMinute: 600, maxActiveSessions: 5_000 });
    const crowd = crowdOf(room, 6_000).run(180_000);
    const before = room.status(5_000);
    room.order({ command: "intake", perMinute: 300 });
    crowd.run(240_000);
    const after = room.status(5_000);
    // 3,200 places at ten a second, then 2,900 at five.
    expect(before.wait?.highSeconds).toBeLessThan(450);
    expect(after.wait?.likelySeconds).toBeGreaterThan(500);
    expect(after.wait?.highSeconds).toBeGreaterThan(580);
    expect(after.atMs).toBe(room.wallMs);
    expect(after.atMs - before.atMs).toBe(60_000);
  });

  it("case 61: a stop does not make the line seem slow when it moves again", () => {
    const room = roomWithLine(8_000, { perMinute: 600, maxActiveSessions: 5_000 });
    const crowd = crowdOf(room, 8_000).run(180_000);
    const before = room.status(7_000).wait?.likelySeconds ?? 0;
    room.order({ command: "doors", doors: "stopped" });
    crowd.run(180_000 + 15 * 60_000);
    expect(room.status(7_000).wait).toBeNull();
    const learned = room.snapshot.waitErrors;
    room.order({ command: "doors", doors: "auto" });
    crowd.run(180_000 + 15 * 60_000 + 10_000);
    const after = room.status(7_000).wait;
    expect(after?.likelySeconds).toBeGreaterThan(before * 0.85);
    expect(after?.likelySeconds).toBeLessThan(before * 1.1);
    // A quarter of an hour in which nobody could say how long it would be is no error of the ranges told before.
    expect(room.snapshot.waitErrors?.map(([, , high]) => high)).toEqual(learned?.map(([, , high]) => expect.closeTo(high, -1.5)));
  });

  it("narrows as the line keeps what it was told", () => {
    const room = roomWithLine(9_000, { perMinute: 600, maxActiveSessions: 5_000 });
    const wide = estimateWait(room.laneSnapshot(), 1_200, room.snapshot);
    const crowd = crowdOf(room, 9_000).run(10 * 60_000);
    const narrow = estimateWait(room.laneSnapshot(), 1_200, room.snapshot);
    if (wide === null || narrow === null) return expect.fail("no wait");
    expect(narrow.highSeconds - narrow.lowSeconds).toBeLessThan((wide.highSeconds - wide.lowSeconds) / 3);
    const position = room.laneSnapshot().nowServing + 1_201;
    const toldMs = crowd.nowMs;
    while (room.laneSnapshot().nowServing < position) crowd.run(crowd.nowMs + 250);
    expect((crowd.nowMs - toldMs) / 1_000).toBeGreaterThanOrEqual(narrow.lowSeconds);
    expect((crowd.nowMs - toldMs) / 1_000).toBeLessThanOrEqual(narrow.highSeconds);
  });

  it("what was learned survives a restart; the places followed then are others", () => {
    const room = roomWithLine(4_000, { perMinute: 600, maxActiveSessions: 5_000 });
    crowdOf(room, 4_000).run(180_000);
    const { event } = room;
    expect(event.waits.told[0]).not.toEqual(event.waits.told.at(-1));
    const learned = JSON.parse(JSON.stringify(learnedOf(event))) as ReturnType<typeof learnedOf>;
    const again = restoreEvent({ policy: event.policy, summary: summaryOf(event), learned, pages: [], facts: [], joins: [] });
    expect(snapshotOf(again).waitErrors).toEqual(event.waits.told);
    const before = { policy: event.policy, summary: summaryOf(event), learned: null, pages: [], facts: [], joins: [] };
    expect(snapshotOf(restoreEvent(before)).waitErrors).toEqual(new Room().snapshot.waitErrors);
  });

  it("follows a bounded number of places, also when none is called for an hour", () => {
    const room = roomWithLine(200_000, { perMinute: 6_000, maxActiveSessions: 10 });
    for (let minute = 0; minute < 60; minute++) room.pass(60_000, 1_000);
    const followed = room.lane().probes.bands.map(({ length }) => length);
    expect(Math.max(...followed)).toBeGreaterThan(0);
    expect(Math.max(...followed)).toBeLessThanOrEqual(64);
  });

  it("S13: in a line that moves, one ticket polled 100,000 times moves no range, no place and no call", () => {
    const rooms = [1, 1_000].map((polls) => {
      const room = roomWithLine(8_000, { perMinute: 600, maxActiveSessions: 5_000 });
      const crowd = crowdOf(room, 7_900);
      for (let second = 1; second <= 150; second++) {
        crowd.run(second * 1_000);
        room.take([], [{ lane: "main", positions: Array.from({ length: polls }, () => 7_990) }]);
      }
      return room;
    });
    const [honest, played] = rooms as [Room, Room];
    expect(played.snapshot).toEqual(honest.snapshot);
    expect(played.event.waits).toEqual(honest.event.waits);
    expect(played.laneSnapshot().nowServing).toBeGreaterThan(1_000);
  });
});
