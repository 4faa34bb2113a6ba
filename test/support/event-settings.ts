/** An event as the directory and its object know it: every member written out. */
import type { EventSettings } from "../../durable-objects/protocol.ts";

/** The documented defaults, with 600 a minute and 2,000 sessions on one host; what is given of it is changed. */
export const settingsOf = (id: string, changes: Partial<EventSettings> = {}): EventSettings => ({
  id,
  title: id,
  region: "weur",
  hosts: ["shop.example"],
  paths: ["/"],
  origin: null,
  lanes: [{ id: "main", share: 1, paths: [] }],
  rules: [],
  doors: "auto",
  perMinute: 600,
  maxActiveSessions: 2_000,
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
  limiter: { mode: "measured", minPerMinute: 0, startPerMinute: null, latencyTargetMs: null, fallbackPerMinute: null },
  failure: "closed",
  originCommands: false,
  waitingPageStatus: 200,
  allowedOrigins: [],
  entryPath: "/",
  look: null,
  texts: null,
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
  "waitingPageStatus",
] as const;
