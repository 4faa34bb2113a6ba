/** Which language a visitor gets: the best of `Accept-Language` that there is (RFC 9110 section 12.5.4, RFC 4647 section 3.4). */
import { english, languages } from "./packed-languages.ts";
import type { Texts } from "./texts.ts";

const byTag: ReadonlyMap<string, () => Texts> = new Map(Array.from(languages, ([tag, read]) => [tag.toLowerCase(), read]));

/** Tags that mean one of ours under another name: withdrawn codes, macro-languages, and the nearest a reader understands. */
const ALIASES: Readonly<Record<string, string>> = {
  iw: "he",
  in: "id",
  mo: "ro",
  no: "nb",
  nn: "nb",
  tl: "fil",
  sh: "sr",
  bs: "hr",
  pt: "pt-br",
  cmn: "zh",
  yue: "zh-tw",
  zh: "zh-cn",
  "zh-hant": "zh-tw",
  "zh-hk": "zh-tw",
  "zh-mo": "zh-tw",
};

/** As many wishes as anybody has; a longer header is read no further. */
const MOST_RANGES = 32;
const LONGEST_TAG = 35;

interface Range {
  readonly tag: string;
  readonly quality: number;
}

function readRange(text: string): Range {
  const [tag = "", weight = "q=1"] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight)?.[1];
  return { tag: tag.length <= LONGEST_TAG ? tag : "", quality: Number(quality ?? 0) };
}

/** The texts for one language range: itself or a name of ours for it, then with its last subtag cut off, and so on. */
function lookUp(range: string): Texts | undefined {
  for (let tag = range; tag !== ""; tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")))) {
    const alias = Object.hasOwn(ALIASES, tag) ? ALIASES[tag] : undefined;
    const found = byTag.get(tag) ?? (alias === undefined ? undefined : byTag.get(alias));
    if (found !== undefined) return found();
  }
  return undefined;
}

/**
 * The texts for an `Accept-Language` header: the range of the highest quality for which there is a language, of equal ones the first;
 * English where there is none. Never fails, whatever the header holds.
 */
export function textsFor(acceptLanguage: string | null): Texts {
  const ranges = (acceptLanguage ?? "").split(",", MOST_RANGES).map(readRange);
  const wanted = ranges.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    if (tag === "*") return english();
    const texts = lookUp(tag);
    if (texts !== undefined) return texts;
  }
  return english();
}
