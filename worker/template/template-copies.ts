/**
 * This isolate's copies of templates, compiled, by hash. Plain data: requests never wait for each other's promises (the runtime
 * forbids it), they look at what another's fetch leaves behind.
 */
import { gateStub } from "../../durable-objects/stubs.ts";
import { within } from "../../durable-objects/within.ts";
import type { DirectoryEntry } from "../../durable-objects/protocol.ts";
import { regionOf, type RequestContext } from "../context.ts";
import { hasPassed } from "../event-view.ts";
import { compileTemplate, type TemplateNode } from "./compile.ts";

/** A page waits this long for a template that is not here yet. */
const LIMIT_MS = 1_000;
/** After a fetch that failed the room is left alone for this long, and nobody waits. */
const RETRY_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 8;
/** Text of all copies together, in bytes; the longest unused go. One is at most 1 MB. */
const MOST_BYTES = 8_000_000;

interface Copy {
  readonly nodes: readonly TemplateNode[];
  readonly bytes: number;
}

/** By hash, the longest unused first. */
const copies = new Map<string, Copy>();
/** Starts of fetches under way; they lapse. And when the last one failed. */
const fetches = new Map<string, { startedAtMs: number; failedAtMs: number }>();

/** The event's template, ready to be filled in; null = it has none, or it can't be had now. */
export async function templateOf(context: RequestContext, entry: DirectoryEntry): Promise<readonly TemplateNode[] | null> {
  const { hash } = entry.settings.template ?? {};
  if (hash === undefined) return null;
  const { nowMs } = context;
  const known = copyOf(hash);
  if (known !== null) return known;
  const state = fetches.get(hash) ?? { startedAtMs: 0, failedAtMs: 0 };
  if (!hasPassed(state.failedAtMs, RETRY_AFTER_MS, nowMs)) return null;
  if (hasPassed(state.startedAtMs, 2 * LIMIT_MS, nowMs)) {
    fetches.set(hash, { startedAtMs: nowMs, failedAtMs: 0 });
    await fetchTemplate(context, entry, hash);
    return copyOf(hash);
  }
  for (let waited = 0; waited < LIMIT_MS && !copies.has(hash) && (fetches.get(hash)?.startedAtMs ?? 0) !== 0; waited += LOOK_EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return copyOf(hash);
}

function copyOf(hash: string): readonly TemplateNode[] | null {
  const copy = copies.get(hash);
  if (copy === undefined) return null;
  copies.delete(hash);
  copies.set(hash, copy);
  return copy.nodes;
}

/** Nothing here names an object but the directory's own entry (S12). */
async function fetchTemplate(context: RequestContext, entry: DirectoryEntry, hash: string): Promise<void> {
  const { event, incarnation } = entry;
  const shard = Math.floor(Math.random() * context.config.deployment.shardsPerRegion);
  try {
    const gate = gateStub(context.env, entry, regionOf(context), shard);
    const reply = await within(gate.template({ ref: { event, incarnation }, hash }), LIMIT_MS);
    if (typeof reply === "object" && keep(hash, reply.text, entry.settings.template?.bytes ?? 0)) {
      fetches.delete(hash);
      return;
    }
  } catch (error) {
    console.error("template unreachable", error instanceof Error ? error.name : "");
  }
  if (fetches.size > 1_000) fetches.clear();
  fetches.set(hash, { startedAtMs: 0, failedAtMs: Date.now() });
}

/** False: what an earlier version took is no template here. */
function keep(hash: string, text: string, bytes: number): boolean {
  const compiled = compileTemplate(text);
  if (!compiled.ok) return false;
  copies.set(hash, { nodes: compiled.nodes, bytes });
  let kept = 0;
  for (const copy of copies.values()) kept += copy.bytes;
  for (const [oldest, copy] of copies) {
    if (kept <= MOST_BYTES || oldest === hash) break;
    copies.delete(oldest);
    kept -= copy.bytes;
  }
  return true;
}
