/** Where the project's files are, for commands and tests. */
import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, absolute. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Whether this module is the command that was started, not an import of another one. */
export function isMain(meta: ImportMeta): boolean {
  const started = process.argv[1];
  return started !== undefined && fileURLToPath(meta.url) === realpathSync(started);
}
