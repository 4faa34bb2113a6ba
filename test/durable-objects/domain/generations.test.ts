import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkpointFacts, restoreEvent, summaryOf } from "../../../durable-objects/domain/restore.ts";
import { enterFrom, type EnteredFrom } from "../../../durable-objects/domain/generations.ts";
import type { SessionView, VisitorItem, VisitorResult } from "../../../durable-objects/domain/types.ts";
import { NINE_MS, Room } from "./room.ts";

const from = (wideNetwork: string | undefined, generation?: number): VisitorItem => ({
  kind: "claim",
  lane: "main",
  position: 1,
  network: "n",
  ...(wideNetwork === undefined ? {} : { wideNetwork }),
  ...(generation === undefined ? {} : { generation }),
});
const renewal = (generation?: number): VisitorItem => ({
  kind: "renew",
  lane: "main",
  position: 1,
  checkout: false,
  ...(generation === undefined ? {} : { generation }),
});

function generationOf(result: VisitorResult): number | string {
  return result.outcome === "admitted" || result.outcome === "renewed" ? (result.session.generation ?? 0) : result.outcome;
}

/** A room with one confirmed session, and one that enters it from here or there. */
function roomInside(): { readonly room: Room; enter(network: string | undefined, generation?: number): number | string } {
  const room = new Room();
  room.join(1);
  room.ask(renewal());
  return { room, enter: (network, generation) => generationOf(room.ask(from(network, generation))) };
}

/** The event as its object reads it back. */
function restart(room: Room): void {
  const { event } = room;
  const restored = restoreEvent({
    policy: event.policy,
    summary: JSON.parse(JSON.stringify(summaryOf(event))),
    learned: null,
    pages: [...event.lanes.values()].flatMap((lane) => lane.states.takeDirty().map(({ page, bytes }) => ({ lane: lane.id, page, bytes }))),
    facts: JSON.parse(JSON.stringify(checkpointFacts(event))),
    joins: [],
  });
  Object.assign(room, { event: restored });
}

describe("S6: a session belongs to one person", () => {
  test("from the same network it stays as it is; from another it is taken over, once, and isolates are told", () => {
    const { room, enter } = roomInside();
    expect([enter("home"), enter("home"), enter(undefined)]).toEqual([0, 0, 0]);
    expect(room.event.ended).toEqual([]);
    expect(enter("office")).toBe(1);
    expect(enter("office")).toBe(1);
    expect(room.event.ended).toMatchObject([{ lane: "main", position: 1, below: 1 }]);
    // Counted once, whoever has it.
    expect(room.event.activeSessions).toBe(1);
  });

  test("an older pass renews nothing and enters only when a person says so", () => {
    const { room, enter } = roomInside();
    enter("home");
    enter("office");
    room.wallMs += 60_000;
    expect(generationOf(room.ask(renewal(0)))).toBe("superseded");
    expect(room.event.lanes.get("main")?.sessions.get(1)?.expiresStayMs).toBe(600_000);
    expect(generationOf(room.ask(renewal(1)))).toBe(1);
    expect(enter("home", 0)).toBe("superseded");
    expect(enter("home")).toBe(2);
  });

  test("after a restart the generation stands, the network is not known and the next is taken for it", () => {
    const { room, enter } = roomInside();
    enter("home");
    enter("office");
    room.wallMs += 3_000;
    restart(room);
    expect(enter("home", 0)).toBe("superseded");
    expect(enter("home")).toBe(1);
    room.wallMs += 3_000;
    expect(enter("office")).toBe(2);
    expect(room.event.ended.map(({ below }) => below)).toEqual([1, 2]);
  });

  test("two networks in turn within two seconds are refused; a fourth in ten minutes shuts out all but the latest", () => {
    const { room, enter } = roomInside();
    enter("home");
    expect(enter("office")).toBe(1);
    expect(room.ask(from("home"))).toMatchObject({ outcome: "shared", retryAfterMs: 2_000 });
    room.wallMs += 2_000;
    expect(enter("train")).toBe(2);
    room.wallMs += 2_000;
    expect(enter("hotel")).toBe("shared");
    expect([enter("home"), enter("office"), enter("train")]).toEqual(["shared", "shared", 2]);
    room.pass(599_000, 100_000);
    room.ask(renewal());
    room.pass(60_000);
    expect(enter("home")).toBe(3);
  });

  test("tries from ever new networks fill no memory", () => {
    let known: EnteredFrom | null = null;
    for (let n = 0; n < 1_000; n++) known = enterFrom(known, `network-${n}`, NINE_MS + n * 3_000).from;
    expect(known?.seen.length).toBeLessThanOrEqual(4);
  });

  test("a grant that nobody picked up leaves no mark on the late return", () => {
    const room = new Room({ doors: "always" });
    room.join(1);
    const claimed = (network: string): number | string => generationOf(room.ask(from(network)));
    while (claimed("home") === "not-yet" || claimed("home") === "recorded") room.pass(1_000, 1_000);
    room.wallMs += 2_500;
    expect(claimed("office")).toBe(1);
    room.pass(33_000, 1_000);
    while (claimed("home") === "recorded") room.pass(1_000, 1_000);
    expect(claimed("home")).toBe(0);
    expect(room.event.ended).toEqual([]);
  });
});

