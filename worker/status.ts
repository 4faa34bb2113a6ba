/** The visitor's status as API and page tell it. */
import { saleOf } from "../durable-objects/domain/sale-snapshot.ts";
import type { LaneSnapshot, Snapshot, VisitorResult, VisitorState } from "../durable-objects/domain/types.ts";
import {
  countdownPollMs,
  jittered,
  placeStatus,
  pollAfterMs,
  stateWithoutPlace,
  type PlaceStatus,
} from "../durable-objects/domain/visitor-status.ts";
import type { DirectoryEntry } from "../durable-objects/protocol.ts";
import type { IssuedPlace } from "./credentials/ticket.ts";
import type { EventView } from "./event-view.ts";
import { manyLines, oneLine } from "./pages/bounded-text.ts";
import type { VisitorStatus } from "./pages/visitor-status.ts";
import { drawNumberOf, positionOf } from "./place.ts";

/** Asked again after this long where nothing is known of the event. */
const UNKNOWN_POLL_MS = 5_000;
/** A page that has no place yet asks for one at once. */
const JOINING_POLL_MS = 2_000;

/** What an answer of the event says beyond snapshot and ticket. */
export interface Told {
  /** Instead of what position and snapshot say: recorded, admitted … */
  readonly state?: VisitorState;
  /** The one late return is being used. */
  readonly late?: boolean;
}

/** What the answer to a claim says. */
export function toldBy(result: VisitorResult): Told {
  return result.outcome === "recorded" ? { state: "recorded", late: result.late } : {};
}

/** The status of a place in line, or of a number of the draw, with its poll time already jittered. */
export function statusOfPlace(
  entry: DirectoryEntry,
  lane: string,
  view: EventView,
  issued: IssuedPlace,
  nowMs: number,
  told: Told = {},
): VisitorStatus {
  const { snapshot } = view;
  const laneSnapshot = view.lane(lane);
  if (snapshot === null || laneSnapshot === undefined) return unknownPlace(entry, lane, issued, nowMs, told);
  return { ...sharedOf(entry, snapshot, laneSnapshot).status, ...ownOf(entry, snapshot, laneSnapshot, issued, nowMs, told) };
}

/** `statusOfPlace` as JSON. What all places share is written once a snapshot: this is the answer to every poll. */
export function statusTextOfPlace(
  entry: DirectoryEntry,
  lane: string,
  view: EventView,
  issued: IssuedPlace,
  nowMs: number,
  told: Told = {},
): string {
  const { snapshot } = view;
  const laneSnapshot = view.lane(lane);
  if (snapshot === null || laneSnapshot === undefined) return JSON.stringify(unknownPlace(entry, lane, issued, nowMs, told));
  const { text } = sharedOf(entry, snapshot, laneSnapshot);
  return `${text.slice(0, -1)},${JSON.stringify(ownOf(entry, snapshot, laneSnapshot, issued, nowMs, told)).slice(1)}`;
}

/** What a status tells of its place alone. */
type OwnStatus = Pick<
  VisitorStatus,
  "state" | "position" | "ahead" | "wait" | "pollAfterMs" | "turnEndsAt" | "reference" | "ageMs" | "drawNumber" | "tooLate" | "late"
>;

function ownOf(
  { settings }: DirectoryEntry,
  snapshot: Snapshot,
  lane: LaneSnapshot,
  issued: IssuedPlace,
  nowMs: number,
  told: Told,
): OwnStatus {
  const position = positionOf(lane, issued);
  const drawNumber = drawNumberOf(lane, issued);
  const ageMs = Math.max(0, nowMs - snapshot.atMs);
  if (position === null) return ownOfNumber(snapshot, lane, drawNumber, ageMs);
  const known = placeStatus(snapshot, lane, position);
  const state = told.state ?? known.state;
  const place: PlaceStatus = state === known.state ? known : { ...known, state, turnEndsAtMs: null };
  return {
    state,
    position,
    ahead: place.ahead,
    wait: place.wait,
    pollAfterMs: jittered(pollAfterMs(place, lane, settings.claimSeconds), Math.random()),
    turnEndsAt: place.turnEndsAtMs === null ? null : isoOf(place.turnEndsAtMs),
    reference: reference(lane.id, `${position}`),
    ageMs,
    drawNumber,
    tooLate: state === "waiting" && lane.tooLateFrom !== undefined && position >= lane.tooLateFrom,
    late: told.late === true,
  };
}

/** Of somebody in the draw: which place it will be nobody knows yet. */
function ownOfNumber(snapshot: Snapshot, lane: LaneSnapshot, drawNumber: number | null, ageMs: number): OwnStatus {
  return {
    ...WITHOUT_PLACE,
    state: stateWithoutPlace(snapshot, lane) === "closed" ? "closed" : "in-draw",
    pollAfterMs: countdownPollMs(snapshot, Math.random()),
    reference: drawNumber === null ? null : reference(lane.id, `D${drawNumber}`),
    ageMs,
    drawNumber,
  };
}

