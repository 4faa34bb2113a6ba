/** One look a second at shop and room, and the last minutes of them, so that a page opened late sees what happened. */
import type { Sample } from "../../static/demo/state.ts";
import type { RoomClient } from "./room-client.ts";
import type { ShopClient } from "./shop-client.ts";

const INTERVAL_MS = 1000;
const KEPT = 180;

export class History {
  readonly #room: Pick<RoomClient, "live">;
  readonly #shop: Pick<ShopClient, "load">;
  #samples: readonly Sample[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(room: Pick<RoomClient, "live">, shop: Pick<ShopClient, "load">) {
    this.#room = room;
    this.#shop = shop;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), INTERVAL_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get last(): Sample | undefined {
    return this.#samples.at(-1);
  }

  since(afterMs: number): readonly Sample[] {
    return this.#samples.filter((sample) => sample.atMs > afterMs);
  }

  /** Never rejects: what doesn't answer is null in the sample. */
  async look(): Promise<void> {
    const [shop, room] = await Promise.all([this.#shop.load().catch(() => null), this.#room.live().catch(() => null)]);
    this.#samples = [...this.#samples.slice(1 - KEPT), { atMs: Date.now(), shop, room }];
  }
}
