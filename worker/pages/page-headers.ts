/** Who may show a page of ours in a frame: origins such as `https://shop.example`, or "self"; empty = nobody. */
export type FrameAncestors = readonly string[];

const NONCE = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;
const FRAME_ANCESTOR = /^https?:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?$/;

/** The sources of a `frame-ancestors` directive. */
export function frameAncestors(allowed: FrameAncestors): string {
  // What doesn't look like an origin is left out: nothing written there may add a directive.
  const sources = allowed.filter((one) => one === "self" || FRAME_ANCESTOR.test(one));
  return sources.length === 0 ? "'none'" : sources.map((one) => (one === "self" ? "'self'" : one)).join(" ");
}

/**
 * Headers of every page for visitors. Nothing is loaded from anywhere, only our own inline code runs, and nobody
 * keeps a copy (field case 53). `Vary` is for caches that store in spite of `no-store`.
 *
 * @param nonce at least 16 characters of base64, new for every answer; throws otherwise
 * @param retryAfterSeconds for error pages; null = no `Retry-After`
 */
export function pageHeaders(
  nonce: string,
  language: string,
  framing: FrameAncestors,
  retryAfterSeconds: number | null,
): Record<string, string> {
  if (!NONCE.test(nonce)) throw new Error("A page's nonce is at least 16 characters of base64.");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src data:",
    "connect-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors(framing)}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": language,
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "private, no-store",
    Vary: "Accept, Accept-Language, Cookie",
    "X-Robots-Tag": "noindex",
    // A form's page finds its way back by the Referer, which other hosts don't get.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    ...(retryAfterSeconds === null ? {} : { "Retry-After": String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
  };
}
