/**
 * Shares one intake between lanes by stride scheduling with a common virtual time (start-time fair queueing, Goyal,
 * Vin and Cheng 1996): each grant goes to the lane, among those with a recorded claim, whose start tag is least, and moves
 * that lane on by 1/share. Over any stretch in which the same lanes have claims, grants differ from the shares by at most
 * one a lane. A lane without claims takes nothing, so its share flows on; when it is back it starts level with the others,
 * never with its idle past as credit.
 */

/** What sharing needs of a lane. */
export interface Sharing {
  /** Claims that wait for intake. */
  readonly claims: { readonly size: number };
  /** Virtual time up to which the lane has had its share. */
  virtualTime: number;
}

/** The virtual time all lanes have in common: the start tag of the last grant. */
export interface SharedTime {
  virtualTime: number;
}

/** The lane whose lowest recorded claim is next, or undefined when no claim is recorded. */
export function nextLane<L extends Sharing>(lanes: readonly L[], shared: SharedTime): L | undefined {
  let next: L | undefined;
  let least = Infinity;
  for (const lane of lanes) {
    const start = startTag(lane, shared);
    if (lane.claims.size > 0 && start < least) {
      next = lane;
      least = start;
    }
  }
  return next;
}

/** Notes a grant to `lane` of weight `share`. */
export function chargeLane(lane: Sharing, share: number, shared: SharedTime): void {
  shared.virtualTime = startTag(lane, shared);
  lane.virtualTime = shared.virtualTime + 1 / share;
}

function startTag(lane: Sharing, shared: SharedTime): number {
  return Math.max(lane.virtualTime, shared.virtualTime);
}
