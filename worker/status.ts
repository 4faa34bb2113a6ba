/** The visitor's status as API and page tell it. */
import { jittered, placeStatus, pollAfterMs, type PlaceStatus, type VisitorState } from "../durable-objects/domain/visitor-status.ts";
import type { LaneSnapshot, Snapshot } from "../durable-objects/domain/types.ts";
import type { DirectoryEntry } from "../durable-objects/protocol.ts";
import type { EventView } from "./event-view.ts";
import { manyLines, oneLine } from "./pages/bounded-text.ts";
import type { VisitorStatus } from "./pages/visitor-status.ts";

/** Asked again after this long where nothing is known of the event. */
const UNKNOWN_POLL_MS = 5_000;
/** A page that has no place yet asks for one at once. */
const JOINING_POLL_MS = 2_000;

/** The status of a place in line, with its poll time already jittered. `state` overrides what position and snapshot say (recorded, admitted …). */
export function statusOfPlace(
  entry: DirectoryEntry,
  lane: string,
  view: EventView,
  position: number,
  nowMs: number,
  state?: VisitorState,
): VisitorStatus {
  const { snapshot } = view;
  const laneSnapshot = view.lane(lane);
  if (snapshot === null || laneSnapshot === undefined)
    return { ...unknownStatus(entry, lane, nowMs, state ?? "waiting"), position, reference: reference(lane, position) };
  return { ...sharedOf(entry, snapshot, laneSnapshot).status, ...ownOf(entry, snapshot, laneSnapshot, position, nowMs, state) };
}

/** `statusOfPlace` as JSON. What all places share is written once a snapshot: this is the answer to every poll. */
export function statusTextOfPlace(
  entry: DirectoryEntry,
  lane: string,
  view: EventView,
  position: number,
  nowMs: number,
  state?: VisitorState,
): string {
  const { snapshot } = view;
  const laneSnapshot = view.lane(lane);
  if (snapshot === null || laneSnapshot === undefined) return JSON.stringify(statusOfPlace(entry, lane, view, position, nowMs, state));
  const { text } = sharedOf(entry, snapshot, laneSnapshot);
  return `${text.slice(0, -1)},${JSON.stringify(ownOf(entry, snapshot, laneSnapshot, position, nowMs, state)).slice(1)}`;
}

/** What a status tells of its place alone. */
type OwnStatus = Pick<
  VisitorStatus,
  "state" | "position" | "ahead" | "wait" | "pollAfterMs" | "turnEndsAt" | "reference" | "ageMs" | keyof typeof WITHOUT_DRAW
>;

function ownOf(
  { settings }: DirectoryEntry,
  snapshot: Snapshot,
  lane: LaneSnapshot,
  position: number,
  nowMs: number,
  state?: VisitorState,
): OwnStatus {
  const known = placeStatus(snapshot, lane, position);
  const place: PlaceStatus =
    state === undefined ? known : { ...known, state, turnEndsAtMs: state === known.state ? known.turnEndsAtMs : null };
  return {
    ...WITHOUT_DRAW,
    state: place.state,
    position,
    ahead: place.ahead,
    wait: place.wait,
    pollAfterMs: jittered(pollAfterMs(place, lane, settings.claimSeconds), Math.random()),
    turnEndsAt: place.turnEndsAtMs === null ? null : new Date(place.turnEndsAtMs).toISOString(),
    reference: reference(lane.id, position),
    ageMs: Math.max(0, nowMs - snapshot.atMs),
  };
}

/** The status of somebody without a place: about to join, admitted, or ended. */
export function statusWithoutPlace(
  entry: DirectoryEntry,
  lane: string,
  view: EventView,
  nowMs: number,
  state: "joining" | "admitted" | "ended",
): VisitorStatus {
  const { snapshot } = view;
  const laneSnapshot = view.lane(lane);
  if (snapshot === null || laneSnapshot === undefined) return unknownStatus(entry, lane, nowMs, state);
  return {
    ...unknownStatus(entry, lane, nowMs, state),
    ...sharedOf(entry, snapshot, laneSnapshot).status,
    ageMs: Math.max(0, nowMs - snapshot.atMs),
    pollAfterMs: JOINING_POLL_MS,
  };
}

/** What a schedule, a draw and a stock would tell, where there is none. */
const WITHOUT_SCHEDULE = {
  phase: "open",
  preQueueAt: null,
  opensAt: null,
  drawAt: null,
  drawUrl: null,
  drawWaits: false,
  oldestWaitSeconds: null,
} as const;
const WITHOUT_DRAW = { drawNumber: null, tooLate: false, late: false } as const;

/** What all statuses on one lane of one snapshot share. */
interface SharedStatus {
  readonly entry: DirectoryEntry;
  readonly status: Omit<VisitorStatus, keyof OwnStatus>;
  /** The same as JSON. */
  readonly text: string;
}

const shared = new WeakMap<LaneSnapshot, SharedStatus>();

function sharedOf(entry: DirectoryEntry, snapshot: Snapshot, lane: LaneSnapshot): SharedStatus {
  const known = shared.get(lane);
  if (known?.entry === entry) return known;
  const status = {
    ...WITHOUT_SCHEDULE,
    event: entry.event,
    lane: lane.id,
    nowServing: lane.nowServing,
    perMinute: Math.round(lane.perMinute),
    message: manyLines(snapshot.message),
    version: snapshot.version,
    updatedAt: new Date(snapshot.atMs).toISOString(),
    doors: snapshot.doors,
    title: oneLine(entry.settings.title),
  };
  const made = { entry, status, text: JSON.stringify(status) };
  shared.set(lane, made);
  return made;
}

function unknownStatus(entry: DirectoryEntry, lane: string, nowMs: number, state: VisitorState): VisitorStatus {
  return {
    ...WITHOUT_SCHEDULE,
    ...WITHOUT_DRAW,
    event: entry.event,
    lane,
    state,
    position: null,
    ahead: null,
    wait: null,
    nowServing: 0,
    perMinute: 0,
    message: "",
    pollAfterMs: jittered(UNKNOWN_POLL_MS, Math.random()),
    version: 0,
    updatedAt: new Date(nowMs).toISOString(),
    ageMs: 0,
    turnEndsAt: null,
    doors: "auto",
    reference: null,
    title: entry.settings.title,
  };
}

/** Letters that are not taken for one another when read aloud or written down. */
const CHECK_LETTERS = "ACDEFHJKLMNPRTUVWXY";

/** A short word for support: lane, place and two check letters that catch a slip of one digit. No secret. */
export function reference(lane: string, position: number): string {
  let check = 7;
  for (const character of `${lane}/${position}`)
    check = (check * 31 + (character.codePointAt(0) ?? 0)) % (CHECK_LETTERS.length * CHECK_LETTERS.length);
  const letter = (index: number): string => CHECK_LETTERS[index] as string;
  return `${lane}-${position}-${letter(Math.floor(check / CHECK_LETTERS.length))}${letter(check % CHECK_LETTERS.length)}`;
}
