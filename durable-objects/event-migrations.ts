/** The event's tables. `docs/storage.md` lists every table and field with purpose and lifetime. */
import type { Migration } from "./migrations.ts";

/** Append-only: see `migrations.ts`. */
export const EVENT_MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: "line, journal, checkpoint, audit",
    up: `
      CREATE TABLE settings (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        event TEXT NOT NULL,
        incarnation INTEGER NOT NULL,
        settings TEXT NOT NULL
      ) STRICT;
      CREATE TABLE summary (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        summary TEXT NOT NULL
      ) STRICT;
      CREATE TABLE learned (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        learned TEXT NOT NULL
      ) STRICT;
      CREATE TABLE joins (
        id INTEGER PRIMARY KEY,
        at_ms REAL NOT NULL,
        keys BLOB NOT NULL
      ) STRICT;
      CREATE TABLE journal (
        id INTEGER PRIMARY KEY,
        facts TEXT NOT NULL
      ) STRICT;
      CREATE TABLE checkpoint (
        chunk INTEGER PRIMARY KEY,
        facts TEXT NOT NULL
      ) STRICT;
      CREATE TABLE place_pages (
        lane TEXT NOT NULL,
        page INTEGER NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (lane, page)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE audit (
        sequence INTEGER PRIMARY KEY,
        at_ms REAL NOT NULL,
        subject TEXT NOT NULL,
        action TEXT NOT NULL,
        detail TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    number: 2,
    name: "orders that may be repeated",
    up: `
      CREATE TABLE orders (
        sequence INTEGER PRIMARY KEY,
        at_ms REAL NOT NULL,
        subject TEXT NOT NULL,
        request_id TEXT NOT NULL,
        fingerprint INTEGER NOT NULL,
        changed INTEGER NOT NULL CHECK (changed IN (0, 1)),
        UNIQUE (subject, request_id)
      ) STRICT;
    `,
  },
  {
    number: 3,
    name: "what the limiter knows",
    up: `
      CREATE TABLE limiter (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        state TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    number: 4,
    name: "the draw's seed and leaves",
    up: `
      CREATE TABLE draw (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        seed BLOB NOT NULL,
        beacon TEXT
      ) STRICT;
      CREATE TABLE draw_leaves (
        lane TEXT NOT NULL,
        first INTEGER NOT NULL,
        leaves BLOB NOT NULL,
        PRIMARY KEY (lane, first)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    number: 5,
    name: "templates",
    up: "CREATE TABLE templates (sequence INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, text TEXT NOT NULL) STRICT;",
  },
];
