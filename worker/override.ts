/**
 * `STANCHION_OVERRIDE`: the operator's last resort. Wins over every event and needs no object and no directory; the
 * deployment's own configuration maps each host to its origin. With broken keys it works, too, but forwards without the
 * edge assertion.
 */
import { noticeAnswer } from "./answers.ts";
import type { Config, Override } from "./config.ts";
import { edgeAssertion } from "./credentials/edge.ts";
import type { Deployment } from "./deployment.ts";
import { forwardRequest, hasLoop, isForwardable } from "./forward.ts";
import { kindOf } from "./negotiate.ts";
import { clientOf } from "./network.ts";
import { relayResponse } from "./origin-response.ts";
import { isOwnPath, readingsOf } from "./path-readings.ts";
import { problem } from "./problem.ts";
import { unknownHost } from "./refusals.ts";
import type { RequestTarget } from "./request-url.ts";
import { wayBack } from "./return-to.ts";

const SEALED_RETRY_AFTER_SECONDS = 30;
/** As on the 502 page of `proxy.ts`. */
const UNREACHABLE_RETRY_AFTER_SECONDS = 5;

export interface Overridden {
  readonly request: Request;
  readonly target: RequestTarget;
  readonly override: Override;
  readonly deployment: Deployment;
  /** Null: its keys are broken. */
  readonly config: Config | null;
}

/** "off": everybody goes straight to the host's origin. "sealed": nobody does. */
export async function answerOverride(asked: Overridden): Promise<Response> {
  const { request, target, override, deployment } = asked;
  const origin = deployment.hosts[target.host]?.origin;
  if (origin === undefined) return unknownHost(request);
  // A waiting page that is told so a few times loads itself anew, and gets the shop or the notice.
  if (isOwnPath(readingsOf(target.rawPath))) return problem(404, "not-found", "There is nothing here while the room is overridden.");
  return override === "off" ? forward(asked, origin) : sealed(request, target);
}

function sealed(request: Request, target: RequestTarget): Response {
  return noticeAnswer(request, kindOf(request), {
    notice: { kind: "error", code: "sealed", entryPath: null },
    status: 503,
    code: "sealed",
    detail: "The shop is closed for the moment.",
    returnTo: wayBack(request, target),
    retryAfterSeconds: SEALED_RETRY_AFTER_SECONDS,
  });
}

async function forward({ request, target, deployment, config }: Overridden, origin: string): Promise<Response> {
  if (hasLoop(request.headers)) return problem(508, "loop-detected", "The request has passed through this room before.");
  if (!isForwardable(request.method)) return problem(501, "method-not-forwarded", "This method is not handed on to the shop.");
  const forwarded = forwardRequest({
    request,
    target,
    origin,
    client: clientOf(request, deployment.platform),
    passToken: null,
    edgeAssertion: config === null ? null : await edgeAssertion(config, origin, Date.now()),
    sessionExpiresAtMs: null,
    stripCredentials: false,
  });
  let response: Response;
  try {
    response = await fetch(forwarded);
  } catch {
    return unreachable(request, target);
  }
  return relayResponse({ response, covered: false, sharedCache: false, setsCookie: false });
}

function unreachable(request: Request, target: RequestTarget): Response {
  const kind = kindOf(request);
  return noticeAnswer(request, kind, {
    notice: { kind: "origin-unreachable", afterForm: kind === "form-navigation" },
    status: 502,
    code: "origin-unreachable",
    detail: "The shop did not answer.",
    returnTo: wayBack(request, target),
    retryAfterSeconds: UNREACHABLE_RETRY_AFTER_SECONDS,
  });
}
