/** An event as the directory and its object know it: with every member. */
import type { EventSettings } from "../../durable-objects/protocol.ts";
import { policyOf } from "./policy.ts";

/** The documented defaults, with 600 a minute and 2,000 sessions on one host; what is given of it is changed. */
export const settingsOf = (id: string, changes: Partial<EventSettings> = {}): EventSettings => ({
  ...policyOf({ maxActiveSessions: 2_000 }),
  id,
  title: id,
  region: "weur",
  hosts: ["shop.example"],
  paths: ["/"],
  origin: null,
  shareOrigin: false,
  lanes: [{ id: "main", share: 1, paths: [], invite: false }],
  rules: [],
  limiter: { mode: "measured", minPerMinute: 0, startPerMinute: null, latencyTargetMs: null, fallbackPerMinute: null },
  schedule: { preQueueAt: null, opensAt: null, closesAt: null },
  draw: null,
  maxWaiting: null,
  maxWaitSeconds: null,
  sessionLimits: { perSecond: 20, burst: 300, concurrent: 64 },
  challenge: null,
  failure: "closed",
  originCommands: false,
  waitingPageStatus: 200,
  allowedOrigins: [],
  entryPath: "/",
  framing: [],
  look: null,
  texts: null,
  template: null,
  ...changes,
});

/** The settings that take a number. */
export const NUMERIC_SETTINGS = [
  "perMinute",
  "maxActiveSessions",
  "burst",
  "claimSeconds",
  "lateSeconds",
  "idleSeconds",
  "checkoutSeconds",
  "maxStaySeconds",
  "provisionalSeconds",
  "graceSeconds",
  "maxWaiting",
  "maxWaitSeconds",
  "waitingPageStatus",
] as const;
