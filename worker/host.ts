/** A request for a shop's host: uncovered, bypassed, covered, or nobody's. */
import { noticeAnswer } from "./answers.ts";
import type { RequestContext } from "./context.ts";
import { answerCovered } from "./covered.ts";
import { standsWithoutDirectory } from "./blind.ts";
import { knownDirectory } from "./directory-view.ts";
import { viewOf } from "./event-view.ts";
import { match } from "./matching.ts";
import { kindOf } from "./negotiate.ts";
import { hostOrigin, originOf } from "./origin.ts";
import { problem } from "./problem.ts";
import { passThrough } from "./proxy.ts";
import { unknownHost } from "./refusals.ts";

/** Routes a request by host and path. */
export async function answerHost(context: RequestContext): Promise<Response> {
  const { request, target, client } = context;
  const origin = hostOrigin(context);
  if (origin === null) return unknownHost(request);
  const directory = await knownDirectory(context);
  if (directory === null) return standsWithoutDirectory(context, origin);
  const matched = match(directory.index, {
    host: target.host,
    rawPath: target.rawPath,
    query: target.query,
    method: request.method,
    headers: request.headers,
    address: client.address,
    country: client.country,
  });
  switch (matched.outcome) {
    case "own":
      return problem(404, "not-found", "There is nothing here.");
    case "unknown-host":
      return unknownHost(request);
    case "ambiguous":
      return ambiguous(context);
    case "uncovered":
      return passThrough(context, { ...UNCOUNTED, origin, title: "" });
    case "covered": {
      if (matched.rule !== "bypass") return answerCovered(context, matched);
      const { entry, stripCredentials, excluded } = matched;
      return passThrough(context, {
        ...UNCOUNTED,
        origin: originOf(context, entry),
        title: entry.settings.title,
        stripCredentials,
        measured: excluded ? null : { view: viewOf(entry), session: null, checkout: matched.checkout },
      });
    }
  }
}

const UNCOUNTED = {
  passToken: null,
  sessionExpiresAtMs: null,
  stripCredentials: false,
  covered: false,
  commands: false,
  measured: null,
  setCookies: async () => [],
} as const;

function ambiguous({ request }: RequestContext): Response {
  return noticeAnswer(kindOf(request), {
    notice: { kind: "error", code: "ambiguous-path", entryPath: null },
    status: 400,
    code: "ambiguous-path",
    detail: "This address can be read in more than one way.",
  });
}
