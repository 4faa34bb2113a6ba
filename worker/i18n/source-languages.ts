/** The languages as Node loads them, for tests and commands: from the sources. Stands for `#languages` everywhere but in workerd. */
import * as sources from "./languages.ts";
import type { Languages } from "./texts.ts";

export const languages: Languages = new Map(Object.values(sources).map((texts) => [texts.language, () => texts]));
