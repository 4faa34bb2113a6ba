/** The draw in the line: numbers before the opening, places all at once, and everything goes on from there. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attachDraw, noteBeacon } from "../../../durable-objects/domain/draw-steps.ts";
import { firstRoundAt, quicknet, type BeaconChain } from "../../../durable-objects/domain/draw/beacon.ts";
import { toHex } from "../../../durable-objects/domain/draw/bytes.ts";
import { commitmentOf, publicationOf, wantedRound, type Draw } from "../../../durable-objects/domain/draw/draw.ts";
import { publishedPlace, verifyPublication } from "../../../durable-objects/domain/draw/verification.ts";
import { planDueMs } from "../../../durable-objects/domain/sale-steps.ts";
import { snapshotOf } from "../../../durable-objects/domain/snapshot.ts";
import type { EventPolicy, VisitorItem } from "../../../durable-objects/domain/types.ts";
import { positionOf } from "../../../worker/place.ts";
import { Crowd } from "./crowd.ts";
import { ModelStore } from "./model-store.ts";
import { claimOf, NINE_MS, range, Room } from "./room.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest());
const MINUTE_MS = 60_000;
const at = (ms: number): string => new Date(ms).toISOString();
/** Gathering from now on, doors in ten minutes. */
const PLAN = { preQueueAt: at(NINE_MS - 1_000), opensAt: at(NINE_MS + 10 * MINUTE_MS), closesAt: null };
const FREEZE_MS = 8 * MINUTE_MS;

interface DrawOptions {
  readonly seed?: number;
  readonly chain?: BeaconChain | null;
  readonly policy?: Partial<EventPolicy>;
}

/** A room in which numbers are given. */
function gathering({ seed = 1, chain = null, policy = {} }: DrawOptions = {}): Room {
  const room = new Room({ schedule: PLAN, draw: { leadSeconds: 120, beacon: null }, perMinute: 600, ...policy });
  attachDraw(room.event, { seed: new Uint8Array(32).fill(seed), event: "on-sale", incarnation: 1, chain }, null);
  room.take([]);
  return room;
}

const drawOf = (room: Room): Draw => room.event.draw as Draw;
const placeOfNumber = (room: Room, position: number, lane = "main"): number | null =>
  positionOf(room.laneSnapshot(lane), { position, isDrawNumber: true });
const placesOf = (room: Room, numbers: readonly number[], lane = "main"): (number | null)[] =>
  numbers.map((number) => placeOfNumber(room, number, lane));

