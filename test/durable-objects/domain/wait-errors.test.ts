/** What the event learns of its own told ranges. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bandOf,
  bandSeconds,
  briefErrors,
  createLearnedWaits,
  errorOf,
  errorOfWait,
  learnError,
  noteHeld,
  toldErrors,
  WAIT_BANDS,
  withError,
  type WaitBand,
} from "../../../durable-objects/domain/wait-errors.ts";
import { seeded } from "./random.ts";

/** Share of the errors that lay in the range told just before each; the first 200 are practice. */
function heldOf(errors: readonly number[]): number {
  const { bands } = createLearnedWaits();
  const [band] = bands as [WaitBand];
  let held = 0;
  errors.forEach((error, index) => {
    const [told] = toldErrors(bands);
    if (told === undefined) throw new Error("nothing is told");
    if (index >= 200 && error >= told[0] && error <= told[2]) held++;
    learnError(band, error);
    noteHeld(band, told, error);
  });
  return held / (errors.length - 200);
}

describe("errors of waits", () => {
  it("bounds leave a tenth beyond each, whatever the errors are like", () => {
    const random = seeded(1);
    const even = Array.from({ length: 4_000 }, () => Math.round(100 * random()) - 20);
    const skewed = Array.from({ length: 4_000 }, () => Math.round(-40 * Math.log(1 - random())));
    const drifting = Array.from({ length: 4_000 }, (_, index) => Math.round(80 * Math.sin(index / 300) + 20 * random()));
    const leaping = Array.from({ length: 4_000 }, (_, index) => Math.round((Math.floor(index / 500) % 2) * 70 + 20 * random()));
    for (const errors of [even, skewed, drifting, leaping]) {
      expect(heldOf(errors)).toBeGreaterThan(0.75);
      expect(heldOf(errors)).toBeLessThan(0.85);
    }
  });

  it("one wait, however wrong, moves a well-known bound by no more than its neighbour among the errors", () => {
    const { bands } = createLearnedWaits();
    const [band] = bands as [WaitBand];
    for (let error = -64; error < 64; error++) learnError(band, error);
    const [before] = toldErrors(bands);
    learnError(band, errorOf(10, 1e9));
    const [after] = toldErrors(bands);
    for (const side of [0, 1, 2] as const) expect(Math.abs((after?.[side] ?? 0) - (before?.[side] ?? 0))).toBeLessThanOrEqual(1);
  });

  it("keeps a bounded number of errors, all bounded", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.double({ min: 0, max: 1e9, noNaN: true }))),
        (waits) => {
          const { bands } = createLearnedWaits();
          const [band] = bands as [WaitBand];
          for (const [reckoned, real] of [...waits, ...waits, ...waits]) {
            const error = errorOf(reckoned, real);
            learnError(band, error);
            noteHeld(band, [-10, 0, 10], error);
          }
          const [low, likely, high] = toldErrors(bands)[0] ?? [0, 0, 0];
          expect(band.errors.length).toBeLessThanOrEqual(128);
          expect(-300 <= low && low <= likely && likely <= high && high <= 300).toBe(true);
        },
      ),
    );
  });

  it("goes on after a restart with what was told before it", () => {
    const { bands } = createLearnedWaits();
    for (const band of bands) for (let error = 0; error < 128; error++) learnError(band, error % 50);
    const told = toldErrors(bands);
    const again = createLearnedWaits(JSON.parse(JSON.stringify(told)) as typeof told);
    expect(again.told).toEqual(told);
    // Its own reckoning of them is the same too, so that the first real wait does not make them leap.
    expect(toldErrors(again.bands)).toEqual(told);
  });

  it("changes smoothly from one band to the next", () => {
    const told = Array.from({ length: WAIT_BANDS }, (_, band) => [-10 * band - 1, band, 10 * band] as const);
    for (let band = 0; band < WAIT_BANDS; band++) {
      expect(bandOf(bandSeconds(band))).toBe(band);
      expect(errorOfWait(told, bandSeconds(band))).toEqual(told[band]);
    }
    const [low, , high] = errorOfWait(told, bandSeconds(2) * Math.SQRT2);
    expect([low, high]).toEqual([expect.closeTo(-26, 6), expect.closeTo(25, 6)]);
    expect(errorOfWait(told, 1)).toEqual(told[0]);
    expect(errorOfWait(told, 1e9)).toEqual(told.at(-1));
    for (const seconds of [1, 100, 1e6]) expect(errorOfWait(briefErrors(told), seconds)).toEqual(told[4]);
  });

  it("an error undone is the wait that was", () => {
    for (const [reckoned, real] of [
      [100, 200],
      [300, 30],
      [1, 60],
    ] as const)
      expect(withError(reckoned, 100 * Math.log((real + 5) / (reckoned + 5)))).toBeCloseTo(real, 6);
    expect(withError(1, -300)).toBe(0);
  });
});
