/** The API's calls to the objects: lookups, and settings brought to the event. */
import type {
  Actor,
  BeaconSource,
  DirectoryEntry,
  EventDescription,
  EventQueueRpc,
  EventSettings,
} from "../../durable-objects/protocol.ts";
import type { OrganiserApiDeps } from "./deps.ts";

export type Room = "directory" | "event";

/** An object did not answer. What became of the call is unknown. */
export class RoomUnreachable extends Error {
  override readonly name = "RoomUnreachable";
  readonly room: Room;

  constructor(room: Room, cause: unknown) {
    super(`${room} unreachable`, { cause });
    this.room = room;
  }
}

/** @throws RoomUnreachable whatever the call throws */
export async function reach<T>(room: Room, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new RoomUnreachable(room, cause);
  }
}

/** The directory itself is asked, no gate's copy: an organiser reads what it wrote a moment ago. */
export async function listEntries(deps: OrganiserApiDeps): Promise<readonly DirectoryEntry[]> {
  const copy = await reach("directory", () => deps.directory.read({ knownVersion: null }));
  return copy === "unchanged" ? [] : copy.entries;
}

export async function findEntry(deps: OrganiserApiDeps, event: string): Promise<DirectoryEntry | null> {
  return (await listEntries(deps)).find((entry) => entry.event === event) ?? null;
}

export function queueOf(deps: OrganiserApiDeps, { event, incarnation, settings }: DirectoryEntry): EventQueueRpc {
  return deps.eventQueue({ event, incarnation }, settings.region);
}

/** Null: in the directory, but never configured (see `bringToEvent`). */
export function describe(deps: OrganiserApiDeps, entry: DirectoryEntry): Promise<EventDescription | null> {
  return reach("event", () => queueOf(deps, entry).describe());
}

const MAX_ROUNDS = 4;

/**
 * Brings settings that the directory has just accepted to the event.
 *
 * The directory comes first because it decides: id, hosts and paths are unique there, and it gives the incarnation that
 * the event's object is named by. Between the two writes an event is listed but not configured: its hosts are
 * covered and its object admits nobody, so the half-done state is a closed one. A failure here is
 * answered 503; the same POST again finds the id with equal settings and an object that knows nothing, and goes on from
 * here; a PUT always writes both. `configure` with the settings the event has already leaves the line as it is,
 * so that repeating is harmless.
 *
 * Two organisers at once may reach the event in another order than the directory. So each reads the directory again
 * after its own `configure` and brings what is there now, if that differs: the last one to arrive leaves the two equal.
 * An event deleted meanwhile is destroyed again, since `configure` may have come after its end.
 *
 * @returns null if the event was deleted meanwhile
 * @throws RoomUnreachable
 */
export async function bringToEvent(deps: OrganiserApiDeps, written: DirectoryEntry, actor: Actor): Promise<EventDescription | null> {
  let entry = written;
  for (let round = 1; ; round += 1) {
    const { event, incarnation, settings } = entry;
    const queue = queueOf(deps, entry);
    const description = await reach("event", () =>
      queue.configure({ ref: { event, incarnation }, settings, actor, beacon: beaconOf(deps, settings) }),
    );
    const current = await findEntry(deps, event);
    if (current?.incarnation !== incarnation) {
      await reach("event", () => queue.destroy());
      return null;
    }
    if (sameSettings(current.settings, settings) || round === MAX_ROUNDS) return description;
    entry = current;
  }
}

/** What the name of the draw's beacon stands for; null = none is used. */
function beaconOf({ deployment }: OrganiserApiDeps, { draw }: EventSettings): BeaconSource | null {
  const name = draw?.beacon ?? null;
  return name === null ? null : (deployment.beacons[name] ?? null);
}

/** Both come from the schema, which writes members in one order. */
export function sameSettings(one: EventSettings, other: EventSettings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
