/** A request's URL cut into its parts as text, without the URL parser's repairs. */
export interface RequestTarget {
  readonly scheme: "http" | "https";
  /** Lower case, with the port where the request names one. */
  readonly host: string;
  /** Begins with "/"; nothing in it is decoded or resolved. */
  readonly rawPath: string;
  /** With its "?"; "" = none. */
  readonly query: string;
}

/** A name, an IPv4 address or a bracketed IPv6 address, and perhaps a port. */
const AUTHORITY = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/;

/** Everything before the path of the last URL that was judged good: most requests of an isolate are for one host. */
let lastGood: { readonly text: string; readonly scheme: RequestTarget["scheme"]; readonly host: string } | null = null;

/**
 * What the client asked for, byte for byte as far as the runtime shows it.
 *
 * workerd builds `request.url` from the `Host` header and the request target without normalising either: "/a/../b",
 * "/.%2e/b" and "/a\b" arrive as they were sent, and only its `fetch` resolves them (tried on 2026-11-02). So the text of
 * `request.url` is the raw path, and `new URL(request.url).pathname` is what fetch will write. A `Host` such as
 * "shop.example/x?" would move the border between host and path, hence the strict authority.
 *
 * @returns null if the URL is of no form that a browser sends; such a request belongs to no host
 */
export function splitRequestUrl(url: string): RequestTarget | null {
  const hash = url.indexOf("#");
  const whole = hash === -1 ? url : url.slice(0, hash);
  if (lastGood !== null && whole.startsWith(lastGood.text) && whole[lastGood.text.length] === "/")
    return splitPath(lastGood.scheme, lastGood.host, whole.slice(lastGood.text.length));
  const scheme = /^http:\/\//i.test(whole) ? "http" : /^https:\/\//i.test(whole) ? "https" : null;
  if (scheme === null) return null;
  const start = scheme.length + 3;
  const length = whole.slice(start).search(/[/?\\]/);
  const end = length === -1 ? whole.length : start + length;
  const host = whole.slice(start, end).toLowerCase();
  if (host.length > 260 || !AUTHORITY.test(host)) return null;
  lastGood = { text: whole.slice(0, end), scheme, host };
  return splitPath(scheme, host, whole.slice(end));
}

/** @param target what stands behind the authority */
function splitPath(scheme: RequestTarget["scheme"], host: string, target: string): RequestTarget | null {
  if (target.startsWith("\\")) return null;
  const question = target.indexOf("?");
  if (question === -1) return { scheme, host, rawPath: target === "" ? "/" : target, query: "" };
  return { scheme, host, rawPath: question === 0 ? "/" : target.slice(0, question), query: target.slice(question) };
}
