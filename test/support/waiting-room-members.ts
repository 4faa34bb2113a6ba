import type { WaitingRoomStatus } from "../../worker/template/waiting-room.ts";

/** What Cloudflare Waiting Room's 25 members say to somebody in an open line whose wait is not known; two of them are the moment's. */
export const IN_LINE: Omit<WaitingRoomStatus, "lastUpdated" | "refreshIntervalSeconds"> = {
  inWaitingRoom: true,
  waitTimeKnown: false,
  waitTime: 0,
  waitTime25Percentile: 0,
  waitTime50Percentile: 0,
  waitTime75Percentile: 0,
  waitTimeFormatted: "unavailable",
  queueIsFull: false,
  queueAll: false,
  queueingMethod: "fifo",
  isFIFOQueue: true,
  isRandomQueue: false,
  isPassthroughQueue: false,
  isRejectQueue: false,
  isEventActive: false,
  isEventPrequeueing: false,
  timeUntilEventStart: 0,
  timeUntilEventStartFormatted: "unavailable",
  timeUntilEventEnd: 0,
  timeUntilEventEndFormatted: "unavailable",
  shuffleAtEventStart: false,
  turnstile: "",
  infiniteQueue: false,
};
