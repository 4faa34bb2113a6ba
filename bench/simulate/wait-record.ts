/** What visitors were told of their wait, how long it really was, and what became of the intake. */
import type { EventState } from "../../durable-objects/domain/event.ts";
import { isFlowing } from "../../durable-objects/domain/intake.ts";
import { waitingOf } from "../../durable-objects/domain/lane.ts";
import { burstOf } from "../../durable-objects/domain/token-bucket.ts";
import type { WaitRange } from "../../durable-objects/domain/wait.ts";

/** One told range. The real wait ends when the snapshot says that the position is called; null = not in this run. */
export interface Told {
  readonly range: WaitRange;
  readonly atSeconds: number;
  readonly realSeconds: number | null;
}

/** One minute's intake while people waited: what was minted and, of that, what overflowed because no claim was there. */
export interface MinuteOfIntake {
  minted: number;
  lost: number;
  /** Somebody uncalled was there all the time. */
  waited: boolean;
}

export class WaitRecord {
  readonly #told: { readonly position: number; readonly range: WaitRange; readonly atSeconds: number }[] = [];
  /** By position: when it was called. */
  readonly #calledAt: number[] = [0];
  readonly minutes: MinuteOfIntake[] = [];
  #minted = 0;
  #lost = 0;
  endedAt = 0;

  told(position: number, range: WaitRange, now: number): void {
    this.#told.push({ position, range, atSeconds: now });
  }

  /** Just before a step, `elapsedSeconds` after the last. What a full room withholds is not minted for anybody. */
  before(event: EventState, elapsedSeconds: number): void {
    const { intake, bucket, policy } = event;
    const flows = isFlowing(intake) && intake.standstill === null;
    this.#minted = flows ? intake.ratePerSecond * elapsedSeconds : 0;
    this.#lost = flows ? Math.max(0, bucket.tokens + this.#minted - burstOf(policy.burst, intake.expectedPerSecond)) : 0;
  }

  /** Just after it. */
  after(event: EventState, now: number): void {
    const lane = event.lanes.values().next().value;
    if (lane === undefined) return;
    for (let position = this.#calledAt.length; position <= lane.nowServing; position++) this.#calledAt[position] = now;
    const minute = (this.minutes[Math.floor((now - 0.001) / 60)] ??= { minted: 0, lost: 0, waited: true });
    if (event.intake.standstill === null) {
      minute.minted += this.#minted;
      minute.lost += this.#lost;
    }
    if (waitingOf(lane) <= 0) minute.waited = false;
    this.endedAt = now;
  }

  /** All told ranges with the waits that followed. */
  waits(): Told[] {
    return this.#told.map(({ position, range, atSeconds }) => {
      const calledAt = this.#calledAt[position];
      return { range, atSeconds, realSeconds: calledAt === undefined ? null : calledAt - atSeconds };
    });
  }
}
