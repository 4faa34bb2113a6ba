/** A cold isolate that can reach no copy of the directory: nothing is taken for uncovered (S11). */
import type { RequestContext } from "./context.ts";
import { noticeAnswer } from "./answers.ts";
import { isOwnCookieName } from "./cookies.ts";
import { anyValidPass } from "./credentials/any-pass.ts";
import { kindOf } from "./negotiate.ts";
import { passThrough } from "./proxy.ts";
import { wayBack } from "./return-to.ts";

const RETRY_AFTER_SECONDS = 5;

/** Only a valid pass goes on, to what the deployment maps its host to; everybody else is asked to come again. */
export async function standsWithoutDirectory(context: RequestContext, origin: string): Promise<Response> {
  const cookies = context.request.headers.get("Cookie") ?? "";
  const pass = await anyValidPass(context.config, namedValues(cookies), context.request.headers.get("Stanchion-Credential"), context.nowMs);
  if (pass !== null) {
    return passThrough(context, {
      origin,
      title: "",
      passToken: pass.token,
      sessionExpiresAtMs: pass.claims.expiresAtMs,
      stripCredentials: false,
      covered: true,
      commands: false,
      measured: null,
      setCookies: async () => [],
    });
  }
  return noticeAnswer(context.request, kindOf(context.request), {
    notice: { kind: "error", code: "room-unavailable", entryPath: null },
    status: 503,
    code: "room-unavailable",
    detail: "The room can't be asked right now. Every place is kept.",
    returnTo: wayBack(context.request, context.target),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Values of cookies with names of ours, at most eight. */
function namedValues(header: string): string[] {
  const values: string[] = [];
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && isOwnCookieName(pair.slice(0, at).trim())) values.push(pair.slice(at + 1).trim());
    if (values.length === 8) break;
  }
  return values;
}
