/** How much the date may run ahead of the monotonic clock between two looks before that counts as sleep. */
const SLEPT_MS = 1500;

/**
 * A clock that only goes forward, by the time that really passes: the browser's monotonic one, which in some systems stands still
 * while the device sleeps, and what the date has gained on it meanwhile. What the date *is* does not matter: it may be wrong by a day.
 */
export function createClock(monotonicMs: () => number, dateMs: () => number): () => number {
  let lastMs = monotonicMs();
  let lastDateMs = dateMs();
  let sleptMs = 0;
  return () => {
    const nowMs = monotonicMs();
    const nowDateMs = dateMs();
    const gainedMs = nowDateMs - lastDateMs - (nowMs - lastMs);
    if (gainedMs > SLEPT_MS) sleptMs += gainedMs;
    lastMs = nowMs;
    lastDateMs = nowDateMs;
    return nowMs + sleptMs;
  };
}
