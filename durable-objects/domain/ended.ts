/** Sessions that ended before their passes: told to every isolate, beside the snapshot. */
import type { EndedSession } from "./types.ts";

/** Told in one answer at most; whoever has not heard of more asks again in a second. */
const MOST_TOLD = 5_000;

/** Those that came after `sequence`, oldest first. `ended` is in order, so what is found does not cost its length. */
export function endedAfter(ended: readonly EndedSession[], sequence: number): EndedSession[] {
  let low = 0;
  let high = ended.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ended[middle]?.sequence ?? 0) > sequence) high = middle;
    else low = middle + 1;
  }
  return ended.slice(low, low + MOST_TOLD);
}
