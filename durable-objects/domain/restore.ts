/** From memory to what is stored, and back: summary, learned, checkpoint, and the event rebuilt from them. */
import { createEvent, type EventState } from "./event.ts";
import { applyFact, cohortFact, laneNamed, placeFact, sessionFact, type Fact, type Learned, type Summary } from "./journal.ts";
import { isOpenInCohort, type Lane } from "./lane.ts";
import { startPresence } from "./presence.ts";
import type { RecentJoin } from "./recent-joins.ts";
import { nextLookMs } from "./sessions.ts";
import { permittedIntake } from "./intake.ts";
import type { EventPolicy } from "./types.ts";

/** Everything that is one value, for the row written with each call. */
export function summaryOf(event: EventState): Summary {
  return {
    clock: { ...event.clock },
    tokens: event.bucket.tokens,
    letIn: event.letIn.map(({ count, untilMs }) => [count, untilMs] as const),
    version: event.version,
    epoch: event.epoch,
    endedSequence: event.endedSequence,
    lanes: [...event.lanes.values()].map(({ id, issued, nowServing, missedThrough, spentThrough, givenUpUncalled, virtualTime }) => ({
      id,
      issued,
      nowServing,
      missedThrough,
      spentThrough,
      givenUpUncalled,
      virtualTime,
    })),
  };
}

/** What was learned, for the heartbeat's row. */
export function learnedOf(event: EventState): Learned {
  return {
    departuresPerSecond: event.departuresPerSecond,
    lanes: [...event.lanes.values()].map(({ id, showUp, issueMarks }) => ({
      id,
      exposure: showUp.exposure.map(rounded),
      claims: showUp.claims.map(rounded),
      issueMarks,
    })),
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

/** All keyed state but the place pages, as facts: what a checkpoint replaces the journal by. */
export function checkpointFacts(event: EventState): Fact[] {
  const facts: Fact[] = event.ended.map((ended) => ["ended", ended]);
  for (const lane of event.lanes.values()) {
    for (const cohort of lane.cohorts) facts.push(cohortFact(lane, cohort));
    for (const position of lane.turns.keys()) facts.push(placeFact(lane, position));
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
  /** Joins of the last 150 s, oldest first, with the event time of their arrival. */
  readonly joins: Iterable<{ readonly atMs: number; readonly joins: readonly RecentJoin[] }>;
}

/** Rebuilds the event from storage. */
export function restoreEvent(stored: Stored): EventState {
  const { summary } = stored;
  const event = createEvent(stored.policy, summary.clock.eventMs);
  Object.assign(event.clock, summary.clock);
  event.bucket.tokens = summary.tokens;
  event.letIn = summary.letIn.map(([count, untilMs]) => ({ count, untilMs }));
  event.version = summary.version;
  event.epoch = summary.epoch;
  event.endedSequence = summary.endedSequence;
  for (const { id, ...scalars } of summary.lanes) Object.assign(laneNamed(event.lanes, id), scalars);
  for (const { lane, page, bytes } of stored.pages) laneNamed(event.lanes, lane).states.load(page, bytes);
  for (const fact of stored.facts) applyFact(event, fact);
  for (const lane of event.lanes.values()) rebuildLane(event, lane);
  applyLearned(event, stored.learned);
  for (const { atMs, joins } of stored.joins) {
    for (const { visitorKey, position } of joins) event.recentJoins.add(visitorKey, position, atMs);
  }
  event.intake = permittedIntake(event.policy, event.activeSessions, event.limit);
  return event;
}

/** Fills in what follows from the facts: open counts, the heap of recorded claims, session counts and looks. */
function rebuildLane(event: EventState, lane: Lane): void {
  startPresence(lane.presence, event.clock.liveMs);
  lane.states.dropThrough(lane.spentThrough);
  lane.cohorts = lane.cohorts.filter(({ last }) => last > lane.spentThrough);
  for (const cohort of lane.cohorts) {
    for (let position = cohort.first; position <= cohort.last; position++) if (isOpenInCohort(lane, position)) cohort.open++;
  }
  for (const [position, turn] of lane.turns) {
    if (!turn.recorded) continue;
    lane.recorded.push(position, position);
    lane.recordedCount++;
  }
  for (const session of lane.sessions.values()) {
    event.activeSessions++;
    if (session.provisionalUntilMs !== null && session.endedAtMs === null) event.provisionalSessions++;
    event.looks.push(nextLookMs(session, event.clock, event.policy), { lane, position: session.position });
  }
}

function applyLearned(event: EventState, learned: Learned | null): void {
  if (learned === null) return;
  event.departuresPerSecond = learned.departuresPerSecond;
  for (const { id, exposure, claims, issueMarks } of learned.lanes) {
    const lane = laneNamed(event.lanes, id);
    if (exposure.length === lane.showUp.exposure.length) {
      lane.showUp.exposure = [...exposure];
      lane.showUp.claims = [...claims];
    }
    lane.issueMarks = issueMarks.map(([position, atMs]) => [position, atMs]);
  }
}
