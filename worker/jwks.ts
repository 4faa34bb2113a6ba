import { base64url } from "jose";
import { type Config } from "./config.ts";
import { publicKeySet } from "./keys.ts";

/** Origins see a rotated key within this time; shorter than any notice at which an operator retires one. */
const maxAgeSeconds = 300;

/** `GET /_stanchion/jwks.json`: the keys by which an origin verifies `Stanchion-Pass` and `Stanchion-Edge` by itself. */
export async function jwksResponse(request: Request, config: Config): Promise<Response> {
  const body = JSON.stringify(publicKeySet(config));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body)));
  const etag = `"${base64url.encode(digest.subarray(0, 16))}"`;
  const headers = {
    "Content-Type": "application/jwk-set+json",
    "Cache-Control": `public, max-age=${maxAgeSeconds}`,
    ETag: etag,
    // Public keys are for everybody, a page's script too.
    "Access-Control-Allow-Origin": "*",
    "X-Content-Type-Options": "nosniff",
  };
  if (matches(request.headers.get("If-None-Match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : body, { headers });
}

/** Weak comparison (RFC 9110 section 13.1.2): a proxy that compresses marks the tag as weak. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
