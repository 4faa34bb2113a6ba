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

/** The last authority that was judged: most requests of an isolate are for one host. */
let judged: { readonly text: string; readonly host: string | null } = { text: "", host: null };

function authorityOf(text: string): string | null {
  if (text === judged.text) return judged.host;
  const host = text.toLowerCase();
  judged = { text, host: host.length <= 260 && AUTHORITY.test(host) ? host : null };
  return judged.host;
}

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
  const scheme = /^http:\/\//i.test(url) ? "http" : /^https:\/\//i.test(url) ? "https" : null;
  if (scheme === null) return null;
  const rest = url.slice(scheme.length + 3);
  const hash = rest.indexOf("#");
  const target = hash === -1 ? rest : rest.slice(0, hash);
  const end = target.search(/[/?\\]/);
  const host = authorityOf(end === -1 ? target : target.slice(0, end));
  if (host === null) return null;
  const path = end === -1 ? "/" : target.slice(end);
  if (path.startsWith("\\")) return null;
  const question = path.indexOf("?");
  if (question === -1) return { scheme, host, rawPath: path, query: "" };
  return { scheme, host, rawPath: question === 0 ? "/" : path.slice(0, question), query: path.slice(question) };
}
