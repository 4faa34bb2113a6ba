/** Where limiter and line meet: reports go in, and what the limiter permits holds from then on. All in event time. */
import { hasLine, type Changes, type EventState } from "./event.ts";
import { isOpen } from "./sale.ts";
import { noteSample, noteWord, stepLimiter } from "./limiter/limiter.ts";
import type { OriginSample } from "./limiter/samples.ts";
import { createLimiter, loadLimiter, type Decision, type LimiterSettings, type Phase } from "./limiter/state.ts";
import type { EventPolicy, LimiterPolicy, LoadWord } from "./types.ts";

/** What holds where the organiser says nothing of the limiter. */
export const DEFAULT_LIMITER: LimiterPolicy = {
  mode: "measured",
  minPerMinute: 0,
  startPerMinute: null,
  latencyTargetMs: null,
  fallbackPerMinute: null,
};

function settingsOf({ perMinute, limiter = DEFAULT_LIMITER }: EventPolicy): LimiterSettings {
  const { minPerMinute, startPerMinute, latencyTargetMs, fallbackPerMinute } = limiter;
  return {
    minPerMinute: Math.min(minPerMinute, perMinute),
    maxPerMinute: perMinute,
    startPerMinute,
    latencyTargetMs,
    fallbackPerMinute,
  };
}

/** Gives the event a limiter: the stored one, or a new one that knows nothing where there is none that this version can read. */
export function attachLimiter(event: EventState, stored: string | null): void {
  const kept = stored === null ? null : loadLimiter(stored);
  event.limiter = kept ?? createLimiter(settingsOf(event.policy), event.clock.eventMs);
  // It compares the grants with what arrives at the origin, so the count goes on where it was.
  event.granted = event.limiter.population.grantedTotal;
  if (isMeasured(event)) event.limit = event.limiter.decision;
}

/** Takes isolates' reports; their clocks are wall clocks. */
export function noteSamples(event: EventState, samples: readonly OriginSample[]): void {
  const { limiter, clock } = event;
  if (limiter === null) return;
  for (const sample of samples) noteSample(limiter, { ...sample, atMs: sample.atMs + clock.offsetMs }, clock.eventMs);
}

/** The organiser speaks for the origin. */
export function noteLoad(event: EventState, load: LoadWord): void {
  if (event.limiter !== null) noteWord(event.limiter, load, event.clock.eventMs);
}

/** Lets the limiter decide, at most once a second, and notes in `changes` what people should know of it. */
export function limitEvent(event: EventState, changes: Changes): void {
  const { limiter } = event;
  if (limiter === null) return;
  const before = decisionOf(event)?.phase ?? "start";
  if (!isMeasured(event)) {
    event.limit = null;
    return;
  }
  const admissions = {
    waiting: isOpen(event) && hasLine(event),
    granted: event.granted,
    provisional: event.provisionalSessions,
    active: event.activeSessions,
  };
  const decision = stepLimiter(limiter, settingsOf(event.policy), admissions, event.clock.eventMs);
  event.limit = decision;
  if (isNews(before, decision.phase)) changes.audits.push(`limiter: ${before} → ${decision.phase}; ${decision.reason}`);
}

/** The limiter's last decision; null = it decides nothing. */
export function decisionOf({ limit, limiter }: EventState): Decision | null {
  return limit === null || limiter === null ? null : limiter.decision;
}

/** With a fixed rate, or where no isolate has ever reported anything, the organiser's rate holds. */
function isMeasured({ policy, limiter }: EventState): boolean {
  if (limiter === null || policy.limiter?.mode === "fixed") return false;
  return Number.isFinite(limiter.samples.lastMs) || limiter.word !== null || policy.limiter?.startPerMinute != null;
}

/** From the start to cruising and back is its daily bread. */
function isNews(before: Phase, after: Phase): boolean {
  const isOrdinary = (phase: Phase): boolean => phase === "start" || phase === "cruise";
  return before !== after && !(isOrdinary(before) && isOrdinary(after));
}
