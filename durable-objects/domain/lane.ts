/** One lane's line: places issued, how far it is called, what became of each place, and who is inside. */
import type { Hearing } from "./hearing.ts";
import { MinHeap } from "./min-heap.ts";
import { PLACE, PlaceStates } from "./place-states.ts";
import { createSeen, type PresenceBlocks, type Seen } from "./presence.ts";
import { createRateHistory, type RateHistory } from "./rate-history.ts";
import type { Session } from "./sessions.ts";
import { FIRST_SHARE, type Called } from "./show-up.ts";
import type { Stock } from "./sold-out.ts";
import type { EventPolicy } from "./types.ts";
import { createWaitProbes, type WaitProbes } from "./wait-probes.ts";

/** Places called within the same second. */
export interface Cohort extends Called {
  readonly first: number;
  last: number;
  called: number;
  open: number;
  /** Turn clock of the call, rounded up to a whole second. */
  readonly calledTurnMs: number;
}

export interface Lane {
  readonly id: string;
  /** Last place issued. */
  issued: number;
  nowServing: number;
  missedThrough: number;
  spentThrough: number;
  readonly states: PlaceStates;
  /** Recorded claims that wait for intake; true = late. */
  readonly claims: Map<number, boolean>;
  /** The same positions, lowest first; those given up meanwhile are skipped when taken. */
  readonly claimOrder: MinHeap<number>;
  /** Positions whose grant was voided, with the lane's turn clock at that moment: missed since then. */
  readonly voided: Map<number, number>;
  /** Called places whose late time is not over, ascending. */
  cohorts: Cohort[];
  /** Places given up before they were called. */
  givenUpUncalled: number;
  /** How far people have heard that the call is near; ascending. */
  hearing: Hearing[];
  /** Share of the called that claim, as learned last. */
  share: number;
  readonly sessions: Map<number, Session>;
  readonly seen: Seen;
  /** The presence as last told, and when (live clock): counting it anew each call would cost too much. */
  toldPresence: { readonly atLiveMs: number; readonly blocks: PresenceBlocks } | null;
  /** Grants while somebody waited. */
  readonly grants: RateHistory;
  /** The same over a longer time. */
  readonly grantsForLong: RateHistory;
  /** Places whose wait is followed; memory only: after a restart others are. */
  readonly probes: WaitProbes;
  /** Virtual time of the fair share between lanes. */
  virtualTime: number;
  /** Turn time that passed while the policy did not have this lane, or it was sold out. */
  awayTurnMs: number;
  /** Nothing is left to sell: who said so, and since when (unsealed clock). Null = on sale. */
  soldOut: { by: "organiser" | "stock"; readonly sinceUnsealedMs: number } | null;
  /** What the shop says is left; null = it has said nothing. */
  stock: Stock | null;
  /** Sessions that have come to their end. */
  finished: number;
  /** `[position, event time of its issue]`, ascending and sparse: how old the oldest waiting place is. */
  issueMarks: [position: number, atMs: number][];
}

/** What "for long" means of a rate. */
const LONG_MS = 300_000;

