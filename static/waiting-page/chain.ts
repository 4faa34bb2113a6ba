/** One chain of steps: never two at once, never two timers. */
export interface Chain {
  /** Does the next step at once, but not sooner than `floorMs` after the start of the last. */
  wake(floorMs: number): void;
  /** To be called now and then: does a step whose timer was late, as after the device slept. */
  check(): void;
}

/**
 * @param work does one step and tells how many ms to wait for the next; `Infinity` = until woken
 * @param firstDelayMs before the first step
 */
export function startChain(work: () => Promise<number>, firstDelayMs: number): Chain {
  let timer = 0;
  let dueAtMs = Infinity;
  let startedAtMs = -Infinity;
  let running = false;

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    dueAtMs = Date.now() + delayMs;
    if (delayMs !== Infinity) timer = setTimeout(run, delayMs);
  }

  function run(): void {
    if (running) return;
    clearTimeout(timer);
    running = true;
    startedAtMs = Date.now();
    // A step that throws is a bug; the chain outlives it.
    void work()
      .catch(() => 10_000)
      .then((delayMs) => {
        running = false;
        schedule(delayMs);
      });
  }

  schedule(firstDelayMs);
  return {
    wake(floorMs) {
      if (running) return;
      // A clock that was set back must not lengthen the wait.
      schedule(Math.min(floorMs, Math.max(0, startedAtMs + floorMs - Date.now())));
    },
    check() {
      if (Date.now() > dueAtMs + 500) run();
    },
  };
}
