/**
 * What is read from and written to the event's tables (`event-migrations.ts`).
 *
 * A call that changed something writes one summary row, one journal row with its facts, and one row of join keys;
 * a checkpoint folds the journal. Nothing here decides anything.
 */
import type { Changes } from "./domain/event.ts";
import { concatBytes } from "./domain/draw/bytes.ts";
import { LEAF_BYTES } from "./domain/draw/chain.ts";
import type { Fact, Learned, Summary } from "./domain/journal.ts";
import { decodeJoins, encodeJoins, JOIN_KEY_MS, type RecentJoin } from "./domain/recent-joins.ts";
import type { Stored } from "./domain/restore.ts";
import { EVENT_MIGRATIONS } from "./event-migrations.ts";
import { migrate, type MigratedStorage } from "./migrations.ts";
import type { AuditEntry, BeaconSource, EventRef, EventSettings } from "./protocol.ts";

/** Facts one row holds; some 100 bytes each, so that it stays far below the platform's limit of 2 MB. */
const CHUNK_FACTS = 4_000;
/** Journal rows and facts after which a checkpoint is due. */
const MOST_JOURNAL_ROWS = 400;
const MOST_JOURNAL_FACTS = 40_000;
/** How long, and how many, orders are remembered for their repetition. */
const ORDER_MS = 24 * 3_600_000;
const MOST_ORDERS = 1_000;

/** An order as its repetition is known by. */
export interface Order {
  readonly subject: string;
  readonly requestId: string;
  /** Hash of the command: the same `requestId` with another command is a mistake. */
  readonly fingerprint: number;
}

/** An order that was carried out. */
export interface OrderRecord extends Order {
  readonly changed: boolean;
}

/** What one call writes. */
export interface CallRecord {
  readonly summary: Summary;
  readonly facts: readonly Fact[];
  readonly joins: readonly RecentJoin[];
  /** Leaves of the draw's numbers, ascending in each lane. */
  readonly leaves: Changes["leaves"];
  readonly eventMs: number;
  /** Live clock: what join keys are kept by. */
  readonly liveMs: number;
  readonly audits: readonly Omit<AuditEntry, "sequence">[];
}

/** A checkpoint: all keyed state as facts, the changed pages of places, and per lane the first page still needed. */
export interface CheckpointRecord {
  readonly facts: readonly Fact[];
  readonly pages: readonly { readonly lane: string; readonly page: number; readonly bytes: Uint8Array }[];
  readonly firstPages: readonly { readonly lane: string; readonly page: number }[];
}

export class EventStore {
  readonly #storage: MigratedStorage;
  #journalRows = 0;
  #journalFacts = 0;
  #rowsWritten = 0;

  /** Brings the schema up to date. @throws Error as `migrate` does */
  constructor(storage: MigratedStorage) {
    this.#storage = storage;
    migrate(storage, EVENT_MIGRATIONS);
  }

  /** What is stored, or null if the event was never configured. */
  load(): { readonly ref: EventRef; readonly settings: EventSettings; readonly stored: Stored; readonly limiter: string | null } | null {
    const { sql } = this.#storage;
    const row = sql
      .exec<{ event: string; incarnation: number; settings: string }>("SELECT event, incarnation, settings FROM settings")
      .toArray()[0];
    const summary = sql.exec<{ summary: string }>("SELECT summary FROM summary").toArray()[0];
    if (row === undefined || summary === undefined) return null;
    const learned = sql.exec<{ learned: string }>("SELECT learned FROM learned").toArray()[0];
    // Our own text in all of these, written from typed values.
    const settings = JSON.parse(row.settings) as EventSettings;
    const stored: Stored = {
      policy: settings,
      summary: JSON.parse(summary.summary) as Summary,
      learned: learned === undefined ? null : (JSON.parse(learned.learned) as Learned),
      pages: sql
        .exec<{ lane: string; page: number; bytes: ArrayBuffer }>("SELECT lane, page, bytes FROM place_pages")
        .toArray()
        .map(({ lane, page, bytes }) => ({ lane, page, bytes: new Uint8Array(bytes) })),
      facts: this.#storedFacts(),
      joins: sql
        .exec<{ at_ms: number; keys: ArrayBuffer }>("SELECT at_ms, keys FROM joins ORDER BY id")
        .toArray()
        .map(({ at_ms, keys }) => ({ atMs: at_ms, joins: decodeJoins(new Uint8Array(keys)) })),
    };
    const limiter = sql.exec<{ state: string }>("SELECT state FROM limiter").toArray()[0]?.state ?? null;
    return { ref: { event: row.event, incarnation: row.incarnation }, settings, stored, limiter };
  }

