import { DurableObject } from "cloudflare:workers";
import { DirectoryStore, type Removal } from "./directory-store.ts";
import { type DirectoryState, type DirectoryStep, amendEvent, apply, createEvent, removeEvent, replaceEvent } from "./domain/directory.ts";
import type {
  Actor,
  AuditEntry,
  CreateReply,
  DirectoryCopy,
  DirectoryEntry,
  DirectoryRpc,
  DirectoryWrite,
  EventRef,
  EventSettings,
  ReplaceReply,
  TemplateRef,
} from "./protocol.ts";

/**
 * The one object that knows which events there are, which hosts and paths are theirs, and how often each id has been
 * created. It is asked by gates and by organisers, never once a visitor.
 */
export class Directory extends DurableObject implements DirectoryRpc {
  readonly #store: DirectoryStore;
  #state: DirectoryState<EventSettings>;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.#store = new DirectoryStore(ctx.storage);
    this.#state = this.#store.load();
  }

  async read({ knownVersion }: { readonly knownVersion: number | null }): Promise<DirectoryCopy | "unchanged"> {
    const { version, entries } = this.#state;
    return knownVersion === version ? "unchanged" : { version, entries: [...entries.values()] };
  }

  async create({ settings, hostOrigins }: DirectoryWrite): Promise<CreateReply> {
    return this.#commit(createEvent(this.#state, settings, hostOrigins));
  }

  /** Which template there is only `setTemplate` changes: the settings may have been read before it. */
  async replace({ settings, hostOrigins }: DirectoryWrite): Promise<ReplaceReply> {
    const template = this.#state.entries.get(settings.id)?.settings.template ?? null;
    return this.#commit(replaceEvent(this.#state, { ...settings, template }, hostOrigins));
  }

  /** Which template an event has now; its text is the event's. Null = there is no such incarnation. */
  async setTemplate({ ref, template }: { readonly ref: EventRef; readonly template: TemplateRef | null }): Promise<DirectoryEntry | null> {
    return this.#commit(amendEvent(this.#state, ref, (settings) => ({ ...settings, template })));
  }

  /** The removed incarnation, also if it was removed before; null if there never was such an event. */
  async remove({ event, actor }: { readonly event: string; readonly actor?: Actor }): Promise<EventRef | null> {
    return this.#commit(removeEvent(this.#state, event), { atMs: Date.now(), subject: actor?.subject ?? "unknown" });
  }

  /** Who removed events of this id, newest first. */
  async removals({ event }: { readonly event: string }): Promise<readonly AuditEntry[]> {
    return this.#store.removals(event);
  }

  /** Memory follows the disk: a write that throws leaves both as they were. Nothing is awaited in between. */
  #commit<Reply>({ reply, change }: DirectoryStep<EventSettings, Reply>, removal: Removal | null = null): Reply {
    if (change !== null) {
      this.#store.save(change, removal);
      this.#state = apply(this.#state, change);
    }
    return reply;
  }
}
