/** Everything under `/_stanchion/`: ours, or 404 by exact segments. Never an origin's. */
import type { DirectoryRpc } from "../durable-objects/protocol.ts";
import { directoryStub, eventQueueStub } from "../durable-objects/stubs.ts";
import { bearerToken } from "./bearer.ts";
import type { Config } from "./config.ts";
import type { RequestContext } from "./context.ts";
import { issueInvites } from "./credentials/invite.ts";
import { answerDraw, drawPathOf } from "./draw.ts";
import { jwksResponse } from "./jwks.ts";
import { createOrganiserApi } from "./organiser/api.ts";
import { verifyOrganiserToken } from "./organiser-token.ts";
import { problem } from "./problem.ts";
import type { RequestTarget } from "./request-url.ts";
import { answerVisitorApi, VISITOR_API } from "./visitor-api/route.ts";

export const OWN_PREFIX = "/_stanchion/";
const ORGANISER_API = "/_stanchion/api/v1/";
/** The hot one. */
const STATUS = `${VISITOR_API}status`;
const JWKS = "/_stanchion/jwks.json";

/** Whether the path is none of a visitor's: key set or organiser API. */
export function isForOperators({ rawPath }: RequestTarget): boolean {
  return rawPath === JWKS || rawPath.startsWith(ORGANISER_API);
}

/** Answers a path of our own. */
export async function answerOwn(context: RequestContext): Promise<Response> {
  const { request, target, config } = context;
  if (target.rawPath === STATUS) return answerVisitorApi(context);
  const draw = drawPathOf(target.rawPath);
  if (draw !== null) return answerDraw(context, draw);
  if (target.rawPath.startsWith(VISITOR_API)) return answerVisitorApi(context);
  if (target.rawPath === JWKS) {
    if (request.method !== "GET" && request.method !== "HEAD")
      return problem(405, "method-not-allowed", "The key set is read only.", { headers: { Allow: "GET, HEAD" } });
    return jwksResponse(request, config);
  }
  if (target.rawPath.startsWith(ORGANISER_API)) return organiserApiOf(context).fetch(request);
  return problem(404, "not-found", "There is nothing here.");
}

let organiserApi: { readonly config: Config; readonly app: ReturnType<typeof createOrganiserApi> } | null = null;

/** The organiser API, made once an isolate. */
function organiserApiOf({ env, config }: RequestContext): ReturnType<typeof createOrganiserApi> {
  if (organiserApi?.config === config) return organiserApi.app;
  const app = createOrganiserApi({
    authenticate: async (request) => {
      const token = bearerToken(request.headers);
      if (token === null) return null;
      const verified = await verifyOrganiserToken(config, token, Date.now());
      return verified.ok ? verified.actor : null;
    },
    organiserKeysPresent: config.organiserKeys !== null,
    directory: directoryOf(env),
    eventQueue: (ref, region) => eventQueueStub(env, ref, region),
    deployment: config.deployment,
    makeInvites: (ref, lane, count, expiresAtMs) => issueInvites({ config, ref, lane, nowMs: Date.now() }, count, expiresAtMs),
  });
  organiserApi = { config, app };
  return app;
}

/** The Directory for an app that outlives requests: a stub belongs to the request that made it, so each call makes its own. */
function directoryOf(env: RequestContext["env"]): DirectoryRpc {
  return {
    read: (asked) => directoryStub(env).read(asked),
    create: (asked) => directoryStub(env).create(asked),
    replace: (asked) => directoryStub(env).replace(asked),
    setTemplate: (asked) => directoryStub(env).setTemplate(asked),
    remove: (asked) => directoryStub(env).remove(asked),
    removals: (asked) => directoryStub(env).removals(asked),
  };
}
