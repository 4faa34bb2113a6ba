/** What belongs to one request, read once. */
import type { Region } from "../durable-objects/protocol.ts";
import type { ObjectBindings } from "../durable-objects/stubs.ts";
import type { Config } from "./config.ts";
import { prefixesOf } from "./ip-networks.ts";
import { clientOf, type Client } from "./network.ts";
import type { RequestTarget } from "./request-url.ts";

/** The Worker's bindings as the runtime gives them. */
export type Bindings = ObjectBindings & Cloudflare.Env;

export class RequestContext {
  readonly request: Request;
  readonly target: RequestTarget;
  /** What the query showed as an invite, taken out of the target; null = nothing. */
  readonly invite: string | null;
  readonly env: Bindings;
  readonly config: Config;
  /** The wall clock when the request came in. */
  readonly nowMs = Date.now();
  readonly #execution: ExecutionContext;
  #client: Client | null = null;

  constructor(
    request: Request,
    target: RequestTarget,
    env: Bindings,
    config: Config,
    execution: ExecutionContext,
    invite: string | null = null,
  ) {
    this.request = request;
    this.target = target;
    this.invite = invite;
    this.env = env;
    this.config = config;
    this.#execution = execution;
  }

  /** Keeps work going after the answer. */
  waitUntil(work: Promise<unknown>): void {
    this.#execution.waitUntil(work);
  }

  /** Who is calling. Found out when it is first asked for: a poll never does, and the runtime takes its time to tell. */
  get client(): Client {
    this.#client ??= clientOf(this.request, this.config.deployment.platform);
    return this.#client;
  }
}

/** Where unknown clients are counted together. */
export const UNKNOWN_NETWORK = "unknown";

/** The network a request is counted under (IPv4 /32, IPv6 /64); without an address everybody shares one. */
export function networkOf({ client }: Pick<RequestContext, "client">): string {
  return prefixesOf(client.address)[0] ?? UNKNOWN_NETWORK;
}

/** The network a person moves about in (IPv4 /24, IPv6 /48); null = without an address nobody can tell. */
export function wideNetworkOf({ client }: Pick<RequestContext, "client">): string | null {
  const prefixes = prefixesOf(client.address);
  return (prefixes.length === 2 ? prefixes[1] : prefixes[2]) ?? null;
}

/** The region whose gates this isolate uses. */
export function regionOf({ config }: Pick<RequestContext, "config">): Region {
  return config.deployment.region;
}
