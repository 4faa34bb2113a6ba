/** What visitors were told of their wait, how long it really was, and what became of the intake. */
import type { EventState } from "../../durable-objects/domain/event.ts";
import { waitingOf } from "../../durable-objects/domain/lane.ts";
import { burstOf } from "../../durable-objects/domain/token-bucket.ts";
import type { WaitRange } from "../../durable-objects/domain/wait.ts";

/** One told range. The real wait ends when the snapshot says that the position is called; null = not in this run. */
export interface Told {
  readonly range: WaitRange;
  readonly atSeconds: number;
  readonly realSeconds: number | null;
}

/** One minute's intake: what was minted and, of that, what overflowed because no claim was there. */
export interface MinuteOfIntake {
  minted: number;
  lost: number;
  /** All the time somebody uncalled was there, and neither doors nor the session cap withheld anything. */
  whole: boolean;
}

export class WaitRecord {
  readonly #told: { readonly position: number; readonly range: WaitRange; readonly atSeconds: number }[] = [];
  /** By position: when it was called. */
  readonly #calledAt: number[] = [0];
  readonly minutes: MinuteOfIntake[] = [];
  #minted = 0;
  #lost = 0;

  told(position: number, range: WaitRange, now: number): void {
    this.#told.push({ position, range, atSeconds: now });
  }

  /** Just before a step, `elapsedSeconds` after the last. */
  before({ intake, bucket, policy }: EventState, elapsedSeconds: number): void {
    this.#minted = intake.ratePerSecond * elapsedSeconds;
    this.#lost = Math.max(0, bucket.tokens + this.#minted - burstOf(policy.burst, intake.expectedPerSecond));
  }

  /** Just after it. */
  after(event: EventState, now: number): void {
    const lane = event.lanes.values().next().value;
    if (lane === undefined) return;
    for (let position = this.#calledAt.length; position <= lane.nowServing; position++) this.#calledAt[position] = now;
    const minute = (this.minutes[Math.ceil(now / 60 - 1e-9) - 1] ??= { minted: 0, lost: 0, whole: true });
    minute.minted += this.#minted;
    minute.lost += this.#lost;
    const { standstill } = event.intake;
    if (waitingOf(lane) <= 0 || standstill === "stopped" || standstill === "sealed" || standstill === "full") minute.whole = false;
  }

  /** All told ranges with the waits that followed. */
  waits(): Told[] {
    return this.#told.map(({ position, range, atSeconds }) => {
      const calledAt = this.#calledAt[position];
      return { range, atSeconds, realSeconds: calledAt === undefined ? null : calledAt - atSeconds };
    });
  }
}
