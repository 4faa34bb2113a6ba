/**
 * What a step changed, as facts that set things (never "add 1"), so that applying one twice or after a
 * change of the code gives the same. The store writes the facts of one call as one row; recovery applies them, in order, to
 * the last checkpoint. Scalars travel whole in the summary.
 */
import { appliedDraw } from "./applied-draw.ts";
import type { StoredDraw } from "./draw/draw.ts";
import type { EventClock } from "./event-clock.ts";
import { laneNamed, type Cohort, type Lane } from "./lane.ts";
import type { PlaceState } from "./place-states.ts";
import type { Sale } from "./sale.ts";
import type { Session } from "./sessions.ts";
import type { Stock } from "./sold-out.ts";
import type { EndedSession, ToldErrors } from "./types.ts";
import type { UsedInvite, UsedInvites } from "./used-invites.ts";

/** A session as stored; no network ever is. */
type SessionFact = readonly [
  grantedAtMs: number,
  grantedStayMs: number,
  late: 0 | 1,
  expiresStayMs: number,
  provisionalUntilMs: number | null,
  deferred: 0 | 1,
  payingUntilMs: number,
  endedAtMs: number | null,
  /** Left out = 0. */
  generation?: number,
];

export type Fact =
  /** `late`: of a recorded claim. `voidedAtMs`: lane's turn clock at which the place's grant was voided; null = it was not. */
  | readonly [kind: "place", lane: string, position: number, state: PlaceState, late: 0 | 1 | null, voidedAtMs: number | null]
  | readonly [kind: "session", lane: string, position: number, session: SessionFact | null]
  | readonly [kind: "cohort", lane: string, first: number, last: number, calledMs: number, calledTurnMs: number, pollMs: number]
  /** The numbers of a lane became places. */
  | readonly [kind: "drawn", lane: string, base: number, size: number, key: string]
  /** An invite was used, and got that place. */
  | readonly [kind: "invite", lane: string, position: number, key: string, expiresAtMs: number]
  | readonly [kind: "ended", ended: EndedSession];

/** What recovery applies facts to. */
export interface FactTarget {
  readonly lanes: Map<string, Lane>;
  readonly ended: EndedSession[];
  readonly usedInvites: UsedInvites;
}

export function placeFact(lane: Lane, position: number): Fact {
  const late = lane.claims.get(position);
  return ["place", lane.id, position, lane.states.get(position), late === undefined ? null : bit(late), lane.voided.get(position) ?? null];
}

export function sessionFact(lane: Lane, position: number): Fact {
  const session = lane.sessions.get(position);
  return ["session", lane.id, position, session === undefined ? null : storedSession(session)];
}

export function cohortFact(lane: Lane, { first, last, calledMs, calledTurnMs, pollMs }: Cohort): Fact {
  return ["cohort", lane.id, first, last, calledMs, calledTurnMs, pollMs];
}

export function inviteFact(key: string, { lane, position, expiresAtMs }: UsedInvite): Fact {
  return ["invite", lane, position, key, expiresAtMs];
}

export function drawnFact(lane: string, base: number, size: number, key: string): Fact {
  return ["drawn", lane, base, size, key];
}

function storedSession(session: Session): SessionFact {
  const { grantedAtMs, grantedStayMs, late, expiresStayMs, provisionalUntilMs, deferred, payingUntilMs, endedAtMs, generation } = session;
  const stored = [
    grantedAtMs,
    grantedStayMs,
    bit(late),
    expiresStayMs,
    provisionalUntilMs,
    bit(deferred),
    payingUntilMs,
    endedAtMs,
  ] as const;
  return generation === 0 ? stored : [...stored, generation];
}

function bit(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** Applies one fact; lanes it names are made when missing. Derived fields (open counts, heaps) are rebuilt afterwards. */
export function applyFact(target: FactTarget, fact: Fact): void {
  if (fact[0] === "ended") {
    if (fact[1].sequence > (target.ended.at(-1)?.sequence ?? 0)) target.ended.push(fact[1]);
    return;
  }
  if (fact[0] === "invite") {
    const [, lane, position, key, expiresAtMs] = fact;
    target.usedInvites.add(key, { lane, position, expiresAtMs });
    return;
  }
  const lane = laneNamed(target.lanes, fact[1]);
  switch (fact[0]) {
    case "place": {
      const [, , position, state, late, voidedAtMs] = fact;
      lane.states.set(position, state);
      if (late === null) lane.claims.delete(position);
      else lane.claims.set(position, late === 1);
      if (voidedAtMs === null) lane.voided.delete(position);
      else lane.voided.set(position, voidedAtMs);
      return;
    }
    case "session": {
      const [, , position, stored] = fact;
      if (stored === null) lane.sessions.delete(position);
      else lane.sessions.set(position, restoredSession(position, stored));
      return;
    }
    case "drawn": {
      const [, , base, size, key] = fact;
      appliedDraw(lane, { base, size, key });
      return;
    }
    case "cohort": {
      const [, , first, last, calledMs, calledTurnMs, pollMs] = fact;
      const known = lane.cohorts.at(-1);
      if (known?.first === first) known.last = last;
      else if (known === undefined || first > known.last)
        lane.cohorts.push({ first, last, called: 0, open: 0, calledMs, calledTurnMs, pollMs });
      return;
    }
  }
}

function restoredSession(position: number, stored: SessionFact): Session {
  const [grantedAtMs, grantedStayMs, late, expiresStayMs, provisionalUntilMs, deferred, payingUntilMs, endedAtMs, generation = 0] = stored;
  return {
    position,
    grantedAtMs,
    grantedStayMs,
    late: late === 1,
    expiresStayMs,
    provisionalUntilMs,
    deferred: deferred === 1,
    payingUntilMs,
    endedAtMs,
    oneStepNetwork: null,
    generation,
    enteredFrom: null,
  };
}

/** Everything that is one value: rewritten whole with each call that changed anything. */
export interface Summary {
  readonly clock: EventClock;
  readonly tokens: number;
  readonly letIn: readonly (readonly [count: number, untilMs: number])[];
  readonly version: number;
  readonly epoch: number;
  readonly endedSequence: number;
  readonly virtualTime: number;
  /** Left out by a version that knew no phases. */
  readonly sale?: Sale;
  /** Null = no draw, or it has not begun. */
  readonly draw?: StoredDraw | null;
  readonly lanes: readonly {
    readonly id: string;
    readonly issued: number;
    readonly nowServing: number;
    readonly missedThrough: number;
    readonly spentThrough: number;
    readonly givenUpUncalled: number;
    readonly virtualTime: number;
    readonly awayTurnMs: number;
    readonly soldOut?: { by: "organiser" | "stock"; readonly sinceUnsealedMs: number } | null;
    readonly stock?: Stock | null;
    readonly finished?: number;
  }[];
}

/** What was learned; written with the heartbeat, because losing ten seconds of it harms nobody. */
export interface Learned {
  readonly departuresPerSecond: number;
  /** None in what earlier versions wrote. */
  readonly waitErrors?: ToldErrors;
  readonly lanes: readonly {
    readonly id: string;
    readonly issueMarks: readonly (readonly [number, number])[];
  }[];
}