  #storedFacts(): Fact[] {
    const { sql } = this.#storage;
    const facts: Fact[] = [];
    for (const { facts: text } of sql.exec<{ facts: string }>("SELECT facts FROM checkpoint ORDER BY chunk"))
      facts.push(...(JSON.parse(text) as Fact[]));
    this.#journalRows = 0;
    this.#journalFacts = 0;
    for (const { facts: text } of sql.exec<{ facts: string }>("SELECT facts FROM journal ORDER BY id")) {
      const row = JSON.parse(text) as Fact[];
      this.#journalRows++;
      this.#journalFacts += row.length;
      facts.push(...row);
    }
    return facts;
  }

  /** Writes the organiser's settings, with what the call changed of the line and the order that it was (null = one nobody can repeat). */
  saveSettings(ref: EventRef, settings: EventSettings, record: CallRecord, order: OrderRecord | null): void {
    this.#storage.transactionSync(() => {
      this.#run(
        "INSERT OR REPLACE INTO settings (singleton, event, incarnation, settings) VALUES (1, ?, ?, ?)",
        ref.event,
        ref.incarnation,
        JSON.stringify(settings),
      );
      this.#write(record);
      if (order !== null) this.#writeOrder(order, record.eventMs);
    });
  }

  #writeOrder({ subject, requestId, fingerprint, changed }: OrderRecord, eventMs: number): void {
    this.#run(
      "INSERT INTO orders (at_ms, subject, request_id, fingerprint, changed) VALUES (?, ?, ?, ?, ?)",
      eventMs,
      subject,
      requestId,
      fingerprint,
      changed ? 1 : 0,
    );
    this.#run("DELETE FROM orders WHERE at_ms < ? OR sequence <= (SELECT max(sequence) FROM orders) - ?", eventMs - ORDER_MS, MOST_ORDERS);
  }

  /** What is remembered of an order, or null. */
  findOrder(subject: string, requestId: string): Pick<OrderRecord, "fingerprint" | "changed"> | null {
    const row = this.#storage.sql
      .exec<{ fingerprint: number; changed: number }>(
        "SELECT fingerprint, changed FROM orders WHERE subject = ? AND request_id = ?",
        subject,
        requestId,
      )
      .toArray()[0];
    return row === undefined ? null : { fingerprint: row.fingerprint, changed: row.changed === 1 };
  }

  /** Writes what one call changed, all of it or nothing. */
  save(record: CallRecord): void {
    this.#storage.transactionSync(() => this.#write(record));
  }

  #write({ summary, facts, joins, leaves, liveMs, audits }: CallRecord): void {
    this.#run(
      "INSERT INTO summary (singleton, summary) VALUES (1, ?) ON CONFLICT (singleton) DO UPDATE SET summary = excluded.summary",
      JSON.stringify(summary),
    );
    // One row, but for a call that ends or sweeps a whole crowd of sessions.
    for (const chunk of chunksOf(facts)) {
      this.#run("INSERT INTO journal (facts) VALUES (?)", chunk);
      this.#journalRows++;
    }
    this.#journalFacts += facts.length;
    if (joins.length > 0) {
      this.#run("INSERT INTO joins (at_ms, keys) VALUES (?, ?)", liveMs, encodeJoins(joins));
      // Rows are in order of time, so the scan ends at the first that is young enough: two at most a call.
      this.#run("DELETE FROM joins WHERE id IN (SELECT id FROM joins ORDER BY id LIMIT 2) AND at_ms < ?", liveMs - JOIN_KEY_MS);
    }
    for (const [lane, first, bytes] of rowsOfLeaves(leaves)) {
      this.#run("INSERT OR REPLACE INTO draw_leaves (lane, first, leaves) VALUES (?, ?, ?)", lane, first, bytes);
    }
    for (const { atMs, subject, action, detail } of audits) {
      this.#run("INSERT INTO audit (at_ms, subject, action, detail) VALUES (?, ?, ?, ?)", atMs, subject, action, detail);
    }
  }

  /** Rows written since this store was made: what the platform bills. */
  get rowsWritten(): number {
    return this.#rowsWritten;
  }

  get storedBytes(): number {
    return this.#storage.sql.databaseSize;
  }

  /** Every statement that changes rows goes through here. */
  #run(statement: string, ...values: (string | number | Uint8Array | null)[]): void {
    this.#rowsWritten += this.#storage.sql.exec(statement, ...values).rowsWritten;
  }

  /** Whether the journal has grown long enough to be folded. */
  get checkpointDue(): boolean {
    return this.#journalRows >= MOST_JOURNAL_ROWS || this.#journalFacts >= MOST_JOURNAL_FACTS;
  }

  /** Folds the journal: all keyed state anew, changed pages, and the journal emptied. */
  saveCheckpoint({ facts, pages, firstPages }: CheckpointRecord): void {
    this.#storage.transactionSync(() => {
      this.#run("DELETE FROM checkpoint");
      for (const chunk of chunksOf(facts)) this.#run("INSERT INTO checkpoint (facts) VALUES (?)", chunk);
      for (const { lane, page, bytes } of pages)
        this.#run("INSERT OR REPLACE INTO place_pages (lane, page, bytes) VALUES (?, ?, ?)", lane, page, bytes);
      for (const { lane, page } of firstPages) this.#run("DELETE FROM place_pages WHERE lane = ? AND page < ?", lane, page);
      this.#run("DELETE FROM journal");
    });
    this.#journalRows = 0;
    this.#journalFacts = 0;
  }

  /** Writes what was learned of the line and of the origin, and forgets join keys that are too old to matter. */
  saveLearned(learned: Learned, limiter: string, liveMs: number): void {
    this.#storage.transactionSync(() => {
      this.#run("INSERT OR REPLACE INTO limiter (singleton, state) VALUES (1, ?)", limiter);
      this.#run("INSERT OR REPLACE INTO learned (singleton, learned) VALUES (1, ?)", JSON.stringify(learned));
      this.#run("DELETE FROM joins WHERE at_ms < ?", liveMs - JOIN_KEY_MS);
    });
  }

  /** Seed and beacon of the draw, or null. */
  loadDraw(): { readonly seed: Uint8Array; readonly beacon: BeaconSource | null } | null {
    const row = this.#storage.sql.exec<{ seed: ArrayBuffer; beacon: string | null }>("SELECT seed, beacon FROM draw").toArray()[0];
    if (row === undefined) return null;
    return { seed: new Uint8Array(row.seed), beacon: row.beacon === null ? null : (JSON.parse(row.beacon) as BeaconSource) };
  }

  /** Keeps a draw's seed, and which beacon it uses. */
  saveDraw(seed: Uint8Array, beacon: BeaconSource | null): void {
    this.#run(
      "INSERT OR REPLACE INTO draw (singleton, seed, beacon) VALUES (1, ?, ?)",
      seed,
      beacon === null ? null : JSON.stringify(beacon),
    );
  }

  /** Forgets a draw that has not begun. */
  dropDraw(): void {
    this.#run("DELETE FROM draw");
  }

  /** At most `most` leaves of a lane, from number `from` on. Reads no more rows than they stand in: a draw may hold millions. */
  leaves(lane: string, from: number, most: number): Uint8Array {
    const cursor = this.#storage.sql.exec<{ first: number; leaves: ArrayBuffer }>(
      `SELECT first, leaves FROM draw_leaves
       WHERE lane = ? AND first >= coalesce((SELECT max(first) FROM draw_leaves WHERE lane = ? AND first <= ?), 0)
       ORDER BY first`,
      lane,
      lane,
      from,
    );
    const parts: Uint8Array[] = [];
    let missing = most * LEAF_BYTES;
    for (const row of cursor) {
      const part = new Uint8Array(row.leaves).subarray(Math.max(0, from - row.first) * LEAF_BYTES).subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      if (missing <= 0) break;
    }
    return concatBytes(...parts);
  }

  /** Forgets all leaves: the on-sale is over. */
  dropLeaves(): void {
    this.#run("DELETE FROM draw_leaves");
  }

  /** Audit entries, newest first. */
  audit(before: number | null, limit: number): AuditEntry[] {
    return this.#storage.sql
      .exec<{ sequence: number; at_ms: number; subject: string; action: string; detail: string }>(
        "SELECT sequence, at_ms, subject, action, detail FROM audit WHERE sequence < ? ORDER BY sequence DESC LIMIT ?",
        before ?? Number.MAX_SAFE_INTEGER,
        limit,
      )
      .toArray()
      .map(({ sequence, at_ms, subject, action, detail }) => ({ sequence, atMs: at_ms, subject, action, detail }));
  }
}

/** One row a lane: numbers of one call follow each other. */
function rowsOfLeaves(leaves: Changes["leaves"]): [lane: string, first: number, bytes: Uint8Array][] {
  const rows = new Map<string, { first: number; parts: Uint8Array[] }>();
  for (const { lane, number, leaf } of leaves) {
    const row = rows.get(lane);
    if (row === undefined) rows.set(lane, { first: number, parts: [leaf] });
    else row.parts.push(leaf);
  }
  return [...rows].map(([lane, { first, parts }]) => [lane, first, concatBytes(...parts)]);
}

/** Facts as the text of as many rows as they need. */
function chunksOf(facts: readonly Fact[]): string[] {
  const chunks: string[] = [];
  for (let start = 0; start < facts.length; start += CHUNK_FACTS) chunks.push(JSON.stringify(facts.slice(start, start + CHUNK_FACTS)));
  return chunks;
}
