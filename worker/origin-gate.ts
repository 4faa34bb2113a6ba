/** The short queue before an origin that can't cope: a request that can't go at once waits a moment, newest first, or is refused. */
import type { OriginSlots, Slot } from "./origin-slots.ts";
import { busyAnswer } from "./shed.ts";
import type { Visitor } from "./visitor.ts";

/** How often one that waits looks. */
const LEAST_LOOK_MS = 5;
const LOOK_JITTER_MS = 5;

/**
 * Does `go` when the isolate's share of the origin has room. What may not wait (paying, writing, a pass that has just been given) goes at
 * once and takes its room all the same.
 *
 * @param go gets what it calls when the origin has answered
 */
export async function throughOriginGate(
  visitor: Visitor,
  mayWait: boolean,
  go: (answered: () => void) => Promise<Response>,
): Promise<Response> {
  const slots = visitor.view.originSlots;
  const nowMs = Date.now();
  slots.ask();
  const slot = mayWait ? (slots.enter(nowMs) ?? (await turnOf(slots, nowMs))) : slots.go(nowMs);
  if (slot === null) return busyAnswer(visitor);
  try {
    return await go(() => slots.leave(slot));
  } finally {
    slots.leave(slot);
  }
}

/** Waits for a slot; null = there was none in time. */
async function turnOf(slots: OriginSlots, nowMs: number): Promise<Slot | null> {
  const waiter = slots.wait(nowMs);
  for (let atMs = nowMs; ; atMs = Date.now()) {
    const lookInMs = Math.min(LEAST_LOOK_MS + Math.random() * LOOK_JITTER_MS, Math.max(1, waiter.deadlineMs - atMs));
    await new Promise((resolve) => setTimeout(resolve, lookInMs));
    const looked = slots.look(waiter, Date.now());
    if (looked !== "waiting") return looked;
  }
}
