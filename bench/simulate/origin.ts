/** The shop: a few servers, one backlog in order of arrival, dead work in it served like living, and ways to fail. */
import type { Agenda } from "./agenda.ts";
import type { Random } from "./random.ts";
import { isWithin, lineAt, stepAt, type Scenario } from "./scenario.ts";

/** How a request was taken. */
export type Taken = "queued" | "hung" | { readonly failure: "error" | "throttled"; readonly retryAfterSeconds: number };

/** What a lucky answer takes. */
const LUCKY_SECONDS = 0.005;
const HUNG = "hung" as const;
const QUEUED = "queued" as const;

export class Origin {
  readonly #scenario: Scenario;
  readonly #random: Random;
  readonly #agenda: Agenda;
  readonly #doneKind: number;
  #backlog: number[] = [];
  #head = 0;
  busy = 0;
  #servedSinceCold = 0;
  #guardTokens = 0;
  #guardAt = 0;
  #toldRetryAfter = false;
  #wasDown = false;

  constructor(scenario: Scenario, random: Random, agenda: Agenda, doneKind: number) {
    this.#scenario = scenario;
    this.#random = random;
    this.#agenda = agenda;
    this.#doneKind = doneKind;
    this.#servedSinceCold = scenario.origin.cold?.atStart === true ? 0 : Number.MAX_SAFE_INTEGER;
  }

  get waiting(): number {
    return this.#backlog.length - this.#head;
  }

  /** Servers at work at `now`. */
  servers(now: number): number {
    const { servers, capacity, stalls } = this.#scenario.origin;
    if (stalls !== null && now % stalls.everySeconds >= stalls.everySeconds - stalls.seconds) return 0;
    return Math.round(servers * stepAt(capacity, now));
  }

  /** Requests a second that it can answer at `now`, were there no stalls and failures in between. */
  capacity(now: number): number {
    const { servers, capacity, serviceMs, slowServiceMs, luckyShare, guard, refuses, hangs } = this.#scenario.origin;
    if (isWithin(refuses, now) || isWithin(hangs, now)) return 0;
    const slow = stepAt(this.#scenario.sessions.slowPages, now);
    const mean = ((1 - luckyShare) * ((1 - slow) * serviceMs + slow * slowServiceMs)) / 1000 + luckyShare * LUCKY_SECONDS;
    return ((Math.round(servers * stepAt(capacity, now)) / mean) * Math.min(1, guard?.share ?? 1)) / this.coldFactor();
  }

  coldFactor(): number {
    const { cold } = this.#scenario.origin;
    return cold === null ? 1 : 1 + (cold.factor - 1) * Math.exp(-this.#servedSinceCold / cold.requests);
  }

  /** Latency beside the servers, in seconds: it costs time and no capacity. */
  addedSeconds(now: number): number {
    return lineAt(this.#scenario.origin.addedMs, now) / 1000;
  }

  /** A request arrives. */
  take(request: number, slowPage: boolean, now: number): Taken {
    const { origin } = this.#scenario;
    if (isWithin(origin.refuses, now)) {
      this.#wasDown = true;
      return { failure: "error", retryAfterSeconds: 0 };
    }
    if (isWithin(origin.hangs, now)) {
      this.#wasDown = true;
      return HUNG;
    }
    if (this.#wasDown) {
      this.#wasDown = false;
      if (origin.cold !== null) this.#servedSinceCold = 0;
    }
    if (this.#random.next() < stepAt(origin.errors, now)) return { failure: "error", retryAfterSeconds: 0 };
    if (origin.guard !== null && !this.#guardLets(now)) {
      const tells = origin.guard.retryAfterSeconds > 0 && !(origin.guard.once && this.#toldRetryAfter);
      this.#toldRetryAfter ||= tells;
      return {
        failure: origin.guard.status === 429 ? "throttled" : "error",
        retryAfterSeconds: tells ? origin.guard.retryAfterSeconds : 0,
      };
    }
    if (this.busy >= this.servers(now) && this.waiting >= origin.backlog) return { failure: "error", retryAfterSeconds: 0 };
    this.#backlog.push(slowPage ? -request - 1 : request);
    this.serve(now);
    return QUEUED;
  }

  #guardLets(now: number): boolean {
    const { guard, servers, serviceMs, capacity } = this.#scenario.origin;
    const rate = ((servers * stepAt(capacity, now)) / (serviceMs / 1000)) * (guard?.share ?? 1);
    this.#guardTokens = Math.min(rate, this.#guardTokens + rate * (now - this.#guardAt));
    this.#guardAt = now;
    if (this.#guardTokens < 1) return false;
    this.#guardTokens--;
    return true;
  }

  /** A server is done with a request. */
  done(now: number): void {
    this.busy--;
    this.#servedSinceCold++;
    this.serve(now);
  }

  /** Idle servers take what waits; also called as time passes, since servers come and go. */
  serve(now: number): void {
    const { serviceMs, slowServiceMs, jitter, luckyShare } = this.#scenario.origin;
    while (this.#head < this.#backlog.length && this.busy < this.servers(now)) {
      const entry = this.#backlog[this.#head++] as number;
      const request = entry < 0 ? -entry - 1 : entry;
      const mean = ((entry < 0 ? slowServiceMs : serviceMs) / 1000) * this.coldFactor();
      const lucky = luckyShare > 0 && this.#random.next() < luckyShare;
      const time = lucky ? LUCKY_SECONDS : mean * (1 - jitter + this.#random.exponential(jitter));
      this.busy++;
      this.#agenda.add(now + time, this.#doneKind, request);
    }
    if (this.#head > 4096) {
      this.#backlog = this.#backlog.slice(this.#head);
      this.#head = 0;
    }
  }
}
