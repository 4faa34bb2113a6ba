/**
 * Globs over paths: `*` within a segment, `**` across segments, and what is named covers everything below it ("/shop"
 * covers "/shop/x" and not "/shopping"). `*.js` = every path that ends so.
 *
 * Never a regular expression: the matcher follows all ways at once, so that its work is the path's length times the
 * (bounded) length of the glob, whatever either of them holds.
 */
import { foldCase } from "./path-readings.ts";
import { decodePercent } from "./percent-decoding.ts";

export interface Glob {
  /** How exact it is, see `compareExactness`. */
  readonly exactness: Exactness;
  /** Nothing but "/" stands before the first wildcard: the glob names no place. */
  readonly floating: boolean;
  /** The ways in which its literal parts may be written: as they are, decoded, and as a browser escapes them. */
  readonly spellings: readonly Spelling[];
}

/** Lengths are of the decoded text. */
export interface Exactness {
  /** Characters before the first wildcard. */
  readonly beginning: number;
  /** Characters that are no wildcards, in all. */
  readonly literal: number;
  /** Asterisks: `**` is two. */
  readonly asterisks: number;
}

/** One spelling; `wildcards` null = a literal path. */
export interface Spelling {
  readonly kind: "path" | "suffix";
  /** The part before the first wildcard; for a suffix the ending itself. */
  readonly literal: string;
  /** What follows it, as codes for `run`. */
  readonly wildcards: readonly number[] | null;
  /** Whole segments without wildcard that every path it covers has. */
  readonly segments: readonly string[];
}

export const MAX_GLOB_LENGTH = 256;

/** Codes beside those of characters. */
const STAR = -1;
const GLOBSTAR = -2;
/** A whole `**` segment with its slash: none or more segments. Two codes: where it begins, and inside it. */
const SEGMENTS = -3;
const IN_SEGMENTS = -4;
const SLASH = 0x2f;

/**
 * Compiles a glob.
 *
 * @returns null if it is none; whoever asks decides which way is the safe one then
 */
export function compileGlob(source: string): Glob | null {
  if (source.length > MAX_GLOB_LENGTH) return null;
  const suffix = source.startsWith("*");
  if (suffix ? !/^\*[^*]{2,}$/.test(source) : !source.startsWith("/")) return null;
  // "/shop", "/shop/" and "/shop/**" name the same.
  const path = suffix ? source : source.replace(/(?:\/\*\*|\/)+$/, "");
  const pieces = path.split(/(\*+)/);
  const decoded = pieces.map((piece) => decodePercent(piece).text);
  const spellings = new Map<string, Spelling>();
  for (const spelled of [decoded, pieces, decoded.map(escapeAsUrl)]) {
    const folded = spelled.map(foldCase);
    if (!spellings.has(folded.join(""))) spellings.set(folded.join(""), spellingOf(folded, suffix));
  }
  const exactness = exactnessOf(decoded);
  const floating = pieces.length > 1 && exactness.beginning <= 1;
  return { exactness, floating, spellings: [...spellings.values()] };
}

/**
 * Which of two globs is the more specific: the one with more characters before its first wildcard; of equals the one with
 * more literal characters in all; of equals the one with fewer asterisks.
 *
 * @returns below 0: `a` is, above 0: `b` is, 0: neither
 */
export function compareExactness(a: Exactness, b: Exactness): number {
  return b.beginning - a.beginning || b.literal - a.literal || a.asterisks - b.asterisks;
}

/** @param pieces literals and wildcards in turn, beginning with a literal */
function exactnessOf(pieces: readonly string[]): Exactness {
  const length = (parity: number): number => pieces.reduce((sum, piece, index) => (index % 2 === parity ? sum + piece.length : sum), 0);
  return { beginning: pieces[0]?.length ?? 0, literal: length(0), asterisks: length(1) };
}

/** Whether the glob covers a reading of a path (one of `readingsOf`). */
export function covers(glob: Glob, reading: string): boolean {
  return glob.spellings.some((spelling) => spellingCovers(spelling, reading));
}

/** As `covers`, for one spelling. */
export function spellingCovers({ kind, literal, wildcards }: Spelling, reading: string): boolean {
  if (kind === "suffix") return reading.endsWith(literal);
  if (!reading.startsWith(literal)) return false;
  if (wildcards !== null) return run(wildcards, reading, literal.length);
  return reading.length === literal.length || reading.charCodeAt(literal.length) === SLASH;
}

function spellingOf(pieces: readonly string[], suffix: boolean): Spelling {
  if (suffix) return { kind: "suffix", literal: pieces[2] ?? "", wildcards: null, segments: [] };
  const [literal = "", ...rest] = pieces;
  // A segment with an asterisk that is meant literally is left out too: one required segment less does no harm.
  const segments = pieces
    .join("")
    .split("/")
    .filter((segment) => segment !== "" && !segment.includes("*"));
  return { kind: "path", literal, wildcards: rest.length === 0 ? null : codesOf(rest, literal.endsWith("/")), segments };
}

/** Pieces after the first: wildcards and literals in turn. `**` between two slashes takes the second one in. */
function codesOf(pieces: readonly string[], afterSlash: boolean): number[] {
  const codes: number[] = [];
  let slashBefore = afterSlash;
  let skip = 0;
  pieces.forEach((piece, index) => {
    const wildcard = index % 2 === 0;
    if (!wildcard) {
      for (let at = skip; at < piece.length; at += 1) codes.push(piece.charCodeAt(at));
      slashBefore = piece.endsWith("/");
      skip = 0;
    } else if (piece.length === 1) {
      codes.push(STAR);
    } else if (slashBefore && pieces[index + 1]?.startsWith("/")) {
      codes.push(SEGMENTS, IN_SEGMENTS);
      skip = 1;
    } else {
      codes.push(GLOBSTAR);
    }
  });
  return codes;
}

/** Whether the codes match `text` from `start` on, up to its end or up to a slash. */
function run(codes: readonly number[], text: string, start: number): boolean {
  const end = codes.length;
  // At which step each place was last entered: no place stands twice in the list.
  const entered = new Int32Array(end + 1).fill(-1);
  let places: number[] = [];
  const enter = (list: number[], place: number, step: number): void => {
    if (entered[place] === step) return;
    entered[place] = step;
    list.push(place);
    const code = codes[place];
    if (code === STAR || code === GLOBSTAR) enter(list, place + 1, step);
    if (code === SEGMENTS) {
      enter(list, place + 1, step);
      enter(list, place + 2, step);
    }
  };
  enter(places, 0, start);
  for (let at = start; at < text.length && places.length > 0; at += 1) {
    const character = text.charCodeAt(at);
    if (character === SLASH && entered[end] === at) return true;
    const next: number[] = [];
    for (const place of places) {
      const code = codes[place];
      if (code === character) enter(next, place + 1, at + 1);
      else if (code === GLOBSTAR || code === IN_SEGMENTS || (code === STAR && character !== SLASH)) enter(next, place, at + 1);
      if (code === IN_SEGMENTS && character === SLASH) enter(next, place + 1, at + 1);
    }
    places = next;
  }
  return entered[end] === text.length;
}

/** What the URL standard escapes in a path, and a lone "%". */
function escapeAsUrl(text: string): string {
  return text.toWellFormed().replaceAll(/[\0-\x20"#<>?^`{}\x7f-\u{10ffff}%]/gu, encodeURIComponent);
}