describe("numbers", () => {
  it("are given before the freeze with a leaf and the commitment's hash; the same again to whoever repeats", () => {
    const room = gathering();
    const join = room.joinOf();
    const first = room.ask(join);
    expect(first).toMatchObject({
      outcome: "waiting",
      position: 1,
      drawNumber: { number: 1, leaf: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    expect(room.ask(join)).toEqual(first);
    expect(room.join(2)).toMatchObject([{ drawNumber: { number: 2 } }, { drawNumber: { number: 3 } }]);
    expect(placesOf(room, [1, 2, 3])).toEqual([null, null, null]);
    expect(room.ask({ ...claimOf(1), isDrawNumber: true } as VisitorItem).outcome).toBe("not-yet");
  });

  it("case 34: an invite moves a number into its lane's draw, with one leaf whoever repeats it, and the old one is no place when drawn", () => {
    const lanes = [
      { id: "main", share: 1 },
      { id: "vip", share: 1, invite: true },
    ];
    const room = gathering({ policy: { lanes } });
    room.join(3);
    const invite = { key: "0123456789abcdef", id: "an-invite", expiresAtMs: NINE_MS + 60 * MINUTE_MS };
    const moved = room.ask(room.joinOf({ lane: "vip", invite, from: { lane: "main", position: 2, isDrawNumber: true } }));
    expect(moved).toMatchObject({ outcome: "waiting", position: 1, drawNumber: { number: 1 }, gaveUp: true });
    const { gaveUp: _, ...told } = moved as Record<string, unknown>;
    expect(room.ask(room.joinOf({ lane: "vip", invite }))).toEqual(told);
    room.pass(FREEZE_MS + MINUTE_MS);
    expect(room.ask({ ...claimOf(2), isDrawNumber: true } as VisitorItem)).toEqual({ outcome: "over", reason: "place-spent" });
    expect(room.figures.lanes.map(({ waiting }) => waiting)).toEqual([2, 1]);
  });

  it("case 30: whoever comes after the freeze comes behind all who were drawn, in order of arrival", () => {
    const room = gathering();
    room.join(50);
    room.pass(FREEZE_MS);
    const late = room.join(3);
    expect(late).toEqual([51, 52, 53].map((position) => ({ outcome: "waiting", position })));
    expect(room.snapshot.sale?.draw).toMatchObject({ isFrozen: true });
    room.pass(MINUTE_MS);
    const places = placesOf(room, range(1, 50));
    expect(places.toSorted((one, other) => Number(one) - Number(other))).toEqual(range(1, 50));
    expect(room.snapshot.sale?.phase).toBe("drawn");
    expect([room.status(50).state, room.status(51).state]).toEqual(["drawn", "waiting"]);
  });

  it("case 30: the places of those who gathered are uniform", () => {
    const size = 6;
    const runs = 1_500;
    const counts = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    for (let seed = 0; seed < runs; seed++) {
      const room = gathering();
      drawOf(room).seed.set([seed & 255, seed >> 8]);
      room.join(size);
      room.wallMs += 1;
      for (const ms of [FREEZE_MS, 31_000]) {
        for (let left = ms; left > 0; left -= 20_000) {
          room.wallMs += Math.min(left, 20_000);
          room.take([]);
        }
      }
      placesOf(room, range(1, size)).forEach((place, number) => {
        const row = counts[number] as number[];
        row[Number(place) - 1] = (row[Number(place) - 1] ?? 0) + 1;
      });
    }
    const even = runs / size;
    const chiSquare = counts.flat().reduce((sum, count) => sum + (count - even) ** 2 / even, 0);
    // 25 degrees of freedom: above 60 once in 10,000 times. The seeds are fixed, so it is not by chance that this passes.
    expect(chiSquare).toBeLessThan(60);
  });
});

describe("the reveal", () => {
  it("case 31: what is published before it holds neither seed nor key, and afterwards a third party computes every place", () => {
    const room = gathering({ seed: 7 });
    room.join(200);
    const seed = toHex(drawOf(room).seed);
    for (const state of ["committed", "frozen"]) {
      const told = JSON.stringify([publicationOf(drawOf(room)), room.snapshot, room.figures, room.audits]);
      expect([publicationOf(drawOf(room))?.state, told.includes(seed)]).toEqual([state, false]);
      expect(room.laneSnapshot().draw?.key).toBeNull();
      room.pass(state === "committed" ? FREEZE_MS : 31_000);
    }
    const published = publicationOf(drawOf(room));
    if (published === null) throw new Error("nothing is published");
    expect(published).toMatchObject({ state: "revealed", seed, predictableByOperator: true });
    const checks = verifyPublication(published, { sha256, verifyBeacon: null });
    expect(checks.filter(({ ok }) => ok === false)).toEqual([]);
    expect(range(1, 200).map((number) => publishedPlace(published, sha256, "main", number))).toEqual(placesOf(room, range(1, 200)));
  });

  it("case 32: in no snapshot are some places drawn and others not, whatever lanes there are", () => {
    const lanes = [
      { id: "friday", share: 1 },
      { id: "saturday", share: 2 },
    ];
    const room = gathering({ policy: { lanes } });
    for (const { id } of lanes) room.join(20, { lane: id });
    const seen = new Set<string>();
    for (let ms = 0; ms < 11 * MINUTE_MS; ms += 1_000) {
      room.pass(1_000);
      const { snapshot } = room;
      const keys = snapshot.lanes.map(({ draw }) => draw?.key !== null);
      const sizes = snapshot.lanes.map(({ draw }) => draw?.size !== null);
      seen.add([...keys, ...sizes].join());
      expect([new Set(keys).size, new Set(sizes).size]).toEqual([1, 1]);
      const places = snapshot.lanes.flatMap((lane) => range(1, 20).map((position) => positionOf(lane, { position, isDrawNumber: true })));
      expect(new Set(places.map((place) => place === null)).size).toBe(1);
    }
    expect(seen.size).toBe(3);
  });

  it("waits for the beacon, and so do the doors; its round is none that was known at the freeze", () => {
    const room = gathering({ chain: quicknet });
    room.join(30);
    room.pass(FREEZE_MS);
    const published = publicationOf(drawOf(room));
    const round = published?.beacon?.round ?? 0;
    expect(round).toBeGreaterThanOrEqual(firstRoundAt(quicknet, NINE_MS + FREEZE_MS + 30_000));
    expect(wantedRound(drawOf(room), room.wallMs)).toBeNull();
    room.pass(3 * MINUTE_MS);
    expect(wantedRound(drawOf(room), room.wallMs)).toBe(round);
    expect(room.snapshot.sale).toMatchObject({ phase: "pre-queue", draw: { waits: true } });
    expect(room.laneSnapshot().nowServing).toBe(0);
    noteBeacon(room.event, "ab".repeat(48));
    room.pass(1_000);
    expect(room.snapshot.sale).toMatchObject({ phase: "open", draw: { waits: false } });
    expect(publicationOf(drawOf(room))).toMatchObject({ state: "revealed", predictableByOperator: false });
  });

  it("case 70: a clock that was an hour ahead at the freeze and is set back delays the reveal by no hour", () => {
    const room = gathering();
    room.join(10);
    room.wallMs += 60 * MINUTE_MS - 3 * MINUTE_MS;
    room.take([]);
    room.pass(5_000);
    drawOf(room).frozenAtMs = null;
    room.event.policy = { ...room.event.policy, schedule: { ...PLAN, opensAt: at(NINE_MS + 60 * MINUTE_MS) } };
    room.pass(10_000);
    expect(drawOf(room).frozenAtMs).toBeGreaterThan(NINE_MS + 56 * MINUTE_MS);
    room.wallMs -= 56 * MINUTE_MS;
    room.pass(25_000);
    expect(drawOf(room).isRevealed).toBe(false);
    room.pass(10_000);
    expect(drawOf(room).isRevealed).toBe(true);
  });

  it("S14: after a silence over the freeze nobody gets a number, and nobody a place before the numbers are fixed", () => {
    const room = gathering({ chain: quicknet });
    room.join(20);
    room.wallMs += 9 * MINUTE_MS;
    const join = room.joinOf();
    // The round is known by now.
    expect(wantedRound({ ...drawOf(room), frozenAtMs: 0 }, room.wallMs)).not.toBeNull();
    expect(room.ask(join)).toEqual({ outcome: "queueing" });
    room.pass(10_000);
    expect(room.ask(join)).toEqual({ outcome: "waiting", position: 21 });
    expect(drawOf(room).lanes[0]?.size).toBe(20);
  });

  it("that does not come keeps the doors shut, which the organiser reads; closed without it, nothing goes on asking", () => {
    const room = gathering({ chain: quicknet, policy: { schedule: { ...PLAN, closesAt: at(NINE_MS + 60 * MINUTE_MS) } } });
    room.join(3);
    room.pass(9 * MINUTE_MS);
    expect(room.figures).toMatchObject({ drawWaits: false, perMinuteReason: "the doors have not opened yet" });
    expect(planDueMs(room.event, 10_000)).toBe(1_000);
    room.pass(5 * MINUTE_MS);
    const reason = `the doors wait for the draw: round ${commitmentOf(drawOf(room)).beacon?.round} of the beacon quicknet has not been had`;
    expect(room.figures).toMatchObject({ drawWaits: true, perMinuteReason: reason, phase: "pre-queue" });
    expect(room.audits.filter((audit) => audit === reason)).toHaveLength(1);
    // It was asked each second at first.
    expect(planDueMs(room.event, 10_000)).toBe(10_000);
    room.pass(47 * MINUTE_MS);
    expect(room.figures).toMatchObject({ drawWaits: false, phase: "closed" });
    expect(planDueMs(room.event, 10_000)).toBeNull();
  });

  it("S14: who knows the seed and gives the last thousand numbers gains nothing where a beacon is used", () => {
    // The order for sizes the attacker could choose, under rounds of the beacon that it can't foresee; how little choosing is worth
    // then is measured in `draw/verification.test.ts`.
    const firstPlace = (extra: number, signature: string): number | null => {
      const room = gathering({ chain: quicknet });
      room.join(20);
      room.join(extra);
      room.pass(FREEZE_MS);
      room.pass(MINUTE_MS);
      noteBeacon(room.event, signature);
      room.pass(1_000);
      return placeOfNumber(room, 1);
    };
    const sizes = range(0, 10).map((n) => n * 100);
    const places = ["01", "02", "03"].map((byte) => sizes.map((extra) => firstPlace(extra, byte.repeat(48))));
    expect(new Set(places.map(String)).size).toBe(3);
  });
});

describe("the line after it", () => {
  it("calls and admits by place, and each visitor's own ticket stays the same", () => {
    const room = gathering({ policy: { perMinute: 60 } });
    room.join(100);
    room.pass(10 * MINUTE_MS + 1_000);
    expect(room.snapshot.sale?.phase).toBe("open");
    const byPlace = range(1, 100).toSorted((one, other) => Number(placeOfNumber(room, one)) - Number(placeOfNumber(room, other)));
    const first = byPlace[0] as number;
    const admitted = room.ask({ kind: "claim", lane: "main", position: first, network: "home", isDrawNumber: true });
    expect(admitted).toMatchObject({ outcome: "admitted", session: { position: 1 } });
    const last = byPlace[99] as number;
    expect(room.ask({ kind: "claim", lane: "main", position: last, network: "home", isDrawNumber: true }).outcome).toBe("not-yet");
  });

  it("what was given up as a number is given up at its place, and nobody else's is", () => {
    const room = gathering();
    room.join(40);
    const gone = [3, 17, 40];
    for (const position of gone) room.ask({ kind: "leave", lane: "main", position, isDrawNumber: true });
    room.ask({ kind: "leave", lane: "main", position: 3, isDrawNumber: true });
    expect(room.figures.lanes[0]?.waiting).toBe(37);
    room.pass(10 * MINUTE_MS + 1_000);
    expect(room.figures.lanes[0]?.calledNotIn).toBeGreaterThan(0);
    const places = new Map(range(1, 40).map((number) => [number, Number(placeOfNumber(room, number))]));
    new Crowd(
      room,
      range(1, 40)
        .filter((number) => !gone.includes(number))
        .map((number) => ({ arrivesMs: 0, position: places.get(number) as number })),
    ).run(60_000);
    expect(room.granted().toSorted((one, other) => one - other)).toEqual(
      range(1, 40).filter((place) => !gone.some((number) => places.get(number) === place)),
    );
  });

  it("whoever left and repeats the join gets no place for it", () => {
    const room = gathering();
    const join = room.joinOf();
    room.ask(join);
    room.ask({ kind: "leave", lane: "main", position: 1, isDrawNumber: true });
    expect(room.ask(join)).toEqual({ outcome: "spent" });
  });

  it("numbers begin behind the places of an earlier line", () => {
    const room = new Room({ doors: "stopped", draw: { leadSeconds: 120, beacon: null } });
    room.join(10);
    attachDraw(room.event, { seed: new Uint8Array(32), event: "on-sale", incarnation: 1, chain: null }, null);
    room.configure({ schedule: PLAN });
    expect(room.join(1)).toMatchObject([{ position: 11, drawNumber: { number: 1 } }]);
    room.join(9);
    room.pass(10 * MINUTE_MS);
    expect(
      placesOf(room, range(11, 20))
        .map(Number)
        .toSorted((one, other) => one - other),
    ).toEqual(range(11, 20));
  });

  it("an opening moves to later before the freeze, with a new commitment; after it the doors alone move", () => {
    const room = gathering({ chain: quicknet });
    room.join(5);
    expect(room.order({ command: "move-opening", opensAt: null })).toMatchObject({ outcome: "invalid", field: "opensAt" });
    expect(room.order({ command: "move-opening", opensAt: at(NINE_MS + 9 * MINUTE_MS) })).toMatchObject({ outcome: "invalid" });
    const rounds = [publicationOf(drawOf(room))?.beacon?.round ?? 0];
    room.order({ command: "move-opening", opensAt: at(NINE_MS + 20 * MINUTE_MS) });
    rounds.push(publicationOf(drawOf(room))?.beacon?.round ?? 0);
    expect(drawOf(room).commitments).toHaveLength(2);
    expect(rounds[1]).toBeGreaterThan(rounds[0] ?? 0);
    room.pass(18 * MINUTE_MS);
    expect(drawOf(room).frozenAtMs).not.toBeNull();
    room.order({ command: "move-opening", opensAt: at(NINE_MS + 30 * MINUTE_MS) });
    expect([drawOf(room).commitments.length, publicationOf(drawOf(room))?.beacon?.round]).toEqual([2, rounds[1]]);
    noteBeacon(room.event, "cd".repeat(48));
    room.pass(5 * MINUTE_MS);
    expect(room.snapshot.sale?.phase).toBe("drawn");
    room.pass(8 * MINUTE_MS);
    expect(room.snapshot.sale?.phase).toBe("open");
  });

  it("an order that comes as numbers begin moves the opening by the rules of those numbers", () => {
    const plan = { preQueueAt: at(NINE_MS + MINUTE_MS), opensAt: at(NINE_MS + 10 * MINUTE_MS), closesAt: null };
    for (const opensAt of [null, at(NINE_MS + 3 * MINUTE_MS), at(NINE_MS + 9 * MINUTE_MS)]) {
      const room = gathering({ policy: { schedule: plan } });
      expect(drawOf(room).commitments).toHaveLength(0);
      if (opensAt === null || opensAt === at(NINE_MS + 3 * MINUTE_MS))
        expect(room.order({ command: "move-opening", opensAt })).toMatchObject({ outcome: "invalid", field: "opensAt" });
      room.pass(MINUTE_MS - 1);
      room.wallMs += 1;
      expect(room.order({ command: "move-opening", opensAt })).toMatchObject({ outcome: "invalid", field: "opensAt" });
      expect(drawOf(room).commitments.map(({ opensAtMs }) => opensAtMs)).toEqual([NINE_MS + 10 * MINUTE_MS]);
    }
  });

  it("an opening is not put off without end: each commitment is kept and published", () => {
    const room = gathering();
    const moves = range(1, 40).map((n) => room.order({ command: "move-opening", opensAt: at(NINE_MS + (10 + n) * MINUTE_MS) }).outcome);
    expect(moves.filter((outcome) => outcome === "ok")).toHaveLength(31);
    expect(moves.slice(31)).toEqual(Array(9).fill("invalid"));
    expect(room.event.policy.schedule?.opensAt).toBe(at(NINE_MS + 41 * MINUTE_MS));
  });

  it("all of it survives a restart at any moment", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 11 * 60 }),
        fc.array(fc.integer({ min: 1, max: 60 })),
        (joins, seconds, leaving) => {
          const room = gathering();
          const store = new ModelStore();
          store.saveSettings(room.event, room.event.policy, { facts: [], joins: [] });
          const write = (): void => store.save(room.event, { facts: room.lastFacts, joins: [] });
          room.join(joins);
          write();
          for (const position of leaving) {
            room.ask({ kind: "leave", lane: "main", position, isDrawNumber: true });
            write();
          }
          for (let left = seconds; left > 0; left -= 10) {
            room.pass(Math.min(left, 10) * 1_000, 10_000);
            write();
            if (left % 7 === 0) store.fold(room.event);
          }
          const again = store.restore();
          const { seed, chain } = drawOf(room);
          attachDraw(again, { seed, event: "on-sale", incarnation: 1, chain }, store.draw);
          expect(snapshotOf(again).lanes[0]?.draw).toEqual(room.laneSnapshot().draw);
          for (const place of range(1, joins)) expect(again.lanes.get("main")?.states.get(place)).toBe(room.lane().states.get(place));
        },
      ),
      { numRuns: 60 },
    );
  });
});
