import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type { DirectoryEntry } from "../../durable-objects/protocol.ts";
import { bearerToken } from "../bearer.ts";
import { problem } from "../problem.ts";
import { ACTIONS, type Action } from "./action-schema.ts";
import {
  API_PATH,
  described,
  forbidden,
  incomplete,
  invalid,
  invalidKey,
  json,
  present,
  reusedKey,
  unauthorised,
  unknownEvent,
  unknownPath,
  unreachable,
} from "./answers.ts";
import { parseAuditQuery } from "./audit-query.ts";
import { type OrganiserActor, type OrganiserApiDeps, hasRole, inScope } from "./deps.ts";
import { createEvent, deleteEvent, listEvents, replaceEvent } from "./events.ts";
import { ID_FORM } from "./fields.ts";
import { makeInvites } from "./invites.ts";
import { parseIdempotencyKey } from "./idempotency-key.ts";
import { readJson } from "./json-body.ts";
import { RoomUnreachable, describe, findEntry, queueOf, reach } from "./rooms.ts";
import { deleteTemplate, getTemplate, previewGiven, previewTemplate, putTemplate } from "./template.ts";

const MAX_BODY_BYTES = 256 * 1024;
const MISSING_KEYS =
  "STANCHION_ORGANISER_KEYS is not set: organiser API and console are off. `npm run keys` makes them, `wrangler secret put STANCHION_ORGANISER_KEYS` sets them.";
/** Told once an isolate: strangers can call this as often as they like, and an app may live for one request only. */
let missingKeysTold = false;

type Role = OrganiserActor["role"];
type ApiEnv = { Variables: { actor: OrganiserActor } };
type ApiContext = Context<ApiEnv>;
type Answer = (context: ApiContext, actor: OrganiserActor) => Promise<Response>;
type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a handler of one event gets: the id has the right form and is in the token's scope, the role suffices. */
type EventAnswer = (event: string, actor: OrganiserActor, context: ApiContext) => Promise<Response>;

/**
 * The organiser API below `/_stanchion/api/v1`. Takes bearer tokens only: no cookie is read, so that a page of the shop
 * can't act with an organiser's browser (S3). Refusals come cheapest first: for a bad token, a role or scope that does not
 * suffice, or a body that is no JSON, no object is called (S12).
 */
export function createOrganiserApi(deps: OrganiserApiDeps): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();

  app.use(`${API_PATH}/*`, async (context, next) => {
    if (!deps.organiserKeysPresent) {
      if (!missingKeysTold) console.error(MISSING_KEYS);
      missingKeysTold = true;
      return problem(503, "organiser-keys-missing", "No organiser key is configured; the deployment's owner finds what to set in its log.");
    }
    const tokenSent = bearerToken(context.req.raw.headers) !== null;
    const actor = tokenSent ? await deps.authenticate(context.req.raw) : null;
    if (actor === null) return unauthorised(tokenSent);
    context.set("actor", actor);
    // This router takes one for the path without it; here every path has one spelling.
    if (context.req.path.endsWith("/")) return unknownPath();
    return next();
  });

  route(app, "/events", {
    GET: (_, actor) => listEvents(deps, actor),
    POST: withRole("owner", (context, actor) => withBody(context, (body) => createEvent(deps, actor, body))),
  });
  route(app, "/events/:id", {
    GET: ofEvent("viewer", (event, actor) =>
      withEntry(deps, event, async (entry) => {
        const description = await describe(deps, entry);
        return description === null ? incomplete() : json(present(description.settings, entry.incarnation, actor));
      }),
    ),
    PUT: ofEvent("owner", (event, actor, context) => withBody(context, (body) => replaceEvent(deps, actor, event, body))),
    DELETE: ofEvent("owner", (event, actor) => deleteEvent(deps, actor, event)),
  });
  route(app, "/events/:id/live", {
    GET: ofEvent("viewer", (event) =>
      withEntry(deps, event, async (entry) => {
        const description = await describe(deps, entry);
        return description === null ? incomplete() : json({ ...description.figures, usage: description.usage });
      }),
    ),
  });
  route(app, "/events/:id/audit", {
    GET: ofEvent("viewer", async (event, _, context) => {
      const query = parseAuditQuery(new URL(context.req.url).searchParams);
      if (!query.ok) return invalid(query);
      const entry = await findEntry(deps, event);
      if (entry === null) return auditOfRemoved(deps, event);
      const entries = await reach("event", () => queueOf(deps, entry).audit(query.value));
      // A full page may have more behind it; the next one begins before its last.
      const next = entries.length < query.value.limit ? null : (entries.at(-1)?.sequence ?? null);
      return json({ entries, next });
    }),
  });
  route(app, "/events/:id/invites", {
    POST: ofEvent("operator", (event, _, context) =>
      withBody(context, (body) => withEntry(deps, event, (entry) => makeInvites(deps, entry, body, Date.now()))),
    ),
  });
  route(app, "/events/:id/template", {
    GET: ofEvent("operator", (event) => getTemplate(deps, event)),
    // S3: it runs in visitors' browsers.
    PUT: ofEvent("owner", (event, actor, context) => putTemplate(deps, event, actor, context.req.raw)),
    DELETE: ofEvent("owner", (event, actor) => deleteTemplate(deps, event, actor)),
  });
  route(app, "/events/:id/template/preview", {
    GET: ofEvent("operator", (event, _, context) => previewTemplate(deps, event, context.req.url)),
    POST: ofEvent("operator", (event, _, context) => previewGiven(deps, event, context.req.raw)),
  });
  for (const action of ACTIONS) {
    route(app, `/events/:id/actions/${action.name}`, {
      POST: ofEvent(action.role, (event, actor, context) =>
        withBody(context, (body) => act(deps, action, event, actor, body, context.req.header("Idempotency-Key"))),
      ),
    });
  }

  app.notFound(unknownPath);
  app.onError((error) => {
    if (error instanceof RoomUnreachable) {
      console.error(`organiser API: ${error.message}`, error.cause);
      return unreachable(error.room);
    }
    console.error("organiser API:", error);
    return problem(500, "internal", "This should not happen; the log says more.");
  });
  return app;
}

