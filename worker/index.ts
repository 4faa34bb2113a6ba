/** The Worker: every request comes in here. Hot paths are routed before anything else; the objects' classes go out from here. */
import { configOf, devKeysAllowed, type Config } from "./config.ts";
import { RequestContext, type Bindings } from "./context.ts";
import { answerHost } from "./host.ts";
import { takeInvite } from "./invite-link.ts";
import { answerOverride } from "./override.ts";
import { answerOwn, isForOperators, OWN_PREFIX } from "./own.ts";
import { problem } from "./problem.ts";
import { splitRequestUrl } from "./request-url.ts";

export { Directory } from "../durable-objects/directory.ts";
export { EventQueue } from "../durable-objects/event-queue.ts";
export { Gate } from "../durable-objects/gate.ts";

export default {
  async fetch(request: Request, env: Bindings, execution: ExecutionContext): Promise<Response> {
    const asked = splitRequestUrl(request.url);
    if (asked === null) return problem(400, "invalid-url", "The request names no host and path that could be one.");
    // An invite in the query is ours: from here on no route sees it there, so none hands it on.
    const { rest, invite } = takeInvite(asked.query);
    const target = invite === null ? asked : { ...asked, query: rest };
    const checked = await configOf(env);
    if (!checked.ok) {
      if (checked.emergency !== null) return answerOverride({ request, target, ...checked.emergency, config: null });
      return problem(503, "misconfigured", "The room is not configured; its log says what to set.", { headers: { "Retry-After": "60" } });
    }
    const { config } = checked;
    const { deployment, override } = config;
    const context = new RequestContext(request, target, env, config, execution, invite);
    const keysServe = !config.devKeys || devKeysAllowed(config, context.client.address, target.host);
    // The key set and the organiser API go on: origins verify with the one, and the operator works with the other.
    if (override !== null && !isForOperators(target))
      return answerOverride({ request, target, override, deployment, config: keysServe ? config : null });
    if (!keysServe) return devKeysRefused();
    try {
      return target.rawPath.startsWith(OWN_PREFIX) ? await answerOwn(context) : await answerHost(context);
    } catch (error) {
      return failed(error, config);
    }
  },
} satisfies ExportedHandler<Bindings>;

function devKeysRefused(): Response {
  return problem(503, "dev-keys", "Keys made for development serve on the loopback address only.", { headers: { "Retry-After": "60" } });
}

/** A bug of ours: the visitor is told to come again, the log gets the error's name and place and nothing of the request. */
function failed(error: unknown, { deployment }: Config): Response {
  console.error("request failed", deployment.issuer, error instanceof Error ? (error.stack ?? error.name) : typeof error);
  return problem(503, "internal", "Something went wrong in the room; please ask again.", { headers: { "Retry-After": "3" } });
}
