/**
 * How many requests may be under way at the origin at once, while it can't cope. Admissions can't be recalled, so until those inside
 * have left, an origin with a backlog is asked for no more than it can answer in time; what can wait waits at the edge, where waiting is
 * cheap and can be given up.
 */
import { aimOf, carriedInFlight, type Signals } from "./signals.ts";
import type { Limiter, OriginLimit } from "./state.ts";

/** Room above what is computed: the figures are means, and an origin must never run idle for want of requests. */
const HEADROOM = 2;
/** Never fewer: what is measured of so few says little. */
const LEAST = 8;

/**
 * The limit, or null where there is none to have: while nothing is saturated, failing, or still shed after that and slower than it is aimed to be.
 *
 * By Little's law (L = λW), twice the greater of
 * - what the origin carries: good answers a second × the time they are aimed to take. More only waits in its queue;
 * - what those inside would have under way if it answered unhurried: requests asked a second, refused ones too, × that time. So it
 *   holds nothing back that a recovered origin would carry, and an origin that answers nothing is still tried.
 *
 * The first is measured with two requests a session at most (S10), so it is raised by how many more there really are.
 */
export function originLimitOf({ phase, shedLevel }: Limiter, signals: Signals, unhurriedMs: number): OriginLimit | null {
  const isTroubled =
    phase === "saturated" || phase === "erroring" || phase === "dead" || phase === "probing" || (shedLevel > 0 && !isWell(signals));
  if (!isTroubled || signals.askedPerSecond <= 0) return null;
  const { askedPerSecond, crowding } = signals;
  const carried = carriedInFlight(signals) * crowding;
  const unhurried = (askedPerSecond * unhurriedMs) / 1000;
  return {
    mostInFlight: Math.max(LEAST, Math.ceil(HEADROOM * Math.max(carried, unhurried))),
    askedPerSecond: Number(askedPerSecond.toPrecision(3)),
  };
}

function isWell(signals: Signals): boolean {
  return signals.informed && signals.slow < aimOf(signals);
}
