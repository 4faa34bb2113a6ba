/**
 * Which events there are and which hosts and paths are whose. Pure: each step takes the state and gives the reply and
 * the one change to write; `apply` makes the next state of it.
 */

/** What the directory must understand of an event's settings; the rest passes through untouched. */
export interface Covering {
  readonly id: string;
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  /** Null = the hosts' own. */
  readonly origin: string | null;
  /** Whether another event may be before the same origin; absent in settings of an earlier version = no. */
  readonly shareOrigin?: boolean;
}

/** Which origin the deployment maps a host to. */
export type HostOrigins = Readonly<Record<string, string>>;

export interface Entry<S extends Covering> {
  readonly event: string;
  readonly incarnation: number;
  readonly settings: S;
}

export interface DirectoryState<S extends Covering> {
  /** Rises by one with every change. */
  readonly version: number;
  readonly entries: ReadonlyMap<string, Entry<S>>;
  /** Last incarnation of each id ever created; outlives the event, so that no credential of an old one fits a new one. */
  readonly incarnations: ReadonlyMap<string, number>;
}

/** One write: the id's row with its incarnation; `settings` null = removed. */
export interface DirectoryChange<S extends Covering> {
  readonly version: number;
  readonly event: string;
  readonly incarnation: number;
  readonly settings: S | null;
}

/** The reply, and what has to be written before it may be given (null = nothing). */
export interface DirectoryStep<S extends Covering, Reply> {
  readonly reply: Reply;
  readonly change: DirectoryChange<S> | null;
}

export type Conflict = { readonly outcome: "conflict"; readonly field: string; readonly event: string };
export type Stored<O extends string, S extends Covering> = {
  readonly outcome: O;
  readonly entry: Entry<S>;
  readonly version: number;
};

export function emptyDirectory<S extends Covering>(): DirectoryState<S> {
  return { version: 0, entries: new Map(), incarnations: new Map() };
}

/** Adds an event under an id that none has now; its incarnation is one more than the last of that id. */
export function createEvent<S extends Covering>(
  state: DirectoryState<S>,
  settings: S,
  hostOrigins: HostOrigins = {},
): DirectoryStep<S, Stored<"created", S> | { readonly outcome: "exists" } | Conflict> {
  if (state.entries.has(settings.id)) return { reply: { outcome: "exists" }, change: null };
  const conflict = findConflict(state, settings) ?? findSharedOrigin(state, settings, null, hostOrigins);
  if (conflict !== null) return { reply: conflict, change: null };
  return store(state, "created", settings, (state.incarnations.get(settings.id) ?? 0) + 1);
}

/** Gives an event other settings; the incarnation stays. */
export function replaceEvent<S extends Covering>(
  state: DirectoryState<S>,
  settings: S,
  hostOrigins: HostOrigins = {},
): DirectoryStep<S, Stored<"replaced", S> | { readonly outcome: "unknown" } | Conflict> {
  const entry = state.entries.get(settings.id);
  if (entry === undefined) return { reply: { outcome: "unknown" }, change: null };
  const conflict = findConflict(state, settings) ?? findSharedOrigin(state, settings, entry.settings, hostOrigins);
  if (conflict !== null) return { reply: conflict, change: null };
  return store(state, "replaced", settings, entry.incarnation);
}

/** Changes members of one incarnation's settings that no other event's depend on. The reply is its entry then; null = there is none. */
export function amendEvent<S extends Covering>(
  state: DirectoryState<S>,
  { event, incarnation }: { readonly event: string; readonly incarnation: number },
  amend: (settings: S) => S,
): DirectoryStep<S, Entry<S> | null> {
  const entry = state.entries.get(event);
  if (entry?.incarnation !== incarnation) return { reply: null, change: null };
  const { reply, change } = store(state, "amended", amend(entry.settings), incarnation);
  return { reply: reply.entry, change };
}

/**
 * Takes an event out. The reply names the incarnation that was removed, also when that happened before: whoever has to
 * clear up after it can repeat the call until that is done. Null = there never was such an event.
 */
