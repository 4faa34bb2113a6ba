/** The organiser's templates, in the event's storage: too long for its settings, which every isolate and gate holds. */
import type { MigratedStorage } from "./migrations.ts";

/** The newest and the one before: isolates learn of a new one within seconds, and until then ask for the old. */
const KEPT = 2;

export class TemplateStore {
  readonly #storage: MigratedStorage;

  /** The storage's schema is up to date. */
  constructor(storage: MigratedStorage) {
    this.#storage = storage;
  }

  /** Keeps a text under its hash as the newest. */
  save(hash: string, text: string): void {
    this.#storage.transactionSync(() => {
      const { sql } = this.#storage;
      sql.exec("INSERT OR REPLACE INTO templates (hash, text) VALUES (?, ?)", hash, text);
      sql.exec("DELETE FROM templates WHERE sequence NOT IN (SELECT sequence FROM templates ORDER BY sequence DESC LIMIT ?)", KEPT);
    });
  }

  /** Null = none of that hash is kept. */
  load(hash: string): string | null {
    return this.#storage.sql.exec<{ text: string }>("SELECT text FROM templates WHERE hash = ?", hash).toArray()[0]?.text ?? null;
  }
}
