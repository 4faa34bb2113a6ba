/** The Directory's tables. Data and SQL only; what may be written is decided in `domain/directory.ts`. */
import type { DirectoryChange, DirectoryState, Entry } from "./domain/directory.ts";
import { type MigratedStorage, type Migration, migrate } from "./migrations.ts";
import type { EventSettings } from "./protocol.ts";

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
];

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

  /** Writes one change, all of it or nothing. */
  save({ version, event, incarnation, settings }: DirectoryChange<EventSettings>): void {
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
    });
  }
}