export function removeEvent<S extends Covering>(
  state: DirectoryState<S>,
  event: string,
): DirectoryStep<S, { readonly event: string; readonly incarnation: number } | null> {
  const incarnation = state.incarnations.get(event);
  if (incarnation === undefined) return { reply: null, change: null };
  const change = state.entries.has(event) ? { version: state.version + 1, event, incarnation, settings: null } : null;
  return { reply: { event, incarnation }, change };
}

/** The state after a change that has been written. */
export function apply<S extends Covering>(state: DirectoryState<S>, change: DirectoryChange<S>): DirectoryState<S> {
  const { version, event, incarnation, settings } = change;
  const entries = new Map(state.entries);
  if (settings === null) entries.delete(event);
  else entries.set(event, { event, incarnation, settings });
  return { version, entries, incarnations: new Map(state.incarnations).set(event, incarnation) };
}

/**
 * A covering pattern reduced to what decides whether two are the same one when paths are matched: case is folded, an escape
 * is what it stands for, repeated and trailing slashes mean nothing, and "/shop", "/shop/" and "/shop/**" cover the same.
 */
export function patternKey(pattern: string): string {
  return (
    pattern
      // An escaped "*" stays escaped: it is no wildcard.
      .replaceAll(/(?:%(?!2a)[0-9a-f]{2})+/gi, decodeEscapes)
      // Both ways, as the matcher folds: "ſ" and the Kelvin sign meet "s" and "k".
      .toUpperCase()
      .toLowerCase()
      .replaceAll(/\/{2,}/g, "/")
      .replace(/(?:\/\*\*|\/)+$/, "")
  );
}

function decodeEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/**
 * The first of the settings' paths that another event covers on one of the same hosts. "/shop" and "/shop/checkout" may
 * belong to two events, the longer one wins there; only the same pattern twice has no answer.
 */
function findConflict<S extends Covering>(state: DirectoryState<S>, settings: S): Conflict | null {
  const keys = settings.paths.map(patternKey);
  for (const { event, settings: other } of state.entries.values()) {
    if (event === settings.id || !settings.hosts.some((host) => other.hosts.includes(host))) continue;
    const taken = new Set(other.paths.map(patternKey));
    const index = keys.findIndex((key) => taken.has(key));
    if (index !== -1) return { outcome: "conflict", field: `paths.${index}`, event };
  }
  return null;
}

/**
 * Another event before the same origin, unless both say that they share it. Each event measures and limits as if the origin
 * were its alone, so two of them may let in twice what it serves: that takes the word of both, and neither can take its own
 * back while they share.
 *
 * Two that share already without both words, as they were stored by an earlier version or have come together by a change
 * of the deployment, are put right one after the other: a replacement that gives the word is not held to the other's.
 *
 * @param before what the event is now; null = it is new
 */
function findSharedOrigin<S extends Covering>(
  state: DirectoryState<S>,
  settings: S,
  before: S | null,
  hostOrigins: HostOrigins,
): Conflict | null {
  const share = settings.shareOrigin ?? false;
  const origins = originsOf(settings, hostOrigins);
  const had = before === null ? new Set<string>() : originsOf(before, hostOrigins);
  for (const { event, settings: other } of state.entries.values()) {
    if (event === settings.id || (share && other.shareOrigin === true)) continue;
    const common = [...originsOf(other, hostOrigins)].filter((origin) => origins.has(origin));
    if (common.some((origin) => !share || !had.has(origin))) return { outcome: "conflict", field: "origin", event };
  }
  return null;
}

/** A host that the deployment doesn't know leads nowhere. */
function originsOf({ origin, hosts }: Covering, hostOrigins: HostOrigins): Set<string> {
  if (origin !== null) return new Set([origin]);
  return new Set(hosts.flatMap((host) => (Object.hasOwn(hostOrigins, host) ? [hostOrigins[host] ?? ""] : [])));
}

function store<S extends Covering, O extends string>(
  state: DirectoryState<S>,
  outcome: O,
  settings: S,
  incarnation: number,
): DirectoryStep<S, Stored<O, S>> {
  const version = state.version + 1;
  const event = settings.id;
  return {
    reply: { outcome, entry: { event, incarnation, settings }, version },
    change: { version, event, incarnation, settings },
  };
}
