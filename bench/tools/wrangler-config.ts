/** The project's `wrangler.toml`, for all that has to agree with it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "smol-toml";
import { root } from "./project.ts";

/** What is read of `wrangler.toml`. */
export interface WranglerConfig {
  readonly compatibility_date: string;
  readonly compatibility_flags?: readonly string[];
  readonly durable_objects: { readonly bindings: readonly { readonly name: string; readonly class_name: string }[] };
  readonly vars: Readonly<Record<string, string>>;
  readonly workers_dev?: boolean;
  readonly preview_urls?: boolean;
  readonly assets?: { readonly directory?: string; readonly run_worker_first?: boolean | readonly string[] };
}

/** The project's `wrangler.toml` as it is written; wrangler itself checks it at each build. */
export async function wranglerConfig(): Promise<WranglerConfig> {
  return parse(await readFile(join(root, "wrangler.toml"), "utf8")) as unknown as WranglerConfig;
}
