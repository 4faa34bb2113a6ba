/**
 * The event's clocks. All are sums of elapsed time, so that none ever goes back and each can stand still by itself:
 *
 * - event time: the wall clock, but monotonic. A wall clock found more than 5 s behind is accepted by raising the
 *   offset, so that every deadline shifts with it and nothing freezes (field case 70);
 * - live time: event time without gaps in which the object was not there to be asked;
 * - turn time: live time in which a called visitor could really have been let in;
 * - pickup time: live time in which a granted visitor could reach the shop;
 * - stay time: event time without the time in which the doors were sealed.
 */

/** A longer silence between two steps means that nobody could claim meanwhile. */
export const GAP_MS = 20_000;
/** A wall clock this far behind has been set back; less is jitter. */
const STEP_BACK_MS = 5_000;

export interface EventClock {
  /** Event time minus wall clock. */
  offsetMs: number;
  eventMs: number;
  liveMs: number;
  turnMs: number;
  pickupMs: number;
  stayMs: number;
}

/** What stands still since the last step. */
export interface Standing {
  readonly turns: boolean;
  readonly sealed: boolean;
}

export interface Advance {
  readonly elapsedMs: number;
  readonly liveElapsedMs: number;
  /** By how much the wall clock was found set back; 0 = not at all. */
  readonly steppedBackMs: number;
  /** The silence since the last step was a gap. */
  readonly gap: boolean;
}

/** Clocks of an event created at `wallMs`. */
export function createClock(wallMs: number): EventClock {
  return { offsetMs: 0, eventMs: wallMs, liveMs: 0, turnMs: 0, pickupMs: 0, stayMs: 0 };
}

/** Moves all clocks to the wall clock's `wallMs`; `standing` is how things stood since the last step. */
export function advanceClock(clock: EventClock, wallMs: number, standing: Standing): Advance {
  let steppedBackMs = 0;
  const behind = clock.eventMs - (wallMs + clock.offsetMs);
  if (behind > STEP_BACK_MS) {
    clock.offsetMs += behind;
    steppedBackMs = behind;
  }
  const eventMs = Math.max(clock.eventMs, wallMs + clock.offsetMs);
  const elapsedMs = eventMs - clock.eventMs;
  const gap = elapsedMs > GAP_MS;
  const liveElapsedMs = gap ? 0 : elapsedMs;
  clock.eventMs = eventMs;
  clock.liveMs += liveElapsedMs;
  if (!standing.turns) clock.turnMs += liveElapsedMs;
  if (!standing.sealed) {
    clock.pickupMs += liveElapsedMs;
    clock.stayMs += elapsedMs;
  }
  return { elapsedMs, liveElapsedMs, steppedBackMs, gap };
}

/** Event time → wall clock. */
export function wallOf(clock: EventClock, eventMs: number): number {
  return eventMs - clock.offsetMs;
}
