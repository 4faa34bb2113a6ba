/** What belongs to one request, read once. */
import type { Region } from "../durable-objects/protocol.ts";
import type { ObjectBindings } from "../durable-objects/stubs.ts";
import type { Config } from "./config.ts";
import type { Client } from "./network.ts";
import type { RequestTarget } from "./request-url.ts";

/** The Worker's bindings as the runtime gives them. */
export type Bindings = ObjectBindings & Cloudflare.Env;

export interface RequestContext {
  readonly request: Request;
  readonly target: RequestTarget;
  readonly env: Bindings;
  readonly config: Config;
  readonly client: Client;
  /** The wall clock when the request came in. */
  readonly nowMs: number;
  /** Keeps work going after the answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** Where unknown clients are counted together. */
export const UNKNOWN_NETWORK = "unknown";

/** The network a request is counted under; without an address everybody shares one. */
export function networkOf({ client }: Pick<RequestContext, "client">): string {
  return client.network ?? UNKNOWN_NETWORK;
}

/** The region whose gates this isolate uses. */
export function regionOf({ config }: Pick<RequestContext, "config">): Region {
  return config.deployment.region;
}
