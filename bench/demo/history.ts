/** One look a second at shop and room, and the last minutes of them, so that a page opened late sees what happened. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sample } from "../../static/demo/state.ts";
import type { RoomClient } from "./room-client.ts";
import type { ShopClient } from "./shop-client.ts";

const INTERVAL_MS = 1000;
const KEPT = 180;

export class History {
  readonly #room: Pick<RoomClient, "live">;
  readonly #shop: Pick<ShopClient, "load">;
  #samples: readonly Sample[] = [];
  readonly #end = new AbortController();

  constructor(room: Pick<RoomClient, "live">, shop: Pick<ShopClient, "load">) {
    this.#room = room;
    this.#shop = shop;
  }

  /** Looks once a second until `stop`, and never again before the last look is done: samples are in order. */
  start(): void {
    void this.#watch();
  }

  stop(): void {
    this.#end.abort();
  }

  get last(): Sample | undefined {
    return this.#samples.at(-1);
  }

  since(afterMs: number): readonly Sample[] {
    return this.#samples.filter((sample) => sample.atMs > afterMs);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      const atMs = Date.now();
      // What doesn't answer is null in the sample.
      const [shop, room] = await Promise.all([this.#shop.load().catch(() => null), this.#room.live().catch(() => null)]);
      this.#samples = [...this.#samples.slice(1 - KEPT), { atMs, shop, room }];
      await sleep(Math.max(0, atMs + INTERVAL_MS - Date.now()), undefined, { signal }).catch(() => undefined);
    }
  }
}
