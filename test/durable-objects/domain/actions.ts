/** Whatever visitors, gates, organisers and clocks may do to an event, in any order: the input of its property tests. */
import fc from "fast-check";
import type { Command, EventPolicy, VisitorItem } from "../../../durable-objects/domain/types.ts";
import { keyOf, Room } from "./room.ts";

export const LANES = ["a", "b"] as const;

/** Short times and few slots, so that everything happens within a few dozen actions. */
export const TIGHT: Partial<EventPolicy> = {
  lanes: [
    { id: "a", share: 1 },
    { id: "b", share: 3 },
  ],
  perMinute: 60,
  maxActiveSessions: 4,
  claimSeconds: 20,
  lateSeconds: 30,
  idleSeconds: 40,
  checkoutSeconds: 80,
  maxStaySeconds: 120,
  provisionalSeconds: 10,
  graceSeconds: 8,
};

export type Action =
  | { readonly kind: "items"; readonly items: readonly VisitorItem[] }
  | { readonly kind: "order"; readonly command: Command }
  | { readonly kind: "pass"; readonly milliseconds: number }
  /** The wall clock is set. */
  | { readonly kind: "jump"; readonly milliseconds: number };

const lane = fc.constantFrom(...LANES);
const position = fc.integer({ min: 1, max: 12 });
const item: fc.Arbitrary<VisitorItem> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        kind: fc.constant("join" as const),
        lane,
        visitor: fc.integer({ min: 0, max: 60 }),
        expiresAtMs: fc.constant(Number.NaN),
        network: fc.constantFrom("home", "work", "far"),
        presented: fc.boolean(),
      })
      // A credential is one lane's.
      .map(({ visitor, ...join }) => ({ ...join, visitorKey: keyOf(visitor + (join.lane === "a" ? 0 : 1_000)) })),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("claim" as const), lane, position, network: fc.constant("home") }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("renew" as const), lane, position, checkout: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), lane, position }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("end" as const), lane, position, reason: fc.constant("origin" as const) }) },
);

/** Items of one call; sometimes the same ones twice. */
const items = fc
  .tuple(fc.array(item, { minLength: 1, maxLength: 6 }), fc.boolean())
  .map(([once, twice]) => ({ kind: "items" as const, items: twice ? [...once, ...once] : once }));

const pass = fc
  .constantFrom(0, 1, 250, 999, 1_500, 1_999, 2_000, 5_000, 9_000, 12_500, 20_000, 21_000, 49_000, 125_000)
  .map((milliseconds) => ({ kind: "pass" as const, milliseconds }));

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    command: fc.constant("doors" as const),
    doors: fc.constantFrom("auto" as const, "auto" as const, "always" as const, "stopped" as const, "sealed" as const, "off" as const),
  }),
  fc.record({
    command: fc.constant("intake" as const),
    perMinute: fc.constantFrom(0, 6, 60, 600),
    maxActiveSessions: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({ command: fc.constant("let-in" as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ command: fc.constant("end-session" as const), lane, position }),
  fc.constant({ command: "end-all" as const }),
  fc.record({ command: fc.constantFrom("sold-out" as const, "reopen" as const), lane }),
);

const jump = fc.constantFrom(-3_600_000, -4_000, 30_000, 3_600_000).map((milliseconds) => ({ kind: "jump" as const, milliseconds }));

/** A history of an event; `jumps`: with a wall clock that is set now and then. */
export function history({ jumps = true, maxLength = 60 } = {}): fc.Arbitrary<readonly Action[]> {
  return fc.array(
    fc.oneof(
      { weight: 8, arbitrary: items },
      { weight: 8, arbitrary: pass },
      { weight: 2, arbitrary: command.map((command) => ({ kind: "order" as const, command })) },
      ...(jumps ? [{ weight: 1, arbitrary: jump }] : []),
    ),
    { minLength: 20, maxLength, size: "max" },
  );
}

/** Plays a history; `after` is called after each action with the results of its items. */
export function play(
  actions: readonly Action[],
  after: (room: Room, action: Action, results: ReturnType<Room["take"]>) => void,
  before?: (room: Room, action: Action) => void,
  changes: Partial<EventPolicy> = {},
): Room {
  const room = new Room({ ...TIGHT, ...changes });
  const expiries = new Map<string, number>();
  /** A credential lives 120 s from when its visitor first comes. */
  const withExpiry = (item: VisitorItem): VisitorItem => {
    if (item.kind !== "join") return item;
    const expiresAtMs = expiries.get(item.visitorKey) ?? room.wallMs + 120_000;
    expiries.set(item.visitorKey, expiresAtMs);
    return { ...item, expiresAtMs };
  };
  for (const action of actions) {
    before?.(room, action);
    let results: ReturnType<Room["take"]> = [];
    if (action.kind === "items") results = room.take(action.items.map(withExpiry));
    else if (action.kind === "order") room.order(action.command);
    else {
      room.wallMs += action.milliseconds;
      results = room.take([]);
    }
    after(room, action, results);
  }
  return room;
}
