import type { EventSettings } from "../../durable-objects/protocol.ts";
import type { AllowedAddresses } from "./deps.ts";

export interface Refusal {
  readonly code: "host-not-allowed" | "origin-not-allowed" | "beacon-not-allowed";
  readonly field: string;
  readonly detail: string;
}

/** The first host, origin or beacon of an event that the deployment does not let events use (S2, S3); null = all are allowed. */
export function findRefusedAddress({ hosts, origin, draw }: EventSettings, allowed: AllowedAddresses): Refusal | null {
  for (const [index, host] of hosts.entries()) {
    const refuse = (detail: string): Refusal => ({ code: "host-not-allowed", field: `hosts.${index}`, detail });
    if (allowed.consoleHosts.includes(host)) return refuse(`${host} is a console host; no event may cover it.`);
    if (!Object.hasOwn(allowed.hosts, host)) return refuse(`${host} is not among the deployment's hosts.`);
  }
  if (origin !== null && !allowed.origins.includes(origin)) {
    return { code: "origin-not-allowed", field: "origin", detail: `${origin} is not among the deployment's origins.` };
  }
  const beacon = draw?.beacon ?? null;
  if (beacon !== null && !Object.hasOwn(allowed.beacons, beacon)) {
    const known = Object.keys(allowed.beacons).join(", ");
    return { code: "beacon-not-allowed", field: "draw.beacon", detail: `${beacon} is not among the deployment's beacons (${known}).` };
  }
  return null;
}
