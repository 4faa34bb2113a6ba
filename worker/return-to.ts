/** Where a visitor wanted to go (field case 47). It comes from the client, so it must not lead to anybody else's page. */
import { kindOf } from "./negotiate.ts";
import { isOwnPath, readingsOf } from "./path-readings.ts";
import type { RequestTarget } from "./request-url.ts";

const MAX_LENGTH = 2_048;

/**
 * The path, query and fragment of `value`, byte for byte, if it lies on the request's host; a full URL of that host is cut
 * to its path.
 *
 * @returns null for another host ("//host", "/\host" and full URLs), for anything but printable ASCII (a browser's own
 *   `location` is never else), for more than 2,048 characters and for Stanchion's own paths: it counts as not given
 */
export function returnToWithin(value: unknown, { host }: Pick<RequestTarget, "host">): string | null {
  if (typeof value !== "string" || value.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(value)) return null;
  const path = pathOf(value, host);
  if (path === null || /^\/[/\\]/.test(path)) return null;
  // A browser takes "\" for "/" before the query.
  const end = path.search(/[?#]/);
  const rawPath = end === -1 ? path : path.slice(0, end);
  if (rawPath.includes("\\") || isOwnPath(readingsOf(rawPath))) return null;
  // What a browser will make of it has the last word.
  const base = `https://${host}`;
  return URL.canParse(path, base) && new URL(path, base).host === new URL(base).host ? path : null;
}

/**
 * Where a page of ours that stands in for another leads: to what was asked for. After a form to the page it was on, or the
 * start page: what a form goes to often means nothing without it.
 */
export function wayBack(request: Pick<Request, "method" | "headers">, target: RequestTarget): string {
  if (kindOf(request) !== "form-navigation") return target.rawPath + target.query;
  return returnToWithin(request.headers.get("Referer"), target) ?? "/";
}

function pathOf(value: string, host: string): string | null {
  if (value.startsWith("/")) return value;
  const scheme = /^https?:\/\//i.exec(value)?.[0];
  if (scheme === undefined) return null;
  const rest = value.slice(scheme.length);
  const end = rest.search(/[/?#\\]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  if (authority.toLowerCase() !== host) return null;
  const path = end === -1 ? "" : rest.slice(end);
  return path.startsWith("/") ? path : `/${path}`;
}
