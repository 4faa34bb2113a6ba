/** Lanes by invite: one invite is one place, and whoever waits elsewhere moves. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { step } from "../../../durable-objects/domain/step.ts";
import type { JoinItem, VisitorItem, VisitorResult } from "../../../durable-objects/domain/types.ts";
import { MOST_USED_INVITES, UsedInvites } from "../../../durable-objects/domain/used-invites.ts";
import { policyOf } from "../../support/policy.ts";
import { ModelStore } from "./model-store.ts";
import { claimOf, keyOf, leaveOf, NINE_MS, range, Room } from "./room.ts";

const HOUR_MS = 3_600_000;
const isoIn = (ms: number): string => new Date(NINE_MS + ms).toISOString();
const LANES = [
  { id: "main", share: 1 },
  { id: "vip", share: 1, invite: true },
];

/** The n-th invite. */
const inviteOf = (n: number, expiresAtMs = NINE_MS + HOUR_MS) => ({ key: keyOf(1_000_000 + n), id: `invite-${n}`, expiresAtMs });
const from = (position: number, lane = "main") => ({ lane, position, isDrawNumber: false });
const roomOf = (changes: Parameters<typeof policyOf>[0] = {}): Room => new Room({ lanes: LANES, doors: "always", ...changes });
const byInvite = (room: Room, n: number, changes: Partial<JoinItem> = {}): VisitorResult =>
  room.ask(room.joinOf({ lane: "vip", invite: inviteOf(n), ...changes }));

describe("a lane by invite", () => {
  it("gives nobody a place without one", () => {
    const room = roomOf();
    expect(room.ask(room.joinOf({ lane: "vip" }))).toEqual({ outcome: "invite-required" });
    expect(room.lane("vip").issued).toBe(0);
  });

  it("case 34: before opening an invite gives no entry, before the pre-queue no place, and is not used", () => {
    const schedule = { preQueueAt: isoIn(HOUR_MS), opensAt: isoIn(2 * HOUR_MS), closesAt: null };
    const room = roomOf({ schedule });
    const late = { invite: inviteOf(1, NINE_MS + 4 * HOUR_MS) };
    expect(byInvite(room, 1, late)).toEqual({ outcome: "not-on-sale", reason: "scheduled" });
    expect(room.event.usedInvites.size).toBe(0);
    room.pass(HOUR_MS);
    expect(byInvite(room, 1, late)).toEqual({ outcome: "waiting", position: 1 });
    expect(room.ask(claimOf(1, "vip"))).toEqual({ outcome: "not-yet" });
    room.pass(HOUR_MS);
    room.pass(10_000);
    expect(room.ask(claimOf(1, "vip")).outcome).toBe("admitted");
  });

  it("case 34: used in the general line it moves its holder, and nobody's place or places ahead change for the worse", () => {
    const room = roomOf({ doors: "stopped" });
    room.join(20);
    const others = range(1, 20).filter((position) => position !== 7);
    const before = others.map((position) => room.status(position).ahead);
    expect(byInvite(room, 1, { from: from(7) })).toEqual({ outcome: "waiting", position: 1, gaveUp: true });
    expect(others.map((position) => room.status(position).ahead)).toEqual(before);
    expect(room.figures.lanes.map(({ waiting }) => waiting)).toEqual([19, 1]);
    expect(room.ask(claimOf(7))).toEqual({ outcome: "over", reason: "place-spent" });
    // The answer was lost and the move is asked for again: told as it was.
    expect(byInvite(room, 1, { from: from(7) })).toEqual({ outcome: "waiting", position: 1, gaveUp: true });
  });

  it("one invite is one place, also for somebody else, whose own place stays", () => {
    const room = roomOf({ doors: "stopped" });
    room.join(2);
    expect(byInvite(room, 1, { from: from(1) })).toMatchObject({ position: 1, gaveUp: true });
    expect(byInvite(room, 1, { from: from(2) })).toEqual({ outcome: "waiting", position: 1 });
    expect(room.status(2).state).toBe("stopped");
    expect(room.figures.lanes.map(({ waiting }) => waiting)).toEqual([1, 1]);
    room.ask(leaveOf(1, "vip"));
    expect(byInvite(room, 1, { from: from(2) })).toEqual({ outcome: "spent" });
    expect(room.lane("vip").issued).toBe(1);
  });

  it("nobody moves whose turn has come, or who is inside; the invite stays good", () => {
    const room = roomOf();
    room.join(3);
    room.pass(2_000);
    expect(room.status(1).state).toBe("your-turn");
    expect(byInvite(room, 1, { from: from(1) })).toEqual({ outcome: "stays" });
    expect(room.enter(1).outcome).toBe("admitted");
    expect(byInvite(room, 1, { from: from(1) })).toEqual({ outcome: "stays" });
    expect(room.event.activeSessions).toBe(1);
    expect(byInvite(room, 1)).toMatchObject({ outcome: "waiting", position: 1 });
  });

  it("a missed place is given for one in the invite's lane, a spent one is not needed", () => {
    const room = roomOf();
    room.join(2);
    room.pass(310_000);
    expect(room.status(1).state).toBe("missed");
    expect(byInvite(room, 1, { from: from(1) })).toMatchObject({ outcome: "waiting", gaveUp: true });
    room.ask(leaveOf(2));
    expect(byInvite(room, 2, { from: from(2) })).toEqual({ outcome: "waiting", position: 2 });
  });

  it("a line at its bound takes no newcomer with an invite, but whoever gives a place for one", () => {
    const room = roomOf({ doors: "stopped", maxWaiting: 3 });
    room.join(3);
    expect(byInvite(room, 1)).toMatchObject({ outcome: "full" });
    expect(byInvite(room, 1, { from: from(3) })).toMatchObject({ outcome: "waiting", position: 1 });
  });

  it("where nobody waits it lets in at once, and once", () => {
    const room = roomOf({ doors: "auto" });
    const admitted = byInvite(room, 1);
    expect(admitted).toMatchObject({ outcome: "admitted", session: { lane: "vip", position: 1 } });
    expect(byInvite(room, 1)).toEqual(admitted);
    expect(room.event.activeSessions).toBe(1);
  });

  it("S4: an invite whose credential did not come back, or is too old, gets nothing", () => {
    const room = roomOf();
    expect(byInvite(room, 1, { presented: false })).toEqual({ outcome: "queueing" });
    expect(byInvite(room, 1, { expiresAtMs: room.wallMs - 26_000 })).toEqual({ outcome: "expired" });
    expect(room.event.usedInvites.size).toBe(0);
  });
});

