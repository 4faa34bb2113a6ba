/** One lane's line: places issued, how far it is called, what became of each place, and who is inside. */
import { MinHeap } from "./min-heap.ts";
import { PLACE, PlaceStates } from "./place-states.ts";
import type { Session } from "./sessions.ts";
import { createShowUp, learnClaim, type ShowUp } from "./show-up.ts";
import { createPresence, type Presence, type PresenceBlocks } from "./presence.ts";
import { createRateHistory, type RateHistory } from "./rate-history.ts";
import type { EventPolicy } from "./types.ts";

/** Places called within the same second. */
export interface Cohort {
  readonly first: number;
  last: number;
  /** Called places that neither claimed nor gave up. */
  open: number;
  /** Live clock of the call. */
  readonly calledLiveMs: number;
  /** Turn clock of the call. */
  readonly calledTurnMs: number;
}

/** What a place that was claimed or voided needs beside its two bits. */
export interface Turn {
  /** Waits for intake. */
  recorded: boolean;
  /** The late return is used up. */
  late: boolean;
  /** Turn clock at which a voided grant became a missed turn; null = not voided. */
  missedAtTurnMs: number | null;
}

export interface Lane {
  readonly id: string;
  issued: number;
  nowServing: number;
  missedThrough: number;
  spentThrough: number;
  readonly states: PlaceStates;
  readonly turns: Map<number, Turn>;
  /** Recorded claims, lowest first; places given up meanwhile are skipped when taken. */
  readonly recorded: MinHeap<number>;
  recordedCount: number;
  cohorts: Cohort[];
  /** Places given up before they were called. */
  givenUpUncalled: number;
  readonly showUp: ShowUp;
  readonly sessions: Map<number, Session>;
  readonly presence: Presence;
  /** The presence as last told, and when (live clock): counting it anew each call would cost too much. */
  toldPresence: { readonly atLiveMs: number; readonly blocks: PresenceBlocks } | null;
  readonly history: RateHistory;
  /** Virtual time of the fair share between lanes. */
  virtualTime: number;
  /** `[position, event time of its issue]`, ascending and sparse: how old the oldest waiting place is. */
  issueMarks: [position: number, atMs: number][];
}

/** An empty lane. */
export function createLane(id: string): Lane {
  return {
    id,
    issued: 0,
    nowServing: 0,
    missedThrough: 0,
    spentThrough: 0,
    states: new PlaceStates(),
    turns: new Map(),
    recorded: new MinHeap(),
    recordedCount: 0,
    cohorts: [],
    givenUpUncalled: 0,
    showUp: createShowUp(),
    sessions: new Map(),
    presence: createPresence(),
    toldPresence: null,
    history: createRateHistory(),
    virtualTime: 0,
    issueMarks: [],
  };
}

/** Places not called yet, those given up not counted. */
export function waitingOf(lane: Lane): number {
  return lane.issued - lane.nowServing - lane.givenUpUncalled;
}

const MARK_EVERY_MS = 5_000;
const MOST_MARKS = 200;

/** Issues the next position. */
export function issuePlace(lane: Lane, eventMs: number): number {
  lane.issued++;
  const last = lane.issueMarks.at(-1);
  if (last === undefined || eventMs - last[1] >= MARK_EVERY_MS) {
    lane.issueMarks.push([lane.issued, eventMs]);
    if (lane.issueMarks.length > MOST_MARKS) lane.issueMarks = lane.issueMarks.filter((_, index) => index % 2 === 0);
  }
  return lane.issued;
}

/** Seconds since the oldest uncalled place was issued, to the next mark before it; null when nobody waits. */
export function oldestWaitSeconds(lane: Lane, eventMs: number): number | null {
  if (waitingOf(lane) <= 0) return null;
  let since = eventMs;
  for (const [position, atMs] of lane.issueMarks) {
    if (position > lane.nowServing + 1) {
      if (since === eventMs) since = atMs;
      break;
    }
    since = atMs;
  }
  return Math.max(0, Math.round((eventMs - since) / 1000));
}

