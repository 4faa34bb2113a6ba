/** The visitor's status as API and page tell it. */
import { jittered, placeStatus, pollAfterMs, type PlaceStatus, type VisitorState } from "../durable-objects/domain/visitor-status.ts";
import type { LaneSnapshot, Snapshot } from "../durable-objects/domain/types.ts";
import type { DirectoryEntry } from "../durable-objects/protocol.ts";
import type { EventView } from "./event-view.ts";
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
  const known = placeStatus(snapshot, laneSnapshot, position);
  const place: PlaceStatus =
    state === undefined ? known : { ...known, state, turnEndsAtMs: state === known.state ? known.turnEndsAtMs : null };
  return {
    ...common(entry, lane, snapshot, laneSnapshot, nowMs),
    state: place.state,
    position,
    ahead: place.ahead,
    wait: place.wait,
    pollAfterMs: jittered(pollAfterMs(place, laneSnapshot, entry.settings.claimSeconds), Math.random()),
    turnEndsAt: place.turnEndsAtMs === null ? null : new Date(place.turnEndsAtMs).toISOString(),
    reference: reference(lane, position),
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
    ...common(entry, lane, snapshot, laneSnapshot, nowMs),
    state,
    pollAfterMs: JOINING_POLL_MS,
  };
}

/** Most answers of an isolate tell the same snapshot's time. */
let lastTime = { ms: Number.NaN, iso: "" };

function isoOf(ms: number): string {
  if (ms !== lastTime.ms) lastTime = { ms, iso: new Date(ms).toISOString() };
  return lastTime.iso;
}

function common(entry: DirectoryEntry, lane: string, snapshot: Snapshot, laneSnapshot: LaneSnapshot, nowMs: number) {
  return {
    event: entry.event,
    lane,
    nowServing: laneSnapshot.nowServing,
    perMinute: Math.round(laneSnapshot.perMinute),
    message: snapshot.message,
    version: snapshot.version,
    updatedAt: isoOf(snapshot.atMs),
    ageMs: Math.max(0, nowMs - snapshot.atMs),
    doors: snapshot.doors,
    title: entry.settings.title,
  };
}

function unknownStatus(entry: DirectoryEntry, lane: string, nowMs: number, state: VisitorState): VisitorStatus {
  return {
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
