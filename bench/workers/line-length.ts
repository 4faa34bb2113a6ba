/** Drives the event's own object without a Worker before it, with a clock that runs ahead: for what only depends on the line's length. */
import { EventQueue } from "../../durable-objects/event-queue.ts";
import type { JoinItem, VisitorItem } from "../../durable-objects/domain/types.ts";
import type { EventQueueRpc, GateReply } from "../../durable-objects/protocol.ts";
import { parseNewEvent } from "../../worker/organiser/event-schema.ts";

export { EventQueue };

const realNow = Date.now.bind(Date);
let aheadMs = 0;
Date.now = () => realNow() + aheadMs;

/** An event with every default, whose doors are stopped until the line stands. */
const LINE = parseNewEvent({
  id: "line",
  region: "weur",
  hosts: ["bench.localhost"],
  doors: "stopped",
  perMinute: 6_000,
  maxActiveSessions: 50_000,
});

/** Items in one filling call, and how much the clock runs ahead for it: 10,000 joins a second. */
const FILL_ITEMS = 5_000;
const FILL_MS = 500;
/** A call as a busy gate makes it. */
const JOINS_A_CALL = 20;
const CLAIMS_A_CALL = 4;
const CALL_MS = 10;
const WAIT_STEP_MS = 10_000;

interface Bindings {
  readonly EVENT_QUEUE: DurableObjectNamespace<EventQueue>;
}

let sequence = 0;

/** Joins with keys as keyed hashes are: any 16 hex digits. */
function joins(count: number): JoinItem[] {
  const words = crypto.getRandomValues(new Uint32Array(2 * count));
  const hex = (index: number): string => (words[index] ?? 0).toString(16).padStart(8, "0");
  return Array.from({ length: count }, (_, index) => ({
    kind: "join",
    lane: "main",
    visitorKey: hex(2 * index) + hex(2 * index + 1),
    expiresAtMs: Date.now() + 120_000,
    network: "00",
    presented: true,
  }));
}

async function sync(queue: EventQueueRpc, items: readonly VisitorItem[]): Promise<Extract<GateReply, { outcome: "ok" }>> {
  const reply = await queue.sync({ gate: "bench", sequence: ++sequence, items, sums: null, presence: [], endedSequence: 0 });
  if (reply.outcome !== "ok") throw new Error("the event is gone");
  return reply;
}

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const name = searchParams.get("name") ?? "";
    const count = Number(searchParams.get("count"));
    const queue = env.EVENT_QUEUE.get(env.EVENT_QUEUE.idFromName(name)) as unknown as EventQueueRpc;
    if (pathname === "/create") {
      if (!LINE.ok) throw new Error(`${LINE.field}: ${LINE.detail}`);
      await queue.configure({
        ref: { event: "line", incarnation: 1 },
        settings: LINE.value,
        actor: { subject: "bench", role: "owner" },
      });
    } else if (pathname === "/fill") {
      for (let filled = 0; filled < count; filled += FILL_ITEMS) {
        aheadMs += FILL_MS;
        await sync(queue, joins(Math.min(FILL_ITEMS, count - filled)));
      }
    } else if (pathname === "/open") {
      await queue.command({
        ref: { event: "line", incarnation: 1 },
        command: { command: "doors", doors: "always" },
        actor: { subject: "bench", role: "owner" },
      });
    } else if (pathname === "/wait") {
      // In steps: a longer silence is a gap, in which the event's live clock stands still.
      for (let waitedMs = 0; waitedMs < count; waitedMs += WAIT_STEP_MS) {
        aheadMs += WAIT_STEP_MS;
        await sync(queue, joins(1));
      }
    } else if (pathname === "/work") {
      for (let call = 0; call < count; call++) {
        aheadMs += CALL_MS;
        const claims: VisitorItem[] = Array.from({ length: CLAIMS_A_CALL }, (_, index) => ({
          kind: "claim",
          lane: "main",
          position: 1 + call * CLAIMS_A_CALL + index,
          network: "00",
        }));
        await sync(queue, [...claims, ...joins(JOINS_A_CALL)]);
      }
    }
    return Response.json(await queue.describe());
  },
};
