import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MinHeap } from "../../../durable-objects/domain/min-heap.ts";
import { PlaceStates } from "../../../durable-objects/domain/place-states.ts";
import { learnedOf, summaryOf } from "../../../durable-objects/domain/restore.ts";
import type { JoinItem, VisitorItem } from "../../../durable-objects/domain/types.ts";
import { history, LANES, play } from "./actions.ts";
import { claimOf, keyOf, range, Room, roomWithLine } from "./room.ts";

/** One visitor's request on its way: through which gate, and whether its answer arrives. */
interface Ask {
  readonly visitor: number;
  readonly gate: number;
  readonly answered: boolean;
}

describe("promise 1", () => {
  it("promise 1: A acknowledged before B asks is before B; no place twice; one place a credential, whatever is repeated and lost", () => {
    const ask = fc.record({ visitor: fc.nat(25), gate: fc.nat(2), answered: fc.boolean() });
    const event = fc.oneof({ weight: 3, arbitrary: ask }, { weight: 1, arbitrary: fc.record({ sync: fc.nat(2) }) });
    fc.assert(
      fc.property(fc.array(event, { minLength: 20, maxLength: 120, size: "max" }), (events) => {
        const room = new Room({ doors: "always" });
        const gates: Ask[][] = [[], [], []];
        const places = new Map<number, number>();
        const owners = new Map<number, number>();
        /** Places acknowledged when a visitor asked first; the highest is enough. */
        const acknowledgedBefore = new Map<number, number>();
        let highest = 0;
        for (const happening of events) {
          if ("visitor" in happening) {
            gates[happening.gate]?.push(happening);
            if (!acknowledgedBefore.has(happening.visitor)) acknowledgedBefore.set(happening.visitor, highest);
            continue;
          }
          room.wallMs += 40;
          const asks = gates[happening.sync]?.splice(0) ?? [];
          const items = asks.map(({ visitor }) => room.joinOf({ visitorKey: keyOf(visitor) }));
          room.take(items).forEach((result, index) => {
            const { visitor, answered } = asks[index] as Ask;
            if (result.outcome !== "waiting") throw new Error(result.outcome);
            const { position } = result;
            expect(places.get(visitor) ?? position).toBe(position);
            expect(owners.get(position) ?? visitor).toBe(visitor);
            expect(position).toBeGreaterThan(acknowledgedBefore.get(visitor) ?? 0);
            places.set(visitor, position);
            owners.set(position, visitor);
            if (answered) highest = Math.max(highest, position);
          });
          expect(room.lane().issued).toBe(places.size);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("promise 1: positions of a lane are 1, 2, 3 … and none is issued twice, in any history", () => {
    fc.assert(
      fc.property(history({ jumps: false }), (actions) => {
        const owners = new Map<string, string>();
        const issued = new Map(LANES.map((lane) => [lane as string, 0]));
        play(actions, (room, action, results) => {
          const fresh = new Map(LANES.map((lane) => [lane as string, new Set<number>()]));
          results.forEach((result, index) => {
            const item = action.kind === "items" ? action.items[index] : undefined;
            if (item?.kind !== "join") return;
            const position =
              result.outcome === "waiting" ? result.position : result.outcome === "admitted" ? result.session.position : null;
            if (position === null) return;
            const place = `${item.lane} ${position}`;
            if (position > (issued.get(item.lane) as number)) fresh.get(item.lane)?.add(position);
            if ((owners.get(place) ?? item.visitorKey) !== item.visitorKey) expect.fail(`${place} was another's`);
            owners.set(place, item.visitorKey);
          });
          for (const [lane, positions] of fresh) {
            const before = issued.get(lane) as number;
            const now = room.lane(lane).issued;
            expect([...positions].sort((a, b) => a - b)).toEqual(range(before + 1, now));
            issued.set(lane, now);
          }
        });
        // Nobody has two places in a lane.
        expect(new Set(owners.values()).size).toBe(owners.size);
      }),
      { numRuns: 80 },
    );
  });
});

describe("promise 3", () => {
  it("promise 3: a position has one session at a time, is confirmed at most once, and is granted again only when nobody came", () => {
    fc.assert(
      fc.property(history({ maxLength: 80 }), (actions) => {
        const confirmed = new Set<string>();
        play(actions, (room, action, results) => {
          const times = new Map<string, number>();
          for (const { lane, position } of room.grants) times.set(`${lane} ${position}`, (times.get(`${lane} ${position}`) ?? 0) + 1);
          // Once for its turn, once for the late return.
          expect(Math.max(0, ...times.values())).toBeLessThanOrEqual(2);
          for (const result of results) {
            if (result.outcome !== "renewed") continue;
            const { lane, position } = result.session;
            // By event time: after a clock was set back the wall's name for the same instant is another.
            const stay = room.lane(lane).sessions.get(position)?.grantedAtMs;
            if (stay !== undefined) confirmed.add(`${lane} ${position} ${stay}`);
          }
          const places = [...confirmed].map((key) => key.slice(0, key.lastIndexOf(" ")));
          expect(new Set(places).size).toBe(places.length);
          if (action.kind === "items") expectSameSession(room, action.items);
        });
      }),
      { numRuns: 120 },
    );
  });
});

/** Claiming again in the same instant yields the same session, for everybody who has one. */
function expectSameSession(room: Room, items: readonly VisitorItem[]): void {
  for (const { lane, position } of items.filter((item) => item.kind === "claim")) {
    const first = room.ask(claimOf(position, lane));
    const grants = room.grants.length;
    const again = room.ask(claimOf(position, lane));
    if (first.outcome !== "admitted") continue;
    expect(again).toEqual(first);
    expect(room.grants.length).toBe(grants);
  }
}

describe("promise 4", () => {
  it("promise 4: among recorded claims of a lane the lowest position is granted first", () => {
    fc.assert(
      fc.property(history({ maxLength: 80 }), (actions) => {
        const recorded = new Map(LANES.map((lane) => [lane as string, new Set<number>()]));
        let grantsBefore = 0;
        play(actions, (room) => {
          for (const lane of LANES) {
            const granted = room.grants.slice(grantsBefore).filter((grant) => grant.lane === lane);
            const candidates = recorded.get(lane) as Set<number>;
            const byClaim = granted.map(({ position }) => position).filter((position) => candidates.has(position));
            const still = [...room.lane(lane).claims.keys()];
            // Of those recorded before this step, nobody is granted past one who waits on.
            const waitOn = still.filter((position) => candidates.has(position));
            if (byClaim.length > 0 && waitOn.length > 0) expect(Math.max(...byClaim)).toBeLessThan(Math.min(...waitOn));
            expect(byClaim).toEqual([...byClaim].sort((a, b) => a - b));
            recorded.set(lane, new Set(still));
          }
          grantsBefore = room.grants.length;
        });
      }),
      { numRuns: 120 },
    );
  });

  it("promise 4: a claim within the turn is recorded, and only its holder's own doing takes it away", () => {
    fc.assert(
      fc.property(history({ maxLength: 80 }), (actions) => {
        const recorded = new Set<string>();
        const touched = new Set<string>();
        play(
          actions,
          (room, action, results) => {
            for (const { lane, position } of room.grants) recorded.delete(`${lane} ${position}`);
            if (action.kind === "items") {
              action.items.forEach((item, index) => {
                if (item.kind === "join") return;
                const key = `${item.lane} ${item.position}`;
                if (item.kind === "leave") recorded.delete(key);
                else if (item.kind === "claim" && results[index]?.outcome === "recorded" && room.lane(item.lane).claims.has(item.position))
                  recorded.add(key);
                touched.add(key);
              });
            }
            for (const { lane, position } of room.grants) {
              touched.add(`${lane} ${position}`);
              if (room.lane(lane).sessions.has(position)) recorded.delete(`${lane} ${position}`);
            }
            for (const key of recorded) {
              const [lane, position] = key.split(" ") as [string, string];
              expect(room.ask(claimOf(Number(position), lane)).outcome).toBe("recorded");
            }
          },
          (room) => {
            // Whoever is told "your turn" or "missed", and has never asked, is recorded if it asks now.
            for (const lane of LANES) {
              for (const position of range(1, room.lane(lane).issued)) {
                const key = `${lane} ${position}`;
                if (touched.has(key) || position % 3 !== 0) continue;
                const { state } = room.status(position, lane);
                if (state !== "your-turn" && state !== "missed") continue;
                touched.add(key);
                const result = room.ask(claimOf(position, lane));
                expect(["recorded", "admitted"]).toContain(result.outcome);
                if (result.outcome === "recorded") expect(result.late).toBe(state === "missed");
              }
            }
          },
        );
      }),
      { numRuns: 100 },
    );
  });

  it("promise 4: now serving, missed, spent and the version never go back, whatever happens", () => {
    fc.assert(
      fc.property(history({ maxLength: 80 }), (actions) => {
        let before: readonly number[] = [];
        let version = 0;
        play(actions, (room) => {
          const { lanes, version: now } = room.snapshot;
          expect(now).toBeGreaterThan(version);
          version = now;
          const marks = lanes.flatMap(({ issued, nowServing, missedThrough, spentThrough }) => [
            issued,
            nowServing,
            missedThrough,
            spentThrough,
          ]);
          expect(marks.filter((mark, index) => mark < (before[index] ?? 0))).toEqual([]);
          for (const { issued, nowServing, missedThrough, spentThrough } of lanes) {
            expect(issued >= nowServing && nowServing >= missedThrough && missedThrough >= spentThrough).toBe(true);
          }
          before = marks;
        });
      }),
      { numRuns: 120 },
    );
  });
});

/** A line whose places were issued long ago, so that the keys of their joins are forgotten. */
function lengthen(room: Room, waiting: number, lane = "main"): void {
  room.lane(lane).issued += waiting;
}

/** How often `work` calls methods of the structures that somebody might be tempted to walk. */
function callsIn(work: () => void): number {
  let calls = 0;
  const watched: [prototype: object, name: string][] = [
    ...(["get", "set"] as const).map((name): [object, string] => [PlaceStates.prototype, name]),
    ...(["push", "pop"] as const).map((name): [object, string] => [MinHeap.prototype, name]),
    ...(["get", "set", "has"] as const).map((name): [object, string] => [Map.prototype, name]),
    ...(["add", "has"] as const).map((name): [object, string] => [Set.prototype, name]),
  ];
  const originals = watched.map(([prototype, name]) => Reflect.get(prototype, name) as (...values: unknown[]) => unknown);
  watched.forEach(([prototype, name], index) => {
    const original = originals[index] as (...values: unknown[]) => unknown;
    Reflect.set(prototype, name, function counted(this: unknown, ...values: unknown[]) {
      calls++;
      return Reflect.apply(original, this, values);
    });
  });
  try {
    work();
  } finally {
    watched.forEach(([prototype, name], index) => Reflect.set(prototype, name, originals[index]));
  }
  return calls;
}

/** The work of 50 ordinary steps behind a line of `waiting`. */
function workBehind(waiting: number): { readonly calls: number; readonly facts: number; readonly snapshotBytes: number } {
  const room = new Room({ doors: "stopped", maxActiveSessions: 100_000 });
  lengthen(room, waiting);
  room.order({ command: "doors", doors: "auto" });
  room.pass(70_000);
  let facts = 0;
  const called = room.laneSnapshot().nowServing;
  const calls = callsIn(() => {
    for (const n of range(0, 49)) {
      room.wallMs += 100;
      const items: VisitorItem[] = [
        ...range(1, 20).map(() => room.joinOf()),
        ...range(1, 3).map((back) => claimOf(called - 3 * n - back)),
        { kind: "leave", lane: "main", position: waiting - n },
      ];
      room.take(items, [{ lane: "main", positions: range(1, 20).map((position) => called + 100 + 20 * n + position) }]);
      facts += room.lastFacts.length;
    }
  });
  return { calls, facts, snapshotBytes: JSON.stringify(room.snapshot).length };
}

describe("promise 7", () => {
  it("promise 7: the work of a step is the same behind a thousand and behind a million", () => {
    const [thousand, million] = [workBehind(3_000), workBehind(1_000_000)];
    expect(thousand.facts).toBeGreaterThan(100);
    expect(million.facts).toBeLessThanOrEqual(thousand.facts * 1.1);
    expect(million.calls).toBeLessThanOrEqual(thousand.calls * 1.1);
    expect(million.snapshotBytes).toBeLessThanOrEqual(4_096);
  });

  it("promise 7: the snapshot stays under 4 KB with 16 lanes and a million waiting", () => {
    const lanes = range(1, 16).map((n) => ({ id: `show-${n}`, share: n }));
    const room = new Room({ lanes, doors: "stopped", perMinute: 600, maxActiveSessions: 50_000 });
    for (const { id } of lanes) lengthen(room, 80_000, id);
    room.order({ command: "doors", doors: "auto" });
    const presence = lanes.map(({ id }) => ({ lane: id, positions: range(1, 80_000).filter((position) => position % 3 !== 0) }));
    for (const beat of range(1, 40)) {
      room.wallMs += 3_000;
      room.take([], beat % 10 === 0 ? presence : []);
    }
    const { snapshot } = room;
    expect(snapshot.lanes.reduce((sum, { issued, nowServing }) => sum + issued - nowServing, 0)).toBeGreaterThan(1_000_000);
    expect(snapshot.lanes.every(({ presence, turnEnds }) => presence.livingPercent.length > 0 && turnEnds.length > 0)).toBe(true);
    expect(new TextEncoder().encode(JSON.stringify(snapshot)).length).toBeLessThanOrEqual(4_096);
  });
});

describe("promise 8", () => {
  it("promise 8: no position, lane or key that was never given out admits anybody, or changes what anybody sees", () => {
    const position = fc.constantFrom(0, -1, 1.5, Number.NaN, Infinity, -Infinity, 2 ** 31, 2 ** 53, 1e300, 31);
    const lane = fc.constantFrom("main", "", "nowhere", "__proto__", "constructor");
    const garbage: fc.Arbitrary<VisitorItem> = fc.oneof(
      fc.record({ kind: fc.constant("claim" as const), lane, position, network: fc.string() }),
      fc.record({ kind: fc.constant("renew" as const), lane, position, checkout: fc.boolean() }),
      fc.record({ kind: fc.constant("leave" as const), lane, position }),
      fc.record({ kind: fc.constant("end" as const), lane, position, reason: fc.constant("bought" as const) }),
      fc.record({
        kind: fc.constant("join" as const),
        lane: fc.constantFrom("", "nowhere", "__proto__", "constructor"),
        visitorKey: fc.string(),
        expiresAtMs: fc.constant(Infinity),
        network: fc.string(),
        presented: fc.constant(true),
      }),
    );
    fc.assert(
      fc.property(fc.array(garbage, { minLength: 1, maxLength: 20 }), (items) => {
        const [attacked, untouched] = [roomWithLine(30, { perMinute: 60 }), roomWithLine(30, { perMinute: 60 })];
        const results = attacked.take(items, [{ lane: "main", positions: [0, -1, 1.5, Number.NaN, 1e9] }]);
        untouched.take([]);
        expect(attacked.snapshot).toEqual(untouched.snapshot);
        expect(attacked.figures).toEqual(untouched.figures);
        expect(attacked.lastFacts).toEqual([]);
        for (const result of results) expect(["over", "refused", "left", "unknown-lane"]).toContain(result.outcome);
      }),
      { numRuns: 100 },
    );
  });

  it("promise 8: networks and visitor keys are in no snapshot, figure or stored fact", () => {
    const room = new Room({ maxActiveSessions: 3 });
    const join = room.joinOf({ visitorKey: "5ec2e75ec2e75ec2", network: "secret-network", presented: false }) as JoinItem;
    room.take([join, { ...join, visitorKey: "5ec2e75ec2e75ec3", presented: true }]);
    room.ask({ kind: "claim", lane: "main", position: 1, network: "secret-network" });
    const { event } = room;
    const seen = JSON.stringify([
      room.snapshot,
      room.figures,
      summaryOf(event),
      learnedOf(event),
      room.lastFacts,
      event.ended,
      room.audits,
    ]);
    expect(event.activeSessions).toBe(2);
    expect(seen).not.toMatch(/5ec2e7|secret/);
  });
});
