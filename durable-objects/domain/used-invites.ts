/**
 * Which invites were used, and the place each got. An invite is one place for as long as it can be shown, whoever shows it and however
 * often; nothing is known of one that was not used.
 */

/** The place an invite got, as it was issued: a number of a draw stays one. */
export interface UsedInvite {
  readonly lane: string;
  readonly position: number;
  /** Of the invite, by the wall clock. */
  readonly expiresAtMs: number;
}

/** Kept so much longer than the invite can be shown: a clock that leaps ahead and comes back must not make a used one new. */
const KEPT_LONGER_MS = 86_400_000;
/** The look for what can be forgotten goes over all of them, so it is rare. */
const LOOK_EVERY_MS = 60_000;
/** More would not fit into the object's memory beside the line; none is forgotten for another. */
export const MOST_USED_INVITES = 100_000;

export class UsedInvites {
  readonly #used = new Map<string, UsedInvite>();
  #lookedAtMs = 0;

  /** How many are remembered. */
  get size(): number {
    return this.#used.size;
  }

  /** What the invite of this key got, or undefined. */
  find(key: string): UsedInvite | undefined {
    return this.#used.get(key);
  }

  /** Notes what the invite of this key (16 hex digits) got. The first note holds: one invite never has two places. */
  add(key: string, used: UsedInvite): void {
    if (!this.#used.has(key)) this.#used.set(key, used);
  }

  /** All of them, in the order of their use. */
  entries(): Iterable<readonly [key: string, used: UsedInvite]> {
    return this.#used.entries();
  }

  /** Forgets invites that expired more than a day ago. */
  forget(wallMs: number): void {
    if (Math.abs(wallMs - this.#lookedAtMs) < LOOK_EVERY_MS) return;
    this.#lookedAtMs = wallMs;
    for (const [key, { expiresAtMs }] of this.#used) if (expiresAtMs + KEPT_LONGER_MS < wallMs) this.#used.delete(key);
  }
}
