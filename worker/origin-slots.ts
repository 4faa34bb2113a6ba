/**
 * What this isolate has under way at the origin, and who waits for its turn there while the event limits it. Plain data: whoever waits
 * looks at it by its own timer, no promise crosses requests.
 *
 * Newest first, with a controlled delay: a queue that empties now and then is a burst, and whoever waits in it may wait a while; one that
 * has not been empty for a tenth of a second stands, and waiting in it helps nobody (Nichols and Jacobson, "Controlling Queue Delay",
 * 2012; with the newest first: Maurer, "Fail at Scale", 2015). The oldest have been given up by their visitors first.
 */

/** A wait in a queue that empties, and how long it must not have been empty to count as standing. */
const WAIT_MS = 100;
/** A wait in a queue that stands. */
const STANDING_WAIT_MS = 5;
/** Requests waiting at most: beyond it the oldest is dropped. */
const MOST_WAITING = 256;
/** Slots of an isolate at least, so that one that has just begun may begin. */
const LEAST_SLOTS = 2;
/** A request under way for longer keeps no other back: an origin that hung is tried again all the same. */
const SLOT_MS = 5_000;
/** What is asked is averaged over this time, as the event does over all isolates. */
const SMOOTH_MS = 3_000;

/** One request under way. */
export interface Slot {
  readonly startedMs: number;
}

/** One request that waits. */
export interface Waiter {
  readonly deadlineMs: number;
}

export class OriginSlots {
  readonly #underWay = new Set<Slot>();
  /** Newest last. */
  #waiting: Waiter[] = [];
  /** When nobody waited last. */
  #emptyMs = 0;
  #limit = Number.POSITIVE_INFINITY;
  #asked = 0;
  #sinceMs = 0;
  /** Smoothed; null = not known yet. */
  #askedPerSecond: number | null = null;

  get waiting(): number {
    return this.#waiting.length;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  /** Requests that may be under way here at once; Infinity = no limit. */
  get limit(): number {
    return this.#limit;
  }

  /** The event's word: all isolates' limit, of which this one takes the share it is asked for. Undefined = none. */
  limitTo(all: { readonly mostInFlight: number; readonly askedPerSecond: number } | undefined): void {
    if (all === undefined) this.#limit = Number.POSITIVE_INFINITY;
    else {
      const share = Math.min(1, (this.#askedPerSecond ?? 0) / Math.max(all.askedPerSecond, Number.MIN_VALUE));
      this.#limit = Math.max(LEAST_SLOTS, Math.ceil(all.mostInFlight * share));
    }
  }

  /** Counts a request that wants to go. */
  ask(): void {
    this.#asked++;
  }

  /** Requests asked since the last report. */
  takeAsked(nowMs: number): number {
    const elapsedMs = nowMs - this.#sinceMs;
    const asked = this.#asked;
    // The first report tells of an unknown time.
    if (this.#sinceMs > 0 && elapsedMs > 0) {
      const perSecond = (asked * 1000) / elapsedMs;
      const known = this.#askedPerSecond ?? perSecond;
      this.#askedPerSecond = known + (1 - Math.exp(-elapsedMs / SMOOTH_MS)) * (perSecond - known);
    }
    this.#sinceMs = nowMs;
    this.#asked = 0;
    return asked;
  }

  /** Goes now, whatever the limit: what must not wait. It fills a slot all the same. */
  go(nowMs: number): Slot {
    const slot = { startedMs: nowMs };
    this.#underWay.add(slot);
    return slot;
  }

  /** Goes now if there is room: the newest is the first. Null = it may wait. */
  enter(nowMs: number): Slot | null {
    return this.#free(nowMs) > 0 ? this.go(nowMs) : null;
  }

  /** Waits from now on; then it must `look` until it is told. */
  wait(nowMs: number): Waiter {
    this.#dropLate(nowMs);
    const stands = nowMs - this.#emptyMs > WAIT_MS;
    const waiter = { deadlineMs: nowMs + (stands ? STANDING_WAIT_MS : WAIT_MS) };
    if (this.#waiting.length >= MOST_WAITING) this.#waiting.shift();
    this.#waiting.push(waiter);
    return waiter;
  }

  /** The waiter's slot; or null = it is dropped; or "waiting" = it is to look again. */
  look(waiter: Waiter, nowMs: number): Slot | null | "waiting" {
    this.#dropLate(nowMs);
    const index = this.#waiting.indexOf(waiter);
    if (index === -1) return null;
    const newer = this.#waiting.length - 1 - index;
    if (this.#free(nowMs) <= newer) return "waiting";
    this.#waiting.splice(index, 1);
    if (this.#waiting.length === 0) this.#emptyMs = nowMs;
    return this.go(nowMs);
  }

  /** The origin answered, or never will; doing it twice is harmless. */
  leave(slot: Slot): void {
    this.#underWay.delete(slot);
  }

  #free(nowMs: number): number {
    // Oldest first. Whoever was broken off leaves one behind; a start in the future is from before the clock was set back.
    for (const slot of this.#underWay) {
      if (nowMs - slot.startedMs < SLOT_MS && slot.startedMs <= nowMs) break;
      this.#underWay.delete(slot);
    }
    return this.#limit - this.#underWay.size;
  }

  /** Drops whoever is past the deadline: the standing queue's are due before older ones, so all are looked at. */
  #dropLate(nowMs: number): void {
    if (this.#waiting.length > 0)
      this.#waiting = this.#waiting.filter(({ deadlineMs }) => nowMs < deadlineMs && deadlineMs - nowMs <= WAIT_MS);
    if (this.#waiting.length === 0) this.#emptyMs = nowMs;
  }
}