const WITHOUT_PLACE = {
  position: null,
  ahead: null,
  wait: null,
  turnEndsAt: null,
  reference: null,
  drawNumber: null,
  tooLate: false,
  late: false,
} as const;

/** A status that a page must not act on by itself: the session is there, and another network's pass has it until a person enters here. */
export function statusHeldElsewhere(
  entry: DirectoryEntry,
  lane: string,
  view: EventView,
  issued: IssuedPlace,
  nowMs: number,
): VisitorStatus {
  return { ...statusOfPlace(entry, lane, view, issued, nowMs, { state: "admitted" }), shared: true };
}

/** The status of somebody without a place: about to join, or kept from it; admitted, or ended. */
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
  const barred = state === "joining" ? stateWithoutPlace(snapshot, laneSnapshot) : null;
  return {
    ...sharedOf(entry, snapshot, laneSnapshot).status,
    ...WITHOUT_PLACE,
    state: barred ?? state,
    ageMs: Math.max(0, nowMs - snapshot.atMs),
    pollAfterMs: barred === null ? JOINING_POLL_MS : barredPollMs(snapshot, barred),
  };
}

function barredPollMs(snapshot: Snapshot, barred: NonNullable<ReturnType<typeof stateWithoutPlace>>): number {
  if (barred === "countdown") return countdownPollMs(snapshot, Math.random());
  const seconds = barred === "full" ? (snapshot.full?.retryAfterSeconds ?? 60) : 60;
  return jittered(seconds * 1000, Math.random());
}

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
  const { phase, preQueueAtMs, opensAtMs, draw } = saleOf(snapshot);
  const status = {
    event: entry.event,
    lane: lane.id,
    nowServing: lane.nowServing,
    perMinute: Math.round(lane.perMinute),
    message: manyLines(snapshot.message),
    version: snapshot.version,
    updatedAt: isoOf(snapshot.atMs),
    doors: snapshot.doors,
    phase: lane.soldOut === true && phase === "open" ? ("sold-out" as const) : phase,
    preQueueAt: preQueueAtMs === null ? null : isoOf(preQueueAtMs),
    opensAt: opensAtMs === null ? null : isoOf(opensAtMs),
    drawAt: draw === undefined ? null : isoOf(draw.freezesAtMs),
    drawUrl: draw === undefined ? null : drawPageOf(entry.event),
    drawWaits: draw?.waits ?? false,
    oldestWaitSeconds: snapshot.oldestWaitSeconds ?? null,
    title: oneLine(entry.settings.title),
    ...(offersInvites(entry, lane.id) ? { invites: true as const } : {}),
  };
  const made = { entry, status, text: JSON.stringify(status) };
  shared.set(lane, made);
  return made;
}

/** Whether an invitation may lead somewhere from this lane. */
function offersInvites({ settings }: DirectoryEntry, lane: string): boolean {
  const byInvite = settings.lanes.filter((each) => each.invite === true);
  return byInvite.length > 0 && byInvite.every(({ id }) => id !== lane);
}

/** Where anybody can recompute an event's draw. */
export function drawPageOf(event: string): string {
  return `/_stanchion/draw/${event}`;
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

function unknownPlace(entry: DirectoryEntry, lane: string, issued: IssuedPlace, nowMs: number, told: Told): VisitorStatus {
  const state = told.state ?? (issued.isDrawNumber ? "in-draw" : "waiting");
  const status = unknownStatus(entry, lane, nowMs, state);
  if (issued.isDrawNumber) return status;
  return { ...status, position: issued.position, reference: reference(lane, `${issued.position}`) };
}

function unknownStatus(entry: DirectoryEntry, lane: string, nowMs: number, state: VisitorState): VisitorStatus {
  return {
    ...WITHOUT_PLACE,
    event: entry.event,
    lane,
    state,
    nowServing: 0,
    perMinute: 0,
    message: "",
    pollAfterMs: jittered(UNKNOWN_POLL_MS, Math.random()),
    version: 0,
    updatedAt: isoOf(nowMs),
    ageMs: 0,
    doors: "auto",
    phase: "open",
    preQueueAt: null,
    opensAt: null,
    drawAt: null,
    drawUrl: null,
    drawWaits: false,
    oldestWaitSeconds: null,
    title: entry.settings.title,
  };
}

/** Letters that are not taken for one another when read aloud or written down. */
const CHECK_LETTERS = "ACDEFHJKLMNPRTUVWXY";

/** A short word for support: lane, place and two check letters that catch a slip of one digit. No secret. */
export function reference(lane: string, place: string): string {
  let check = 7;
  for (const character of `${lane}/${place}`)
    check = (check * 31 + (character.codePointAt(0) ?? 0)) % (CHECK_LETTERS.length * CHECK_LETTERS.length);
  const letter = (index: number): string => CHECK_LETTERS[index] as string;
  return `${lane}-${place}-${letter(Math.floor(check / CHECK_LETTERS.length))}${letter(check % CHECK_LETTERS.length)}`;
}
