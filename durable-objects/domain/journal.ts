/**
 * What a step changed, as facts that set things (never "add 1"), so that applying one twice or after a
 * change of the code gives the same. The store writes the facts of one call as one row; recovery applies them, in order, to
 * the last checkpoint. Scalars travel whole in the summary.
 */
import type { EventClock } from "./event-clock.ts";
import { createLane, type Cohort, type Lane, type Turn } from "./lane.ts";
import type { PlaceState } from "./place-states.ts";
import type { Session } from "./sessions.ts";
import type { EndedSession } from "./types.ts";

/** A turn as stored: recorded, late, turn clock of a voided grant. */
type TurnFact = readonly [recorded: 0 | 1, late: 0 | 1, missedAtTurnMs: number | null];

/** A session as stored; the network of a one-step admission never is. */
type SessionFact = readonly [
  grantedAtMs: number,
  grantedStayMs: number,
  expiresStayMs: number,
  provisionalUntilMs: number | null,
  deferred: 0 | 1,
  payingUntilMs: number,
  endedAtMs: number | null,
];

export type Fact =
  | readonly [kind: "place", lane: string, position: number, state: PlaceState, turn: TurnFact | null]
  | readonly [kind: "session", lane: string, position: number, session: SessionFact | null]
  | readonly [kind: "cohort", lane: string, first: number, last: number, calledLiveMs: number, calledTurnMs: number]
  | readonly [kind: "ended", ended: EndedSession];

/** What recovery applies facts to. */
export interface FactTarget {
  readonly lanes: Map<string, Lane>;
  readonly ended: EndedSession[];
}

export function placeFact(lane: Lane, position: number): Fact {
  const turn = lane.turns.get(position);
  return ["place", lane.id, position, lane.states.get(position), turn === undefined ? null : turnFact(turn)];
}

export function sessionFact(lane: Lane, position: number): Fact {
  const session = lane.sessions.get(position);
  return ["session", lane.id, position, session === undefined ? null : storedSession(session)];
}

export function cohortFact(lane: Lane, cohort: Cohort): Fact {
  return ["cohort", lane.id, cohort.first, cohort.last, cohort.calledLiveMs, cohort.calledTurnMs];
}

function turnFact(turn: Turn): TurnFact {
  return [turn.recorded ? 1 : 0, turn.late ? 1 : 0, turn.missedAtTurnMs];
}

function storedSession(session: Session): SessionFact {
  const { grantedAtMs, grantedStayMs, expiresStayMs, provisionalUntilMs, deferred, payingUntilMs, endedAtMs } = session;
  return [grantedAtMs, grantedStayMs, expiresStayMs, provisionalUntilMs, deferred ? 1 : 0, payingUntilMs, endedAtMs];
}

/** Applies one fact; lanes it names are made when missing. Derived fields (open counts, heaps) are rebuilt afterwards. */
export function applyFact(target: FactTarget, fact: Fact): void {
  if (fact[0] === "ended") {
    if (fact[1].sequence > (target.ended.at(-1)?.sequence ?? 0)) target.ended.push(fact[1]);
    return;
  }
  const lane = laneNamed(target.lanes, fact[1]);
  switch (fact[0]) {
    case "place": {
      const [, , position, state, turn] = fact;
      lane.states.set(position, state);
      if (turn === null) lane.turns.delete(position);
      else lane.turns.set(position, { recorded: turn[0] === 1, late: turn[1] === 1, missedAtTurnMs: turn[2] });
      return;
    }
    case "session": {
      const [, , position, stored] = fact;
      if (stored === null) lane.sessions.delete(position);
      else lane.sessions.set(position, restoredSession(position, stored));
      return;
    }
    case "cohort": {
      const [, , first, last, calledLiveMs, calledTurnMs] = fact;
      const known = lane.cohorts.at(-1);
      if (known?.first === first) known.last = last;
      else if (known === undefined || first > known.last) lane.cohorts.push({ first, last, open: 0, calledLiveMs, calledTurnMs });
      return;
    }
  }
}

function restoredSession(position: number, stored: SessionFact): Session {
  const [grantedAtMs, grantedStayMs, expiresStayMs, provisionalUntilMs, deferred, payingUntilMs, endedAtMs] = stored;
  return { position, grantedAtMs, grantedStayMs, expiresStayMs, provisionalUntilMs, deferred: deferred === 1, payingUntilMs, endedAtMs, oneStepNetwork: null };
}

/** The lane of that name, made when missing. */
export function laneNamed(lanes: Map<string, Lane>, id: string): Lane {
  let lane = lanes.get(id);
  if (lane === undefined) {
    lane = createLane(id);
    lanes.set(id, lane);
  }
  return lane;
}

/** Everything that is one value: rewritten whole with each call that changed anything. */
export interface Summary {
  readonly clock: EventClock;
  readonly tokens: number;
  readonly letIn: readonly (readonly [count: number, untilMs: number])[];
  readonly version: number;
  readonly epoch: number;
  readonly endedSequence: number;
  readonly lanes: readonly {
    readonly id: string;
    readonly issued: number;
    readonly nowServing: number;
    readonly missedThrough: number;
    readonly spentThrough: number;
    readonly givenUpUncalled: number;
    readonly virtualTime: number;
  }[];
}

/** What was learned; written with the heartbeat, because losing ten seconds of it harms nobody. */
export interface Learned {
  readonly departuresPerSecond: number;
  readonly lanes: readonly {
    readonly id: string;
    readonly exposure: readonly number[];
    readonly claims: readonly number[];
    readonly issueMarks: readonly (readonly [number, number])[];
  }[];
}
