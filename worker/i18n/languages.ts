/** The languages there are, a line each; a file exports its texts, which name their own tag. */
export { en } from "./en.ts";
export { ar } from "./ar.ts";
export { ru } from "./ru.ts";
export { fa } from "./fa.ts";
