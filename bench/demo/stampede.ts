/**
 * What comes over a shop without a waiting room: impatient people straight at it. Who waits too long loads again, and
 * so the shop's answers come too late for everybody.
 */
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { HttpClient } from "../load/http-client.ts";
import type { Target } from "../load/target.ts";

export interface StampedeOptions {
  readonly target: Target;
  readonly visitors: number;
  readonly arriveSeconds: number;
  readonly firstIndex: number;
  /** They come back again and again until this. */
  readonly signal: AbortSignal;
}

const PATIENCE_MS = 3000;
const PATHS = ["/tickets", "/tickets/night-trains", "/tickets/paper-moons", "/checkout?show=night-trains"];

/** Settles when everybody has gone: stopped by the signal, or turned away at the door (403). */
export async function runStampede(options: StampedeOptions): Promise<void> {
  const client = new HttpClient(options.target, PATIENCE_MS);
  setMaxListeners(0, options.signal);
  const visits = Array.from({ length: options.visitors }, async (_, order) => {
    try {
      await sleep((order / options.visitors) * options.arriveSeconds * 1000, undefined, { signal: options.signal });
      await besiege(options.firstIndex + order, client, options.signal);
    } catch (error) {
      if (!options.signal.aborted) throw error;
    }
  });
  await Promise.all(visits);
  client.close();
}

async function besiege(index: number, client: HttpClient, signal: AbortSignal): Promise<void> {
  for (let page = 0; ;) {
    const status = await load(index, client, PATHS[page % PATHS.length] ?? "/", signal);
    if (status === 403) return;
    if (status === 200) page++;
    // A look at the page, or a short swearing before the next attempt.
    await sleep((status === 200 ? 400 : 200) + Math.random() * 600, undefined, { signal });
  }
}

async function load(index: number, client: HttpClient, path: string, signal: AbortSignal): Promise<number | null> {
  try {
    const ask = { method: "GET", path, headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } } as const;
    return (await client.send(index, ask, signal)).status;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
