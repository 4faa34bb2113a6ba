/** Forwarding to the origin, measured, and what its answer says to us. */
import { noticeAnswer, withCookies, type OwnPages } from "./answers.ts";
import type { RequestContext } from "./context.ts";
import { edgeAssertion } from "./credentials/edge.ts";
import { forwardRequest, hasLoop, isForwardable } from "./forward.ts";
import { beginAttempt, sumsOfAnswer, type Measured } from "./measure.ts";
import { kindOf } from "./negotiate.ts";
import { readCommands, type OriginCommands } from "./origin-commands.ts";
import { relayResponse } from "./origin-response.ts";
import { problem } from "./problem.ts";
import { wayBack } from "./return-to.ts";

/** The 502 page asks again after this long. */
const RETRY_AFTER_SECONDS = 5;

export interface Passage {
  /** Scheme and authority of the origin. */
  readonly origin: string;
  /** For the 502 page. */
  readonly title: string;
  /** The event's own look and words for that page. */
  readonly own?: OwnPages;
  /** The bare pass for the origin; null = nobody's. */
  readonly passToken: string | null;
  /** When the session expires, for the origin. */
  readonly sessionExpiresAtMs: number | null;
  /** A bypass by file ending: nothing that identifies a visitor goes along. */
  readonly stripCredentials: boolean;
  /** On a covered URL shared caches must not keep what an admitted visitor saw. */
  readonly covered: boolean;
  /** The origin's commands count on this answer. */
  readonly commands: boolean;
  /** What is measured, and for whom; null = nothing. */
  readonly measured: Measured | null;
  /** Cookies to set, asked for when the origin's headers are there, with what it commanded; may take up to a second more. */
  readonly setCookies: (commands: OriginCommands) => Promise<readonly string[]>;
}

/** Forwards the request and relays the answer. An origin that can't be reached is our 502 with `Retry-After`; the session stays. */
export async function passThrough(context: RequestContext, passage: Passage): Promise<Response> {
  const { request, config, nowMs } = context;
  if (hasLoop(request.headers)) return problem(508, "loop-detected", "The request has passed through this room before.");
  if (!isForwardable(request.method)) return problem(501, "method-not-forwarded", "This method is not handed on to the shop.");
  const forwarded = forwardRequest({
    request,
    target: context.target,
    origin: passage.origin,
    client: context.client,
    passToken: passage.passToken,
    edgeAssertion: await edgeAssertion(config, passage.origin, nowMs),
    sessionExpiresAtMs: passage.sessionExpiresAtMs,
    stripCredentials: passage.stripCredentials,
  });
  const attempt = passage.measured === null ? null : await beginAttempt(context, passage.measured);
  const startedMs = Date.now();
  const answer = fetch(forwarded);
  // Also when the client has gone: what it broke off says nothing of the origin, its answer does.
  if (attempt !== null) context.waitUntil(answer.catch(() => null));
  let response: Response;
  try {
    response = await answer;
  } catch {
    attempt?.end("error", Date.now());
    passage.measured?.view.measure({ requests: 1, connectErrors: 1 });
    return withCookies(unreachable(context, passage), await passage.setCookies({}));
  }
  const answeredMs = Date.now();
  const commands = passage.commands ? readCommands(response.headers) : {};
  attempt?.answered(response, commands, answeredMs);
  passage.measured?.view.measure(sumsOfAnswer(response.status, answeredMs - startedMs));
  const setCookies = await passage.setCookies(commands);
  const relayed = relayResponse({ response, covered: passage.covered, setsCookie: setCookies.length > 0, sharedCache: false });
  return withCookies(relayed, setCookies);
}

function unreachable(context: RequestContext, { title, own }: Passage): Response {
  const { request, target } = context;
  const kind = kindOf(request);
  return noticeAnswer(request, kind, {
    notice: { kind: "origin-unreachable", afterForm: kind === "form-navigation" },
    status: 502,
    code: "origin-unreachable",
    detail: "The shop did not answer. A place inside is kept.",
    title,
    ...(own === undefined ? {} : { own }),
    returnTo: wayBack(request, target),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
