/** The Directory's tables. Data and SQL only; what may be written is decided in `domain/directory.ts`. */
import type { DirectoryChange, DirectoryState, Entry } from "./domain/directory.ts";
import { type MigratedStorage, type Migration, migrate } from "./migrations.ts";
import type { AuditEntry, EventSettings } from "./protocol.ts";

/** Append-only: see `migrations.ts`. */
export const DIRECTORY_MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: "events and version",
    // A removed event keeps its row without settings: the row is its id's incarnation counter.
    up: `
      CREATE TABLE events (
        id TEXT PRIMARY KEY,
        incarnation INTEGER NOT NULL,
        settings TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE directory (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        version INTEGER NOT NULL
      ) STRICT;
      INSERT INTO directory (singleton, version) VALUES (1, 0);
    `,
  },
  {
    number: 2,
    name: "removals",
    up: `
      CREATE TABLE removals (
        sequence INTEGER PRIMARY KEY,
        at_ms REAL NOT NULL,
        subject TEXT NOT NULL,
        event TEXT NOT NULL,
        incarnation INTEGER NOT NULL
      ) STRICT;
    `,
  },
];

/** Removals remembered, over all events. */
const MOST_REMOVALS = 1_000;

/** Who took an event out. */
export interface Removal {
  readonly atMs: number;
  readonly subject: string;
}

type EventRow = { readonly id: string; readonly incarnation: number; readonly settings: string | null };

export class DirectoryStore {
  readonly #storage: MigratedStorage;

  /** Brings the schema up to date. @throws Error as `migrate` does */
  constructor(storage: MigratedStorage) {
    this.#storage = storage;
    migrate(storage, DIRECTORY_MIGRATIONS);
  }

  load(): DirectoryState<EventSettings> {
    const { sql } = this.#storage;
    const { version } = sql.exec<{ version: number }>("SELECT version FROM directory").one();
    const entries = new Map<string, Entry<EventSettings>>();
    const incarnations = new Map<string, number>();
    for (const { id, incarnation, settings } of sql.exec<EventRow>("SELECT id, incarnation, settings FROM events ORDER BY id")) {
      incarnations.set(id, incarnation);
      if (settings === null) continue;
      // Our own text: checked before it was written.
      const parsed: EventSettings = JSON.parse(settings);
      entries.set(id, { event: id, incarnation, settings: parsed });
    }
    return { version, entries, incarnations };
  }

  /** Writes one change, all of it or nothing; `removal` says who took the event out and when, null = nobody did. */
  save({ version, event, incarnation, settings }: DirectoryChange<EventSettings>, removal: Removal | null = null): void {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      sql.exec(
        `INSERT INTO events (id, incarnation, settings) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET incarnation = excluded.incarnation, settings = excluded.settings`,
        event,
        incarnation,
        settings === null ? null : JSON.stringify(settings),
      );
      sql.exec("UPDATE directory SET version = ?", version);
      if (removal === null) return;
      const { atMs, subject } = removal;
      sql.exec("INSERT INTO removals (at_ms, subject, event, incarnation) VALUES (?, ?, ?, ?)", atMs, subject, event, incarnation);
      sql.exec("DELETE FROM removals WHERE sequence <= (SELECT max(sequence) FROM removals) - ?", MOST_REMOVALS);
    });
  }

  /** Removals of an event id, newest first. */
  removals(event: string): AuditEntry[] {
    return this.#storage.sql
      .exec<{ sequence: number; at_ms: number; subject: string; incarnation: number }>(
        "SELECT sequence, at_ms, subject, incarnation FROM removals WHERE event = ? ORDER BY sequence DESC",
        event,
      )
      .toArray()
      .map(({ sequence, at_ms, subject, incarnation }) => ({
        sequence,
        atMs: at_ms,
        subject,
        action: "delete",
        detail: `event ${event}, incarnation ${incarnation}`,
      }));
  }
}
