import { DurableObject } from "cloudflare:workers";
import { createRateLimit, take } from "./domain/rate-limit.ts";
import { DrawCopies } from "./draw-copies.ts";
import { EventBatcher, isWithin } from "./event-batcher.ts";
import type {
  DirectoryCopy,
  DrawReply,
  EventRef,
  GateRpc,
  LeavesRequest,
  ReadReply,
  ReadRequest,
  TemplateReply,
  VisitReply,
  VisitRequest,
} from "./protocol.ts";
import { directoryStub, eventQueueStub, type ObjectBindings } from "./stubs.ts";
import { within } from "./within.ts";

/** Joins a network may send a second, and at once. */
const JOINS = { perSecond: 10, burst: 200 };
/** Networks told apart; more share one bucket. */
const NETWORK_SLOTS = 16_384;
/** The Directory is asked at most this often; in between its copy is given out. */
const DIRECTORY_FRESH_MS = 1_000;
/** A template, of up to 1 MB, is waited for this long. */
const TEMPLATE_LIMIT_MS = 5_000;
/** Shorter than an isolate waits for this gate, so that a Directory that hangs does not hold the copy back. */
const DIRECTORY_LIMIT_MS = 1_500;

/**
 * A shard that batches visitors' requests on their way to the event, limits joins by network, and keeps copies of
 * snapshot and directory. All of it is volatile: an idle gate is gone after seconds, and loses nothing acknowledged.
 */
export class Gate extends DurableObject<ObjectBindings> implements GateRpc {
  readonly #gate = crypto.randomUUID();
  readonly #batchers = new Map<string, EventBatcher>();
  readonly #joins = createRateLimit({ ...JOINS, slots: NETWORK_SLOTS }, randomSeed());
  readonly #draws = new DrawCopies((ref) => eventQueueStub(this.env, ref), randomSeed());
  #directory: DirectoryCopy | null = null;
  #directoryAskedMs = 0;
  /** The one that was asked for last: a gate is one event's, and an event has one. */
  #template: { readonly hash: string; readonly text: string } | null = null;
  /** The one question for it under way: isolates ask all at once when it is new. */
  #askedTemplate: { readonly hash: string; readonly reply: Promise<TemplateReply> } | null = null;
  /** The one question to the Directory under way; whoever needs a newer copy waits for it. */
  #asking: Promise<void> | null = null;

  async visit({ ref, item }: VisitRequest): Promise<VisitReply> {
    if (item.kind === "join") {
      const { allowed, retryAfterMs } = take(this.#joins, [item.network], 1, Date.now());
      if (!allowed) return { outcome: "limited", retryAfterMs };
    }
    return this.#batcher(ref).visit(item);
  }

  async read(request: ReadRequest): Promise<ReadReply> {
    return this.#batcher(request.ref).read(request);
  }

  async directory({ knownVersion }: { readonly knownVersion: number | null }): Promise<DirectoryCopy | "unchanged" | null> {
    if (this.#directory === null || !isWithin(Date.now() - this.#directoryAskedMs, DIRECTORY_FRESH_MS))
      await (this.#asking ??= this.#refreshDirectory());
    if (this.#directory === null) return null;
    return this.#directory.version === knownVersion ? "unchanged" : this.#directory;
  }

  async draw({ ref }: { readonly ref: EventRef }): Promise<DrawReply | "unavailable"> {
    return this.#draws.draw(ref, Date.now());
  }

  async leaves({ ref, lane, from }: LeavesRequest & { readonly ref: EventRef }): Promise<Uint8Array | "unavailable"> {
    return this.#draws.leaves(ref, { lane, from }, Date.now());
  }

  async template({ ref, hash }: { readonly ref: EventRef; readonly hash: string }): Promise<TemplateReply> {
    if (this.#template?.hash === hash) return { text: this.#template.text };
    if (this.#askedTemplate?.hash !== hash) this.#askedTemplate = { hash, reply: this.#askTemplate(ref, hash) };
    return this.#askedTemplate.reply;
  }

  async #askTemplate(ref: EventRef, hash: string): Promise<TemplateReply> {
    try {
      const text = await within(eventQueueStub(this.env, ref).template({ hash }), TEMPLATE_LIMIT_MS);
      if (text === null) return "missing";
      this.#template = { hash, text };
      return { text };
    } catch {
      return "unavailable";
    } finally {
      if (this.#askedTemplate?.hash === hash) this.#askedTemplate = null;
    }
  }

  /** An unreachable Directory leaves the old copy: events do not vanish because one object is away. */
  async #refreshDirectory(): Promise<void> {
    try {
      const read = directoryStub(this.env).read({ knownVersion: this.#directory?.version ?? null });
      const copy = await within(read, DIRECTORY_LIMIT_MS);
      if (copy !== "unchanged" && copy.version >= (this.#directory?.version ?? 0)) this.#directory = copy;
    } catch (error) {
      console.error("directory unreachable", error instanceof Error ? error.name : "");
    } finally {
      this.#directoryAskedMs = Date.now();
      this.#asking = null;
    }
  }

  #batcher(ref: EventRef): EventBatcher {
    const key = `${ref.event}/${ref.incarnation}`;
    let batcher = this.#batchers.get(key);
    if (batcher === undefined) {
      batcher = new EventBatcher({
        sync: (report) => eventQueueStub(this.env, ref).sync(report),
        now: () => Date.now(),
        sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        gate: this.#gate,
      });
      this.#batchers.set(key, batcher);
    }
    return batcher;
  }
}

function randomSeed(): [number, number] {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2));
  return [a, b];
}