describe("what is remembered of used invites", () => {
  it("outlives the invite by a day, so that no clock that leaps brings one back", () => {
    const invites = new UsedInvites();
    invites.add(keyOf(1), { lane: "vip", position: 1, expiresAtMs: NINE_MS });
    invites.forget(NINE_MS + 86_400_000);
    expect(invites.find(keyOf(1))?.position).toBe(1);
    invites.forget(NINE_MS + 86_400_000 + 60_001);
    expect(invites.find(keyOf(1))).toBeUndefined();
  });

  it("is bounded: then no invite is used, and none forgotten", () => {
    const room = roomOf({ doors: "stopped" });
    for (const n of range(1, MOST_USED_INVITES))
      room.event.usedInvites.add(inviteOf(n).key, { lane: "vip", position: n, expiresAtMs: NINE_MS + HOUR_MS });
    expect(byInvite(room, MOST_USED_INVITES + 1)).toMatchObject({ outcome: "full" });
    expect(room.event.usedInvites.size).toBe(MOST_USED_INVITES);
  });
});

type Move =
  | { readonly kind: "invite"; readonly invite: number; readonly visitor: number; readonly from: number | null }
  | { readonly kind: "join"; readonly visitor: number }
  | { readonly kind: "leave"; readonly lane: "main" | "vip"; readonly position: number }
  | { readonly kind: "crash" | "checkpoint" | "lost" };

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("invite" as const),
      invite: fc.nat(4),
      visitor: fc.nat(6),
      from: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("join" as const), visitor: fc.integer({ min: 10, max: 16 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("leave" as const),
      lane: fc.constantFrom("main" as const, "vip" as const),
      position: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("crash" as const, "checkpoint" as const, "lost" as const) }) },
);

/** A step that is never written is one that never was: the next call reads the line back. */
function play(moves: readonly (readonly Move[])[], doors: "stopped" | "auto"): void {
  const store = new ModelStore();
  const policy = policyOf({ lanes: LANES, doors });
  let { event } = new Room({ lanes: LANES, doors });
  store.saveSettings(event, policy, { facts: [], joins: [] });
  store.fold(event);
  /** By invite: the one place that was acknowledged. */
  const told = new Map<number, number>();
  let wallMs = NINE_MS;
  for (const batch of moves) {
    wallMs += 500;
    const items: { readonly item: VisitorItem; readonly invite: number | null }[] = [];
    for (const each of batch) {
      const visitor = { network: "home", presented: true, expiresAtMs: wallMs + 60_000 };
      if (each.kind === "join")
        items.push({ item: { ...visitor, kind: "join", lane: "main", visitorKey: keyOf(each.visitor) }, invite: null });
      if (each.kind === "leave") items.push({ item: leaveOf(each.position, each.lane), invite: null });
      if (each.kind !== "invite") continue;
      const moves = each.from === null ? {} : { from: from(each.from) };
      const shown = { invite: inviteOf(each.invite), visitorKey: keyOf(each.visitor), ...moves };
      items.push({ item: { ...visitor, kind: "join", lane: "vip", ...shown }, invite: each.invite });
    }
    const result = step(event, { items: items.map(({ item }) => item), presence: [], sums: null }, wallMs);
    if (batch.some(({ kind }) => kind === "lost")) {
      event = store.restore();
      continue;
    }
    store.saveStep(event, result);
    for (const [index, { invite }] of items.entries()) {
      const got = result.results[index];
      const position = got?.outcome === "waiting" ? got.position : got?.outcome === "admitted" ? got.session.position : null;
      if (invite === null || position === null) continue;
      expect(told.get(invite) ?? position).toBe(position);
      told.set(invite, position);
    }
    if (batch.some(({ kind }) => kind === "checkpoint")) store.fold(event);
    if (batch.some(({ kind }) => kind === "crash")) event = store.restore();
    expect(new Set(told.values()).size).toBe(told.size);
    expect(event.lanes.get("vip")?.issued).toBe(event.usedInvites.size);
    expect(event.usedInvites.size).toBe(told.size);
    for (const lane of event.lanes.values()) expect(lane.givenUpUncalled).toBeGreaterThanOrEqual(0);
  }
}

describe("one invite never has two places", () => {
  it.each(["stopped", "auto"] as const)("whatever is repeated, lost, reordered, folded or restarted, doors %s", (doors) => {
    fc.assert(fc.property(fc.array(fc.array(move, { minLength: 1, maxLength: 6 }), { maxLength: 25 }), (moves) => play(moves, doors)));
  });
});
