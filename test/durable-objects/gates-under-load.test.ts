/** The real batchers of one region's gates before the real line, in virtual time, with everybody coming at once. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEvent } from "../../durable-objects/domain/event.ts";
import { keyedHash } from "../../durable-objects/domain/keyed-hash.ts";
import { nextSyncAfterMs, noteGateCall } from "../../durable-objects/domain/pacing.ts";
import { snapshotOf } from "../../durable-objects/domain/snapshot.ts";
import { step } from "../../durable-objects/domain/step.ts";
import { EventBatcher } from "../../durable-objects/event-batcher.ts";
import type { GateReply, GateReport, VisitReply } from "../../durable-objects/protocol.ts";
import { policyOf } from "../support/policy.ts";
import { keyOf } from "./domain/room.ts";

const GATES = 16;
/** An object that writes durably does 200 to 500 calls a second, one after the other; and each item takes its time. */
const CALL_MS = 4;
const ITEM_MS = 0.02;

beforeEach(() => void vi.useFakeTimers({ now: 1_795_942_800_000 }));
afterEach(() => void vi.useRealTimers());

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One event's object: takes one call at a time. */
function eventObject() {
  const event = createEvent(policyOf({ doors: "stopped" }), Date.now());
  let freeAtMs = 0;
  let calls = 0;
  return {
    event,
    calls: () => calls,
    async sync(report: GateReport): Promise<GateReply> {
      calls++;
      freeAtMs = Math.max(Date.now(), freeAtMs) + CALL_MS + ITEM_MS * report.items.length;
      await sleep(freeAtMs - Date.now());
      noteGateCall(event.gates, report.gate, report.sequence, event.clock.eventMs);
      const { results } = step(event, { items: report.items, presence: report.presence, sums: null }, Date.now());
      return {
        outcome: "ok",
        results,
        snapshot: snapshotOf(event),
        ended: [],
        nextSyncAfterMs: nextSyncAfterMs(event.gates, event.clock.eventMs),
      };
    },
  };
}

test("case 66: 10,000 joins a second of one region are spread over its gates, and 99 of 100 are answered within a second", async () => {
  const object = eventObject();
  const gates = Array.from({ length: GATES }, (_, gate) => {
    return new EventBatcher({ gate: `gate-${gate}`, now: () => Date.now(), sleep, sync: (report) => object.sync(report) });
  });
  const share = new Array<number>(GATES).fill(0);
  const latencies: number[] = [];
  const replies: Promise<VisitReply>[] = [];
  const [seconds, perTick, tickMs] = [4, 100, 10];
  for (let n = 0; n < (seconds * 1_000 * perTick) / tickMs; n++) {
    if (n % perTick === 0) await vi.advanceTimersByTimeAsync(tickMs);
    const gate = keyedHash(`network-${n}`, [1, 2]) % GATES;
    share[gate] = (share[gate] ?? 0) + 1;
    const startedMs = Date.now();
    const item = {
      kind: "join",
      lane: "main",
      visitorKey: keyOf(n),
      expiresAtMs: startedMs + 120_000,
      network: `${n}`,
      presented: true,
    } as const;
    replies.push(
      (gates[gate] as EventBatcher).visit(item).then((reply) => {
        latencies.push(Date.now() - startedMs);
        return reply;
      }),
    );
  }
  await vi.advanceTimersByTimeAsync(5_000);
  const places = (await Promise.all(replies)).map((reply) =>
    reply.outcome === "ok" && reply.result.outcome === "waiting" ? reply.result.position : 0,
  );
  expect(new Set(places).size).toBe(replies.length);
  expect(Math.min(...places)).toBe(1);
  const sorted = latencies.toSorted((one, other) => one - other);
  expect(sorted[Math.floor(0.99 * sorted.length)]).toBeLessThan(1_000);
  expect(object.calls() / seconds).toBeLessThan(200);
  expect(Math.max(...share) / Math.min(...share)).toBeLessThan(1.3);
});
