/** Random histories of one event, as small data that shrinks and reads well. */
import fc from "fast-check";
import type { Doors, EventPolicy } from "../../../durable-objects/domain/types.ts";

/** What visitors do in one step; resolved to items when it is played, since it points at places by how they stand then. */
export type Act =
  | { readonly act: "new"; readonly lane: number; readonly count: number; readonly presented: boolean; readonly network: number }
  | { readonly act: "again"; readonly back: number }
  | { readonly act: "stale"; readonly lane: number }
  | { readonly act: "claim" | "renew" | "checkout" | "leave" | "end"; readonly lane: number; readonly at: At; readonly nth: number }
  | { readonly act: "all claim" | "all pick up"; readonly lane: number }
  | { readonly act: "elsewhere" };

/** Which place: counted back from now serving, anywhere (also beyond the line), or of those inside. */
export type At = "front" | "anywhere" | "inside";

export type Op =
  | {
      readonly op: "step" | "lost";
      readonly afterMs: number;
      readonly acts: readonly Act[];
      readonly repeat: boolean;
      readonly reverse: boolean;
    }
  | { readonly op: "heartbeat"; readonly afterMs: number }
  | { readonly op: "crash" | "checkpoint" }
  | { readonly op: "clock back"; readonly byMs: number }
  | { readonly op: "doors"; readonly doors: Doors }
  | { readonly op: "intake"; readonly perMinute: number; readonly most: number }
  | { readonly op: "let in"; readonly count: number }
  | { readonly op: "end one"; readonly lane: number; readonly nth: number }
  | { readonly op: "end all" | "message" }
  | { readonly op: "replace"; readonly policy: EventPolicy };

export interface History {
  readonly policy: EventPolicy;
  /** Places issued and spent before the history begins, in every lane. */
  readonly before: number;
  readonly ops: readonly Op[];
}

/** Names of lanes; a fourth one never exists. */
export const LANES = ["a", "b", "c"] as const;

/** Plain objects, as the domain's are. */
const record = <Shape extends object>(fields: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }): fc.Arbitrary<Shape> =>
  fc.record(fields, { noNullPrototype: true }) as fc.Arbitrary<Shape>;

const lane = fc.nat({ max: 2 });

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: record({
      act: fc.constant("new" as const),
      lane,
      count: fc.integer({ min: 1, max: 6 }),
      presented: fc.boolean(),
      network: fc.nat({ max: 1 }),
    }),
  },
  { weight: 2, arbitrary: record({ act: fc.constant("again" as const), back: fc.nat({ max: 12 }) }) },
  { weight: 1, arbitrary: record({ act: fc.constant("stale" as const), lane }) },
  {
    weight: 9,
    arbitrary: record({
      act: fc.constantFrom(
        "claim" as const,
        "claim" as const,
        "claim" as const,
        "renew" as const,
        "renew" as const,
        "checkout" as const,
        "leave" as const,
        "end" as const,
      ),
      lane,
      at: fc.constantFrom<At>("front", "front", "inside", "inside", "anywhere"),
      nth: fc.nat({ max: 12 }),
    }),
  },
  { weight: 2, arbitrary: record({ act: fc.constantFrom("all claim" as const, "all pick up" as const), lane }) },
  { weight: 1, arbitrary: fc.constant<Act>({ act: "elsewhere" }) },
);

const afterMs = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  { weight: 6, arbitrary: fc.integer({ min: 3_000, max: 20_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 20_001, max: 30_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 600_000 }) },
);

const perMinute = fc.constantFrom(0, 1, 7, 60, 60, 600, 6_000);
const mostActive = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(40));
const doors = fc.constantFrom<Doors>("auto", "auto", "auto", "always", "stopped", "sealed", "off");

/** Settings; the grace and the late time are the same in all, because a change of those is taken up only when a session or a voided grant is looked at. */
const policy: fc.Arbitrary<EventPolicy> = record({
  lanes: fc
    .subarray([...LANES], { minLength: 1 })
    .chain((ids) => fc.tuple(...ids.map((id) => record({ id: fc.constant(id as string), share: fc.integer({ min: 1, max: 3 }) })))),
  doors,
  perMinute,
  maxActiveSessions: mostActive,
  burst: fc.option(fc.integer({ min: 1, max: 10 })),
  claimSeconds: fc.constantFrom(20, 60),
  lateSeconds: fc.constant(45),
  idleSeconds: fc.constantFrom(40, 90),
  checkoutSeconds: fc.constantFrom(30, 120),
  maxStaySeconds: fc.constantFrom(60, 200),
  provisionalSeconds: fc.constantFrom(5, 30),
  graceSeconds: fc.constant(10),
  sliding: fc.boolean(),
  message: fc.constant(""),
});

const work = (op: "step" | "lost") =>
  record({
    op: fc.constant(op),
    afterMs,
    acts: fc.array(act, { minLength: 1, maxLength: 6 }),
    repeat: fc.boolean(),
    reverse: fc.boolean(),
  });

const plain: { readonly weight: number; readonly arbitrary: fc.Arbitrary<Op> }[] = [
  { weight: 24, arbitrary: work("step") },
  { weight: 4, arbitrary: record({ op: fc.constant("heartbeat" as const), afterMs }) },
  { weight: 2, arbitrary: record({ op: fc.constant("checkpoint" as const) }) },
  { weight: 1, arbitrary: record({ op: fc.constant("clock back" as const), byMs: fc.constantFrom(3_000, 5_001, 3_600_000) }) },
  { weight: 2, arbitrary: record({ op: fc.constant("doors" as const), doors }) },
  { weight: 2, arbitrary: record({ op: fc.constant("intake" as const), perMinute, most: mostActive }) },
  { weight: 1, arbitrary: record({ op: fc.constant("let in" as const), count: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: record({ op: fc.constant("end one" as const), lane: fc.nat({ max: 3 }), nth: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: record({ op: fc.constantFrom("end all" as const, "message" as const) }) },
  { weight: 1, arbitrary: record({ op: fc.constant("replace" as const), policy }) },
];

const crash: fc.Arbitrary<Op> = record({ op: fc.constant("crash" as const) });

/** Histories; `crashes` weighs how often the event is thrown away, and with it steps that were never acknowledged. */
export function histories(crashes: number, ops = 40): fc.Arbitrary<History> {
  const failing =
    crashes === 0
      ? []
      : [
          { weight: crashes, arbitrary: crash },
          { weight: crashes, arbitrary: work("lost") },
        ];
  return record({
    policy,
    // The last few of a page of states, so that the line crosses to the next and the first is dropped.
    before: fc.constantFrom(0, 0, 32_762),
    ops: fc.array(fc.oneof(...plain, ...failing), { minLength: 5, maxLength: ops, size: "max" }),
  });
}
