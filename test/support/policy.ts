import type { EventPolicy } from "../../durable-objects/domain/types.ts";

/** The documented defaults of an event, with one lane and 600 a minute into 1,000 sessions; what is given of it is changed. */
export function policyOf(changes: Partial<EventPolicy> = {}): EventPolicy {
  return {
    lanes: [{ id: "main", share: 1 }],
    doors: "auto",
    perMinute: 600,
    maxActiveSessions: 1_000,
    burst: null,
    claimSeconds: 300,
    lateSeconds: 900,
    idleSeconds: 600,
    checkoutSeconds: 1_200,
    maxStaySeconds: 3_600,
    provisionalSeconds: 30,
    graceSeconds: 60,
    sliding: true,
    message: "",
    ...changes,
  };
}
