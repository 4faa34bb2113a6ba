/** The languages there are, a line each; a file exports its texts, which name their own tag. */
export { en } from "./en.ts";
