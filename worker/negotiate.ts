/** What kind of request this is, which decides who may take a place and what the answer looks like (design section 3.7). */
export type RequestKind =
  /** Somebody opens a page. */
  | "navigation"
  /** Somebody sends a form; never replayed. */
  | "form-navigation"
  /** A program that wants JSON. */
  | "json"
  /** Fetched ahead by a browser; nobody may ever look. */
  | "prefetch"
  /** Everything else: images, scripts, calls, HEAD, sockets. Takes no place. */
  | "other";

/** Sorts a request by its method, `Sec-Purpose`, `Sec-Fetch-Mode` and, where a browser is too old for those, `Accept`. */
export function kindOf({ method, headers }: Pick<Request, "method" | "headers">): RequestKind {
  if (isPrefetch(headers)) return "prefetch";
  if (method === "HEAD" || headers.get("Upgrade")?.toLowerCase().includes("websocket")) return "other";
  const isGet = method === "GET";
  const mode = headers.get("Sec-Fetch-Mode");
  if (mode !== null) return mode.trim().toLowerCase() !== "navigate" ? "other" : isGet ? "navigation" : "form-navigation";
  if (headers.has("Sec-Fetch-Site") || headers.has("Sec-Fetch-Dest")) return "other";
  const preferred = preferredType(headers.get("Accept") ?? "");
  if (preferred === "text/html") return isGet ? "navigation" : "form-navigation";
  return preferred === "application/json" && isGet ? "json" : "other";
}

function isPrefetch(headers: Headers): boolean {
  return ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].some((name) =>
    /\b(?:prefetch|prerender|preview)\b/i.test(headers.get(name) ?? ""),
  );
}

interface Preference {
  readonly quality: number;
  /** 2 = named, 1 = by its main type, 0 = by everything. */
  readonly precision: number;
  /** Where in the header. */
  readonly place: number;
}

const NEVER: Preference = { quality: 0, precision: 0, place: Infinity };

/**
 * Which of HTML and JSON an `Accept` prefers (RFC 9110 section 12.5.1): the most precise range that fits a type decides its
 * quality; the higher quality wins; of two equal ones the one named more precisely, then the one named first. What only
 * a mere wildcard covers is no wish: images, scripts and programs of every kind send that.
 */
export function preferredType(accept: string): "text/html" | "application/json" | null {
  const ranges = accept.split(",").slice(0, 64).map(readRange);
  const html = preferenceFor("text/html", ranges);
  const json = preferenceFor("application/json", ranges);
  if (!isWish(html)) return isWish(json) ? "application/json" : null;
  return !isWish(json) || isPreferred(html, json) ? "text/html" : "application/json";
}

function isWish({ quality, precision }: Preference): boolean {
  return quality > 0 && precision > 0;
}

function isPreferred(a: Preference, b: Preference): boolean {
  if (a.quality !== b.quality) return a.quality > b.quality;
  return a.precision === b.precision ? a.place <= b.place : a.precision > b.precision;
}

function preferenceFor(type: string, ranges: readonly { type: string; quality: number }[]): Preference {
  const wanted = ["*/*", `${type.split("/")[0]}/*`, type];
  return ranges.reduce((best, range, place) => {
    const precision = wanted.indexOf(range.type);
    const isBetter = precision !== -1 && (best === NEVER || precision > best.precision);
    return isBetter ? { quality: range.quality, precision, place } : best;
  }, NEVER);
}

/** A media range; parameters other than `q` are not told apart. A malformed `q` counts as 0. */
function readRange(text: string): { type: string; quality: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
  const quality = weight === undefined ? 1 : /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
  return { type, quality };
}
