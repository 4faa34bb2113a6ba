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
      headers: { "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
      cache: "no-store",
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

/** What a `join` shows: the code of an invitation, the solution of a challenge; null = none. */
export interface Shown {
  readonly invite: string | null;
  readonly challenge: string | null;
}

/** Makes a call and tells what came of it; never throws. To repeat it is safe. */
export async function call(name: Call, { event, lane, returnTo }: Place, shown: Shown | null): Promise<Answer> {
  const body = { event, lane, returnTo, ...shown };
  const answer = name === "status" ? await send(`${name}?${new URLSearchParams({ event, lane })}`, null) : await send(name, body);
  if (answer === null) return { kind: "failed", retryAfterMs: 0 };
  const { response, json } = answer;
  return readAnswer(name, response.status, json, retryAfterMs(response.headers.get("Retry-After")));
}

/** Brings the pass back once, so that a grant behind a hidden tab is a session and not a no-show. */
export async function touchSession(place: Place): Promise<void> {
  await send("session/touch", { event: place.event, lane: place.lane });
}
