/**
 * Refusing those already inside when the origin stays saturated although nobody is let in: the least critical class first,
 * and in a class always the same sessions, so that one unlucky visitor isn't refused at random on each click.
 */

/** From the first refused to the one never refused. */
export const CRITICALITIES = ["sheddable", "sheddable-plus", "critical", "critical-plus"] as const;
export type Criticality = (typeof CRITICALITIES)[number];

/** `critical-plus` is never shed. */
export const HIGHEST_SHED_LEVEL = CRITICALITIES.length - 1;

const RISE_PER_SECOND = 0.05;
const FALL_PER_SECOND = 0.02;

/** Moves the level: up while `slow` (1 = as slow as may be; 0 = not saturated) is above 1.5, down below 1. */
export function stepShed(level: number, slow: number, elapsedSeconds: number): number {
  if (slow > 1.5) return Math.min(HIGHEST_SHED_LEVEL, level + RISE_PER_SECOND * Math.min(2, slow - 1) * elapsedSeconds);
  if (slow < 1) return Math.max(0, level - FALL_PER_SECOND * elapsedSeconds);
  return level;
}

/** Share (0…1) of the sessions whose requests of this class are refused at `level`: 1.4 = all sheddable, 40 % of sheddable-plus. */
export function shedShare(level: number, criticality: Criticality): number {
  const index = CRITICALITIES.indexOf(criticality);
  if (index >= HIGHEST_SHED_LEVEL || !(level > 0)) return 0;
  return Math.min(1, Math.max(0, level - index));
}

/** Whether this session's request is refused; `session` is a 32-bit hash that stays the same for the session's life. */
export function isShed(level: number, criticality: Criticality, session: number): boolean {
  // Other bits than those that choose which sessions are told by name, well mixed (Knuth's multiplicative hash).
  const spread = (Math.imul(session, 2_654_435_761) >>> 0) / 2 ** 32;
  return spread < shedShare(level, criticality);
}
