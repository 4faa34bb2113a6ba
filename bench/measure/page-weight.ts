/** The heaviest of the pages visitors see, as it goes over the wire. */
import { gzipSync } from "node:zlib";
import * as languages from "../../worker/i18n/languages.ts";
import { samplePages } from "../../worker/pages/preview.ts";

/** Gzip bytes of the heaviest page of any language. */
export function heaviestPage(): number {
  const pages = Object.values(languages).flatMap((texts) => [...samplePages(texts).values()]);
  return Math.max(...pages.map(({ html }) => gzipSync(html).length));
}
