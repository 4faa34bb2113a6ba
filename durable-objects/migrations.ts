/**
 * Brings an object's SQLite schema up to date. A list of migrations is append-only: an entry that has been deployed is
 * never edited, renamed, reordered or taken out, since objects that ran it keep what it did; a mistake is put right by
 * another entry at the end.
 */

export interface Migration {
  /** Place in the list, from 1 without gaps; written out so that a merge of two branches can't renumber silently. */
  readonly number: number;
  /** What it does, in a few words; recorded beside the number and compared from then on. */
  readonly name: string;
  /** Statements, or a function where rows have to be rewritten. Runs inside the transaction; must not await. */
  readonly up: string | ((sql: SqlStorage) => void);
}

/** The part of an object's storage that migrations use. */
export type MigratedStorage = Pick<DurableObjectStorage, "sql" | "transactionSync">;

const LEDGER = "schema_migrations";

/**
 * Applies those migrations that the storage has not seen, all of them in one transaction, and records them. Called first
 * in an object's constructor, before anything is read; on a current schema it costs one read. After `deleteAll()` the
 * ledger is gone like everything else, so whoever goes on using the storage calls it again.
 *
 * @returns how many were applied
 * @throws Error if the list is misnumbered, if the storage was written by newer code, or if it recorded another migration
 *   under one of these numbers. Nothing is changed then: serving from a schema we don't know could lose places.
 */
export function migrate(storage: MigratedStorage, migrations: readonly Migration[]): number {
  checkNumbering(migrations);
  return storage.transactionSync(() => {
    const { sql } = storage;
    sql.exec(`CREATE TABLE IF NOT EXISTS ${LEDGER} (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT`);
    const applied = sql.exec<{ number: number; name: string }>(`SELECT number, name FROM ${LEDGER} ORDER BY number`).toArray();
    checkHistory(applied, migrations);
    const pending = migrations.slice(applied.length);
    for (const { number, name, up } of pending) {
      if (typeof up === "string") sql.exec(up);
      else up(sql);
      sql.exec(`INSERT INTO ${LEDGER} (number, name) VALUES (?, ?)`, number, name);
    }
    return pending.length;
  });
}

function checkNumbering(migrations: readonly Migration[]): void {
  migrations.forEach(({ number, name }, index) => {
    if (number !== index + 1) throw new Error(`migration "${name}" has number ${number}, its place is ${index + 1}`);
  });
}

/** What was applied must be a prefix of the list. */
function checkHistory(applied: readonly { readonly number: number; readonly name: string }[], migrations: readonly Migration[]): void {
  applied.forEach(({ number, name }, index) => {
    const known = migrations[index];
    if (known === undefined) {
      throw new Error(`schema is newer than this code: migration ${number} "${name}" is applied, the last known is ${migrations.length}`);
    }
    if (known.number !== number || known.name !== name) {
      throw new Error(`migration ${number} is applied as "${name}", this code has ${known.number} "${known.name}"`);
    }
  });
}
