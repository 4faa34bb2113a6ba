/** Where the demo's parts listen, and the one event it shows. */
import type { LimiterPolicy } from "../../durable-objects/domain/types.ts";
import { hasSourceAddresses, loopbackTarget } from "../load/target.ts";
import type { NewEvent } from "./room-client.ts";

export interface Layout {
  readonly roomPort: number;
  readonly demoPort: number;
  readonly shopPort: number;
  readonly shopControlPort: number;
  /** As the visitor's browser writes them. */
  readonly roomHost: string;
  readonly demoHost: string;
  readonly shopOrigin: string;
  readonly shopControlUrl: string;
}

export const DEFAULT_PORT = 8787;

/** Four ports in a row, the room's first. Room and demo page share a host name, so that one browser is one visitor to both. */
export function layoutFrom(port: number): Layout {
  return {
    roomPort: port,
    demoPort: port + 1,
    shopPort: port + 2,
    shopControlPort: port + 3,
    roomHost: `localhost:${port}`,
    demoHost: `localhost:${port + 1}`,
    shopOrigin: `http://127.0.0.1:${port + 2}`,
    shopControlUrl: `http://127.0.0.1:${port + 3}`,
  };
}

export const EVENT = "opening-night";
export const LANE = "main";
export const PER_MINUTE = 900;

/** A median of a tenth of a second is what the shop does when it is calm. */
const LATENCY_TARGET_MS = 400;

/**
 * 900 a minute is more than half of what the shop's workers stand, and 500 visitors are in within 40 s. `mode`: whether the
 * limiter lowers it when the shop can't.
 */
export function demoEvent({ roomHost, shopOrigin }: Layout, mode: LimiterPolicy["mode"] = "measured"): NewEvent {
  return {
    id: EVENT,
    title: "Lantern Theatre, opening night",
    region: "weur",
    hosts: [roomHost],
    paths: ["/tickets", "/checkout", "/thanks"],
    origin: shopOrigin,
    lanes: [{ id: LANE, share: 1, paths: [] }],
    rules: [{ action: "checkout", paths: ["/checkout"], methods: [], networks: [], header: null }],
    doors: "auto",
    perMinute: PER_MINUTE,
    limiter: { mode, minPerMinute: 0, startPerMinute: null, latencyTargetMs: LATENCY_TARGET_MS, fallbackPerMinute: null },
    maxActiveSessions: 2000,
    claimSeconds: 180,
    lateSeconds: 300,
    idleSeconds: 120,
    checkoutSeconds: 240,
    maxStaySeconds: 900,
    graceSeconds: 10,
    originCommands: true,
    entryPath: "/tickets",
  };
}

/** `STANCHION_DEPLOYMENT` for one machine. Where sockets can't have addresses of their own, a header names the visitor. */
export function demoDeployment({ roomHost, roomPort, shopOrigin }: Layout, issuer: string): string {
  const target = loopbackTarget(`http://${roomHost}`);
  const sockets = target !== null && hasSourceAddresses(target);
  return JSON.stringify({
    issuer,
    hosts: { [roomHost]: { origin: shopOrigin } },
    origins: [shopOrigin],
    consoleHosts: [`console.localhost:${roomPort}`],
    platform: sockets ? { kind: "workerd" } : { kind: "proxy", header: "X-Forwarded-For", trustedProxies: ["127.0.0.1/32", "::1/128"] },
    shardsPerRegion: 4,
    region: "weur",
  });
}
