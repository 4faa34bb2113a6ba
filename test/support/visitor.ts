/** A browser as far as HTTP goes: a cookie jar, the headers a browser sends, an address of its own. */
import { setTimeout as sleep } from "node:timers/promises";
import { CookieJar } from "../../bench/load/cookie-jar.ts";
import type { Answer } from "./http.ts";
import { HOST, type Room } from "./room.ts";

export interface VisitorOptions {
  readonly from?: string;
  readonly host?: string;
  readonly event?: string;
  readonly lane?: string;
  /** The isolate asked; the room's first one unless told. */
  readonly port?: number;
}

let nextAddress = 0;

/** A loopback address nobody of this test has had yet. */
export function newAddress(): string {
  nextAddress++;
  return `127.${1 + (nextAddress >> 16)}.${(nextAddress >> 8) & 255}.${nextAddress & 255}`;
}

export class TestVisitor {
  readonly jar = new CookieJar();
  readonly #room: Room;
  readonly #options: VisitorOptions;
  readonly from: string;

  constructor(room: Room, options: VisitorOptions = {}) {
    this.#room = room;
    this.#options = options;
    this.from = options.from ?? newAddress();
  }

  /** A navigation. */
  async open(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send({
      path,
      headers: {
        Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
        "Sec-Fetch-Site": "none",
        ...headers,
      },
    });
  }

  /** A request of a page's script or an element. */
  async load(path: string, headers: Record<string, string> = {}, method = "GET", body?: string): Promise<Answer> {
    return this.#send({
      path,
      method,
      headers: { Accept: "*/*", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-origin", ...headers },
      ...(body === undefined ? {} : { body }),
    });
  }

  /** A form sent from a page: of this shop, or of whatever `site` says. */
  async submit(
    path: string,
    body: string,
    site: "same-origin" | "cross-site" = "same-origin",
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.#send({
      path,
      method: "POST",
      headers: {
        Accept: "text/html,*/*;q=0.8",
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
        "Sec-Fetch-Site": site,
        ...headers,
      },
      body,
    });
  }

  /** Another client with a copy of this one's cookies as they are now. */
  copy(options: VisitorOptions = {}): TestVisitor {
    const other = new TestVisitor(this.#room, { ...this.#options, from: this.from, ...options });
    other.jar.store(Array.from(this.jar.entries(), ([name, value]) => `${name}=${value}`));
    return other;
  }

  /** The value of the ticket's or pass's cookie, or of the visitor credential's. */
  cookie(which: "p" | "v" = "p"): string | undefined {
    return [...this.jar.entries()].find(([name]) => name.includes(`stanchion-${which}-`))?.[1];
  }

  async status(): Promise<any> {
    return (await this.load(`/_stanchion/v1/status${this.#query()}`)).json();
  }

  /** Polls until the status says so. */
  async untilState(state: string, limitMs = 10_000): Promise<void> {
    const until = Date.now() + limitMs;
    for (let now = await this.status(); now.state !== state; now = await this.status()) {
      if (Date.now() > until) throw new Error(`${now.state} after ${limitMs} ms, not ${state}`);
      await sleep(100);
    }
  }

  /** A POST of the room's own page. */
  async call(name: string, body: object = {}): Promise<Answer> {
    const named = {
      ...(this.#options.event === undefined ? {} : { event: this.#options.event }),
      ...(this.#options.lane === undefined ? {} : { lane: this.#options.lane }),
    };
    return this.load(`/_stanchion/v1/${name}`, { "Content-Type": "application/json" }, "POST", JSON.stringify({ ...named, ...body }));
  }

  /** Joins as the waiting page does: the credential of an earlier answer, then the place. */
  async join(path = "/tickets"): Promise<any> {
    await this.open(path);
    const joined = await this.call("join", { returnTo: path });
    return joined.json();
  }

  /** Joins, waits as told (faster), enters; returns the last answer of `enter`. */
  async goIn(path = "/tickets", limitMs = 20_000): Promise<Answer> {
    await this.join(path);
    const until = Date.now() + limitMs;
    for (;;) {
      const entered = await this.call("enter", { returnTo: path });
      if (entered.status === 200 || entered.status === 410 || Date.now() > until) return entered;
      await sleep(150);
    }
  }

  #query(): string {
    const { event, lane } = this.#options;
    const query = new URLSearchParams({ ...(event === undefined ? {} : { event }), ...(lane === undefined ? {} : { lane }) }).toString();
    return query === "" ? "" : `?${query}`;
  }

  async #send(ask: { path: string; method?: string; headers: Record<string, string>; body?: string }): Promise<Answer> {
    const cookie = this.jar.header();
    const headers = { Host: this.#options.host ?? HOST, ...(cookie === undefined ? {} : { Cookie: cookie }), ...ask.headers };
    const answer = await this.#room.ask({ ...ask, from: this.from, headers }, this.#options.port);
    this.jar.store(answer.headers["set-cookie"]);
    return answer;
  }
}
