/** Where limiter and line meet: reports go in, and what the limiter permits holds from the next step on. All in event time. */
import { hasLine, type EventState } from "./event.ts";
import { noteSample, stepLimiter } from "./limiter/limiter.ts";
import type { OriginSample } from "./limiter/samples.ts";
import type { Decision, Limiter, LimiterSettings } from "./limiter/state.ts";

/** Takes isolates' reports; their clocks are wall clocks. */
export function noteSamples(event: EventState, limiter: Limiter, samples: readonly OriginSample[]): void {
  const { offsetMs, eventMs } = event.clock;
  for (const sample of samples) noteSample(limiter, { ...sample, atMs: sample.atMs + offsetMs }, eventMs);
}

/** Lets the limiter decide, at most once a second; call it before each step. Returns what holds now. */
export function limitEvent(event: EventState, limiter: Limiter, settings: LimiterSettings): Decision {
  const admissions = { waiting: hasLine(event), granted: event.granted, provisional: event.provisionalSessions };
  const decision = stepLimiter(limiter, settings, admissions, event.clock.eventMs);
  event.limit = decision;
  return decision;
}
