/** The heaviest of the pages visitors see, as it goes over the wire. */
import { gzipSync } from "node:zlib";
import { samplePages } from "../../worker/pages/preview.ts";

/** Gzip bytes of the heaviest page. */
export function heaviestPage(): number {
  return Math.max(...[...samplePages().values()].map(({ html }) => gzipSync(html).length));
}
