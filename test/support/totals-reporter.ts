import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** What `bench/tools/bootstrap.mjs` closes a run with. */
interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Writes a run's totals to a file. What failed outside a test counts as failed too: a file that does not load, a hook that
 * throws, an error nobody caught; so that "0 failed" never stands under a run that did not go well.
 */
export class TotalsReporter implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const totals: Totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") totals.passed++;
        else if (state === "failed") totals.failed++;
        else totals.skipped++;
      }
      totals.failed += module.errors().length;
      for (const suite of module.children.allSuites()) totals.failed += suite.errors().length;
    }
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(totals));
  }
}
