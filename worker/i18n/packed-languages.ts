/** The languages as they were packed, each read when somebody first asks for it. */
import { languages as packed } from "#packed";
import { unpack } from "../packed/unpack.ts";
import type { Texts } from "./texts.ts";

export const languages: ReadonlyMap<string, () => Texts> = unpack<Texts>(packed);

/** What everything falls back on. */
export function english(): Texts {
  const read = languages.get("en");
  if (read === undefined) throw new Error("English was not packed.");
  return read();
}
