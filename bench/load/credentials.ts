/** What a client can read of its own credentials: names and claims, unverified; the room does the judging. */
import type { CookieJar } from "./cookie-jar.ts";

export interface Credential {
  readonly kind: "visitor" | "ticket" | "pass";
  readonly event: string;
  readonly lane: string;
  /** FIFO number in the lane; null in a visitor credential. */
  readonly position: number | null;
  /** When the session was granted, Unix seconds; null but in a pass. */
  readonly grantedAtSeconds: number | null;
}

const COOKIE_NAME = /^(?:__Host-|__Secure-)?stanchion-([vp])-([a-z0-9-]+)\.(.+)$/u;

/** The credential a request from this jar would be judged by: a pass or ticket before a visitor credential. */
export function readCredential(jar: CookieJar): Credential | null {
  let visitor: Credential | null = null;
  for (const [name, value] of jar.entries()) {
    const [, letter, event, lane] = COOKIE_NAME.exec(name) ?? [];
    if (event === undefined || lane === undefined) continue;
    if (letter === "v") visitor = { kind: "visitor", event, lane, position: null, grantedAtSeconds: null };
    const place = letter === "p" ? readPlace(value) : null;
    if (place !== null) return { ...place, event, lane };
  }
  return visitor;
}

function readPlace(value: string): Pick<Credential, "kind" | "position" | "grantedAtSeconds"> | null {
  const [header = "", payload = ""] = value.split(".");
  const type = decode(header)?.["typ"];
  const claims = decode(payload);
  if (claims === null || typeof claims["pos"] !== "number") return null;
  if (type === "stanchion-ticket+jwt") return { kind: "ticket", position: claims["pos"], grantedAtSeconds: null };
  if (type !== "stanchion-pass+jwt" || typeof claims["gat"] !== "number") return null;
  return { kind: "pass", position: claims["pos"], grantedAtSeconds: claims["gat"] };
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
