/** Sample statuses by state, for an organiser's preview of a template. */
import { SAMPLE_STATUS } from "../pages/sample-status.ts";
import { reference } from "../status.ts";
import type { VisitorStatus } from "../pages/visitor-status.ts";

const OPENS_IN_MS = 45 * 60_000;

type Change = Partial<VisitorStatus>;

/** What each state differs in from somebody in the middle of the line; times are relative to `nowMs`. */
function changes(nowMs: number): Readonly<Record<string, Change>> {
  const nowhere = { position: null, ahead: null, wait: null, reference: null } as const;
  const before = {
    opensAt: new Date(nowMs + OPENS_IN_MS).toISOString(),
    preQueueAt: new Date(nowMs - 900_000).toISOString(),
    perMinute: 0,
  };
  const drawAt = new Date(nowMs + OPENS_IN_MS - 120_000).toISOString();
  return {
    countdown: { ...nowhere, ...before, phase: "scheduled", preQueueAt: new Date(nowMs + 900_000).toISOString() },
    joining: nowhere,
    "in-draw": { ...nowhere, ...before, drawAt, phase: "pre-queue", drawNumber: 48_213 },
    drawn: { ...before, drawAt, phase: "drawn", ahead: null, wait: null },
    waiting: {},
    "your-turn": { ahead: null, wait: null, turnEndsAt: new Date(nowMs + 272_000).toISOString() },
    recorded: { ahead: null, wait: null },
    stopped: { doors: "stopped", wait: null },
    sealed: { doors: "sealed", wait: null },
    "sold-out": { phase: "sold-out", wait: null },
    full: nowhere,
  };
}

/** The names of the states there are samples of. */
export const SAMPLE_STATES: readonly string[] = Object.keys(changes(0));

/** A status in that state, or null if there is none of the name. */
export function sampleOf(state: string, event: string, lane: string, title: string, message: string, nowMs: number): VisitorStatus | null {
  const all = changes(nowMs);
  if (!Object.hasOwn(all, state)) return null;
  return {
    ...SAMPLE_STATUS,
    event,
    lane,
    state: state as VisitorStatus["state"],
    message,
    title,
    reference: reference(lane, `${SAMPLE_STATUS.position}`),
    updatedAt: new Date(nowMs).toISOString(),
    ageMs: 0,
    ...all[state],
  };
}
