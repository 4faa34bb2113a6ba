import type { Sample } from "./state.ts";

/** The rate was set for this reason from then on. */
export interface Reason {
  readonly atMs: number;
  readonly text: string;
}

/** So many are shown. */
const MOST = 5;

/** Reasons that differ only in their figures are one. */
function wordsOf(text: string): string {
  return text.replace(/[\d.,]+/g, "#");
}

/** Notes the reasons of new samples, oldest first; the newest figures of a reason that goes on stand in its place. */
export function withReasons(known: readonly Reason[], samples: readonly Sample[]): readonly Reason[] {
  let reasons = known;
  for (const { atMs, room } of samples) {
    const last = reasons[reasons.length - 1];
    if (room === null || (last !== undefined && atMs < last.atMs)) continue;
    const text = room.perMinuteReason;
    if (last !== undefined && wordsOf(last.text) === wordsOf(text)) reasons = [...reasons.slice(0, -1), { atMs: last.atMs, text }];
    else reasons = [...reasons, { atMs, text }].slice(-MOST);
  }
  return reasons;
}
