import { foldCase, foldSlashes, resolveDots } from "./path-readings.ts";

/**
 * What a reading may still name once a server is lenient beyond decoding: it takes "/tickets.js", "/tickets.html",
 * "/tickets::$DATA" and "/tickets " for the page "/tickets", reads "+" as a space or "ｔ" as "t".
 *
 * Many honest paths have a loose reading that means something else ("/v1.2" → "/v1"), so it only ever closes a door: it
 * may cover a path that no proper reading covers, and never lets one pass.
 */
export function looseReading(reading: string): string {
  const text = foldCase(reading.normalize("NFKC")).replaceAll("\\", "/").replaceAll("+", " ");
  return foldSlashes(resolveDots(text.split("/").map(nameOf).join("/")));
}

/** A segment without extension, alternate stream and spaces around it. */
function nameOf(segment: string): string {
  if (segment === "." || segment === "..") return segment;
  const name = segment.trim();
  const end = name.slice(1).search(/[.:]/);
  return end === -1 ? name : name.slice(0, end + 1);
}
