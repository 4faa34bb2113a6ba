/** One visitor's browser: cookies, the headers a browser sends, and patience with answers that say "later". */
import { setTimeout as sleep } from "node:timers/promises";
import { CookieJar } from "./cookie-jar.ts";
import type { Credential } from "./credentials.ts";
import { readCredential } from "./credentials.ts";
import type { Answer, Ask, HttpClient } from "./http-client.ts";

/** A visitor's way ended where it should not have; `reason` is a stable word for the summary. */
export class VisitFailure extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** An answer and the span in which it came about, in milliseconds of `performance.now()`. */
export interface TimedAnswer extends Answer {
  /** When the request was sent first; later sendings are repetitions of it. */
  readonly sentAtMs: number;
  readonly completeAtMs: number;
}

const LATER = new Set([429, 502, 503, 504]);
/** Patience that grows: a crowd that hammers a struggling shop would keep it down. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

export class Browser {
  readonly #index: number;
  readonly #client: HttpClient;
  readonly #jar = new CookieJar();
  readonly #signal: AbortSignal;

  constructor(index: number, client: HttpClient, signal: AbortSignal) {
    this.#index = index;
    this.#client = client;
    this.#signal = signal;
  }

  credential(): Credential | null {
    return readCredential(this.#jar);
  }

  pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#signal });
  }

  /** Opens a page as the address bar or a link does. */
  open(path: string): Promise<TimedAnswer> {
    return this.#insist({ method: "GET", path, headers: this.#navigation() }, isNoWaitingPage);
  }

  /** Sends a form of the shop. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<TimedAnswer> {
    const headers = {
      ...this.#navigation(),
      Origin: this.#client.target.origin,
      "Content-Type": "application/x-www-form-urlencoded",
    };
    return this.#insist({ method: "POST", path, headers, body: new URLSearchParams(fields).toString() });
  }

  /** Calls the room as the waiting page's script does. */
  call(method: "GET" | "POST", path: string, body?: unknown): Promise<TimedAnswer> {
    const headers = {
      Accept: "application/json",
      "Sec-Fetch-Mode": "cors",
      "Sec-Fetch-Dest": "empty",
      "Sec-Fetch-Site": "same-origin",
      ...(method === "POST" ? { Origin: this.#client.target.origin, "Content-Type": "application/json" } : {}),
    };
    return this.#insist({ method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }

  #navigation(): Record<string, string> {
    return {
      Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
      "Accept-Language": "en",
      "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-Dest": "document",
      "Sec-Fetch-Site": "none",
      "Sec-Fetch-User": "?1",
      "Upgrade-Insecure-Requests": "1",
    };
  }

  /**
   * Repeats while the network fails or the answer says "later", with `Retry-After` or growing pauses. Repeating is what
   * a person does, and in the room every call may be repeated. `again` can rule it out: a waiting page may come as 503.
   */
  async #insist(ask: Ask, again: (answer: Answer) => boolean = () => true): Promise<TimedAnswer> {
    const sentAtMs = performance.now();
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#try(ask);
      if (answer !== null && !(LATER.has(answer.status) && again(answer))) {
        return { ...answer, sentAtMs, completeAtMs: performance.now() };
      }
      await this.pause(pauseMs(answer?.headers["retry-after"], attempt));
    }
  }

  async #try(ask: Ask): Promise<Answer | null> {
    try {
      const headers = { ...ask.headers, Cookie: this.#jar.header() };
      const answer = await this.#client.send(this.#index, { ...ask, headers }, this.#signal);
      this.#jar.store(answer.headers["set-cookie"]);
      return answer;
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof Error && "code" in error && error.code === "EMFILE") throw new VisitFailure("no-more-files");
      return null;
    }
  }
}

/** Whether this is the waiting page: it tells its phase on its root element; the room's error pages are a "notice". */
export function isWaitingPage({ body }: Answer): boolean {
  return /<html[^>]* data-phase="(?!notice")/u.test(body.slice(0, 1000));
}

function isNoWaitingPage(answer: Answer): boolean {
  return !isWaitingPage(answer);
}

function pauseMs(retryAfter: string | undefined, attempt: number): number {
  const toldMs = Number(retryAfter) * 1000;
  const baseMs = Number.isFinite(toldMs) && toldMs > 0 ? toldMs : FIRST_PAUSE_MS * 2 ** Math.min(attempt, 4);
  return Math.min(LONGEST_PAUSE_MS, baseMs) * (0.75 + Math.random() / 2);
}
