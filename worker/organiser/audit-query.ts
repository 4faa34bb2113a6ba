import type { Parsed } from "./parsed.ts";

export interface AuditQuery {
  /** Entries with a lower sequence only; null = the newest. */
  readonly before: number | null;
  readonly limit: number;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** Query of `GET events/:id/audit`: plain digits only. */
export function parseAuditQuery(query: URLSearchParams): Parsed<AuditQuery> {
  const unknown = [...query.keys()].find((name) => name !== "before" && name !== "limit");
  if (unknown !== undefined) return { ok: false, field: unknown.slice(0, 64), detail: 'Only "before" and "limit" are known here.' };
  const before = wholeNumber(query.get("before"), Number.MAX_SAFE_INTEGER);
  if (before === "invalid")
    return { ok: false, field: "before", detail: '"before" must be the sequence of an entry, a whole number from 1.' };
  const limit = wholeNumber(query.get("limit"), MAX_LIMIT);
  if (limit === "invalid") return { ok: false, field: "limit", detail: `"limit" must be a whole number from 1 to ${MAX_LIMIT}.` };
  return { ok: true, value: { before, limit: limit ?? DEFAULT_LIMIT } };
}

function wholeNumber(text: string | null, max: number): number | null | "invalid" {
  if (text === null) return null;
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return number <= max ? number : "invalid";
}
