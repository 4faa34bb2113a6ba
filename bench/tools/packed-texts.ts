/** What `npm run static` has packed, as Node reads it: from the files. Stands for `#packed` everywhere but in workerd. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.ts";

const read = (name: string): string => readFileSync(join(root, "worker/generated", name), "utf8");

export const languages = read("languages.txt");
export const pages = read("pages.txt");
