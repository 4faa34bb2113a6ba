/** This isolate's copy of the directory, compiled for matching. The last one is kept for hours; with none at all nothing is "uncovered". */
import type { DirectoryCopy, DirectoryEntry } from "../durable-objects/protocol.ts";
import { directoryGateStub } from "../durable-objects/stubs.ts";
import { within } from "../durable-objects/within.ts";
import { regionOf, type RequestContext } from "./context.ts";
import { hasPassed } from "./event-view.ts";
import { compileDirectory, type DirectoryIndex } from "./matching.ts";

/** A copy is renewed in the background when it is older than this. */
const REFRESH_AFTER_MS = 1_000;
/** Nobody asked for so long: what is at hand may be of long ago, and a request waits for a newer copy, but not for long. */
const STALE_AFTER_MS = 2_000;
const STALE_LIMIT_MS = 1_000;
/** After a refresh the gates are left alone for this long, whatever asks: one that failed left nothing newer. */
const RETRY_AFTER_MS = 300;
/** Without any copy a request waits this long. */
const LIMIT_MS = 2_000;
/** A refresh that has not come back after this long is taken for lost. */
const LOCK_MS = 3_000;
/** Gates that keep copies of the directory, a region. */
const DIRECTORY_SHARDS = 4;
const LOOK_EVERY_MS = 8;

/** The directory as requests use it. */
export interface KnownDirectory {
  readonly version: number;
  readonly index: DirectoryIndex;
  readonly byHost: ReadonlyMap<string, readonly DirectoryEntry[]>;
}

interface DirectoryView {
  known: KnownDirectory | null;
  takenAtMs: number;
  refreshStartedAtMs: number;
  /** When the last refresh ended, whether it brought something or not: what can't be reached is not waited for again and again. */
  triedAtMs: number;
}

const view: DirectoryView = { known: null, takenAtMs: 0, refreshStartedAtMs: 0, triedAtMs: 0 };

/** The directory, or null when there is no copy and none could be had. */
export async function knownDirectory(context: RequestContext): Promise<KnownDirectory | null> {
  const { nowMs } = context;
  if (view.known !== null && !hasPassed(view.takenAtMs, REFRESH_AFTER_MS, nowMs)) return view.known;
  const isStale = view.known !== null && hasPassed(Math.max(view.takenAtMs, view.triedAtMs), STALE_AFTER_MS, nowMs);
  const refreshing = lock(nowMs) ? refresh(context) : null;
  if (refreshing !== null) context.waitUntil(refreshing);
  if (view.known !== null && !isStale) return view.known;
  const limitMs = isStale ? STALE_LIMIT_MS : LIMIT_MS;
  if (refreshing === null) await refreshOfAnother(limitMs);
  else await within(refreshing, limitMs).catch(() => undefined);
  return view.known;
}

/** Another request is asking. It can't hand its promise over, so this one looks at what it leaves behind. */
async function refreshOfAnother(limitMs: number): Promise<void> {
  for (let waited = 0; waited < limitMs && view.refreshStartedAtMs !== 0; waited += LOOK_EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The copy is known to be behind (an event answered that it is gone): the next request asks, if nobody just has. */
export function doubtDirectory(): void {
  view.takenAtMs = 0;
}

function lock(nowMs: number): boolean {
  if (!hasPassed(view.refreshStartedAtMs, LOCK_MS, nowMs) || !hasPassed(view.triedAtMs, RETRY_AFTER_MS, nowMs)) return false;
  view.refreshStartedAtMs = nowMs;
  return true;
}

async function refresh(context: RequestContext): Promise<void> {
  try {
    const stub = directoryGateStub(context.env, regionOf(context), Math.floor(Math.random() * DIRECTORY_SHARDS));
    const copy = await within(stub.directory({ knownVersion: view.known?.version ?? null }), LIMIT_MS);
    if (copy !== null) {
      if (copy !== "unchanged") accept(copy);
      view.takenAtMs = Date.now();
    }
  } catch (error) {
    console.error("directory gate unreachable", error instanceof Error ? error.name : "");
  } finally {
    view.refreshStartedAtMs = 0;
    view.triedAtMs = Date.now();
  }
}

/** Gates may be a second apart: an older copy than the one at hand is ignored. */
function accept(copy: DirectoryCopy): void {
  if (view.known !== null && copy.version < view.known.version) return;
  const byHost = new Map<string, DirectoryEntry[]>();
  for (const entry of copy.entries) {
    for (const host of entry.settings.hosts) byHost.set(host, [...(byHost.get(host) ?? []), entry]);
  }
  view.known = { version: copy.version, index: compileDirectory(copy), byHost };
}
