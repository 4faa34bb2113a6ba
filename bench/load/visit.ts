/** One visitor's way, as a browser goes it: page, place, line, turn, shop, checkout, out. */
import type { TimedAnswer } from "./browser.ts";
import { Browser, isWaitingPage, VisitFailure } from "./browser.ts";
import type { Credential } from "./credentials.ts";
import type { HttpClient } from "./http-client.ts";
import type { PlaceRecord } from "./promises.ts";
import { shopAround } from "./shopping.ts";
import type { Tally } from "./tally.ts";

export interface VisitOptions {
  readonly index: number;
  readonly path: string;
  readonly client: HttpClient;
  readonly tally: Tally;
  readonly signal: AbortSignal;
}

/** What the visitor reads of a `VisitorStatus`. */
interface Status {
  readonly state: string;
  readonly position: number | null;
  readonly pollAfterMs: number;
  /** 0: not told. */
  readonly perMinute: number;
}

const API = "/_stanchion/v1";
const JOIN_ATTEMPTS = 5;
const ENTRY_ATTEMPTS = 3;
const MAY_ENTER: ReadonlySet<string> = new Set(["your-turn", "recorded", "missed"]);

/** Goes the whole way; never throws: what went wrong is in the tally. */
export async function visit(options: VisitOptions): Promise<void> {
  const { index, tally, signal } = options;
  try {
    await new Visit(options).run();
  } catch (error) {
    if (signal.aborted) tally.recordFailure(index, "time-is-up");
    else if (error instanceof VisitFailure) tally.recordFailure(index, error.reason);
    else throw error;
  }
}

class Visit {
  readonly #options: VisitOptions;
  readonly #browser: Browser;
  #place: PlaceRecord | null = null;

  constructor(options: VisitOptions) {
    this.#options = options;
    this.#browser = new Browser(options.index, options.client, options.signal);
  }

  async run(): Promise<void> {
    const { path, tally, index } = this.#options;
    let page = await this.#browser.open(path);
    tally.arrived++;
    let credential = this.#browser.credential();
    if (credential?.kind === "visitor") {
      let status = await this.#join(credential);
      for (let attempt = 0; attempt < ENTRY_ATTEMPTS; attempt++) {
        credential = await this.#waitAndEnter(credential, status);
        page = await this.#browser.open(path);
        if (!isWaitingPage(page)) break;
        // Too slow: the pass lapsed before it came back, and there is one late turn.
        status = await this.#poll(credential);
      }
    } else if (credential?.position != null) {
      this.#notePlace(credential, credential.position, page);
      // Where nobody has to wait nobody polls, but the rate must be known to be judged by.
      if (tally.perMinuteTold === 0) await this.#poll(credential);
    }
    if (isWaitingPage(page)) throw new VisitFailure("sent-back");
    if (page.status !== 200) throw new VisitFailure(`page-${page.status}`);
    tally.recordEntry(index, credential?.grantedAtSeconds ?? null);

    const end = await shopAround(this.#browser, page.body, this.#options);
    if (end === "bought") tally.bought++;
    else {
      tally.left++;
      if (credential !== null) await this.#post("leave", credential, {});
    }
  }

  async #waitAndEnter(visitor: Credential, first: Status): Promise<Credential> {
    for (let status = first; ;) {
      this.#checkPlace(status);
      if (status.state === "admitted") break;
      if (status.state === "spent" || status.state === "ended") throw new VisitFailure(`place-${status.state}`);
      if (MAY_ENTER.has(status.state)) {
        this.#options.tally.polls++;
        const answer = await this.#post("enter", visitor, { returnTo: this.#options.path });
        if (answer.status === 200) break;
        if (answer.status === 202) {
          // Recorded: at the front, and to ask for the pass again.
          status = this.#read(answer);
          await this.#browser.pause(status.pollAfterMs);
          continue;
        }
        if (answer.status !== 409) throw new VisitFailure(`enter-${answer.status}`);
      }
      await this.#browser.pause(status.pollAfterMs);
      status = await this.#poll(visitor);
    }
    const credential = this.#browser.credential();
    if (credential?.kind !== "pass") throw new VisitFailure("entered-without-pass");
    return credential;
  }

  async #join(visitor: Credential): Promise<Status> {
    for (let attempt = 0; attempt < JOIN_ATTEMPTS; attempt++) {
      const answer = await this.#post("join", visitor, { returnTo: this.#options.path });
      const credential = this.#browser.credential();
      if (answer.status === 201 && credential?.position != null) {
        this.#notePlace(visitor, credential.position, answer);
        return this.#read(answer);
      }
      // 202: the credential was too old or used up, and a new one came with the answer.
      if (answer.status !== 202) throw new VisitFailure(`join-${answer.status}`);
    }
    throw new VisitFailure("join-without-end");
  }

  async #poll({ event, lane }: Credential): Promise<Status> {
    this.#options.tally.polls++;
    const answer = await this.#browser.call("GET", `${API}/status?event=${event}&lane=${encodeURIComponent(lane)}`);
    if (answer.status !== 200) throw new VisitFailure(`status-${answer.status}`);
    return this.#read(answer);
  }

  #read(answer: TimedAnswer): Status {
    const { tally } = this.#options;
    const status = readStatus(answer);
    tally.perMinuteTold = Math.max(tally.perMinuteTold, status.perMinute);
    return status;
  }

  #post(call: "join" | "enter" | "leave", { event, lane }: Credential, more: object): Promise<TimedAnswer> {
    return this.#browser.call("POST", `${API}/${call}`, { event, lane, ...more });
  }

  #notePlace({ lane }: Credential, position: number, answer: TimedAnswer): void {
    this.#place = { lane, position, sentAtMs: answer.sentAtMs, acknowledgedAtMs: answer.completeAtMs };
    this.#options.tally.recordPlace(this.#options.index, this.#place);
  }

  /** An acknowledged place never changes, whatever crashed in between. */
  #checkPlace(status: Status): void {
    if (status.position !== null && status.position !== this.#place?.position) throw new VisitFailure("place-changed");
    if (status.state === "joining") throw new VisitFailure("place-lost");
  }
}

function readStatus(answer: TimedAnswer): Status {
  let body: unknown;
  try {
    body = JSON.parse(answer.body);
  } catch {
    throw new VisitFailure("status-unreadable");
  }
  const outer = body as { readonly status?: Partial<Status> } & Partial<Status>;
  const told = typeof outer.status === "object" ? outer.status : outer;
  return {
    state: String(told.state),
    position: typeof told.position === "number" ? told.position : null,
    pollAfterMs: Math.max(200, told.pollAfterMs ?? 2000),
    perMinute: told.perMinute ?? 0,
  };
}
