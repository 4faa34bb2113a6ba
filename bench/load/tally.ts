/** What a running crowd has seen so far: figures for the live line, records for the judgement at the end. */
import type { PlaceRecord } from "./promises.ts";

export class Tally {
  arrived = 0;
  entered = 0;
  bought = 0;
  left = 0;
  failed = 0;
  /** Questions from the line: status, and enter of those at the front. */
  polls = 0;
  /** Highest `perMinute` any status told; 0 = none did. */
  perMinuteTold = 0;
  readonly reasons = new Map<string, number>();
  readonly places: PlaceRecord[] = [];
  readonly grantedAtSeconds: number[] = [];
  /** By visitor, who stands in line now. */
  readonly #inLine = new Map<number, number>();

  recordPlace(visitor: number, place: PlaceRecord): void {
    this.places.push(place);
    this.#inLine.set(visitor, place.position);
  }

  recordEntry(visitor: number, grantedAtSeconds: number | null): void {
    this.#inLine.delete(visitor);
    this.entered++;
    if (grantedAtSeconds !== null) this.grantedAtSeconds.push(grantedAtSeconds);
  }

  recordFailure(visitor: number, reason: string): void {
    this.#inLine.delete(visitor);
    this.failed++;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  snapshot(): CrowdFigures {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = 0;
    for (const position of this.#inLine.values()) {
      lowest = Math.min(lowest, position);
      highest = Math.max(highest, position);
    }
    return {
      arrived: this.arrived,
      inLine: this.#inLine.size,
      entered: this.entered,
      bought: this.bought,
      left: this.left,
      failed: this.failed,
      polls: this.polls,
      places: highest === 0 ? null : [lowest, highest],
    };
  }
}

export interface CrowdFigures {
  readonly arrived: number;
  readonly inLine: number;
  readonly entered: number;
  readonly bought: number;
  /** Went out without buying. */
  readonly left: number;
  readonly failed: number;
  readonly polls: number;
  /** Lowest and highest place of those in line; null when nobody is. */
  readonly places: readonly [lowest: number, highest: number] | null;
}
