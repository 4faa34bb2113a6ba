/** Drives the event's own object without a Worker before it, with a clock that runs ahead: for what only depends on the line's length. */
import { EventQueue } from "../../durable-objects/event-queue.ts";
import type { JoinItem, VisitorItem } from "../../durable-objects/domain/types.ts";
import type { EventQueueRpc, EventSettings, GateReply } from "../../durable-objects/protocol.ts";

export { EventQueue };

const realNow = Date.now.bind(Date);
let aheadMs = 0;
Date.now = () => realNow() + aheadMs;

const SETTINGS: EventSettings = {
  id: "line",
  title: "Line",
  region: "weur",
  hosts: ["bench.localhost"],
  paths: ["/"],
  origin: null,
  lanes: [{ id: "main", share: 1, paths: [] }],
  rules: [],
  doors: "always",
  perMinute: 6_000,
  maxActiveSessions: 50_000,
  burst: null,
  claimSeconds: 300,
  lateSeconds: 900,
  idleSeconds: 600,
  checkoutSeconds: 1_200,
  maxStaySeconds: 3_600,
  provisionalSeconds: 30,
  graceSeconds: 60,
  sliding: true,
  message: "",
  failure: "closed",
  originCommands: false,
  waitingPageStatus: 200,
  allowedOrigins: [],
  entryPath: "/",
};

/** Items in one filling call, and how much the clock runs ahead for it: 10,000 joins a second. */
const FILL_ITEMS = 5_000;
const FILL_MS = 500;
/** A call as a busy gate makes it. */
const JOINS_A_CALL = 20;
const CLAIMS_A_CALL = 4;
const CALL_MS = 10;

interface Bindings {
  readonly EVENT_QUEUE: DurableObjectNamespace<EventQueue>;
}

let keys = 0;
let sequence = 0;

function join(): JoinItem {
  const visitorKey =
    Math.imul(++keys, 0x9e3779b1).toString(16).replace("-", "").padStart(8, "0").slice(-8) + keys.toString(16).padStart(8, "0");
  return { kind: "join", lane: "main", visitorKey, expiresAtMs: Date.now() + 120_000, network: "00", presented: true };
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
      await queue.configure({
        ref: { event: "line", incarnation: 1 },
        settings: { ...SETTINGS, doors: "stopped" },
        actor: { subject: "bench", role: "owner" },
      });
    } else if (pathname === "/fill") {
      for (let filled = 0; filled < count; filled += FILL_ITEMS) {
        aheadMs += FILL_MS;
        await sync(queue, Array.from({ length: Math.min(FILL_ITEMS, count - filled) }, join));
      }
    } else if (pathname === "/open") {
      await queue.command({
        ref: { event: "line", incarnation: 1 },
        command: { command: "doors", doors: "always" },
        actor: { subject: "bench", role: "owner" },
      });
    } else if (pathname === "/wait") {
      aheadMs += count;
      await sync(queue, [join()]);
    } else if (pathname === "/work") {
      for (let call = 0; call < count; call++) {
        aheadMs += CALL_MS;
        const claims: VisitorItem[] = Array.from({ length: CLAIMS_A_CALL }, (_, index) => ({
          kind: "claim",
          lane: "main",
          position: 1 + call * CLAIMS_A_CALL + index,
          network: "00",
        }));
        await sync(queue, [...claims, ...Array.from({ length: JOINS_A_CALL }, join)]);
      }
    }
    return Response.json(await queue.describe());
  },
};
