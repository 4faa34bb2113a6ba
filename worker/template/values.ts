/** All that a template may name: Cloudflare Waiting Room's variables and ours beside them. */
import { manyLines, oneLine } from "../pages/bounded-text.ts";
import type { VisitorStatus } from "../pages/visitor-status.ts";
import type { TemplateValues } from "./render.ts";
import { formatMinutes, minutesOf, waitingRoomStatus, type WaitingRoomInput } from "./waiting-room.ts";

/** The words for one visitor's state, one of them true: mustache cannot compare. */
const STATES = {
  isCountdown: "countdown",
  isJoining: "joining",
  isInDraw: "in-draw",
  isDrawn: "drawn",
  isWaiting: "waiting",
  isYourTurn: "your-turn",
  isRecorded: "recorded",
  isStopped: "stopped",
  isSealed: "sealed",
  isSoldOut: "sold-out",
  isFull: "full",
} as const satisfies Record<string, VisitorStatus["state"]>;

/** The states in which somebody waits; in all others there is something to do, which only our own page can offer. */
const WAITING: ReadonlySet<VisitorStatus["state"]> = new Set(Object.values(STATES));

/** Whether a template is shown to somebody with this status. */
export function isForTemplate({ state, shared, challenge }: VisitorStatus): boolean {
  return WAITING.has(state) && shared !== true && challenge === undefined;
}

export interface TemplateInput extends WaitingRoomInput {
  /** False: the room could not be asked; the status is the last that is known. */
  readonly reachable: boolean;
}

/** The values for one answer. Texts are the organiser's, bounded; the renderer escapes them. */
export function templateValues(input: TemplateInput): TemplateValues {
  const { status, reachable } = input;
  const room = waitingRoomStatus(input);
  return {
    ...room,
    waitTimeHours: Math.floor(room.waitTime / 60),
    waitTimeHourMinutes: room.waitTime % 60,
    ...ownValues(status),
    reachable,
  };
}

function ownValues(status: VisitorStatus) {
  const { position, ahead, wait } = status;
  const low = wait === null ? 0 : minutesOf(wait.lowSeconds * 1000);
  const high = wait === null ? 0 : minutesOf(wait.highSeconds * 1000);
  const states = Object.fromEntries(Object.entries(STATES).map(([name, state]) => [name, status.state === state]));
  return {
    event: status.event,
    lane: status.lane,
    title: oneLine(status.title),
    message: manyLines(status.message),
    state: status.state,
    ...states,
    phase: status.phase,
    doors: status.doors,
    placeKnown: position !== null,
    place: position,
    aheadKnown: ahead !== null,
    ahead,
    isNext: ahead === 0,
    waitLow: low,
    waitHigh: high,
    waitRangeFormatted: wait === null ? "unavailable" : rangeOf(low, high),
    nowServing: status.nowServing,
    perMinute: status.perMinute,
    drawNumber: status.drawNumber,
    drawUrl: status.drawUrl,
    drawWaits: status.drawWaits,
    tooLate: status.tooLate,
    late: status.late,
    reference: status.reference,
    updatedAt: status.updatedAt,
    preQueueAt: status.preQueueAt,
    drawAt: status.drawAt,
    opensAt: status.opensAt,
    turnEndsAt: status.turnEndsAt,
  };
}

/** "4 to 9 minutes" would need both in one unit: each is told whole. */
function rangeOf(low: number, high: number): string {
  return low === high ? formatMinutes(low) : `${formatMinutes(low)} to ${formatMinutes(high)}`;
}
