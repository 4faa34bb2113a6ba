/**
 * All ways in which somebody between the visitor and the shop's code may read a path (S8).
 *
 * No list of "the" readings would do: one server cuts `;…` before it decodes and another after, one resolves dots first
 * and another folds slashes first. So the readings are the closure: everything that any sequence of these steps makes of
 * the path, with at most two percent-decodings in it. A plain path has one reading, an honest path with escapes two.
 * The work is bounded; a path that needs more is reported, and its sender is told that it is ambiguous.
 */
import { type Decoded, decodePercent } from "./percent-decoding.ts";

export interface PathReadings {
  /** Distinct; each begins with "/", is lower case and has no two slashes in a row. */
  readonly readings: readonly string[];
  /** `%2f %5c %00 ; \ ..`, a control character, a bad escape or the like in any reading: no rule may let it pass. */
  readonly suspicious: boolean;
  /** There are more readings than were worked out. */
  readonly overflow: boolean;
}

const MAX_DECODINGS = 2;
const MAX_READINGS = 256;
/** Characters rewritten for one path, all steps together: some 20 ms at most, and only on a path made for it. */
const MAX_WORK = 1 << 20;

/** What the URL parser, every step below and case folding leave as it is, apart from the case itself. */
const PLAIN = /^\/[A-Za-z0-9\-._~!$&'()*+,:=@/]*$/;
const DOTS_OR_SLASHES = /\/[./]/;
const SUSPICIOUS = /[;\\?#\p{Cc}]|\.\.|%(?:2f|5c|00)|%(?![0-9a-f]{2})/u;

/** Steps that change no character but remove or merge some. Each gets and gives lower case. */
const STEPS: readonly ((path: string) => string)[] = [
  (path) => (path.includes(";") ? path.replaceAll(/;[^/]*/g, "") : path),
  // Python's urllib and others know parameters of the last segment only, some servers of the whole path.
  (path) => cutAt(path, ";"),
  (path) => path.replaceAll("\\", "/"),
  // A text that ends at NUL, and a decoded path that is parsed once more as a URL: its query cut, its blanks dropped.
  (path) => cutAt(path, "\0"),
  (path) => cutAt(cutAt(path, "?"), "#"),
  (path) => withoutBlanks(path),
  foldSlashes,
  (path) => resolveDots(path),
  (path) => resolveDots(path, true),
];

/**
 * Every reading of a raw path.
 *
 * @param rawPath `splitRequestUrl(request.url).rawPath`; any other text is judged as well, as suspicious where it is no path
 */
export function readingsOf(rawPath: string): PathReadings {
  if (PLAIN.test(rawPath) && !DOTS_OR_SLASHES.test(rawPath)) {
    return { readings: [rawPath.toLowerCase()], suspicious: rawPath.includes(".."), overflow: false };
  }
  const written = asFetchWrites(rawPath);
  const rooted = rawPath.startsWith("/") ? rawPath : `/${rawPath}`;
  const seen = new Set<string>();
  let work = 0;
  let bad = written === null || rooted !== rawPath;
  let level = [foldCase(rooted), foldCase(written ?? rooted)];
  for (let depth = 0; level.length > 0; depth += 1) {
    const queue = [...new Set(level)].filter((path) => !seen.has(path));
    for (const path of queue) seen.add(path);
    for (const path of queue) {
      for (const step of STEPS) {
        const next = step(path);
        if (next === path) continue;
        work += path.length;
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push(next);
      }
      if (work > MAX_WORK || seen.size > MAX_READINGS) return { readings: canonical(seen), suspicious: true, overflow: true };
    }
    if (depth === MAX_DECODINGS) break;
    const decoded = queue.filter((path) => path.includes("%")).flatMap(decodings);
    bad ||= decoded.some((each) => each.bad);
    level = decoded.map(({ text }) => foldCase(text));
  }
  return { readings: canonical(seen), suspicious: bad || [...seen].some((path) => SUSPICIOUS.test(path)), overflow: false };
}

/** Whether any reading lies under Stanchion's own path: such a request never reaches an origin. */
export function isOwnPath({ readings }: PathReadings): boolean {
  return readings.some((reading) => reading === "/_stanchion" || reading.startsWith("/_stanchion/"));
}

/**
 * Case folded in both directions, so that "ſ" (upper case S) and the Kelvin sign (lower case k) are found equal to what
 * some server takes them for.
 */
export function foldCase(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.toUpperCase().toLowerCase() : text.toLowerCase();
}

/** Escapes that are not as they should be have two meanings. */
function decodings(path: string): Decoded[] {
  const strict = decodePercent(path);
  return strict.bad ? [strict, decodePercent(path, true)] : [strict];
}

function cutAt(path: string, mark: string): string {
  const end = path.indexOf(mark);
  return end === -1 ? path : path.slice(0, end);
}

/** Without what the URL parser drops: control characters and spaces at the end, tabs and line breaks anywhere. */
function withoutBlanks(path: string): string {
  let end = path.length;
  while (path.charCodeAt(end - 1) <= 0x20) end -= 1;
  return path.slice(0, end).replaceAll(/[\t\n\r]/g, "");
}

export function foldSlashes(path: string): string {
  return path.includes("//") ? path.replaceAll(/\/{2,}/g, "/") : path;
}

/** The path as the runtime's fetch puts it on the wire; null if no URL can be made of it. */
function asFetchWrites(rawPath: string): string | null {
  const url = `http://host${rawPath}`;
  return rawPath.startsWith("/") && URL.canParse(url) ? new URL(url).pathname : null;
}

/**
 * RFC 3986 section 5.2.4.
 *
 * @param encoded "%2e" counts as a dot, as in the URL standard
 */
export function resolveDots(path: string, encoded = false): string {
  if (!/\/(?:\.|%2e)/.test(path)) return path;
  const kept: string[] = [];
  let last = 0;
  for (const segment of path.split("/")) {
    last = dotsIn(segment, encoded);
    if (last === 0) kept.push(segment);
    else if (last === 2 && kept.length > 1) kept.pop();
  }
  if (last > 0) kept.push("");
  return kept.join("/");
}

/** 1 for ".", 2 for "..", 0 for every other segment. */
function dotsIn(segment: string, encoded: boolean): 0 | 1 | 2 {
  if (segment.length > 6) return 0;
  const plain = encoded ? segment.replaceAll("%2e", ".") : segment;
  return plain === "." ? 1 : plain === ".." ? 2 : 0;
}

function canonical(paths: ReadonlySet<string>): string[] {
  return [...new Set(Array.from(paths, foldSlashes))];
}
