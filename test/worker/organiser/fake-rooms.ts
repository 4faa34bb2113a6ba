/**
 * The organiser API's two rooms in memory: the directory runs the real domain functions, the event keeps settings and
 * audit and nothing of a line. Every call is recorded, and any method can be made to fail.
 */
import {
  amendEvent,
  apply,
  createEvent,
  type DirectoryStep,
  emptyDirectory,
  removeEvent,
  replaceEvent,
} from "../../../durable-objects/domain/directory.ts";
import { NO_SUMS } from "../../../durable-objects/domain/origin-sums.ts";
import type { LiveFigures } from "../../../durable-objects/domain/types.ts";
import type {
  AuditEntry,
  CommandReply,
  CommandRequest,
  ConfigureRequest,
  DirectoryRpc,
  EventDescription,
  EventQueueRpc,
  EventRef,
  EventSettings,
} from "../../../durable-objects/protocol.ts";

export interface Rooms {
  readonly directory: DirectoryRpc;
  readonly eventQueue: (ref: EventRef) => EventQueueRpc;
  /** `room.method` of every call so far, failed ones too. */
  readonly calls: string[];
  /** Runs before a call of that name does anything; throw to make the call fail, await to hold it. */
  readonly before: Map<string, () => void | Promise<void>>;
  /** What an event's object holds; null = it was never configured, or destroyed. */
  readonly held: (ref: EventRef) => EventSettings | null;
}

export function fakeRooms(): Rooms {
  let state = emptyDirectory<EventSettings>();
  const queues = new Map<
    string,
    {
      settings: EventSettings;
      audit: AuditEntry[];
      orders: Map<string, { command: string; changed: boolean }>;
      templates: Map<string, string>;
    }
  >();
  const removals: AuditEntry[] = [];
  const calls: string[] = [];
  const before: Rooms["before"] = new Map();
  const enter = async (name: string) => {
    calls.push(name);
    await before.get(name)?.();
  };
  const commit = <R>({ reply, change }: DirectoryStep<EventSettings, R>): R => {
    if (change !== null) state = apply(state, change);
    return structuredClone(reply);
  };

  const directory: DirectoryRpc = {
    async read({ knownVersion }) {
      await enter("directory.read");
      return knownVersion === state.version
        ? "unchanged"
        : structuredClone({ version: state.version, entries: [...state.entries.values()] });
    },
    async create({ settings, hostOrigins }) {
      await enter("directory.create");
      return commit(createEvent(state, settings, hostOrigins));
    },
    async replace({ settings, hostOrigins }) {
      await enter("directory.replace");
      const template = state.entries.get(settings.id)?.settings.template ?? null;
      return commit(replaceEvent(state, { ...settings, template }, hostOrigins));
    },
    async setTemplate({ ref, template }) {
      await enter("directory.setTemplate");
      return commit(amendEvent(state, ref, (settings) => ({ ...settings, template })));
    },
    async remove({ event, actor }) {
      await enter("directory.remove");
      const step = removeEvent(state, event);
      if (step.change !== null) record(removals, actor?.subject ?? "", "delete", event);
      return commit(step);
    },
    async removals({ event }) {
      await enter("directory.removals");
      return removals.filter(({ detail }) => detail === event).toReversed();
    },
  };

  const eventQueue = (ref: EventRef): EventQueueRpc => {
    const key = `${ref.event}.${ref.incarnation}`;
    const describe = (settings: EventSettings): EventDescription =>
      structuredClone({ ref, settings, figures: figuresOf(settings), usage: NO_USAGE });
    return {
      async configure({ settings, actor }: ConfigureRequest) {
        await enter("event.configure");
        const queue = queues.get(key) ?? { settings, audit: [], orders: new Map(), templates: new Map() };
        queue.settings = structuredClone(settings);
        record(queue.audit, actor.subject, "configure");
        queues.set(key, queue);
        return describe(settings);
      },
      async command({ command, actor, requestId }: CommandRequest): Promise<CommandReply> {
        await enter("event.command");
        const queue = queues.get(key);
        if (queue === undefined) return { outcome: "gone" };
        const order = requestId === undefined ? null : `${actor.subject}/${requestId}`;
        const known = order === null ? undefined : queue.orders.get(order);
        if (known !== undefined && known.command !== JSON.stringify(command)) return { outcome: "other-command" };
        if (known !== undefined) return { outcome: "ok", changed: known.changed, description: describe(queue.settings) };
        const old = queue.settings;
        const { command: name, ...change } = command;
        if (name === "doors" || name === "intake" || name === "message") queue.settings = { ...old, ...change };
        const changed = JSON.stringify(old) !== JSON.stringify(queue.settings) || name === "let-in";
        if (changed) record(queue.audit, actor.subject, name);
        if (order !== null) queue.orders.set(order, { command: JSON.stringify(command), changed });
        return { outcome: "ok", changed, description: describe(queue.settings) };
      },
      async setTemplate({ template, actor }) {
        await enter("event.setTemplate");
        const queue = queues.get(key);
        if (queue === undefined) return null;
        if (template !== null) queue.templates.set(template.hash, template.text);
        queue.settings = { ...queue.settings, template: template === null ? null : { hash: template.hash, bytes: template.bytes } };
        record(queue.audit, actor.subject, "template");
        return describe(queue.settings);
      },
      async template({ hash }) {
        await enter("event.template");
        return queues.get(key)?.templates.get(hash) ?? null;
      },
      async describe() {
        await enter("event.describe");
        const queue = queues.get(key);
        return queue === undefined ? null : describe(queue.settings);
      },
      async audit({ before: sequence, limit }) {
        await enter("event.audit");
        const entries = queues.get(key)?.audit ?? [];
        return entries
          .filter((entry) => sequence === null || entry.sequence < sequence)
          .toReversed()
          .slice(0, limit);
      },
      async destroy() {
        await enter("event.destroy");
        queues.delete(key);
      },
      draw: async () => null,
      leaves: async () => new Uint8Array(),
      sync: () => Promise.reject(new Error("organisers don't sync")),
    };
  };

  return { directory, eventQueue, calls, before, held: (ref) => queues.get(`${ref.event}.${ref.incarnation}`)?.settings ?? null };
}

const NO_USAGE = { calls: 0, rowsWritten: 0, storedBytes: 0 };

function record(audit: AuditEntry[], subject: string, action: string, detail = ""): void {
  audit.push({ sequence: audit.length + 1, atMs: 0, subject, action, detail });
}

function figuresOf({ doors, perMinute, maxActiveSessions, lanes }: EventSettings): LiveFigures {
  return {
    atMs: 0,
    doors,
    perMinute,
    perMinuteReason: "configured",
    standstill: null,
    maxActiveSessions,
    activeSessions: 0,
    provisionalSessions: 0,
    letInRemaining: 0,
    grantedLastMinute: 0,
    origin: NO_SUMS,
    phase: "open",
    drawBegun: false,
    fixed: [],
    drawWaits: false,
    mostWaiting: null,
    limiter: { phase: null, targetSessions: null, sessions: null, shedLevel: 0, mostInFlight: null },
    busySessions: [],
    lanes: lanes.map(({ id }) => ({
      id,
      lastIssued: 0,
      nowServing: 0,
      waiting: 0,
      calledNotIn: 0,
      recorded: 0,
      noShowShare: null,
      oldestWaitSeconds: null,
      soldOut: null,
      stock: null,
    })),
  };
}
