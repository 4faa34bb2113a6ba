/** The Worker's way to the gates: which shard, within which limits, and how long it waits. */
import type { ClaimItem, EndItem, JoinItem, LeaveItem, RenewItem, VisitorItem, VisitorResult } from "../durable-objects/domain/types.ts";
import type { EventRef } from "../durable-objects/protocol.ts";
import { gateStub } from "../durable-objects/stubs.ts";
import { within } from "../durable-objects/within.ts";
import { networkOf, regionOf, wideNetworkOf, type RequestContext } from "./context.ts";
import type { EventView } from "./event-view.ts";
import { networkHash, signingKey } from "./keys.ts";
import { takeCall } from "./limits.ts";
import type { AdvertisedLimit } from "./rate-limit-headers.ts";

/** A visitor's request waits this long for its item at most; the gate's own queue is bounded. */
const VISIT_LIMIT_MS = 8_000;
/** A request that has no usable snapshot waits this long for one. */
const READ_LIMIT_MS = 1_000;
/** The gate's own limit by network, as clients are told of it. */
const JOINS: AdvertisedLimit = { name: "joins", perSecond: 10, burst: 200 };
/** How often a request looks whether another's refresh has come. */
const LOOK_EVERY_MS = 8;

/** A limit stood before the event; the item did not reach it. */
export interface Limited {
  readonly outcome: "limited";
  readonly limit: AdvertisedLimit;
  readonly retryAfterMs: number;
}

/** An item before its network, which leaves this room only as a keyed hash. */
export type Asked = Omit<JoinItem, "network"> | Omit<ClaimItem, "network" | "wideNetwork"> | RenewItem | LeaveItem | EndItem;

export type Visit =
  | { readonly outcome: "ok"; readonly result: VisitorResult }
  | { readonly outcome: "gone" }
  | Limited
  | { readonly outcome: "unavailable"; readonly reason: "overloaded" | "unreachable" };

/**
 * Asks the event about one visitor's item, through a gate, within the isolate's limits by network and by credential.
 *
 * @param credential what the item acts for: a credential's text or id; "" = none yet; null = the shop's own order, which no limit
 *   of a visitor's stands before
 */
export async function visit(context: RequestContext, ref: EventRef, asked: Asked, credential: string | null): Promise<Visit> {
  const taken = credential === null ? null : takeCall(context, credential);
  if (taken?.allowed === false) return { outcome: "limited", limit: taken.limit, retryAfterMs: taken.retryAfterMs };
  const master = signingKey(context.config.ticketKeys);
  const network = await networkHash(master, networkOf(context), ref, context.nowMs);
  const wide = asked.kind === "claim" ? wideNetworkOf(context) : null;
  const wideNetwork = wide === null ? {} : { wideNetwork: await networkHash(master, wide, ref, context.nowMs) };
  const item = itemOf(asked, network, wideNetwork);
  // One network's joins meet at one gate, which holds their limit.
  const shard = Number.parseInt(network.slice(0, 8), 16) % context.config.deployment.shardsPerRegion;
  try {
    const reply = await within(gateStub(context.env, ref, regionOf(context), shard).visit({ ref, item }), VISIT_LIMIT_MS);
    return reply.outcome === "limited" ? { ...reply, limit: JOINS } : reply;
  } catch (error) {
    return { outcome: "unavailable", reason: reasonOf(error) };
  }
}

function itemOf(asked: Asked, network: string, wideNetwork: Pick<ClaimItem, "wideNetwork">): VisitorItem {
  if (asked.kind === "claim") return { ...asked, network, ...wideNetwork };
  return asked.kind === "join" ? { ...asked, network } : asked;
}

/** Brings the view up to date as far as this request needs it: uses what is fresh, refreshes beside, or waits. */
export async function refreshView(context: RequestContext, view: EventView): Promise<void> {
  const { nowMs } = context;
  if (!view.isDue(nowMs)) return;
  if (view.isUsable(nowMs)) {
    if (view.lockRefresh(nowMs)) context.waitUntil(read(context, view));
    return;
  }
  if (view.lockRefresh(nowMs)) return read(context, view);
  // Another request is asking. It can't hand its promise over, so this one looks at what it leaves behind.
  for (let waited = 0; waited < READ_LIMIT_MS && !view.isUsable(Date.now()) && view.refreshStartedAtMs !== 0; waited += LOOK_EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function read(context: RequestContext, view: EventView): Promise<void> {
  const shard = Math.floor(Math.random() * context.config.deployment.shardsPerRegion);
  const request = { ref: view.ref, endedSequence: view.endedSequence, ...view.takeReport(Date.now()) };
  try {
    view.accept(await within(gateStub(context.env, view.ref, regionOf(context), shard).read(request), READ_LIMIT_MS), Date.now());
  } catch (error) {
    view.accept({ outcome: "unavailable", reason: reasonOf(error) }, Date.now());
  }
}

/** Overload never counts as "unreachable": it must not open a door (S11). A call that took too long is overload too. */
function reasonOf(error: unknown): "overloaded" | "unreachable" {
  if (error instanceof Error && error.name === "TimeLimitError") return "overloaded";
  return typeof error === "object" && error !== null && "overloaded" in error && error.overloaded === true ? "overloaded" : "unreachable";
}
