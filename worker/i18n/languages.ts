/** The languages there are, a line each; a file exports its texts, which name their own tag. */
export { en } from "./en.ts";
export { el } from "./el.ts";
export { he } from "./he.ts";
export { hi } from "./hi.ts";
export { es } from "./es.ts";
export { de } from "./de.ts";
export { fr } from "./fr.ts";
export { ar } from "./ar.ts";
export { ru } from "./ru.ts";
export { fa } from "./fa.ts";
export { bg } from "./bg.ts";
export { hr } from "./hr.ts";
export { cs } from "./cs.ts";
