/**
 * How far ranges of the wait were off, learned from the line itself. The rate to come can't be known, but how wrong earlier guesses at
 * it were can: of waits of about this length the last ones are kept as log(real ÷ reckoned), and a range reaches from their lowest tenth
 * to their highest (conformal prediction). After a change the recent errors are no guide to the next; so the share to be left out on
 * each side follows what was really missed: it falls with each wait beyond the bound, and rises with each within (adaptive conformal
 * inference, Gibbs & Candès 2021). In the long run one in ten lies beyond each bound, whatever the line does.
 */
import type { ToldError, ToldErrors } from "./types.ts";

/** Waits are told apart by octaves around 15 s, 30 s … 64 min. */
const FIRST_BAND_SECONDS = 15;
export const WAIT_BANDS = 9;
/** Share of the waits to lie beyond each bound. */
const BEYOND = 0.1;
/** By how much one wait moves the share left out on a side. */
const STEP = 0.005;
const LEAST_BEYOND = 0.005;
const MOST_BEYOND = 0.15;
/** Errors kept of a band. */
const KEPT = 128;
/** Errors are relative, but of this many seconds more: a place is called in a lump, up to a front interval early or late. */
const LUMP_SECONDS = 5;
/** No error is taken for larger than e^3. */
const LARGEST = 300;

/** What was learned of one band of waits. Errors are hundredths of the natural logarithm. */
export interface WaitBand {
  /** Latest last. */
  readonly errors: number[];
  /** Share of the errors left out below and above. */
  below: number;
  above: number;
}

/** What was learned of all of them, and what is told of it until the next look. */
export interface LearnedWaits {
  readonly bands: readonly WaitBand[];
  told: ToldErrors;
}

/** What is assumed before anything is learned: measured over the simulator's lines. */
const ASSUMED: ToldError = [-25, 0, 35];
/** With the weight of so many waits on each side of the likely one. */
const ASSUMED_WEIGHT = 4;

/** What is known of waits at first: what was `told` before a restart, or nothing. */
export function createLearnedWaits(told?: ToldErrors): LearnedWaits {
  const bands = Array.from({ length: WAIT_BANDS }, (_, band) => {
    return { errors: assumed(errorOfWait(told, bandSeconds(band))), below: BEYOND, above: BEYOND };
  });
  return { bands, told: told ?? toldErrors(bands) };
}

/** Errors of which these are the tenths and the middle. */
function assumed([low, likely, high]: ToldError): number[] {
  const parts = Array.from({ length: ASSUMED_WEIGHT }, (_, part) => (part + 1) / ASSUMED_WEIGHT);
  return [likely, ...parts.flatMap((part) => [likely + (low - likely) * part, likely + (high - likely) * part])];
}

function octaveOf(seconds: number): number {
  return Math.max(0, Math.min(WAIT_BANDS - 1, Math.log2(seconds / FIRST_BAND_SECONDS)));
}

/** The band of a wait. */
export function bandOf(seconds: number): number {
  return Math.round(octaveOf(seconds));
}

/** The wait in the middle of a band. */
export function bandSeconds(band: number): number {
  return FIRST_BAND_SECONDS * 2 ** band;
}

/** What is told of waits of so many seconds, between the middles of two bands in proportion; what is assumed where nothing is told. */
export function errorOfWait(errors: ToldErrors | undefined, seconds: number): ToldError {
  if (errors === undefined || errors.length === 0) return ASSUMED;
  const at = (octaveOf(seconds) * (errors.length - 1)) / (WAIT_BANDS - 1);
  const [nearer, further] = [errors[Math.floor(at)] ?? ASSUMED, errors[Math.ceil(at)] ?? ASSUMED];
  const mix = (index: 0 | 1 | 2): number => nearer[index] + (further[index] - nearer[index]) * (at - Math.floor(at));
  return [mix(0), mix(1), mix(2)];
}

/** The same in few words: the waits of some minutes stand for all. */
export function briefErrors(errors: ToldErrors): ToldErrors {
  const middle = errors[Math.floor(errors.length / 2)];
  return middle === undefined ? [] : [middle];
}

/** The bands' errors, in whole hundredths. */
export function toldErrors(bands: readonly WaitBand[]): ToldErrors {
  return bands.map(({ errors, below, above }) => {
    const sorted = errors.toSorted((a, b) => a - b);
    // The sum makes 0 of −0, which JSON does not know.
    const at = (index: number): number => Math.round(sorted[index] ?? 0) + 0;
    const last = sorted.length - 1;
    return [at(Math.floor(sorted.length * below)), at(last >> 1), at(last - Math.floor(sorted.length * above))] as const;
  });
}

/** A reckoned wait moved by an error; never negative. */
export function withError(seconds: number, hundredths: number): number {
  return Math.max(0, (seconds + LUMP_SECONDS) * Math.exp(hundredths / 100) - LUMP_SECONDS);
}

/** The error of a wait that was reckoned and took so long. */
export function errorOf(reckonedSeconds: number, seconds: number): number {
  const error = Math.round(100 * Math.log((seconds + LUMP_SECONDS) / (reckonedSeconds + LUMP_SECONDS)));
  return Math.max(-LARGEST, Math.min(LARGEST, error));
}

/** Keeps one wait's error. */
export function learnError(band: WaitBand, error: number): void {
  band.errors.push(error);
  if (band.errors.length > KEPT) band.errors.shift();
}

/** Takes note of whether a range that was told lay around the real wait. */
export function noteHeld(band: WaitBand, [low, , high]: ToldError, error: number): void {
  band.below = moved(band.below, error < low);
  band.above = moved(band.above, error > high);
}

function moved(share: number, missed: boolean): number {
  return Math.max(LEAST_BEYOND, Math.min(MOST_BEYOND, share + STEP * (missed ? BEYOND - 1 : BEYOND)));
}
