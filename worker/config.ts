/** The bindings, checked once an isolate. No request is served on bindings that are not whole (S15). */
import { type Deployment, parseDeployment } from "./deployment.ts";
import { checkKeys, isUnset, type KeyBindings, type Keys } from "./key-lists.ts";

/** What the runtime hands over: anything, until it has been checked. */
export interface UncheckedBindings extends KeyBindings {
  readonly STANCHION_DEPLOYMENT?: unknown;
  readonly STANCHION_OVERRIDE?: unknown;
  readonly STANCHION_LISTENER?: unknown;
}

export type Override = "off" | "sealed";

/** Holds no readable secret: its keys cannot be exported. */
export interface Config extends Keys {
  readonly deployment: Deployment;
  /** Wins over every event; null = none. */
  readonly override: Override | null;
  /** The socket is bound to the loopback address: plain cookie names, and development keys may serve. */
  readonly loopback: boolean;
  /** A key made for development is among the keys. */
  readonly devKeys: boolean;
}

export type CheckedBindings =
  | { readonly ok: true; readonly config: Config }
  | {
      readonly ok: false;
      /** For the log alone: each names the variable and what to set. */
      readonly faults: readonly string[];
      /** The override needs no key: it works while the rest is being mended. */
      readonly emergency: { readonly override: Override; readonly deployment: Deployment } | null;
    };

/** Judges all bindings and names every fault. */
export async function checkBindings(bindings: UncheckedBindings): Promise<CheckedBindings> {
  const deployed = parseDeployment(bindings.STANCHION_DEPLOYMENT);
  const override = choice(bindings.STANCHION_OVERRIDE, ["off", "sealed"]);
  const listener = choice(bindings.STANCHION_LISTENER, ["loopback"]);
  const checked = await checkKeys(bindings);
  const faults = [...(deployed.ok ? [] : deployed.faults), ...(checked.ok ? [] : checked.faults)];
  if (override === undefined) faults.push('STANCHION_OVERRIDE must be "", "off" or "sealed"');
  if (listener === undefined) faults.push('STANCHION_LISTENER must be "" or "loopback"');
  if (!deployed.ok || !checked.ok || override === undefined || listener === undefined) {
    return { ok: false, faults, emergency: deployed.ok && override ? { override, deployment: deployed.deployment } : null };
  }
  const { keys } = checked;
  const devKeys = [keys.ticketKeys, keys.passKeys, keys.organiserKeys ?? []].flat().some(({ kid }) => kid.startsWith("dev-"));
  return { ok: true, config: { ...keys, deployment: deployed.deployment, override, loopback: listener === "loopback", devKeys } };
}

/** Null: empty or not set; undefined: neither that nor one of the choices. */
function choice<const T extends string>(value: unknown, choices: readonly T[]): T | null | undefined {
  if (isUnset(value)) return null;
  return choices.find((known) => known === value);
}

const checked = new WeakMap<UncheckedBindings, CheckedBindings>();

/**
 * The isolate's configuration; faults are logged when they are found, once.
 *
 * The memo holds the result and never the promise: the runtime forbids a request to wait for another one's promise. First
 * requests at once each compute it.
 */
export async function configOf(bindings: UncheckedBindings): Promise<CheckedBindings> {
  const known = checked.get(bindings);
  if (known !== undefined) return known;
  const result = await checkBindings(bindings);
  if (!result.ok && !checked.has(bindings)) for (const fault of result.faults) console.error(`misconfigured: ${fault}`);
  checked.set(bindings, result);
  return result;
}

/**
 * Whether the keys may serve this request. Keys made for development lie unguarded on a developer's disk, so they serve
 * only where the socket, the client and the host are all loopback.
 *
 * @param client the caller's address without port; null = unknown
 * @param host the `Host` header
 */
export function devKeysAllowed(config: Config, client: string | null, host: string): boolean {
  if (!config.devKeys) return true;
  return config.loopback && client !== null && isLoopbackAddress(client) && isLoopbackHost(host);
}

function isLoopbackAddress(address: string): boolean {
  return /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/i.test(address) || address === "::1";
}

/** `localhost` and what is under it never leave the machine (RFC 6761 section 6.3). */
function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, "");
  return name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || isLoopbackAddress(name);
}
