/** The token of `Authorization: Bearer …` (RFC 6750 section 2.1); null = none. */
export function bearerToken(headers: Headers): string | null {
  const value = headers.get("Authorization");
  return value === null ? null : (/^Bearer +([^\s,]+)$/i.exec(value)?.[1] ?? null);
}
