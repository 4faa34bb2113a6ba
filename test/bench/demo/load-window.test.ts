import { describe, expect, it } from "vitest";
import { LoadWindow, shopState } from "../../../bench/demo/load-window.ts";

describe("the shop's figures", () => {
  it("are means over the last three whole seconds", () => {
    const window = new LoadWindow();
    for (let ms = 10_000; ms < 14_500; ms += 100) {
      if (ms === 12_000) window.end(ms, "turned-away", null);
      window.begin(ms);
      window.end(ms + 50, ms % 200 === 0 ? "ok" : "error", ms < 13_000 ? 100 : 300);
    }
    const figures = window.figures(14_500);
    expect(figures).toMatchObject({ requestsPerSecond: 10, okPerSecond: 5, errorsPerSecond: 5, errorShare: 0.5 });
    expect(figures).toMatchObject({ p50Ms: 100, p95Ms: 300 });
    expect(figures.turnedAwayPerSecond).toBeCloseTo(1 / 3);
  });

  it("are empty when nothing came", () => {
    const window = new LoadWindow();
    window.begin(1000);
    window.end(1100, "ok", 100);
    expect(window.figures(60_000)).toMatchObject({ requestsPerSecond: 0, errorShare: null, p50Ms: null });
  });

  it("count a customer who has gone as an error, and an instant refusal as no latency", () => {
    const window = new LoadWindow();
    window.end(1000, "gone", 3000);
    window.end(1000, "error", null);
    expect(window.figures(2000)).toMatchObject({ errorShare: 1, p50Ms: 3000, p95Ms: 3000 });
  });

  it("say in a word how the shop is", () => {
    const calm = new LoadWindow().figures(0);
    expect(shopState(calm, 0, 12)).toBe("up");
    expect(shopState(calm, 61, 12)).toBe("struggling");
    expect(shopState({ ...calm, errorShare: 0.1 }, 0, 12)).toBe("struggling");
    expect(shopState({ ...calm, errorShare: 0.6 }, 0, 12)).toBe("down");
  });
});
