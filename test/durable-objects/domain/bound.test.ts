/** The bound of the line, and who need not care about it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stateWithoutPlace } from "../../../durable-objects/domain/visitor-status.ts";
import { leaveOf, Room } from "./room.ts";

describe("the bound", () => {
  it("refuses whoever would be one too many, gives nothing for it, and says when to come back", () => {
    const room = new Room({ maxWaiting: 10, doors: "stopped" });
    expect(room.join(12).map(({ outcome }) => outcome)).toEqual([...Array(10).fill("waiting"), "full", "full"]);
    expect(room.lane().issued).toBe(10);
    expect(room.snapshot.full?.retryAfterSeconds).toBeGreaterThanOrEqual(30);
    // Case 40: a place that frees is there at once.
    room.ask(leaveOf(3));
    expect(room.snapshot.full).toBeUndefined();
    expect(room.join(1)[0]?.outcome).toBe("waiting");
  });

  it("of nobody lets in whoever need not wait, and nobody else", () => {
    const room = new Room({ maxWaiting: 0, perMinute: 60, burst: 2 });
    expect([room.snapshot.full, stateWithoutPlace(room.snapshot, room.laneSnapshot())]).toEqual([undefined, null]);
    expect(room.join(3).map(({ outcome }) => outcome)).toEqual(["admitted", "admitted", "full"]);
    expect(stateWithoutPlace(room.snapshot, room.laneSnapshot())).toBe("full");
    room.pass(2_000);
    expect([stateWithoutPlace(room.snapshot, room.laneSnapshot()), room.join(1)[0]?.outcome]).toEqual([null, "admitted"]);
  });

  it("does not count who waits in a lane that is sold out: they stand in nobody's way", () => {
    const lanes = ["friday", "saturday"].map((id) => ({ id, share: 1 }));
    const room = new Room({ lanes, maxWaiting: 10, doors: "stopped" });
    room.join(10, { lane: "friday" });
    expect(room.join(1, { lane: "saturday" })[0]?.outcome).toBe("full");
    room.order({ command: "sold-out", lane: "friday" });
    expect(room.join(11, { lane: "saturday" }).map(({ outcome }) => outcome)).toEqual([...Array(10).fill("waiting"), "full"]);
  });

  it("keeps the place of somebody who repeats a join, full or not", () => {
    const room = new Room({ maxWaiting: 1, doors: "stopped" });
    const join = room.joinOf();
    const first = room.ask(join);
    expect(first.outcome).toBe("waiting");
    expect(room.join(1)[0]?.outcome).toBe("full");
    expect(room.ask(join)).toEqual(first);
  });

  it("by the wait: people are wait × rate, with the configured rate in a stop", () => {
    const room = new Room({ maxWaitSeconds: 600, perMinute: 60, doors: "stopped" });
    expect(room.join(700).filter(({ outcome }) => outcome === "waiting")).toHaveLength(600);
  });

  it("never lets more wait than its people, whatever happens", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.array(fc.oneof(fc.record({ join: fc.integer({ min: 1, max: 20 }) }), fc.record({ leave: fc.integer({ min: 1, max: 60 }) }))),
        (maxWaiting, acts) => {
          const room = new Room({ maxWaiting, doors: "stopped" });
          for (const act of acts) {
            if ("join" in act) room.join(act.join);
            else room.ask(leaveOf(act.leave));
            const [lane] = room.figures.lanes;
            expect(lane?.waiting).toBeLessThanOrEqual(maxWaiting);
            expect(room.snapshot.full !== undefined).toBe(lane?.waiting === maxWaiting);
          }
        },
      ),
    );
  });
});
