/** Printable ASCII but for quote and backslash, which the quoted form would have to escape. */
const KEY = /^(?:[\x20\x21\x23-\x5b\x5d-\x7e]{1,128})$/;

/**
 * The value of `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a quoted string, as the draft has it, or
 * bare, as most clients send it; both name the same key. Undefined where it is neither.
 */
export function parseIdempotencyKey(header: string): string | undefined {
  const quoted = header.length >= 2 && header.startsWith('"') && header.endsWith('"');
  const key = quoted ? header.slice(1, -1) : header;
  return KEY.test(key) ? key : undefined;
}
