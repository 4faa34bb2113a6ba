/**
 * `STANCHION_OVERRIDE`: the operator's last resort. Wins over every event and needs no object, no directory, no key; the
 * deployment's own configuration maps each host to its origin.
 */
import { noticeAnswer } from "./answers.ts";
import type { Override } from "./config.ts";
import { withoutOwnCookies } from "./cookies.ts";
import type { Deployment } from "./deployment.ts";
import { kindOf } from "./negotiate.ts";
import { problem } from "./problem.ts";
import type { RequestTarget } from "./request-url.ts";

const RETRY_AFTER_SECONDS = 30;

/** "off": everybody goes straight to the host's origin. "sealed": nobody does. */
export async function answerOverride(request: Request, target: RequestTarget, override: Override, { hosts }: Deployment): Promise<Response> {
  const origin = hosts[target.host]?.origin;
  if (origin === undefined) return problem(421, "unknown-host", "No on-sale is served on this host.");
  if (override === "sealed") {
    return noticeAnswer(kindOf(request), {
      notice: { kind: "error", code: "sealed", entryPath: null },
      status: 503,
      code: "sealed",
      detail: "The shop is closed for the moment.",
      returnTo: target.rawPath + target.query,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) if (name.startsWith("stanchion-")) headers.delete(name);
  const cookies = headers.get("Cookie");
  const rest = cookies === null ? null : withoutOwnCookies(cookies);
  if (rest === null) headers.delete("Cookie");
  else headers.set("Cookie", rest);
  try {
    return await fetch(new Request(origin + target.rawPath + target.query, { method: request.method, headers, body: request.body, redirect: "manual" }));
  } catch {
    return problem(502, "origin-unreachable", "The shop did not answer.", { headers: { "Retry-After": "5" } });
  }
}