/** An isolate as far as it judges passes: what ended, as it was told. */
function accepts(room: Room, pass: SessionView): boolean {
  if (room.wallMs >= pass.expiresAtMs) return false;
  return !room.event.ended.some(
    ({ position, forgetAtMs, below = Number.POSITIVE_INFINITY }) =>
      position === pass.position && forgetAtMs > room.wallMs && (pass.generation ?? 0) < below,
  );
}

test("S6, S1: whatever is entered, renewed, repeated or restarted, once snapshots have aged passes of one generation are good", () => {
  const network = fc.constantFrom("home", "office", "train", "hotel", undefined);
  const move = fc.oneof(
    fc.record({ kind: fc.constant("enter" as const), network, afterMs: fc.integer({ min: 0, max: 20_000 }) }),
    fc.record({ kind: fc.constant("renew" as const), which: fc.nat(), afterMs: fc.integer({ min: 0, max: 200_000 }) }),
    fc.record({ kind: fc.constant("repeat" as const), which: fc.nat(), afterMs: fc.integer({ min: 0, max: 5_000 }) }),
    fc.record({ kind: fc.constant("restart" as const), afterMs: fc.integer({ min: 0, max: 2_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(move, { minLength: 5, maxLength: 60 }), (moves) => {
      const { room } = roomInside();
      const passes: SessionView[] = [];
      const asked: VisitorItem[] = [];
      let highest = 0;
      for (const each of moves) {
        room.wallMs += each.afterMs;
        if (each.kind === "restart") {
          restart(room);
          continue;
        }
        const shown = passes[(each.kind === "renew" ? each.which : 0) % Math.max(1, passes.length)];
        const item =
          each.kind === "enter"
            ? from(each.network)
            : each.kind === "renew"
              ? renewal(shown?.generation ?? 0)
              : (asked[each.which % Math.max(1, asked.length)] ?? renewal(0));
        asked.push(item);
        const result = room.ask(item);
        if (result.outcome === "admitted" || result.outcome === "renewed") passes.push(result.session);
        const good = new Set(passes.filter((pass) => accepts(room, pass)).map(({ generation = 0 }) => generation));
        expect(good.size).toBeLessThanOrEqual(1);
        const now = room.event.lanes.get("main")?.sessions.get(1)?.generation ?? highest;
        expect(now).toBeGreaterThanOrEqual(highest);
        highest = now;
        for (const generation of good) expect(generation).toBe(highest);
        // The same again at once moves nothing.
        const before = [room.event.activeSessions, room.event.ended.length];
        if (item.kind === "claim") room.ask(item);
        expect([room.event.activeSessions, room.event.ended.length]).toEqual(before);
      }
    }),
    { numRuns: 150 },
  );
});
