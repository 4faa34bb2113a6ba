/**
 * How soon the called ask. People near the front are told to ask each front interval; when the front leaps (a higher
 * rate, a lower show-up, many let in at once) those whom it reaches hear of it only with their next poll, which may be a
 * minute away. Counting on them at once would take their silence for absence, and call ever more.
 */
import type { Lane } from "./lane.ts";
import { FRONT_INTERVAL_MS, LONGEST_POLL_MS } from "./poll-times.ts";

/** People poll five times on their way, so who is a minute from the call asks within this time. */
const POLL_AT_FRONT_MS = 12_000;
/** Poll intervals are told apart to this. */
const POLL_STEP_MS = 15_000;

/** Through position `through` everybody has asked again by `heardMs` (unsealed clock), and asks each front interval from then on. */
export interface Hearing {
  through: number;
  readonly heardMs: number;
}

/** Places ahead within which the call may come in the next minute: who is nearer is told to ask each front interval. */
export function frontPlaces(lane: Lane, perMinute: number): number {
  return Math.ceil(perMinute / lane.share);
}

/** Takes everybody near the front for told: when a lane starts, or nothing is known of the time before. */
export function startHearing(lane: Lane, perMinute: number, unsealedMs: number): void {
  lane.hearing = [{ through: lane.nowServing + frontPlaces(lane, perMinute), heardMs: unsealedMs }];
}

/** Notes how far the front reaches now, and when those whom it has just reached will have heard. */
export function ageHearing(lane: Lane, perMinute: number, unsealedMs: number): void {
  const { hearing } = lane;
  const last = hearing.at(-1);
  const through = lane.nowServing + frontPlaces(lane, perMinute);
  if (last === undefined || through > last.through) {
    // Who is twice as far as the front reached was told to ask in twice the time.
    const leap = (through - lane.nowServing) / Math.max(1, (last?.through ?? 0) - lane.nowServing);
    const heardMs = Math.max(last?.heardMs ?? 0, unsealedMs + Math.min(LONGEST_POLL_MS, POLL_AT_FRONT_MS * leap));
    if (last !== undefined && heardMs - last.heardMs < 1_000) last.through = through;
    else hearing.push({ through, heardMs });
  }
  while (hearing[1] !== undefined && hearing[1].heardMs <= unsealedMs) hearing.shift();
}

/** Stretches of the line from now serving on, and the longest time until those in them ask; the last has no end. */
export function hearingOf(lane: Lane, unsealedMs: number, claimMs: number): { readonly through: number; readonly pollMs: number }[] {
  const longest = Math.min(LONGEST_POLL_MS, claimMs / 3);
  const stretches = lane.hearing.map(({ through, heardMs }) => {
    const leftMs = Math.ceil((heardMs - unsealedMs) / POLL_STEP_MS) * POLL_STEP_MS;
    return { through, pollMs: heardMs - unsealedMs <= FRONT_INTERVAL_MS ? FRONT_INTERVAL_MS : Math.min(longest, leftMs) };
  });
  return [...stretches, { through: Infinity, pollMs: longest }];
}