/** The methods of one path; HEAD is answered as GET without body, the others by 405. */
function route(app: Hono<ApiEnv>, path: string, answers: Partial<Record<Method, Answer>>): void {
  for (const [method, answer] of Object.entries(answers)) {
    app.on(method, API_PATH + path, (context) => answer(context, context.var.actor));
  }
  const allow = Object.keys(answers)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
  app.all(API_PATH + path, () => problem(405, "method-not-allowed", `This path takes ${allow}.`, { headers: { Allow: allow } }));
}

function withRole(role: Role, answer: Answer): Answer {
  return async (context, actor) => (hasRole(actor, role) ? answer(context, actor) : forbidden(role));
}

/** Scope before role: of an event that is none of the token's business not even the needed role is told. */
function ofEvent(role: Role, answer: EventAnswer): Answer {
  return async (context, actor) => {
    const event = context.req.param("id") ?? "";
    if (!ID_FORM.test(event) || !inScope(actor, event)) return unknownEvent();
    return hasRole(actor, role) ? answer(event, actor, context) : forbidden(role);
  };
}

async function withBody(context: ApiContext, answer: (body: unknown) => Promise<Response>): Promise<Response> {
  const body = await readJson(context.req.raw, MAX_BODY_BYTES);
  return body.ok ? answer(body.value) : problem(400, body.code, body.detail);
}

async function withEntry(deps: OrganiserApiDeps, event: string, answer: (entry: DirectoryEntry) => Promise<Response>): Promise<Response> {
  const entry = await findEntry(deps, event);
  return entry === null ? unknownEvent() : answer(entry);
}

/** Of an event that is gone only its deletions are known. */
async function auditOfRemoved(deps: OrganiserApiDeps, event: string): Promise<Response> {
  const entries = await reach("directory", () => deps.directory.removals({ event }));
  return entries.length === 0 ? unknownEvent() : json({ entries, next: null });
}

async function act(
  deps: OrganiserApiDeps,
  action: Action,
  event: string,
  actor: OrganiserActor,
  body: unknown,
  key: string | undefined,
): Promise<Response> {
  const requestId = key === undefined ? null : parseIdempotencyKey(key);
  if (requestId === undefined) return invalidKey();
  return withEntry(deps, event, async (entry) => {
    const parsed = action.parse(body, entry.settings.lanes);
    if (!parsed.ok) return invalid(parsed);
    const { incarnation } = entry;
    const by = { subject: actor.subject, role: actor.role };
    const request = { ref: { event, incarnation }, command: parsed.value, actor: by, ...(requestId === null ? {} : { requestId }) };
    const reply = await reach("event", () => queueOf(deps, entry).command(request));
    switch (reply.outcome) {
      case "ok":
        return json(described(reply.description, reply.changed, actor));
      case "invalid":
        return invalid(reply);
      case "other-command":
        return reusedKey();
      case "gone":
        return incomplete();
    }
  });
}
