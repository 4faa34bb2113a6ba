/**
 * What a gate gives out of draws. Anybody may read them, so copies answer, and the event is asked a bounded number of times whatever
 * asks here (S12): for a publication once a second, for leaves once a second after a burst, and never before there are any.
 */
import { createRateLimit, take } from "./domain/rate-limit.ts";
import type { DrawReply, EventQueueRpc, EventRef, LeavesRequest } from "./protocol.ts";
import { within } from "./within.ts";

/** A copy is given out for so long. */
const FRESH_MS = 1_000;
/** What is published of a draw is waited for this long. */
const EVENT_LIMIT_MS = 5_000;
/** Answers with leaves, of up to 1 MB each: a draw of a million numbers is read at once. */
const LEAVES = { perSecond: 1, burst: 16 };
/** Events told apart by that limit. */
const SLOTS = 64;

type EventOf = (ref: EventRef) => Pick<EventQueueRpc, "draw" | "leaves">;

interface Copy {
  readonly atMs: number;
  /** Under way or answered; readers in between wait for the same. */
  readonly reply: Promise<DrawReply | "unavailable">;
}

export class DrawCopies {
  readonly #eventOf: EventOf;
  readonly #copies = new Map<string, Copy>();
  readonly #leaves: ReturnType<typeof createRateLimit>;

  constructor(eventOf: EventOf, seed: [number, number]) {
    this.#eventOf = eventOf;
    this.#leaves = createRateLimit({ ...LEAVES, slots: SLOTS }, seed);
  }

  /** The publication, as it was within the last second. */
  draw(ref: EventRef, nowMs: number): Promise<DrawReply | "unavailable"> {
    const key = keyOf(ref);
    const known = this.#copies.get(key);
    // A copy from the future was made before the clock was set back.
    if (known !== undefined && nowMs >= known.atMs && nowMs - known.atMs < FRESH_MS) return known.reply;
    const copy = { atMs: nowMs, reply: ask(() => this.#eventOf(ref).draw()) };
    this.#copies.set(key, copy);
    return copy.reply;
  }

  /** Leaves of a lane from a number on; empty = there are none. */
  async leaves(ref: EventRef, request: LeavesRequest, nowMs: number): Promise<Uint8Array | "unavailable"> {
    const published = await this.draw(ref, nowMs);
    if (published === "unavailable") return published;
    const size = published?.lanes?.find(({ lane }) => lane === request.lane)?.size ?? 0;
    if (published?.state !== "revealed" || request.from > size) return new Uint8Array();
    if (!take(this.#leaves, [keyOf(ref)], 1, nowMs).allowed) return "unavailable";
    return ask(() => this.#eventOf(ref).leaves(request));
  }
}

async function ask<Reply>(call: () => Promise<Reply>): Promise<Reply | "unavailable"> {
  try {
    return await within(call(), EVENT_LIMIT_MS);
  } catch {
    return "unavailable";
  }
}

function keyOf({ event, incarnation }: EventRef): string {
  return `${event}/${incarnation}`;
}
