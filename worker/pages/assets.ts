/** What `static/<page>/` was compiled to. */
import { pages } from "#packed";
import { unpack } from "../packed/unpack.ts";

export interface PageAssets {
  readonly css: string;
  readonly js: string;
  /** The names by which the script knows texts whose names were shortened. */
  readonly names: Readonly<Record<string, string>>;
}

const assets = unpack<PageAssets>(pages);

/** The assets of a page of `static/`; throws where it has none. */
export function assetsOf(page: "waiting-page" | "draw"): PageAssets {
  const read = assets.get(page);
  if (read === undefined) throw new Error(`No assets of ${page} were packed.`);
  return read();
}
