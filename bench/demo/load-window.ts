/** What the shop measured in the last seconds. Pure: the clock is an argument. */
import type { LoadFigures, ShopState } from "../../static/demo/state.ts";

/** How a request ended, as its customer saw it; `gone` had lost patience before. */
export type Ending = "ok" | "error" | "gone" | "turned-away";

/** Figures are means over so many whole seconds. */
const WINDOW_SECONDS = 3;

interface Second {
  readonly second: number;
  requests: number;
  ok: number;
  errors: number;
  turnedAway: number;
  readonly latenciesMs: number[];
}

export class LoadWindow {
  #seconds: Second[] = [];

  begin(nowMs: number): void {
    this.#at(nowMs).requests++;
  }

  /** `latencyMs`: null for a request refused at once, which says nothing of how long work takes. */
  end(nowMs: number, ending: Ending, latencyMs: number | null): void {
    const second = this.#at(nowMs);
    if (ending === "turned-away") {
      second.turnedAway++;
      return;
    }
    if (ending === "ok") second.ok++;
    else second.errors++;
    if (latencyMs !== null) second.latenciesMs.push(latencyMs);
  }

  /** The whole seconds before the running one. */
  figures(nowMs: number): LoadFigures {
    const running = Math.floor(nowMs / 1000);
    const seconds = this.#seconds.filter(({ second }) => second < running && second >= running - WINDOW_SECONDS);
    const sum = (of: (second: Second) => number): number => seconds.reduce((total, second) => total + of(second), 0);
    const latenciesMs = seconds.flatMap((second) => second.latenciesMs).sort((a, b) => a - b);
    const errors = sum((second) => second.errors);
    const ended = errors + sum((second) => second.ok);
    return {
      requestsPerSecond: sum((second) => second.requests) / WINDOW_SECONDS,
      okPerSecond: (ended - errors) / WINDOW_SECONDS,
      errorsPerSecond: errors / WINDOW_SECONDS,
      turnedAwayPerSecond: sum((second) => second.turnedAway) / WINDOW_SECONDS,
      errorShare: ended === 0 ? null : errors / ended,
      p50Ms: quantile(latenciesMs, 0.5),
      p95Ms: quantile(latenciesMs, 0.95),
    };
  }

  #at(nowMs: number): Second {
    const second = Math.floor(nowMs / 1000);
    const last = this.#seconds.at(-1);
    if (last !== undefined && last.second >= second) return last;
    const fresh: Second = { second, requests: 0, ok: 0, errors: 0, turnedAway: 0, latenciesMs: [] };
    this.#seconds = [...this.#seconds.filter((one) => one.second >= second - WINDOW_SECONDS), fresh];
    return fresh;
  }
}

function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

/** In words: down while most of what ends is an error or all new work is bound to time out. */
export function shopState(figures: LoadFigures, backlog: number, workers: number): ShopState {
  if ((figures.errorShare ?? 0) > 0.5) return "down";
  if ((figures.errorShare ?? 0) > 0.05 || backlog > 5 * workers) return "struggling";
  return "up";
}
