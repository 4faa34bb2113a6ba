/**
 * What the limiter is told of an attempt at the origin. Uploads, upgrades and event streams are none: how long they take is the
 * client's doing or says nothing. 304, other 4xx and what the client broke off are neither good nor bad (S10).
 */
import { keyedHash, type HashSeed } from "../durable-objects/domain/keyed-hash.ts";
import {
  createMeter,
  meterEnd,
  meterLoad,
  meterRetryAfter,
  meterStart,
  type Meter,
  type Outcome,
} from "../durable-objects/domain/limiter/meter.ts";
import type { OriginSums } from "../durable-objects/domain/types.ts";
import type { Config } from "./config.ts";
import { regionOf, UNKNOWN_NETWORK, type RequestContext } from "./context.ts";
import type { EventView } from "./event-view.ts";
import { prefixesOf } from "./ip-networks.ts";
import { derivedKey, hmac, signingKey } from "./keys.ts";
import type { OriginCommands } from "./origin-commands.ts";

/** Where an attempt is noted, and whose it is. */
export interface Measured {
  readonly view: EventView;
  /** Hash of the session; null = nobody has one (a bypass, doors off): such requests stand in the sums only, they are no load that was let in. */
  readonly session: number | null;
  readonly checkout: boolean;
}

/** Sessions' hashes are the same in every isolate, for a session's whole life. Positions are no secret. */
const SESSION_SEED: HashSeed = [0x53657373, 0x696f6e73];
const HASH_RANGE = 2 ** 32;

/** 32 bits that stand for a session. */
export function sessionHash(lane: string, position: number): number {
  return keyedHash(`${lane}/${position}`, SESSION_SEED) % HASH_RANGE;
}

/** One attempt under way. */
export class Attempt {
  readonly startedMs: number;
  readonly #meter: Meter;
  readonly #session: number;
  readonly #network: number;
  readonly #routeClass: string;
  #isOver = false;

  constructor(meter: Meter, session: number, network: number, routeClass: string, nowMs: number) {
    this.#meter = meter;
    this.#session = session;
    this.#network = network;
    this.#routeClass = routeClass;
    this.startedMs = nowMs;
    meterStart(meter, session, network, nowMs);
  }

  /** The origin's headers came; `load` is its own word, where it may speak. */
  answered(response: Response, { load }: OriginCommands, nowMs: number): void {
    const outcome = outcomeOf(response.status);
    if (outcome === "throttled") meterRetryAfter(this.#meter, retryAfterSeconds(response.headers.get("Retry-After"), nowMs));
    if (load !== undefined) meterLoad(this.#meter, load);
    this.end(outcome, nowMs);
  }

  /** Over, once: whatever comes later counts no more. */
  end(outcome: Outcome, nowMs: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const end = { routeClass: this.#routeClass, outcome, firstByteMs: Math.max(0, nowMs - this.startedMs) };
    meterEnd(this.#meter, this.#session, this.#network, end, nowMs);
  }

  get isOver(): boolean {
    return this.#isOver;
  }
}

/** Begins to measure an attempt for the limiter; null = it doesn't count. */
export async function beginAttempt(context: RequestContext, { view, session, checkout }: Measured): Promise<Attempt | null> {
  const routeClass = session === null ? null : routeClassOf(context.request, checkout);
  if (session === null || routeClass === null) return null;
  const seed = await networkSeed(context.config, context.nowMs);
  const network = keyedHash(quorumNetwork(context.client.address), seed) % HASH_RANGE;
  const meter = (view.meter ??= createMeter(regionOf(context), context.nowMs));
  const attempt = new Attempt(meter, session, network, routeClass, Date.now());
  view.noteAttempt(attempt);
  return attempt;
}

/** Whether an attempt with this request counts as load of the origin. */
export function isMeasured(request: Request, checkout: boolean): boolean {
  return routeClassOf(request, checkout) !== null;
}

/** Pages, writes and the rest take different times: each is compared with its own kind. Null: not to be measured. */
function routeClassOf(request: Request, checkout: boolean): string | null {
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD") return request.body === null ? "write" : null;
  if (checkout) return "checkout";
  if (headers.get("Sec-Fetch-Mode") === "navigate") return "page";
  return headers.has("Upgrade") || headers.get("Accept")?.includes("text/event-stream") === true ? null : "other";
}

/** How an answer of this status counts in an event's sums. */
export function sumsOfAnswer(status: number, firstByteMs: number): Partial<OriginSums> {
  switch (outcomeOf(status)) {
    case "throttled":
      return { requests: 1, throttled: 1 };
    case "timeout":
      return { requests: 1, timeouts: 1 };
    case "error":
      return { requests: 1, serverErrors: 1 };
    case "ok":
      return { requests: 1, ok: 1, firstByteMsSum: firstByteMs };
    case "neutral":
      return { requests: 1 };
  }
}

function outcomeOf(status: number): Outcome {
  if (status === 429 || status === 503) return "throttled";
  if (status === 504) return "timeout";
  if (status >= 500) return "error";
  return status === 101 || status === 304 || status >= 400 ? "neutral" : "ok";
}

/** Delay in seconds, or the time until the date (RFC 9110 section 10.2.3); 0 = none that can be read. */
export function retryAfterSeconds(value: string | null, nowMs: number): number {
  if (value === null) return 0;
  if (/^[0-9]{1,9}$/.test(value.trim())) return Number(value);
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? 0 : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

/** Who holds less than an IPv4 /24 or an IPv6 /48 is one network when it is asked how many of them fare badly. */
function quorumNetwork(address: string | null): string {
  if (address === null) return UNKNOWN_NETWORK;
  return address.includes(":") ? (prefixesOf(address)[2] ?? UNKNOWN_NETWORK) : address.slice(0, address.lastIndexOf("."));
}

const seeds = new WeakMap<Config, { readonly day: number; readonly seed: HashSeed }>();

/** Of the deployment's secret and the day, so that hashes of networks say nothing to anybody else (S18). */
async function networkSeed(config: Config, nowMs: number): Promise<HashSeed> {
  const day = Math.floor(nowMs / 86_400_000);
  const known = seeds.get(config);
  if (known?.day === day) return known.seed;
  const key = await derivedKey(signingKey(config.ticketKeys), "limiter", { ref: null, day });
  const bytes = new DataView((await hmac(key, "networks")).buffer);
  const seed: HashSeed = [bytes.getUint32(0), bytes.getUint32(4)];
  seeds.set(config, { day, seed });
  return seed;
}
