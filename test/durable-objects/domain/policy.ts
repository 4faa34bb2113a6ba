import type { EventPolicy } from "../../../durable-objects/domain/types.ts";

/** The documented defaults, with one lane, 60 a minute and room for 100. */
export function aPolicy(changes: Partial<EventPolicy> = {}): EventPolicy {
  return {
    lanes: [{ id: "general", share: 1 }],
    doors: "auto",
    perMinute: 60,
    maxActiveSessions: 100,
    burst: null,
    claimSeconds: 300,
    lateSeconds: 900,
    idleSeconds: 600,
    checkoutSeconds: 1200,
    maxStaySeconds: 3600,
    provisionalSeconds: 30,
    graceSeconds: 60,
    sliding: true,
    message: "",
    ...changes,
  };
}
