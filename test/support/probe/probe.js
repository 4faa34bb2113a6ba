/**
 * Wraps the production bundle for tests: counts the calls between the rooms, and lets them fail on command. The bundle itself
 * is the one that is deployed; only what it is bound to is changed. Requests for the host `probe.test` are the probe's own.
 */
import worker, { Directory as RealDirectory, EventQueue as RealEventQueue, Gate as RealGate } from "stanchion";

const calls = {};
let faults = {};
/** Gates seen, to be killed on command. */
const gates = new Map();

const failures = {
  unreachable: () => Promise.reject(new Error("probe: unreachable")),
  overloaded: () => Promise.reject(Object.assign(new Error("probe: overloaded"), { overloaded: true, retryable: true })),
  silent: () => new Promise((resolve) => setTimeout(resolve, 30_000)),
};

function wrapStub(stub, room) {
  return new Proxy(
    {},
    {
      get: (_, method) => {
        if (typeof method !== "string" || method === "then") return undefined;
        return (...args) => {
          const name = `${room}.${method}`;
          calls[name] = (calls[name] ?? 0) + 1;
          const fault = faults[name] ?? faults[room];
          return fault === undefined ? stub[method](...args) : failures[fault]();
        };
      },
    },
  );
}

function wrapNamespace(namespace, room) {
  return {
    idFromName: (name) => namespace.idFromName(name),
    get(id, options) {
      const stub = namespace.get(id, options);
      if (room === "gate") gates.set(id.toString(), id);
      return wrapStub(stub, room);
    },
  };
}

const wrapped = new WeakMap();

function wrapEnv(env) {
  let known = wrapped.get(env);
  if (known === undefined) {
    known = {
      ...env,
      EVENT_QUEUE: wrapNamespace(env.EVENT_QUEUE, "event"),
      GATE: wrapNamespace(env.GATE, "gate"),
      DIRECTORY: wrapNamespace(env.DIRECTORY, "directory"),
    };
    wrapped.set(env, known);
  }
  return known;
}

export class Directory extends RealDirectory {}
export class EventQueue extends RealEventQueue {}
export class Gate extends RealGate {
  constructor(ctx, env) {
    super(ctx, wrapEnv(env));
  }

  die() {
    this.ctx.abort("killed by the probe");
  }
}

async function control(request, env) {
  const { searchParams } = new URL(request.url);
  if (searchParams.has("faults")) faults = JSON.parse(searchParams.get("faults"));
  if (searchParams.has("kill")) {
    await Promise.all([...gates.values()].map((id) => env.GATE.get(id).die().catch(() => {})));
  }
  return Response.json(calls);
}

export default {
  fetch: (request, env, execution) =>
    new URL(request.url).host === "probe.test" ? control(request, env) : worker.fetch(request, wrapEnv(env), execution),
};
