import type { BeaconSource, Actor, DirectoryRpc, EventQueueRpc, EventRef, Region } from "../../durable-objects/protocol.ts";

/** The holder of a valid organiser token. */
export interface OrganiserActor extends Actor {
  /** Ids of the events the token is for; "*" = all, those to come included. */
  readonly events: readonly string[] | "*";
}

/** What the deployment lets events use (S2). Hosts as in `Host`, lower case; origins as in `Origin`. */
export interface AllowedAddresses {
  readonly hosts: Readonly<Record<string, { readonly origin: string }>>;
  readonly origins: readonly string[];
  /** The console's own hosts, which no event may cover (S3). */
  readonly consoleHosts: readonly string[];
  /** Public randomness beacons that draws may use, by name. */
  readonly beacons: Readonly<Record<string, BeaconSource>>;
}

export interface OrganiserApiDeps {
  /** Verifies the bearer token of a request; null = not valid. Must not call an object (S12). */
  readonly authenticate: (request: Request) => Promise<OrganiserActor | null>;
  /** False: no key to verify with is configured, and every call is answered 503. */
  readonly organiserKeysPresent: boolean;
  readonly directory: DirectoryRpc;
  /** The event's object; `region` is where it is to live, which its first call decides. */
  readonly eventQueue: (ref: EventRef, region?: Region) => EventQueueRpc;
  readonly deployment: AllowedAddresses;
  /** Signs `count` invites of an event's lane; stores nothing. */
  readonly makeInvites: (ref: EventRef, lane: string, count: number, expiresAtMs: number) => Promise<readonly string[]>;
  /** Resolves after that long; a parameter so that tests needn't wait. */
  readonly sleep?: (ms: number) => Promise<void>;
}

/** Whether the token is for that event. What isn't is answered as if it did not exist (S2). */
export function inScope(actor: OrganiserActor, event: string): boolean {
  return actor.events === "*" || actor.events.includes(event);
}

const RANK: Readonly<Record<Actor["role"], number>> = { viewer: 0, operator: 1, owner: 2 };

export function hasRole(actor: OrganiserActor, role: Actor["role"]): boolean {
  return RANK[actor.role] >= RANK[role];
}
