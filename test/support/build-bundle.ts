import { ensureBundle } from "../../bench/tools/bundle.ts";

/** Before the first test: else each of the files that start a room at once would build the bundle. */
export default async function setup(): Promise<void> {
  await ensureBundle();
}