/** The cohort that holds `position`, by binary search; undefined when it is uncalled or its late time is over. */
export function cohortOf(lane: Lane, position: number): Cohort | undefined {
  let low = 0;
  let high = lane.cohorts.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const cohort = lane.cohorts[middle] as Cohort;
    if (position < cohort.first) high = middle - 1;
    else if (position > cohort.last) low = middle + 1;
    else return cohort;
  }
  return undefined;
}

/** What a place may do now. */
export type Standing = "uncalled" | "open" | "recorded" | "missed" | "admitted" | "spent";

/** Where `position` stands, by the turn clock. */
export function standingOf(lane: Lane, position: number, turnMs: number, policy: EventPolicy): Standing {
  const turn = lane.turns.get(position);
  if (turn?.recorded === true) return "recorded";
  const state = lane.states.get(position);
  if (state === PLACE.admitted) return "admitted";
  if (state === PLACE.spent) return "spent";
  if (position > lane.nowServing) return "uncalled";
  if (turn?.missedAtTurnMs !== undefined && turn.missedAtTurnMs !== null) {
    if (turn.late) return "spent";
    return turnMs - turn.missedAtTurnMs < policy.lateSeconds * 1000 ? "missed" : "spent";
  }
  const cohort = cohortOf(lane, position);
  if (cohort === undefined) return "spent";
  const age = turnMs - cohort.calledTurnMs;
  if (age < policy.claimSeconds * 1000) return "open";
  return age < (policy.claimSeconds + policy.lateSeconds) * 1000 ? "missed" : "spent";
}

/** Records a claim of a place that stands `open` or `missed`; from missed it uses up the late return. */
export function recordClaim(lane: Lane, position: number, standing: "open" | "missed", liveMs: number): Turn {
  const turn: Turn = { recorded: true, late: standing === "missed", missedAtTurnMs: null };
  closeInCohort(lane, position, liveMs);
  lane.turns.set(position, turn);
  lane.states.set(position, PLACE.claimed);
  lane.recorded.push(position, position);
  lane.recordedCount++;
  return turn;
}

/** Takes `position` out of its cohort's open places; a claim (with `liveMs`) teaches the show-up. */
export function closeInCohort(lane: Lane, position: number, liveMs: number | null): void {
  // A voided grant's place was closed when it first claimed.
  if (lane.turns.has(position)) return;
  const cohort = cohortOf(lane, position);
  if (cohort === undefined) return;
  cohort.open--;
  if (liveMs !== null) learnClaim(lane.showUp, liveMs - cohort.calledLiveMs);
}

/** Takes the lowest recorded position out of the line, or undefined. */
export function takeLowestRecorded(lane: Lane): number | undefined {
  for (;;) {
    const position = lane.recorded.pop();
    if (position === undefined) return undefined;
    if (lane.turns.get(position)?.recorded === true) {
      lane.recordedCount--;
      return position;
    }
  }
}

/** Whether a called place claimed or gave up, so that it is not open in its cohort. Used when cohorts are rebuilt. */
export function isOpenInCohort(lane: Lane, position: number): boolean {
  return lane.states.get(position) === PLACE.none && !lane.turns.has(position);
}

/** The last position up to which nothing can happen any more: no late return, no claim that waits, no session. */
export function finishedThrough(lane: Lane): number {
  let through = lane.spentThrough;
  for (const position of lane.turns.keys()) through = Math.min(through, position - 1);
  for (const position of lane.sessions.keys()) through = Math.min(through, position - 1);
  return through;
}

/** Moves missed and spent on by the turn clock and forgets cohorts and marks that are over. */
export function ageLane(lane: Lane, turnMs: number, policy: EventPolicy): void {
  const claimMs = policy.claimSeconds * 1000;
  const lateMs = policy.lateSeconds * 1000;
  let over = 0;
  for (const cohort of lane.cohorts) {
    const age = turnMs - cohort.calledTurnMs;
    if (age < claimMs) break;
    lane.missedThrough = Math.max(lane.missedThrough, cohort.last);
    if (age >= claimMs + lateMs) {
      lane.spentThrough = Math.max(lane.spentThrough, cohort.last);
      over++;
    }
  }
  if (over > 0) lane.cohorts = lane.cohorts.slice(over);
  while (lane.issueMarks[1] !== undefined && lane.issueMarks[1][0] <= lane.nowServing) lane.issueMarks.shift();
}
