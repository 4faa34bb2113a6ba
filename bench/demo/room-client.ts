/** The demo's way to the room: as organiser with a token, and as the visitor whose cookies the demo page came with. */
import { setTimeout as sleep } from "node:timers/promises";
import type { LiveFigures } from "../../durable-objects/domain/types.ts";
import type { EventSettings } from "../../durable-objects/protocol.ts";
import type { RoomSample, You } from "../../static/demo/state.ts";

/** What an event is created from: what has a default may be left out. */
export type NewEvent = Pick<EventSettings, "id" | "region" | "hosts" | "perMinute" | "maxActiveSessions"> & Partial<EventSettings>;

const TIMEOUT_MS = 3000;
const ATTEMPTS = 5;
const PAUSE_MS = 500;

/** The room said no, or nothing it could be understood by. */
export class RoomRefusal extends Error {}

export class RoomClient {
  readonly #url: string;
  readonly #event: string;
  /** Called for each request: tokens are short-lived. */
  readonly #token: () => Promise<string>;

  constructor(url: string, event: string, token: () => Promise<string>) {
    this.#url = url;
    this.#event = event;
    this.#token = token;
  }

  /** Creates the event, or brings the one of an earlier start to these settings. */
  async provide(settings: NewEvent): Promise<"created" | "kept"> {
    const created = await this.#insist("POST", "/events", settings);
    if (created.ok) return "created";
    if (created.status !== 409) throw await refusal(created);
    const replaced = await this.#insist("PUT", `/events/${this.#event}`, settings);
    if (!replaced.ok) throw await refusal(replaced);
    return "kept";
  }

  async live(): Promise<RoomSample> {
    const answer = await this.#organiser("GET", `/events/${this.#event}/live`);
    if (!answer.ok) throw await refusal(answer);
    const figures: LiveFigures = await answer.json();
    return summarise(figures);
  }

  /** One of the event's actions: `doors`, `let-in`, … */
  async act(action: string, body: unknown): Promise<void> {
    const answer = await this.#organiser("POST", `/events/${this.#event}/actions/${action}`, body);
    if (!answer.ok) throw await refusal(answer);
  }

  /** The status of the visitor with these cookies; null when the room doesn't know one. */
  async statusOf(cookie: string, lane: string): Promise<You | null> {
    const url = `${this.#url}/_stanchion/v1/status?event=${this.#event}&lane=${lane}`;
    const answer = await fetch(url, { headers: { Cookie: cookie }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) return null;
    const you: You = await answer.json();
    return you;
  }

  /** Repeats what the room could not do now (503): both calls may be repeated. */
  async #insist(method: string, path: string, body: unknown): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#organiser(method, path, body);
      if (answer.status !== 503 || attempt === ATTEMPTS) return answer;
      await sleep(PAUSE_MS);
    }
  }

  async #organiser(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.#url}/_stanchion/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${await this.#token()}`, "Content-Type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

async function refusal(answer: Response): Promise<RoomRefusal> {
  return new RoomRefusal(`the room answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
}

function summarise(figures: LiveFigures): RoomSample {
  const [lane] = figures.lanes;
  return {
    doors: figures.doors,
    perMinute: figures.perMinute,
    perMinuteReason: figures.perMinuteReason,
    standstill: figures.standstill,
    limiter: { phase: figures.limiter.phase, targetSessions: figures.limiter.targetSessions },
    grantedLastMinute: figures.grantedLastMinute,
    activeSessions: figures.activeSessions,
    maxActiveSessions: figures.maxActiveSessions,
    letInRemaining: figures.letInRemaining,
    waiting: lane?.waiting ?? 0,
    called: (lane?.calledNotIn ?? 0) + (lane?.recorded ?? 0),
    nowServing: lane?.nowServing ?? 0,
    lastIssued: lane?.lastIssued ?? 0,
  };
}
