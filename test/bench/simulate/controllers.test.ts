/** The published limiters as baselines: each does what its paper says, and fails where it is known to fail. */
import { describe, expect, it } from "vitest";
import { aimd, gradient2, INITIAL_LIMIT, vegas, type ConcurrencyLimit } from "../../../bench/simulate/controllers/concurrency.ts";
import { CubicRate } from "../../../bench/simulate/controllers/cubic.ts";

const window = { rttMs: 200, leastRttMs: 150, inFlight: 1000, dropped: false };
function feed(limit: ConcurrencyLimit, times: number, part: Partial<typeof window>): number {
  for (let index = 0; index < times; index++) limit.update({ ...window, ...part });
  return limit.limit;
}

describe("AIMD", () => {
  it("adds one a window while half used, and takes a tenth when something is dropped", () => {
    const limit = aimd();
    expect(feed(limit, 10, {})).toBe(INITIAL_LIMIT + 10);
    expect(feed(limit, 1, { dropped: true })).toBeCloseTo(0.9 * (INITIAL_LIMIT + 10));
    expect(feed(limit, 5, { inFlight: 2 })).toBeCloseTo(0.9 * (INITIAL_LIMIT + 10));
  });

  it("known bad: grows for ever while answers are slow and none is dropped", () => {
    expect(feed(aimd(), 500, { rttMs: 3000 })).toBeGreaterThan(500);
  });
});

describe("Vegas", () => {
  it("grows by six steps without a queue, by one with a small one, holds, and shrinks with a large one", () => {
    const limit = vegas();
    feed(limit, 1, {});
    expect(limit.limit).toBe(INITIAL_LIMIT + 6);
    expect(feed(limit, 1, { rttMs: 215 })).toBe(INITIAL_LIMIT + 7);
    expect(feed(limit, 1, { rttMs: 240 })).toBe(INITIAL_LIMIT + 7);
    expect(feed(limit, 1, { rttMs: 400 })).toBe(INITIAL_LIMIT + 6);
    expect(feed(limit, 1, { dropped: true })).toBe(INITIAL_LIMIT + 5);
  });

  it("known bad: one low window locks the baseline, and the limit starves", () => {
    const limit = vegas();
    feed(limit, 1, { rttMs: 20, leastRttMs: 20 });
    expect(feed(limit, 500, {})).toBeLessThan(12);
  });

  it("known bad: probed under load, the queue becomes the baseline", () => {
    const limit = vegas(10);
    feed(limit, 20, { rttMs: 2000, leastRttMs: 1800 });
    expect(feed(limit, 100, { rttMs: 2000, leastRttMs: 1800 })).toBeGreaterThan(100);
  });
});

describe("Gradient2", () => {
  it("grows by its queue while the gradient is one, and shrinks while it is below", () => {
    const limit = gradient2();
    feed(limit, 1, {});
    expect(limit.limit).toBeCloseTo(INITIAL_LIMIT + 0.8);
    feed(limit, 50, {});
    const before = limit.limit;
    expect(feed(limit, 5, { rttMs: 800 })).toBeLessThan(before);
  });

  it("holds while less than half is used", () => {
    expect(feed(gradient2(), 20, { inFlight: 3 })).toBe(INITIAL_LIMIT);
  });

  it("known bad: slow drift is learned, and the limit never comes down", () => {
    const limit = gradient2();
    feed(limit, 50, {});
    const before = limit.limit;
    for (let ms = 200; ms < 4000; ms *= 1.0005) limit.update({ ...window, rttMs: ms });
    expect(limit.limit).toBeGreaterThan(before);
  });

  it("known bad: constant timeouts without a good answer change nothing", () => {
    expect(feed(gradient2(), 50, { rttMs: 0, dropped: true })).toBe(INITIAL_LIMIT);
  });
});

describe("CUBIC on a rate", () => {
  it("cuts to 0.7 of what was measured, returns to it along the cubic, then probes, never above twice the measured", () => {
    const cubic = new CubicRate(100);
    cubic.update(50, true, 0);
    expect(cubic.rate).toBeCloseTo(35);
    const k = Math.cbrt((50 * 0.3) / 0.4);
    cubic.update(50, false, k);
    expect(cubic.rate).toBeCloseTo(50);
    cubic.update(50, false, k + 20);
    expect(cubic.rate).toBe(100);
  });

  it("known bad: while anything is throttled each window cuts again", () => {
    const cubic = new CubicRate(100);
    for (let second = 0; second < 20; second++) cubic.update(cubic.rate, true, second);
    expect(cubic.rate).toBeLessThan(1);
  });
});
