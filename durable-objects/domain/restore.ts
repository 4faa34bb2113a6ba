/** From memory to what is stored, and back: summary, learned, checkpoint, and the event rebuilt from them. */
import { joinCohort, learnShare } from "./calling.ts";
import { hasBegun, saveDraw } from "./draw/draw.ts";
import { createEvent, intakeNow, openLanes, type EventState } from "./event.ts";
import { startHearing } from "./hearing.ts";
import { applyFact, cohortFact, inviteFact, placeFact, sessionFact, type Fact, type Learned, type Summary } from "./journal.ts";
import { countCohort, finishedThrough, laneNamed, type Lane } from "./lane.ts";
import { createWatch } from "./presence.ts";
import type { RecentJoin } from "./recent-joins.ts";
import { nextLookMs } from "./sessions.ts";
import type { EventPolicy } from "./types.ts";
import { createLearnedWaits } from "./wait-errors.ts";

/** Everything that is one value, for the row written with each call. */
export function summaryOf(event: EventState): Summary {
  return {
    clock: { ...event.clock },
    tokens: event.bucket.tokens,
    letIn: event.letIn.map(({ count, untilMs }) => [count, untilMs] as const),
    version: event.version,
    epoch: event.epoch,
    endedSequence: event.endedSequence,
    virtualTime: event.virtualTime,
    sale: { ...event.sale },
    draw: event.draw === null || !hasBegun(event.draw) ? null : saveDraw(event.draw),
    lanes: [...event.lanes.values()].map((lane) => {
      const { id, issued, nowServing, missedThrough, spentThrough, givenUpUncalled, virtualTime, awayTurnMs, soldOut, stock, finished } =
        lane;
      return {
        id,
        issued,
        nowServing,
        missedThrough,
        spentThrough,
        givenUpUncalled,
        virtualTime,
        awayTurnMs,
        soldOut: soldOut === null ? null : { ...soldOut },
        stock: stock === null ? null : { ...stock },
        finished,
      };
    }),
  };
}

/** What was learned, for the heartbeat's row. */
export function learnedOf(event: EventState): Learned {
  return {
    departuresPerSecond: event.departuresPerSecond,
    waitErrors: event.waits.told,
    lanes: [...event.lanes.values()].map(({ id, issueMarks }) => ({ id, issueMarks })),
  };
}

/** All keyed state but the place pages, as facts: what a checkpoint replaces the journal by. */
export function checkpointFacts(event: EventState): Fact[] {
  const facts: Fact[] = event.ended.map((ended) => ["ended", ended]);
  for (const [key, used] of event.usedInvites.entries()) facts.push(inviteFact(key, used));
  for (const lane of event.lanes.values()) {
    for (const cohort of lane.cohorts) facts.push(cohortFact(lane, cohort));
    for (const position of lane.claims.keys()) facts.push(placeFact(lane, position));
    for (const position of lane.voided.keys()) facts.push(placeFact(lane, position));
    for (const position of lane.sessions.keys()) facts.push(sessionFact(lane, position));
  }
  return facts;
}

/** What the store holds of an event. */
export interface Stored {
  readonly policy: EventPolicy;
  readonly summary: Summary;
  readonly learned: Learned | null;
  readonly pages: readonly { readonly lane: string; readonly page: number; readonly bytes: Uint8Array }[];
  /** The checkpoint's facts, then the journal's, oldest first. */
  readonly facts: Iterable<Fact>;
  /** Joins of the last 150 s, oldest first, with the live clock of their arrival. */
  readonly joins: Iterable<{ readonly atMs: number; readonly joins: readonly RecentJoin[] }>;
}

/** Rebuilds the event from storage. */
export function restoreEvent(stored: Stored): EventState {
  const { summary } = stored;
  const event = createEvent(stored.policy, summary.clock.eventMs);
  Object.assign(event.clock, summary.clock);
  Object.assign(event.sale, summary.sale);
  event.bucket.tokens = summary.tokens;
  event.letIn = summary.letIn.map(([count, untilMs]) => ({ count, untilMs }));
  event.version = summary.version;
  event.epoch = summary.epoch;
  event.endedSequence = summary.endedSequence;
  event.virtualTime = summary.virtualTime;
  Object.assign(event.presence, createWatch(event.clock.liveMs));
  for (const { id, ...scalars } of summary.lanes) Object.assign(laneNamed(event.lanes, id), scalars);
  for (const { lane, page, bytes } of stored.pages) laneNamed(event.lanes, lane).states.load(page, bytes);
  for (const fact of stored.facts) applyFact(event, fact);
  for (const lane of event.lanes.values()) rebuildLane(event, lane);
  applyLearned(event, stored.learned);
  for (const { lane, mostPerMinute } of openLanes(event)) {
    learnShare(lane, event.clock.unsealedMs);
    startHearing(lane, mostPerMinute, event.clock.unsealedMs);
  }
  for (const { atMs, joins } of stored.joins) {
    for (const { visitorKey, position } of joins) event.recentJoins.add(visitorKey, position, Math.min(atMs, event.clock.liveMs));
  }
  event.intake = intakeNow(event);
  return event;
}

/** Fills in what follows from the facts: open counts, the order of recorded claims, session counts and looks. */
function rebuildLane(event: EventState, lane: Lane): void {
  lane.states.dropThrough(finishedThrough(lane));
  lane.cohorts = lane.cohorts.filter(({ last }) => last > lane.spentThrough);
  for (const cohort of lane.cohorts) countCohort(lane, cohort);
  const claimMs = event.policy.claimSeconds * 1000;
  for (let index = lane.cohorts.length - 1; index > 0; index--) {
    if (event.clock.unsealedMs - (lane.cohorts[index]?.calledMs ?? 0) >= claimMs) joinCohort(lane, index);
  }
  for (const position of lane.claims.keys()) lane.claimOrder.push(position, position);
  for (const session of lane.sessions.values()) {
    event.activeSessions++;
    if (session.provisionalUntilMs !== null && session.endedAtMs === null) event.provisionalSessions++;
    event.looks.push(nextLookMs(session, event.clock, event.policy), { lane, position: session.position });
  }
}

function applyLearned(event: EventState, learned: Learned | null): void {
  if (learned === null) return;
  event.departuresPerSecond = learned.departuresPerSecond;
  event.waits = createLearnedWaits(learned.waitErrors);
  for (const { id, issueMarks } of learned.lanes) {
    laneNamed(event.lanes, id).issueMarks = issueMarks.map(([position, atMs]) => [position, atMs]);
  }
}
