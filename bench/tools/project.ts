/** Where the project's files are, for commands and tests. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";

/** The project's folder, absolute. */
export const root = resolve(import.meta.dirname, "../..");

/** Whether this module is the command that was started, not an import of another one. */
export function isMain(meta: ImportMeta): boolean {
  const started = process.argv[1];
  return started !== undefined && meta.filename === realpathSync(started);
}
