/** Back-pressure: how often each gate may call the event, whatever the number of gates. */

/** Calls a second the event aims at, over all gates. */
const AIMED_CALLS = 100;
/** Calls a second never to be exceeded. */
const MOST_CALLS = 500;
const LEAST_MS = 5;
/** A snapshot must not be older than that while anybody is inside. */
const MOST_MS = 1_000;
/** A gate that has not called for this long is not counted. */
const ACTIVE_MS = 2_000;

/** Last call of a gate: its sequence number and the event time. */
export interface GateSeen {
  sequence: number;
  seenMs: number;
}

/** Gates remembered at most; an idle one is gone after ten seconds anyway. */
const MOST_GATES = 4_096;

/** Notes a gate's call. Returns whether its sums are new (a repeated or late call's were taken before). */
export function noteGateCall(gates: Map<string, GateSeen>, gate: string, sequence: number, nowMs: number): boolean {
  const known = gates.get(gate);
  if (known === undefined && gates.size >= MOST_GATES) forgetIdleGates(gates, nowMs);
  gates.delete(gate);
  gates.set(gate, { sequence: Math.max(sequence, known?.sequence ?? 0), seenMs: nowMs });
  return known === undefined || sequence > known.sequence;
}

function forgetIdleGates(gates: Map<string, GateSeen>, nowMs: number): void {
  for (const [gate, { seenMs }] of gates) {
    if (nowMs - seenMs <= ACTIVE_MS && gates.size < MOST_GATES) break;
    gates.delete(gate);
  }
}

/** Milliseconds a gate waits between two calls. */
export function nextSyncAfterMs(gates: ReadonlyMap<string, GateSeen>, nowMs: number): number {
  let active = 0;
  for (const { seenMs } of gates.values()) if (nowMs - seenMs <= ACTIVE_MS) active++;
  const aimed = Math.min(MOST_MS, (active * 1000) / AIMED_CALLS);
  return Math.round(Math.max(LEAST_MS, aimed, (active * 1000) / MOST_CALLS));
}

/** Reads a second a gate wants from all isolates together. */
const AIMED_READS = 200;
const LEAST_REFRESH_MS = 300;
const MOST_REFRESH_MS = 1_000;

/** How long an isolate uses a snapshot, from the reads a second this gate gets at the interval told until now. */
export function refreshAfterMs(readsPerSecond: number, toldMs: number): number {
  const isolates = (readsPerSecond * toldMs) / 1000;
  return Math.round(Math.min(MOST_REFRESH_MS, Math.max(LEAST_REFRESH_MS, (isolates * 1000) / AIMED_READS)));
}
