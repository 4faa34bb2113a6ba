import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { DIRECTORY_MIGRATIONS } from "../../durable-objects/directory-store.ts";
import { type Migration, migrate } from "../../durable-objects/migrations.ts";

/** Runs in an object whose storage is empty, its own tables taken out. */
function inEmptyStorage<R>(run: (storage: DurableObjectStorage) => R): Promise<R> {
  return runInDurableObject(env.DIRECTORY.get(env.DIRECTORY.newUniqueId()), async (_, { storage }) => {
    await storage.deleteAll();
    return run(storage);
  });
}

const schemaOf = ({ sql }: DurableObjectStorage) =>
  sql.exec("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY type, name").toArray();

const errorOf = (run: () => unknown): string => {
  try {
    run();
    return "";
  } catch (error) {
    return String(error);
  }
};

const LIST: readonly Migration[] = [
  { number: 1, name: "places", up: "CREATE TABLE places (position INTEGER PRIMARY KEY); INSERT INTO places VALUES (1), (2)" },
  { number: 2, name: "lanes", up: "ALTER TABLE places ADD COLUMN lane TEXT NOT NULL DEFAULT 'main'" },
  { number: 3, name: "lower case", up: (sql) => void sql.exec("UPDATE places SET lane = ? WHERE position = 2", "vip") },
];

/** What is stored after running the list's first so many, for each number in turn. */
function inSteps(steps: readonly number[]) {
  return inEmptyStorage((storage) => {
    for (const step of steps) migrate(storage, LIST.slice(0, step));
    return { schema: schemaOf(storage), rows: storage.sql.exec("SELECT * FROM places").toArray() };
  });
}

describe("migrate", () => {
  test("applies each migration once, in order", async () => {
    const { first, second, rows } = await inEmptyStorage((storage) => ({
      first: migrate(storage, LIST),
      second: migrate(storage, LIST),
      rows: storage.sql.exec("SELECT position, lane FROM places").toArray(),
    }));
    expect([first, second]).toEqual([3, 0]);
    expect(rows).toEqual([
      { position: 1, lane: "main" },
      { position: 2, lane: "vip" },
    ]);
  });

  test.each([0, 1, 2, 3])("from predecessor %i the schema and rows come out as from nothing", async (applied) => {
    expect(await inSteps([applied, 3])).toEqual(await inSteps([3]));
  });

  test("one that fails leaves all as it was, and can be mended", async () => {
    const broken: Migration = { number: 3, name: "broken", up: "CREATE TABLE half (x); CREATE TABLE places (x)" };
    const outcome = await inEmptyStorage((storage) => {
      migrate(storage, LIST.slice(0, 1));
      const before = schemaOf(storage);
      const error = errorOf(() => migrate(storage, [...LIST.slice(0, 2), broken]));
      return { error, before, after: schemaOf(storage), mended: migrate(storage, LIST) };
    });
    expect(outcome.error).toContain("already exists");
    expect(outcome.after).toEqual(outcome.before);
    expect(outcome.mended).toBe(2);
  });

  test("refuses a schema that newer code has written, and touches nothing", async () => {
    const outcome = await inEmptyStorage((storage) => {
      migrate(storage, LIST);
      const before = schemaOf(storage);
      return { error: errorOf(() => migrate(storage, LIST.slice(0, 2))), before, after: schemaOf(storage) };
    });
    expect(outcome.error).toContain('schema is newer than this code: migration 3 "lower case"');
    expect(outcome.after).toEqual(outcome.before);
  });

  test("refuses a list whose history was rewritten", async () => {
    const renamed = LIST.map((each) => (each.number === 1 ? { ...each, name: "other" } : each));
    const error = await inEmptyStorage((storage) => {
      migrate(storage, LIST.slice(0, 1));
      return errorOf(() => migrate(storage, renamed));
    });
    expect(error).toContain('migration 1 is applied as "places", this code has 1 "other"');
  });

  test.each([[[2]], [[1, 3]], [[1, 1]], [[2, 1]]])("refuses a list numbered %o", async (numbers) => {
    const list = numbers.map((number) => ({ number, name: `m${number}`, up: "SELECT 1" }));
    expect(await inEmptyStorage((storage) => errorOf(() => migrate(storage, list)))).toContain("its place is");
  });

  test("starts again where the storage was deleted", async () => {
    const counts = await runInDurableObject(env.DIRECTORY.get(env.DIRECTORY.newUniqueId()), async (_, { storage }) => {
      await storage.deleteAll();
      const first = migrate(storage, LIST);
      await storage.deleteAll();
      return [first, migrate(storage, LIST)];
    });
    expect(counts).toEqual([3, 3]);
  });
});

test("the directory's schema comes out the same from each predecessor", async () => {
  const whole = await inEmptyStorage((storage) => (migrate(storage, DIRECTORY_MIGRATIONS), schemaOf(storage)));
  expect(whole.map(({ name }) => name)).toContain("events");
  for (const applied of DIRECTORY_MIGRATIONS.keys()) {
    const stepwise = await inEmptyStorage((storage) => {
      migrate(storage, DIRECTORY_MIGRATIONS.slice(0, applied));
      migrate(storage, DIRECTORY_MIGRATIONS);
      return schemaOf(storage);
    });
    expect(stepwise).toEqual(whole);
  }
});
