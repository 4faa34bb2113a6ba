/**
 * The Worker of `probed-bundle.ts`: the production bundle with other bindings. Between the rooms it counts calls and lets
 * them fail on command. Requests for the host `probe.test` are its own.
 */
import worker, { Directory, EventQueue, Gate as RealGate } from "../../worker/index.ts";

export { Directory, EventQueue };

type Env = Parameters<typeof worker.fetch>[1];
type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Namespace = Pick<DurableObjectNamespace, "idFromName" | "get">;

const failures = {
  unreachable: () => Promise.reject(new Error("probe: unreachable")),
  overloaded: () => Promise.reject(Object.assign(new Error("probe: overloaded"), { overloaded: true, retryable: true })),
  silent: () => new Promise((resolve) => setTimeout(resolve, 30_000)),
};

const calls: Record<string, number> = {};
let faults: Readonly<Record<string, keyof typeof failures>> = {};
/** Gates seen, to be killed on command. */
const gates = new Map<string, DurableObjectId>();
/** Objects' names by id: the event's is the second part of most. */
const names = new Map<string, string>();

function wrapStub(stub: Readonly<Record<string, Method>>, room: string, object: string): object {
  const [, event = ""] = object.split("/");
  const methods: ProxyHandler<object> = {
    get(_, method) {
      // No thenable: a stub may be returned from an async function.
      if (typeof method !== "string" || method === "then") return undefined;
      return (...args: readonly unknown[]): Promise<unknown> => {
        const name = `${room}.${method}`;
        calls[name] = (calls[name] ?? 0) + 1;
        const fault = faults[`${name} ${event}`] ?? faults[`${room} ${event}`] ?? faults[name] ?? faults[room];
        return fault === undefined ? (stub[method] as Method)(...args) : failures[fault]();
      };
    },
  };
  return new Proxy({}, methods);
}

function wrapNamespace(namespace: Namespace, room: string): Namespace {
  const wrapped = {
    idFromName(name: string) {
      const id = namespace.idFromName(name);
      names.set(id.toString(), name);
      return id;
    },
    get(id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions) {
      if (room === "gate") gates.set(id.toString(), id);
      return wrapStub(namespace.get(id, options) as unknown as Record<string, Method>, room, names.get(id.toString()) ?? "");
    },
  };
  return wrapped as unknown as Namespace;
}

const wrapped = new WeakMap<object, Env>();

/** The same bindings object for each one given: the Worker remembers what it has checked by it. */
function wrapEnv(env: Env): Env {
  let known = wrapped.get(env);
  if (known === undefined) {
    known = {
      ...env,
      EVENT_QUEUE: wrapNamespace(env.EVENT_QUEUE, "event"),
      GATE: wrapNamespace(env.GATE, "gate"),
      DIRECTORY: wrapNamespace(env.DIRECTORY, "directory"),
    } as Env;
    wrapped.set(env, known);
  }
  return known;
}

export class Gate extends RealGate {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, wrapEnv(env));
  }

  die(): void {
    this.ctx.abort("killed by the probe");
  }
}

async function control(request: Request, env: Env): Promise<Response> {
  const { searchParams } = new URL(request.url);
  faults = JSON.parse(searchParams.get("faults") ?? JSON.stringify(faults)) as typeof faults;
  if (searchParams.has("kill")) {
    const stubs = [...gates.values()].map((id) => env.GATE.get(id) as unknown as { die(): Promise<void> });
    await Promise.all(stubs.map((stub) => stub.die().catch(() => {})));
  }
  return Response.json(calls);
}

export default {
  fetch: (request: Request, env: Env, execution: ExecutionContext): Promise<Response> =>
    new URL(request.url).host === "probe.test" ? control(request, env) : worker.fetch(request, wrapEnv(env), execution),
};
