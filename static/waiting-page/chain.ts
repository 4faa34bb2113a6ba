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
 * @param clock a time in ms that never goes back
 */
export function startChain(work: () => Promise<number>, firstDelayMs: number, clock: () => number): Chain {
  let timer = 0;
  let dueAtMs = Infinity;
  let startedAtMs = -Infinity;
  let running = false;

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    dueAtMs = clock() + delayMs;
    if (delayMs !== Infinity) timer = setTimeout(run, delayMs);
  }

  function run(): void {
    if (running) return;
    clearTimeout(timer);
    running = true;
    const step = work();
    // After what comes before its call: the next is no closer to this one than it may be, however long the page takes to show.
    startedAtMs = clock();
    // A step that throws is a bug; the chain outlives it.
    void step
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
      schedule(Math.max(0, startedAtMs + floorMs - clock()));
    },
    check() {
      if (clock() > dueAtMs + 500) run();
    },
  };
}
