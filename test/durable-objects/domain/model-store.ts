/** What the event's store keeps, in memory: the same rows as `durable-objects/event-store.ts`, as text and bytes. */
import type { Changes, EventState } from "../../../durable-objects/domain/event.ts";
import type { StoredDraw } from "../../../durable-objects/domain/draw/draw.ts";
import type { Fact, Learned, Summary } from "../../../durable-objects/domain/journal.ts";
import { finishedThrough } from "../../../durable-objects/domain/lane.ts";
import { decodeJoins, encodeJoins, JOIN_KEY_MS } from "../../../durable-objects/domain/recent-joins.ts";
import { checkpointFacts, learnedOf, restoreEvent, summaryOf } from "../../../durable-objects/domain/restore.ts";
import type { EventPolicy } from "../../../durable-objects/domain/types.ts";

export class ModelStore {
  #settings = "";
  #summary = "";
  #learned: string | null = null;
  #checkpoint = "[]";
  #journal: string[] = [];
  #joins: { readonly atMs: number; readonly keys: Uint8Array }[] = [];
  readonly #pages = new Map<string, { readonly lane: string; readonly page: number; readonly bytes: Uint8Array }>();

  /** What a call changed. A step that changed nothing but clocks writes nothing; returns whether it wrote. */
  saveStep(event: EventState, changes: Changes): boolean {
    if (changes.facts.length === 0 && changes.joins.length === 0 && changes.audits.length === 0) return false;
    this.save(event, changes);
    return true;
  }

  save(event: EventState, { facts, joins }: Pick<Changes, "facts" | "joins">): void {
    const { liveMs } = event.clock;
    this.#summary = JSON.stringify(summaryOf(event));
    if (facts.length > 0) this.#journal.push(JSON.stringify(facts));
    if (joins.length === 0) return;
    this.#joins.push({ atMs: liveMs, keys: encodeJoins(joins) });
    this.#joins = this.#joins.filter(({ atMs }, index) => index >= 2 || atMs >= liveMs - JOIN_KEY_MS);
  }

  saveSettings(event: EventState, policy: EventPolicy, changes: Pick<Changes, "facts" | "joins">): void {
    this.#settings = JSON.stringify(policy);
    this.save(event, changes);
  }

  saveLearned(event: EventState): void {
    this.#learned = JSON.stringify(learnedOf(event));
    this.#joins = this.#joins.filter(({ atMs }) => atMs >= event.clock.liveMs - JOIN_KEY_MS);
  }

  /** Folds the journal, in the order of the shell. */
  fold(event: EventState): void {
    const lanes = [...event.lanes.values()];
    this.#checkpoint = JSON.stringify(checkpointFacts(event));
    const firstPages = lanes.map((lane) => ({ lane: lane.id, page: lane.states.dropThrough(finishedThrough(lane)) }));
    for (const lane of lanes) {
      for (const { page, bytes } of lane.states.takeDirty())
        this.#pages.set(`${lane.id} ${page}`, { lane: lane.id, page, bytes: bytes.slice() });
    }
    for (const { lane, page } of firstPages) {
      for (const [key, stored] of this.#pages) if (stored.lane === lane && stored.page < page) this.#pages.delete(key);
    }
    this.#journal = [];
  }

  /** The draw as it was written last; its seed is kept elsewhere. */
  get draw(): StoredDraw | null {
    return (JSON.parse(this.#summary) as Summary).draw ?? null;
  }

  restore(): EventState {
    return restoreEvent({
      policy: JSON.parse(this.#settings) as EventPolicy,
      summary: JSON.parse(this.#summary) as Summary,
      learned: this.#learned === null ? null : (JSON.parse(this.#learned) as Learned),
      pages: [...this.#pages.values()].map(({ lane, page, bytes }) => ({ lane, page, bytes: bytes.slice() })),
      facts: [this.#checkpoint, ...this.#journal].flatMap((text) => JSON.parse(text) as Fact[]),
      joins: this.#joins.map(({ atMs, keys }) => ({ atMs, joins: decodeJoins(keys) })),
    });
  }
}
