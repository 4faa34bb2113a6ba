/** The demo's way to the shop's control port. */
import type { ShopLoad } from "./shop-control.ts";

const TIMEOUT_MS = 2000;

export class ShopClient {
  readonly #controlUrl: string;

  constructor(controlUrl: string) {
    this.#controlUrl = controlUrl;
  }

  load(): Promise<ShopLoad> {
    return this.#call("GET", "/load");
  }

  /** Whether the shop demands the waiting room's sign from now on. */
  check(word: "on" | "off"): Promise<ShopLoad> {
    return this.#call("POST", "/check", word);
  }

  /** How many workers it has from now on. */
  capacity(workers: number): Promise<ShopLoad> {
    return this.#call("POST", "/capacity", String(workers));
  }

  async #call(method: string, path: string, body?: string): Promise<ShopLoad> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(this.#controlUrl + path, { method, signal, ...(body === undefined ? {} : { body }) });
    if (!answer.ok) throw new Error(`the shop's control answered ${answer.status}`);
    const load: ShopLoad = await answer.json();
    return load;
  }
}
