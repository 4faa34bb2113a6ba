/** Promise 5: while people wait and poll, what the rate mints is used. */
import { describe, expect, it } from "vitest";
import { applyCommand } from "../../../durable-objects/domain/commands.ts";
import { letInRemaining } from "../../../durable-objects/domain/event.ts";
import { EndlessLine, useOf, type EndlessOptions } from "./endless-line.ts";

const RATES = [6, 60, 600, 4_800] as const;
/** So few are granted in a minute at the lowest rate that only the mean of many lines tells the use of a minute. */
const SEEDS = { 6: 20, 60: 4, 600: 1, 4_800: 1 } as const;

/** Use of each minute after `warmUp` minutes, over all seeds of the rate. */
function useByMinute(
  rate: (typeof RATES)[number],
  warmUp: number,
  minutes: number,
  options: Omit<EndlessOptions, "seed" | "policy">,
): number[] {
  const lines = Array.from({ length: SEEDS[rate] }, (_, seed) => {
    const line = new EndlessLine({ seed: seed + 1, policy: { perMinute: rate }, ...options });
    line.run((warmUp + minutes) * 60);
    return line.minutes.slice(warmUp);
  });
  return Array.from({ length: minutes }, (_, minute) => useOf(lines.flatMap((each) => each.slice(minute, minute + 1))));
}

describe("promise 5", () => {
  const steady = RATES.flatMap((rate) => [0.9, 0.5, 0.2, 0.05].map((showUp) => ({ rate, showUp })));
  it.each(steady)("promise 5: $rate a minute, show-up $showUp: 98 % of the intake is used in any minute", ({ rate, showUp }) => {
    const uses = useByMinute(rate, 2, 2, { line: Math.ceil((2 * rate) / showUp) + 50, showUp: () => showUp });
    expect(Math.min(...uses)).toBeGreaterThanOrEqual(0.98);
  });

  const steps = RATES.flatMap((rate) => [0.3, 0.05].map((to) => ({ rate, to })));
  it.each(steps)("promise 5: $rate a minute, show-up 0.9 → $to: 90 % is used in that minute, 98 % from the next", ({ rate, to }) => {
    const [first, ...next] = useByMinute(rate, 2, 3, {
      line: Math.ceil((3 * rate) / to) + 50,
      showUp: (second) => (second < 120 ? 0.9 : to),
    });
    expect(first).toBeGreaterThanOrEqual(0.9);
    expect(Math.min(...next)).toBeGreaterThanOrEqual(0.98);
  });

  it("promise 5: also when those who never claim go on polling, and when most who claim are slow", () => {
    const polling = useByMinute(600, 2, 2, { line: 4_000, showUp: () => 0.3, noShows: "polling" });
    const slow = useByMinute(600, 2, 2, { line: 3_000, showUp: () => 0.9, slowShare: 0.6 });
    expect(Math.min(...polling, ...slow)).toBeGreaterThanOrEqual(0.98);
  });

  it.each([0.9, 0.2])("promise 5: under a session cap every slot that comes free is filled, show-up %d → a third of it", (showUp) => {
    const line = new EndlessLine({
      seed: 1,
      policy: { perMinute: 600, maxActiveSessions: 300 },
      line: 3_000,
      showUp: (second) => (second < 120 ? showUp : showUp / 3),
      staySeconds: 60,
    });
    line.run(60);
    for (let second = 60; second < 240; second++) {
      line.run(1);
      expect(line.event.activeSessions).toBeLessThanOrEqual(300);
      expect(line.event.activeSessions).toBeGreaterThanOrEqual(285);
    }
  });
});

describe("a front that leaps", () => {
  it("case 67: of many let in at once not far more are called than come, and 99 in a hundred of them are in within two minutes", () => {
    const line = new EndlessLine({ seed: 1, policy: { perMinute: 60 }, line: 20_000, showUp: () => 0.9, staySeconds: 500 });
    line.run(60);
    const before = line.lane.nowServing;
    applyCommand(line.event, { command: "let-in", count: 5_000 }, line.nowMs);
    line.run(120);
    const called = line.lane.nowServing - before;
    // The last few wait for the slow ones among those called.
    expect(letInRemaining(line.event)).toBeLessThan(50);
    // 5,000 and two minutes' sixty, at 0.9; a fifth for chance.
    expect(called).toBeLessThan((5_120 / 0.9) * 1.2);
  });

  it("a rate raised a hundredfold does not take the silence of those who poll once a minute for absence", () => {
    const line = new EndlessLine({ seed: 1, policy: { perMinute: 60 }, line: 30_000, showUp: () => 0.9, staySeconds: 500 });
    line.run(60);
    const before = line.lane.nowServing;
    applyCommand(line.event, { command: "intake", perMinute: 6_000 }, line.nowMs);
    line.run(60);
    expect(line.lane.nowServing - before).toBeLessThan((6_000 / 0.9) * 1.5);
    expect(useOf(line.minutes.slice(1))).toBeGreaterThanOrEqual(0.98);
  });

  it("nobody can ask: the line is not called away", () => {
    const line = new EndlessLine({ seed: 1, policy: { perMinute: 600 }, line: 30_000, showUp: (second) => (second < 60 ? 0.9 : 0) });
    line.run(90);
    const { nowServing } = line.lane;
    expect(nowServing).toBeLessThan(line.lane.issued);
  });
});