/** An empty lane. */
export function createLane(id: string): Lane {
  return {
    id,
    issued: 0,
    nowServing: 0,
    missedThrough: 0,
    spentThrough: 0,
    states: new PlaceStates(),
    claims: new Map(),
    claimOrder: new MinHeap(),
    voided: new Map(),
    cohorts: [],
    givenUpUncalled: 0,
    hearing: [],
    share: FIRST_SHARE,
    sessions: new Map(),
    seen: createSeen(),
    toldPresence: null,
    grants: createRateHistory(),
    grantsForLong: createRateHistory(LONG_MS),
    probes: createWaitProbes(),
    virtualTime: 0,
    awayTurnMs: 0,
    soldOut: null,
    stock: null,
    finished: 0,
    issueMarks: [],
  };
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

/** Places not called yet, those given up not counted. */
export function waitingOf(lane: Lane): number {
  return lane.issued - lane.nowServing - lane.givenUpUncalled;
}

/** Whether anybody stands in this line: an uncalled place or a recorded claim. */
export function isStanding(lane: Lane): boolean {
  return waitingOf(lane) > 0 || lane.claims.size > 0;
}

/** Marks are set this often, but no finer than a hundredth of the time they span, so that old ones stay evenly spread. */
const MARK_EVERY_MS = 5_000;
const SPAN_PARTS = 100;
const MOST_MARKS = 200;

/** Issues the next position. */
export function issuePlace(lane: Lane, eventMs: number): number {
  lane.issued++;
  const [first, last] = [lane.issueMarks[0], lane.issueMarks.at(-1)];
  const isDue = !first || !last || eventMs - last[1] >= Math.max(MARK_EVERY_MS, (eventMs - first[1]) / SPAN_PARTS);
  if (isDue) lane.issueMarks.push([lane.issued, eventMs]);
  if (lane.issueMarks.length > MOST_MARKS) lane.issueMarks = lane.issueMarks.filter((_, index) => index % 2 === 0);
  return lane.issued;
}

/** Seconds since the oldest uncalled place was issued, to the last mark at or before it; null when nobody waits. */
export function oldestWaitSeconds(lane: Lane, eventMs: number): number | null {
  if (waitingOf(lane) <= 0) return null;
  const mark = lane.issueMarks.findLast(([position]) => position <= lane.nowServing + 1) ?? lane.issueMarks[0];
  return mark === undefined ? null : Math.max(0, Math.round((eventMs - mark[1]) / 1000));
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

/** Where a place stands. "admitted": it has or had a session. */
export type PlaceStanding = "uncalled" | "open" | "recorded" | "missed" | "admitted" | "spent";

/** Where `position` (issued) stands at the lane's turn clock. */
export function standingOf(lane: Lane, position: number, turnMs: number, policy: EventPolicy): PlaceStanding {
  switch (lane.states.get(position)) {
    case PLACE.claimed:
      return "recorded";
    case PLACE.admitted:
      return "admitted";
    case PLACE.spent:
      return "spent";
    case PLACE.none:
  }
  if (position > lane.nowServing) return "uncalled";
  const voidedAtMs = lane.voided.get(position);
  if (voidedAtMs !== undefined) return turnMs - voidedAtMs < policy.lateSeconds * 1000 ? "missed" : "spent";
  const cohort = cohortOf(lane, position);
  if (cohort === undefined) return "spent";
  const ageMs = turnMs - cohort.calledTurnMs;
  if (ageMs < policy.claimSeconds * 1000) return "open";
  return ageMs < (policy.claimSeconds + policy.lateSeconds) * 1000 ? "missed" : "spent";
}

/** Records a claim of a place that stands open, or missed: then it uses up the late return. */
export function recordClaim(lane: Lane, position: number, late: boolean): void {
  const cohort = openCohortOf(lane, position);
  if (cohort !== undefined) cohort.open--;
  lane.voided.delete(position);
  lane.claims.set(position, late);
  lane.states.set(position, PLACE.claimed);
  lane.claimOrder.push(position, position);
}

/** Gives up a place that stands open or missed. */
export function giveUpCalled(lane: Lane, position: number): void {
  const cohort = openCohortOf(lane, position);
  if (cohort === undefined) return;
  cohort.called--;
  cohort.open--;
}

/** The cohort in which an open or missed place still counts as open; a voided grant's place was closed when it first claimed. */
function openCohortOf(lane: Lane, position: number): Cohort | undefined {
  return lane.voided.has(position) ? undefined : cohortOf(lane, position);
}

/** Takes the lowest recorded claim out of the line, or undefined. */
export function takeLowestClaim(lane: Lane): { readonly position: number; readonly late: boolean } | undefined {
  for (;;) {
    const position = lane.claimOrder.pop();
    if (position === undefined) return undefined;
    const late = lane.claims.get(position);
    if (late !== undefined) {
      lane.claims.delete(position);
      return { position, late };
    }
  }
}

/** Counts a cohort's places anew from their states, when it is rebuilt. */
export function countCohort(lane: Lane, cohort: Cohort): void {
  cohort.called = 0;
  cohort.open = 0;
  for (let position = cohort.first; position <= cohort.last; position++) {
    const state = lane.states.get(position);
    if (state === PLACE.spent) continue;
    cohort.called++;
    if (state === PLACE.none && !lane.voided.has(position)) cohort.open++;
  }
}

/** The last position up to which nothing can happen any more: no late return, no claim that waits, no session. */
export function finishedThrough(lane: Lane): number {
  let through = lane.spentThrough;
  for (const places of [lane.claims, lane.voided, lane.sessions]) {
    for (const position of places.keys()) through = Math.min(through, position - 1);
  }
  return through;
}

/** Moves missed and spent on by the lane's turn clock, and forgets cohorts and marks that are over. */
export function ageLane(lane: Lane, turnMs: number, policy: EventPolicy): void {
  const claimMs = policy.claimSeconds * 1000;
  const lateMs = policy.lateSeconds * 1000;
  let over = 0;
  for (const cohort of lane.cohorts) {
    const ageMs = turnMs - cohort.calledTurnMs;
    if (ageMs < claimMs) break;
    lane.missedThrough = Math.max(lane.missedThrough, cohort.last);
    if (ageMs >= claimMs + lateMs) {
      lane.spentThrough = Math.max(lane.spentThrough, cohort.last);
      over++;
    }
  }
  if (over > 0) lane.cohorts.splice(0, over);
  while (lane.issueMarks[1] !== undefined && lane.issueMarks[1][0] <= lane.nowServing) lane.issueMarks.shift();
}

/**
 * Forgets voided grants whose late time is over; returns their positions, now spent. They stand spent by the clock in any case:
 * the look only frees memory, so it may stop at the first that is not over (they are kept in the order of their voiding).
 */
export function ageVoided(lane: Lane, turnMs: number, policy: EventPolicy): number[] {
  const over: number[] = [];
  for (const [position, voidedAtMs] of lane.voided) {
    if (turnMs - voidedAtMs < policy.lateSeconds * 1000) break;
    over.push(position);
  }
  for (const position of over) {
    lane.voided.delete(position);
    lane.states.set(position, PLACE.spent);
  }
  return over;
}
