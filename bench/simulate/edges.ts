/** The isolates that measure: each has a meter and reports once a second, late, twice or not at all. */
import {
  createMeter,
  meterEnd,
  meterRetryAfter,
  meterStart,
  takeSample,
  type Meter,
  type Outcome,
} from "../../durable-objects/domain/limiter/meter.ts";
import type { OriginSample } from "../../durable-objects/domain/limiter/samples.ts";
import { noteGateCall, type GateSeen } from "../../durable-objects/domain/pacing.ts";
import { hash32 } from "./random.ts";
import { isWithin, type Scenario } from "./scenario.ts";

interface Underway {
  readonly arrives: number;
  readonly reporter: number;
  readonly sequence: number;
  readonly sample: OriginSample;
}

/** Visitors' networks: few enough that several share one. */
const NETWORKS = 500;

export class Edges {
  readonly #scenario: Scenario;
  readonly #meters: Meter[];
  readonly #silent: boolean[];
  readonly #gates = new Map<string, GateSeen>();
  #underway: Underway[] = [];
  #sequence = 0;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    const { reporters, regions, silentShare } = scenario.edges;
    this.#meters = Array.from({ length: reporters }, (_, index) => createMeter(`r${index % regions}`, 0));
    this.#silent = this.#meters.map((_, index) => index < Math.round(silentShare * reporters));
  }

  start(visitor: number, now: number): void {
    meterStart(this.#meterOf(visitor), hash32(visitor), hash32(visitor) % NETWORKS, now * 1000);
  }

  end(visitor: number, slowPage: boolean, outcome: Outcome, firstByteSeconds: number, retryAfterSeconds: number, now: number): void {
    const meter = this.#meterOf(visitor);
    const end = { routeClass: slowPage ? "seats" : "pages", outcome, firstByteMs: firstByteSeconds * 1000 };
    meterEnd(meter, hash32(visitor), hash32(visitor) % NETWORKS, end, now * 1000);
    if (retryAfterSeconds > 0) meterRetryAfter(meter, retryAfterSeconds);
  }

  /** The region a visitor comes through, 0-based. */
  regionOf(visitor: number): number {
    return (visitor % this.#meters.length) % this.#scenario.edges.regions;
  }

  #meterOf(visitor: number): Meter {
    return this.#meters[visitor % this.#meters.length] as Meter;
  }

  /** Each isolate makes its report. */
  report(now: number, sample: number): void {
    const { lateSeconds, doubled, missing } = this.#scenario.edges;
    this.#meters.forEach((meter, reporter) => {
      const taken = takeSample(meter, now * 1000, sample);
      if (this.#silent[reporter] === true || isWithin(missing, now)) return;
      const sequence = ++this.#sequence;
      // Not all isolates are equally late.
      const arrives = now + lateSeconds * (0.5 + (reporter % 4) / 4);
      this.#underway.push({ arrives, reporter, sequence, sample: taken });
      if (doubled) this.#underway.push({ arrives: arrives + 0.6, reporter, sequence, sample: taken });
    });
  }

  /** The reports that have arrived by now, each once. */
  arrived(now: number): OriginSample[] {
    const due = this.#underway.filter(({ arrives }) => arrives <= now);
    this.#underway = this.#underway.filter(({ arrives }) => arrives > now);
    return due
      .filter(({ reporter, sequence }) => noteGateCall(this.#gates, `edge-${reporter}`, sequence, now * 1000))
      .map(({ sample }) => sample);
  }
}
