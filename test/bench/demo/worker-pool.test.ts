import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkOutcome } from "../../../bench/demo/worker-pool.ts";
import { CALM, WorkerPool } from "../../../bench/demo/worker-pool.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A pool whose work always takes the mean time, and what became of `count` requests that come at once. */
function rush(pool: WorkerPool, count: number): Map<WorkOutcome, number> {
  const outcomes = new Map<WorkOutcome, number>();
  for (let order = 0; order < count; order++) {
    void pool.work().then((outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }
  return outcomes;
}

const steady = { ...CALM, workers: 2, serviceMs: 100, patienceMs: 1000, backlogLimit: 50, doublingBacklog: 20 };

describe("the simulated workers", () => {
  it("serve a few at once, in as much time as the work takes", async () => {
    const pool = new WorkerPool(steady, () => 0.5);
    const outcomes = rush(pool, 4);
    expect([pool.busy, pool.backlog]).toEqual([2, 2]);
    await vi.advanceTimersByTimeAsync(120);
    expect(outcomes.get("done")).toBe(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(outcomes.get("done")).toBe(4);
    expect([pool.busy, pool.backlog]).toEqual([0, 0]);
  });

  it("give up on who waits too long, and do the work all the same", async () => {
    const pool = new WorkerPool(steady, () => 0.5);
    const outcomes = rush(pool, 40);
    await vi.advanceTimersByTimeAsync(1001);
    expect(outcomes.get("timeout")).toBeGreaterThan(20);
    const dead = pool.backlog;
    expect(dead).toBeGreaterThan(10);
    const late = rush(pool, 1);
    await vi.advanceTimersByTimeAsync(1001);
    expect(late.get("timeout")).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(pool.backlog).toBe(0);
  });

  it("take longer the longer the backlog", async () => {
    const [calm, strained] = [new WorkerPool(steady, () => 0.5), new WorkerPool(steady, () => 0.5)];
    const few = rush(calm, 3);
    const many = rush(strained, 40);
    await vi.advanceTimersByTimeAsync(500);
    expect(few.get("done")).toBe(3);
    expect(many.get("done")).toBeLessThan(8);
  });

  it("refuse beyond the limit of the backlog", async () => {
    const pool = new WorkerPool(steady, () => 0.5);
    const outcomes = rush(pool, 60);
    await vi.advanceTimersByTimeAsync(0);
    expect(outcomes.get("refused")).toBe(8);
  });

  it("can become more", async () => {
    const pool = new WorkerPool(steady, () => 0.5);
    rush(pool, 10);
    pool.resize(8);
    expect([pool.busy, pool.backlog]).toEqual([8, 2]);
    await vi.runAllTimersAsync();
  });
});
