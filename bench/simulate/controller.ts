/** What every controller sees each half second and what it answers: the limit the event obeys. */
import type { Limit } from "../../durable-objects/domain/intake.ts";
import type { OriginSample } from "../../durable-objects/domain/limiter/samples.ts";
import type { Scenario } from "./scenario.ts";

/** What the edge measured in the last second, merged from the reports that came, as published limiters take it: unweighed. */
export interface RawSecond {
  readonly good: number;
  readonly failed: number;
  readonly throttled: number;
  readonly meanMs: number;
  readonly leastMs: number;
  readonly inFlight: number;
  readonly retryAfterSeconds: number;
}

/** The truth, for the oracle; and what the baselines are given as a present. */
export interface Truth {
  /** Sessions that load the origin. */
  readonly sessions: number;
  /** Sessions it can carry now. */
  readonly carried: number;
  /** Requests in its backlog. */
  readonly backlog: number;
  readonly servers: number;
}

export interface View {
  readonly now: number;
  readonly samples: readonly OriginSample[];
  /** Null but once a second. */
  readonly second: RawSecond | null;
  readonly waiting: boolean;
  readonly granted: number;
  readonly provisional: number;
  /** Sessions the event counts. */
  readonly active: number;
  readonly truth: Truth;
}

export interface Controller {
  step(view: View): Limit;
  /** Stops and starts again with what it stored. */
  restart?(): void;
  /** One session in this many is to be reported. */
  readonly sample?: number;
  readonly phase?: string;
}

export type ControllerFactory = (scenario: Scenario) => Controller;

/** Mean time from one request of a session to its next while the origin is well, in seconds. */
export function cycleSeconds(scenario: Scenario): number {
  return scenario.sessions.thinkSeconds + scenario.origin.serviceMs / 1000;
}

/** A limit that admits at this rate, within the organiser's settings. */
export function limitOf(scenario: Scenario, ratePerSecond: number, reason: string): Limit {
  const { perMinute, minPerMinute } = scenario.organiser;
  const rate = Math.max(minPerMinute / 60, Math.min(perMinute / 60, ratePerSecond));
  return { ratePerSecond: rate, expectedPerSecond: Math.max(rate, 0.1), standstill: null, reason };
}
