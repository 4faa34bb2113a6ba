/** The draw's part of the event's object: its seed, kept apart from everything that is shown, and its beacon. */
import { fetchRound } from "./beacon-client.ts";
import { attachDraw } from "./domain/draw-steps.ts";
import { hasBegun, wantedRound, type StoredDraw } from "./domain/draw/draw.ts";
import type { EventState } from "./domain/event.ts";
import type { EventStore } from "./event-store.ts";
import type { BeaconSource, EventRef, EventSettings } from "./protocol.ts";

/** A beacon that did not answer is asked again after this long. */
const BEACON_AGAIN_MS = 2_000;

/** What calls to the outside need of the bindings; neither is there on Cloudflare, where every fetch goes to the outside. */
export interface OutsideBindings {
  /** Reaches only public addresses (S16). */
  readonly OUTSIDE?: Fetcher;
  readonly STANCHION_LISTENER?: string;
}

export class DrawKeeper {
  readonly #store: EventStore;
  readonly #bindings: OutsideBindings;
  #askedMs = 0;
  #isAsking = false;

  constructor(store: EventStore, bindings: OutsideBindings) {
    this.#store = store;
    this.#bindings = bindings;
  }

  /** Gives the line the draw that its settings ask for. A seed is made once; what has begun stays as it is. */
  prepare(ref: EventRef, line: EventState, { draw = null }: EventSettings, beacon: BeaconSource | null): void {
    if (line.draw !== null && hasBegun(line.draw)) return;
    if (draw === null) {
      this.#store.dropDraw();
      line.draw = null;
      return;
    }
    const seed = this.#store.loadDraw()?.seed ?? crypto.getRandomValues(new Uint8Array(32));
    this.#store.saveDraw(seed, beacon);
    attachDraw(line, meansOf(ref, seed, beacon), null);
  }

  /** Gives a line that was restored its draw back. */
  restore(ref: EventRef, line: EventState, stored: StoredDraw | null): void {
    const kept = stored === null && line.policy.draw == null ? null : this.#store.loadDraw();
    attachDraw(line, kept === null ? null : meansOf(ref, kept.seed, kept.beacon), stored);
  }

  /**
   * Reads the committed round of the beacon when it is due; the doors wait for it. Never throws.
   *
   * @returns its verified signature, hexadecimal; null = nothing is to be had now
   */
  async askBeacon({ draw }: EventState): Promise<string | null> {
    const nowMs = Date.now();
    const round = draw === null ? null : wantedRound(draw, nowMs);
    if (round === null || this.#isAsking || Math.abs(nowMs - this.#askedMs) < BEACON_AGAIN_MS) return null;
    const source = this.#store.loadDraw()?.beacon ?? null;
    if (source === null) return null;
    this.#askedMs = nowMs;
    this.#isAsking = true;
    const outside = this.#bindings.OUTSIDE;
    const found = await fetchRound(
      {
        ...source,
        fetch: (url, init) => (outside === undefined ? fetch(url, init) : outside.fetch(url, init)),
        allowLoopback: this.#bindings.STANCHION_LISTENER === "loopback",
      },
      round,
    );
    this.#isAsking = false;
    if (found.ok) return found.beacon.signature;
    console.error(`draw: round ${round} of the beacon could not be had: ${found.reason}`);
    return null;
  }
}

function meansOf({ event, incarnation }: EventRef, seed: Uint8Array, beacon: BeaconSource | null): Parameters<typeof attachDraw>[1] {
  return { seed, event, incarnation, chain: beacon?.chain ?? null };
}
