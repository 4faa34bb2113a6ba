/**
 * The only place where names become stubs. No visitor input takes part in a name: event and incarnation come from the
 * directory, region and shard from us (S12). A location hint counts only at an object's first touch.
 */
import type { DirectoryRpc, EventQueueRpc, EventRef, GateRpc, Region } from "./protocol.ts";

/** The bindings that reach objects. */
export interface ObjectBindings {
  readonly EVENT_QUEUE: DurableObjectNamespace;
  readonly GATE: DurableObjectNamespace;
  readonly DIRECTORY: DurableObjectNamespace;
}

/** The event's own object; `region` is where it shall live, told at its creation. */
export function eventQueueStub(env: Pick<ObjectBindings, "EVENT_QUEUE">, ref: EventRef, region?: Region): EventQueueRpc {
  return get(env.EVENT_QUEUE, `event/${ref.event}/${ref.incarnation}`, region) as unknown as EventQueueRpc;
}

/** A gate of one event. */
export function gateStub(env: Pick<ObjectBindings, "GATE">, ref: EventRef, region: Region, shard: number): GateRpc {
  return get(env.GATE, `gate/${ref.event}/${ref.incarnation}/${region}/${shard}`, region) as unknown as GateRpc;
}

/** A gate that only keeps a copy of the directory. */
export function directoryGateStub(env: Pick<ObjectBindings, "GATE">, region: Region, shard: number): GateRpc {
  return get(env.GATE, `gate/directory/${region}/${shard}`, region) as unknown as GateRpc;
}

/** The one Directory. */
export function directoryStub(env: Pick<ObjectBindings, "DIRECTORY">): DirectoryRpc {
  return get(env.DIRECTORY, "directory") as unknown as DirectoryRpc;
}

function get(namespace: DurableObjectNamespace, name: string, region?: Region): DurableObjectStub {
  return namespace.get(namespace.idFromName(name), region === undefined ? {} : { locationHint: region });
}
