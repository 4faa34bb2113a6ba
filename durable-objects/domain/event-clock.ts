/**
 * The event's clocks. All are sums of elapsed time, so that none ever goes back and each can stand still by itself:
 *
 * - event time: the wall clock, but monotonic. A wall clock found more than 5 s behind is accepted by raising the
 *   offset, so that every deadline shifts with it and nothing freezes (field case 70);
 * - live time: event time without gaps in which the object was not there to be asked;
 * - unsealed time: live time in which the doors were not sealed, so that whoever was called or granted could act;
 * - turn time: live time in which a called visitor could really have been let in: it stands still while stopped, sealed,
 *   paused or full, and when no gate has called for 20 s, since then perhaps no visitor can ask. The claim and the late
 *   time run on it;
 * - stay time: event time without the time in which the doors were sealed. Sessions run on it.
 *
 * The pickup time of a granted session runs on unsealed time, not on turn time: in a small room that is full of sessions
 * nobody picked up, a clock that stands still while full would keep them, and so the room full, for ever.
 */

/** A longer silence between two steps means that nobody could claim meanwhile. */
export const GAP_MS = 20_000;
/** With no gate's call for so long the way to the event may be broken. */
const ASKED_MS = 2_000;
/** A wall clock this far behind has been set back; less is jitter. */
const STEP_BACK_MS = 5_000;

export interface EventClock {
  /** Event time minus wall clock. */
  offsetMs: number;
  eventMs: number;
  liveMs: number;
  unsealedMs: number;
  turnMs: number;
  stayMs: number;
  /** Event time of the last gate's call. */
  askedMs: number;
}

/** What has stood still since the last step. */
export interface StoodStill {
  readonly turns: boolean;
  readonly sealed: boolean;
}

/** By how much the clocks moved. */
export interface Advance {
  readonly elapsedMs: number;
  readonly liveElapsedMs: number;
  readonly turnElapsedMs: number;
  /** By how much the wall clock was found set back; 0 = not at all. */
  readonly steppedBackMs: number;
  /** The silence since the last step was a gap. */
  readonly gap: boolean;
}

/** Clocks of an event created at `wallMs`. */
export function createClock(wallMs: number): EventClock {
  return { offsetMs: 0, eventMs: wallMs, liveMs: 0, unsealedMs: 0, turnMs: 0, stayMs: 0, askedMs: wallMs };
}

/** Moves all clocks to the wall clock's `wallMs`. */
export function advanceClock(clock: EventClock, wallMs: number, still: StoodStill): Advance {
  const behindMs = clock.eventMs - (wallMs + clock.offsetMs);
  const steppedBackMs = behindMs > STEP_BACK_MS ? behindMs : 0;
  clock.offsetMs += steppedBackMs;
  const eventMs = Math.max(clock.eventMs, wallMs + clock.offsetMs);
  const elapsedMs = eventMs - clock.eventMs;
  const gap = elapsedMs > GAP_MS;
  const liveElapsedMs = gap ? 0 : elapsedMs;
  const heardMs = Math.max(0, clock.askedMs + GAP_MS - clock.eventMs);
  const turnElapsedMs = still.turns || still.sealed ? 0 : Math.min(heardMs, liveElapsedMs);
  clock.eventMs = eventMs;
  clock.liveMs += liveElapsedMs;
  clock.turnMs += turnElapsedMs;
  if (!still.sealed) {
    clock.unsealedMs += liveElapsedMs;
    clock.stayMs += elapsedMs;
  }
  return { elapsedMs, liveElapsedMs, turnElapsedMs, steppedBackMs, gap };
}

/** Whether a gate has just called: while anybody polls, one does each second. */
export function isAsked(clock: EventClock): boolean {
  return clock.eventMs - clock.askedMs <= ASKED_MS;
}

/** Event time → wall clock. */
export function wallOf(clock: EventClock, eventMs: number): number {
  return eventMs - clock.offsetMs;
}
