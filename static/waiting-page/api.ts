import type { PageConfig } from "../../worker/pages/page-config.ts";
import { readAnswer, retryAfterMs, type Answer, type Call } from "./answer.ts";

const BASE = "/_stanchion/v1/";
const TIMEOUT_MS = 10_000;

type Place = Pick<PageConfig, "event" | "lane" | "returnTo">;

/** A request that ends: null = no answer, or none within ten seconds. */
async function send(path: string, body: object | null): Promise<{ response: Response; json: unknown } | null> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(BASE + path, {
      method: body === null ? "GET" : "POST",
      headers: { Accept: "application/json", ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
      cache: "no-store",
      redirect: "error",
      signal: abort.signal,
    });
    // A portal's page in between is no answer of ours, whatever its status code.
    const json: unknown = await response.json().catch(() => null);
    return { response, json };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** `Date` and `Retry-After` of one answer: its own clock, not this device's. */
function retryAfterOf({ headers }: Response): number {
  const sentMs = Date.parse(headers.get("Date") ?? "");
  return retryAfterMs(headers.get("Retry-After"), Number.isNaN(sentMs) ? Date.now() : sentMs);
}

/**
 * Makes a call and tells what came of it; never throws.
 *
 * @param invite the code of an invitation, for `join`
 */
export async function call(name: Call, place: Place, invite?: string): Promise<Answer> {
  const { event, lane, returnTo } = place;
  const query = `?event=${encodeURIComponent(event)}&lane=${encodeURIComponent(lane)}`;
  const body = { event, lane, returnTo, invite };
  const answer = name === "status" ? await send(name + query, null) : await send(name, body);
  if (answer === null) return { kind: "failed", retryAfterMs: 0 };
  const { response, json } = answer;
  return readAnswer(name, response.status, json, retryAfterOf(response));
}

/** Gives the place or the session up. False: not known whether it reached the room; to repeat it is safe. */
export async function leave(place: Place): Promise<boolean> {
  const answer = await send("leave", { event: place.event, lane: place.lane });
  return answer !== null && answer.response.status < 429;
}

/** Brings the pass back once, so that a grant behind a hidden tab is a session and not a no-show. */
export async function touchSession(place: Place): Promise<void> {
  await send("session/touch", { event: place.event, lane: place.lane });
}
