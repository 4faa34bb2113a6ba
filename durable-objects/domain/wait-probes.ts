/**
 * Places whose wait is followed, so that the event learns how far its ranges are off. In each band of waits the place in the middle of
 * the band is noted again and again, with what its holder would be told; once it is called, the real wait is known.
 * Nothing of a visitor is in it: only where the line stood, and when.
 */
import type { Lane } from "./lane.ts";
import { placesHolding } from "./presence.ts";
import {
  bandOf,
  bandSeconds,
  errorOf,
  errorOfWait,
  learnError,
  noteHeld,
  toldErrors,
  WAIT_BANDS,
  type LearnedWaits,
  type WaitBand,
} from "./wait-errors.ts";
import type { ToldError, ToldErrors } from "./types.ts";
import { peopleWithin, reckonWait, type WaitFigures } from "./wait.ts";

/** A place whose wait is followed. */
interface WaitProbe {
  readonly position: number;
  /** Watched time of the lane, which stands still with the doors. */
  readonly atMs: number;
  readonly reckonedSeconds: number;
  readonly told: ToldError;
  /** It is not called yet, and the range it was told is over. */
  overdue: boolean;
}

export interface WaitProbes {
  /** Watched time of the last look. */
  lookedMs: number;
  readonly bands: WaitProbe[][];
}

const LOOK_MS = 1_000;
/** Places noted in the time of a band's wait. */
const PER_WAIT = 16;
/** Nor are they noted more often than this. */
const LEAST_EVERY_MS = 4_000;
/** Places followed in a band at most: when none is called any more, no more are noted. */
const MOST_PROBES = 64;

export function createWaitProbes(): WaitProbes {
  return { lookedMs: 0, bands: Array.from({ length: WAIT_BANDS }, () => []) };
}

/** Whether it is time to look at the lane's followed places: once a second of its watched time. */
export function isLookDue({ probes, grants }: Lane): boolean {
  return grants.watchedMs - probes.lookedMs >= LOOK_MS;
}

/** Learns from those of the followed places that have been called, and notes new ones. */
export function followWaits(lane: Lane, figures: WaitFigures, waits: LearnedWaits, leaving: number): void {
  const nowMs = lane.grants.watchedMs;
  lane.probes.lookedMs = nowMs;
  lane.probes.bands.forEach((followed, index) => {
    for (let at = followed.length - 1; at >= 0; at--) {
      const probe = followed[at] as WaitProbe;
      const band = waits.bands[index] as WaitBand;
      // It was called some time since the last look.
      const error = errorOf(probe.reckonedSeconds, Math.max(0, nowMs - probe.atMs - LOOK_MS / 2) / 1000);
      if (probe.position <= lane.nowServing) {
        learnError(band, error);
        if (!probe.overdue) noteHeld(band, probe.told, error);
        followed.splice(at, 1);
      } else if (!probe.overdue && error > probe.told[2]) {
        // However long it will take, the range has not held.
        probe.overdue = true;
        noteHeld(band, probe.told, error);
      }
    }
  });
  waits.told = toldErrors(waits.bands);
  noteWaits(lane, figures, waits.told, leaving);
}

function noteWaits(lane: Lane, figures: WaitFigures, errors: ToldErrors, leaving: number): void {
  const waiting = lane.issued - lane.nowServing;
  if (waiting <= 0 || figures.perMinute <= 0) return;
  const nowMs = lane.grants.watchedMs;
  for (const [index, followed] of lane.probes.bands.entries()) {
    const everyMs = Math.max(LEAST_EVERY_MS, (bandSeconds(index) * 1000) / PER_WAIT);
    if (followed.length >= MOST_PROBES || nowMs - (followed.at(-1)?.atMs ?? -Infinity) < everyMs) continue;
    // The line may end before the middle of the band.
    const ahead = Math.min(
      waiting - 1,
      placesHolding(figures.presence, lane.nowServing, peopleWithin(figures, bandSeconds(index), leaving)),
    );
    const reckonedSeconds = reckonWait(figures, ahead, leaving) ?? 0;
    if (index > 0 && bandOf(reckonedSeconds) !== index) return;
    followed.push({
      position: lane.nowServing + 1 + ahead,
      atMs: nowMs,
      reckonedSeconds,
      told: errorOfWait(errors, reckonedSeconds),
      overdue: false,
    });
  }
}
