/** What one network and one credential may ask of this isolate before any object is called (S12). */
import {
  createNetworkRateLimit,
  createRateLimit,
  take,
  takeForNetwork,
  type NetworkRateLimit,
  type RateLimit,
  type TakeResult,
} from "../durable-objects/domain/rate-limit.ts";
import type { RequestContext } from "./context.ts";
import { prefixesOf } from "./ip-networks.ts";

/** Visitor credentials given to one network. */
export const CREDENTIALS = { name: "credentials", perSecond: 10, burst: 200 } as const;
/** Calls to gates for one network. */
export const NETWORK_CALLS = { name: "calls", perSecond: 20, burst: 200 } as const;
/** Calls to gates for one credential: a page that asks as told needs one in two seconds. */
export const CREDENTIAL_CALLS = { name: "visitor", perSecond: 2, burst: 20 } as const;

/** Credentials taken without the solution of their challenge: enough for who has no script, too slow to be a way around it. */
const UNSOLVED = { perSecond: 1 / 20, burst: 5 } as const;

/** Networks, and credentials, told apart at once; the rest share a bucket. */
const SLOTS = 16_384;

interface Limits {
  readonly issued: NetworkRateLimit;
  readonly unsolved: NetworkRateLimit;
  readonly networkCalls: NetworkRateLimit;
  readonly credentialCalls: RateLimit;
}

let limits: Limits | null = null;

/** Made at the first request: the runtime gives no randomness before. */
function limitsOf(): Limits {
  if (limits === null) {
    const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2));
    limits = {
      issued: createNetworkRateLimit({ ...CREDENTIALS, slots: SLOTS }, [a, b]),
      unsolved: createNetworkRateLimit({ ...UNSOLVED, slots: SLOTS }, [a, b]),
      networkCalls: createNetworkRateLimit({ ...NETWORK_CALLS, slots: SLOTS }, [a, b]),
      credentialCalls: createRateLimit({ ...CREDENTIAL_CALLS, slots: SLOTS }, [a, b]),
    };
  }
  return limits;
}

/** Takes one visitor credential for the caller's network. */
export function takeIssue({ client, nowMs }: RequestContext): TakeResult {
  return takeForNetwork(limitsOf().issued, prefixesOf(client.address), 1, nowMs);
}

/** Takes one join without the solution of its challenge for the caller's network. */
export function takeUnsolved({ client, nowMs }: RequestContext): TakeResult {
  return takeForNetwork(limitsOf().unsolved, prefixesOf(client.address), 1, nowMs);
}

/** Takes one call to the gates for the caller's network, and for its credential if it has one ("" = none). */
export function takeCall(
  { client, nowMs }: RequestContext,
  credential: string,
): TakeResult & { readonly limit: typeof NETWORK_CALLS | typeof CREDENTIAL_CALLS } {
  const { networkCalls, credentialCalls } = limitsOf();
  const byNetwork = takeForNetwork(networkCalls, prefixesOf(client.address), 1, nowMs);
  if (!byNetwork.allowed || credential === "") return { ...byNetwork, limit: NETWORK_CALLS };
  return { ...take(credentialCalls, [credential], 1, nowMs), limit: CREDENTIAL_CALLS };
}
