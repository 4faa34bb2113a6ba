/**
 * The visitor's status in the words of Cloudflare Waiting Room, as its API reference documents them (`json_response_enabled`,
 * `custom_page_html`), so that templates and clients written for it go on working. `docs/templates.md` says of each what it is here.
 */
import type { VisitorStatus } from "../pages/visitor-status.ts";

/** The 25 documented members. Times are whole minutes unless their name says seconds. */
export interface WaitingRoomStatus {
  readonly inWaitingRoom: true;
  readonly waitTimeKnown: boolean;
  readonly waitTime: number;
  readonly waitTime25Percentile: number;
  readonly waitTime50Percentile: number;
  readonly waitTime75Percentile: number;
  readonly waitTimeFormatted: string;
  readonly queueIsFull: boolean;
  readonly queueAll: boolean;
  readonly lastUpdated: string;
  readonly refreshIntervalSeconds: number;
  readonly queueingMethod: "fifo" | "random" | "passthrough" | "reject";
  readonly isFIFOQueue: boolean;
  readonly isRandomQueue: boolean;
  readonly isPassthroughQueue: boolean;
  readonly isRejectQueue: boolean;
  readonly isEventActive: boolean;
  readonly isEventPrequeueing: boolean;
  readonly timeUntilEventStart: number;
  readonly timeUntilEventStartFormatted: string;
  readonly timeUntilEventEnd: number;
  readonly timeUntilEventEndFormatted: string;
  readonly shuffleAtEventStart: boolean;
  readonly turnstile: string;
  readonly infiniteQueue: boolean;
}

export interface WaitingRoomInput {
  readonly status: VisitorStatus;
  /** When the on-sale ends; null = by hand. */
  readonly closesAtMs: number | null;
  /** When the visitor asked. */
  readonly nowMs: number;
  /** When to ask again; null = never. */
  readonly refreshSeconds: number | null;
}

const UNAVAILABLE = "unavailable";

/** What Cloudflare Waiting Room would say of this status. */
export function waitingRoomStatus({ status, closesAtMs, nowMs, refreshSeconds }: WaitingRoomInput): WaitingRoomStatus {
  const waitTime = status.wait === null ? null : minutesOf(status.wait.likelySeconds * 1000);
  const opensAtMs = status.opensAt === null ? null : Date.parse(status.opensAt);
  const isEventPrequeueing = opensAtMs !== null && isBeforeOpening(status);
  const isEventActive = opensAtMs !== null && status.phase !== "closed";
  const untilStart = isEventPrequeueing ? minutesOf(opensAtMs - nowMs) : null;
  const untilEnd = isEventActive && closesAtMs !== null ? minutesOf(closesAtMs - nowMs) : null;
  const rejects = refreshSeconds === null;
  return {
    inWaitingRoom: true,
    waitTimeKnown: waitTime !== null,
    waitTime: waitTime ?? 0,
    // Only where people are let in at random, which is never so: a draw gives places, and those go in order.
    waitTime25Percentile: 0,
    waitTime50Percentile: 0,
    waitTime75Percentile: 0,
    waitTimeFormatted: formatted(waitTime),
    queueIsFull: status.state === "full",
    queueAll: status.doors === "stopped" || status.doors === "sealed" || status.phase === "sold-out",
    lastUpdated: new Date(nowMs).toISOString(),
    refreshIntervalSeconds: refreshSeconds ?? 0,
    queueingMethod: rejects ? "reject" : "fifo",
    isFIFOQueue: !rejects,
    isRandomQueue: false,
    isPassthroughQueue: false,
    isRejectQueue: rejects,
    isEventActive,
    isEventPrequeueing,
    timeUntilEventStart: untilStart ?? 0,
    timeUntilEventStartFormatted: formatted(untilStart),
    timeUntilEventEnd: untilEnd ?? 0,
    timeUntilEventEndFormatted: formatted(untilEnd),
    shuffleAtEventStart: isEventActive && status.drawAt !== null,
    turnstile: "",
    infiniteQueue: false,
  };
}

function isBeforeOpening({ phase }: VisitorStatus): boolean {
  return phase === "scheduled" || phase === "pre-queue" || phase === "drawn";
}

/** Begun minutes; never negative. */
export function minutesOf(milliseconds: number): number {
  return Math.max(0, Math.ceil(milliseconds / 60_000));
}

const A_DAY = 1440;
const UNITS = [
  ["day", A_DAY],
  ["hour", 60],
  ["minute", 1],
] as const;

/** Minutes in English: "1 minute", "2 hours 5 minutes", "3 days 4 hours"; beyond a day minutes are left out. */
export function formatMinutes(minutes: number): string {
  const parts: string[] = [];
  let left = minutes;
  for (const [unit, length] of minutes < A_DAY ? UNITS.slice(1) : UNITS.slice(0, 2)) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? "" : "s"}`);
  }
  return parts.length === 0 ? "0 minutes" : parts.join(" ");
}

function formatted(minutes: number | null): string {
  return minutes === null ? UNAVAILABLE : formatMinutes(minutes);
}
