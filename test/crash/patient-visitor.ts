/** A visitor whose browser repeats whatever fails, and who writes down everything the room acknowledged. */
import { Browser, isWaitingPage, type TimedAnswer } from "../../bench/load/browser.ts";
import type { Credential } from "../../bench/load/credentials.ts";
import type { HttpClient } from "../../bench/load/http-client.ts";
import type { PlaceRecord } from "../../bench/load/promises.ts";

const API = "/_stanchion/v1";
const MAY_ENTER = new Set(["your-turn", "recorded", "missed"]);
/** Asks at least that often, so that the test is short; the room allows it. */
const MOST_PAUSE_MS = 1_500;

export interface Diary {
  readonly event: string;
  place: PlaceRecord | null;
  /** The ticket as the browser kept it: `name=value`. */
  ticket: string | null;
  /** When the first "recorded" was complete, Unix milliseconds. */
  recordedAtMs: number | null;
  /** `gat` of the pass, Unix seconds. */
  grantedAtSeconds: number | null;
  /** When the visitor was seen inside the shop, and when it began to leave; Unix milliseconds. */
  insideFromMs: number | null;
  insideUntilMs: number | null;
  readonly faults: string[];
}

export interface VisitPlan {
  readonly event: string;
  readonly path: string;
  /** "place" = only gets its place; "stay" = goes in and stays; a number = leaves after so many milliseconds. */
  readonly goal: "place" | "stay" | number;
}

export class PatientVisitor {
  readonly plan: VisitPlan;
  readonly browser: Browser;
  readonly diary: Diary;

  constructor(index: number, plan: VisitPlan, client: HttpClient, signal: AbortSignal) {
    this.plan = plan;
    this.browser = new Browser(index, client, signal);
    this.diary = {
      event: plan.event,
      place: null,
      ticket: null,
      recordedAtMs: null,
      grantedAtSeconds: null,
      insideFromMs: null,
      insideUntilMs: null,
      faults: [],
    };
  }

  /** The whole visit; what should not have been is in the diary. */
  async run(): Promise<void> {
    try {
      await this.browser.open(this.plan.path);
      await this.#join();
      if (this.plan.goal === "place") return;
      await this.#waitAndEnter();
      await this.#goInside();
      if (this.plan.goal === "stay") return;
      await this.browser.pause(this.plan.goal);
      this.diary.insideUntilMs = Date.now();
      await this.#call("POST", "leave");
    } catch (error) {
      this.diary.faults.push(error instanceof Error ? error.message : String(error));
    }
  }

  async #join(): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const answer = await this.#call("POST", "join", { returnTo: this.plan.path });
      const credential = this.browser.credential();
      if (answer.status === 202) continue;
      if (answer.status !== 201 || credential?.kind !== "ticket") throw new Error(`join ${answer.status} ${credential?.kind}`);
      this.diary.place = { ...this.#placeOf(credential), sentAtMs: answer.sentAtMs, acknowledgedAtMs: answer.completeAtMs };
      this.diary.ticket = answer.headers["set-cookie"]?.find((line) => line.includes("-p-"))?.split(";")[0] ?? null;
      return;
    }
    throw new Error("the credential of an earlier answer was refused");
  }

  async #waitAndEnter(): Promise<void> {
    for (;;) {
      const status = await this.status();
      if (!MAY_ENTER.has(status.state)) {
        if (status.state !== "waiting") throw new Error(`waiting became ${status.state}`);
        await this.browser.pause(Math.min(MOST_PAUSE_MS, status.pollAfterMs));
        continue;
      }
      const answer = await this.#call("POST", "enter", { returnTo: this.plan.path });
      if (answer.status === 200) return this.#notePass();
      if (answer.status === 202) {
        if ((JSON.parse(answer.body) as { late?: boolean }).late === true) throw new Error("the turn was missed");
        this.diary.recordedAtMs ??= Date.now();
      } else if (answer.status !== 409) throw new Error(`enter ${answer.status}`);
      await this.browser.pause(Math.min(MOST_PAUSE_MS, status.pollAfterMs));
    }
  }

  #notePass(): void {
    const credential = this.browser.credential();
    if (credential?.kind !== "pass") throw new Error("entered without a pass");
    const { lane, position } = this.#placeOf(credential);
    if (lane !== this.diary.place?.lane || position !== this.diary.place.position)
      throw new Error(`place ${this.diary.place?.position} entered as ${position}`);
    this.diary.grantedAtSeconds = credential.grantedAtSeconds;
  }

  async #goInside(): Promise<void> {
    const page = await this.browser.open(this.plan.path);
    if (page.status !== 200 || isWaitingPage(page)) throw new Error(`not in the shop: ${page.status}`);
    this.diary.insideFromMs = Date.now();
  }

  /** The status, after judging that the place is still the one that was acknowledged. */
  async status(): Promise<{ state: string; pollAfterMs: number }> {
    const answer = await this.#call("GET", `status?event=${this.plan.event}`);
    const { state, position, pollAfterMs } = JSON.parse(answer.body) as { state: string; position: number | null; pollAfterMs: number };
    if (position !== this.diary.place?.position) throw new Error(`place ${this.diary.place?.position} became ${position} (${state})`);
    return { state, pollAfterMs };
  }

  #placeOf({ event, lane, position }: Credential): Pick<PlaceRecord, "lane" | "position"> {
    return { lane: `${event}.${lane}`, position: position ?? 0 };
  }

  #call(method: "GET" | "POST", call: string, body: object = {}): Promise<TimedAnswer> {
    return this.browser.call(method, `${API}/${call}`, method === "GET" ? undefined : { event: this.plan.event, ...body });
  }
}
