/**
 * Whether a POST was sent by a page of the same origin, as it must be where a cookie is the credential (S17).
 *
 * Browsers say so in `Sec-Fetch-Site`, which no script can set. Those that don't send it send `Origin` with every POST; it
 * must be the request's own, or the same host's under https, since TLS may end in front of the room.
 */
export function sameOriginPost(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const own = new URL(request.url);
  const origin = request.headers.get("Origin");
  return origin === own.origin || origin === `https://${own.host}`;
}
