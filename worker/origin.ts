/** Where requests of an event, or of a host, go. Both belong to the deployment (S2). */
import type { DirectoryEntry } from "../durable-objects/protocol.ts";
import type { RequestContext } from "./context.ts";

/** The origin of an event's requests: the one it names, else the host's. The deployment may have taken a named one back since. */
export function originOf(context: RequestContext, { settings }: DirectoryEntry): string {
  const { origins } = context.config.deployment;
  if (settings.origin !== null && origins.includes(settings.origin)) return settings.origin;
  return hostOrigin(context) ?? "";
}

/** The origin that the deployment maps the request's host to, or null. */
export function hostOrigin({ config, target }: Pick<RequestContext, "config" | "target">): string | null {
  return config.deployment.hosts[target.host]?.origin ?? null;
}
