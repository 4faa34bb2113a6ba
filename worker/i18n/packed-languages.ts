/** The languages as the Worker loads them: one text module, each language read when somebody first asks for it. Stands for `#languages` in workerd. */
import packed from "../generated/languages.txt";
import { en } from "./en.ts";
import type { Languages, Texts } from "./texts.ts";

/** A line of the module: tag, space, and what was a `Texts`. */
function unpack(line: string): readonly [tag: string, read: () => Texts] {
  const space = line.indexOf(" ");
  let texts: Texts | null = null;
  return [line.slice(0, space), () => (texts ??= JSON.parse(line.slice(space)) as Texts)];
}

/** English is in the code: it is what the Worker falls back on. */
export const languages: Languages = new Map([[en.language, () => en], ...packed.trimEnd().split("\n").map(unpack)]);
