/** `/_stanchion/v1/…`: paths are exact by segment. The hot one, `GET status`, is looked at first. */
import { withCors } from "../answers.ts";
import { bearerToken } from "../bearer.ts";
import type { RequestContext } from "../context.ts";
import { knownDirectory } from "../directory-view.ts";
import { viewOf } from "../event-view.ts";
import { refreshView } from "../gates.ts";
import { takeInviteOfPath } from "../invite-link.ts";
import { problem } from "../problem.ts";
import { refusedForNow } from "../refusals.ts";
import { returnToWithin } from "../return-to.ts";
import { sameOriginPost } from "../same-origin.ts";
import { visitorOf, type Visitor } from "../visitor.ts";
import { readBody, textMember, type Body } from "./body.ts";
import { enter, join, joinByForm, joinByInvite, leave, session, status, touchSession } from "./calls.ts";
import { enterByForm } from "./enter-form.ts";
import { resolve } from "./resolve.ts";

export const VISITOR_API = "/_stanchion/v1/";

const METHODS: Readonly<Record<string, "GET" | "POST">> = {
  status: "GET",
  session: "GET",
  join: "POST",
  enter: "POST",
  leave: "POST",
  "session/touch": "POST",
};

/** Answers a call of the visitor API. */
export async function answerVisitorApi(context: RequestContext): Promise<Response> {
  const { request, target } = context;
  const call = target.rawPath.slice(VISITOR_API.length);
  const method = Object.hasOwn(METHODS, call) ? METHODS[call] : undefined;
  if (method === undefined) return problem(404, "not-found", "There is no such call.");
  const asked = request.method;
  if (asked === "OPTIONS") return preflight(context);
  if (asked !== method && !(method === "GET" && asked === "HEAD")) {
    return problem(405, "method-not-allowed", `${call} takes ${method}.`, { headers: { Allow: `${method}, OPTIONS` } });
  }
  const directory = await knownDirectory(context);
  if (directory === null) return refusedForNow();
  const read = method === "POST" ? await readBody(request) : ({ ok: true, body: queryMembers(target.query), isForm: false } as const);
  if (!read.ok) return read.response;
  const event = textMember(read.body, "event");
  const lane = textMember(read.body, "lane");
  if (event instanceof Response) return event;
  if (lane instanceof Response) return lane;
  const resolved = resolve(context, directory, { event, lane });
  if (!resolved.ok) return resolved.response;
  const allowed = resolved.entry.settings.allowedOrigins;
  if (method === "POST" && !isOfOwnPage(request, allowed))
    return problem(403, "cross-origin", "This call is taken from the room's own page only.");
  const view = viewOf(resolved.entry);
  await refreshView(context, view);
  if (view.gone) return problem(404, "unknown-event", "This on-sale is not there any more.", { field: "event" });
  const visitor = await visitorOf(context, resolved.entry, resolved.lane);
  const response = await answer(call, visitor, read.body, read.isForm);
  return withCors(response, context, allowed);
}

/** The last query that was read: every page in one line asks with the same. */
let lastQuery: { readonly text: string; readonly members: Body } = { text: "", members: {} };

function queryMembers(query: string): Body {
  if (query !== lastQuery.text) lastQuery = { text: query, members: Object.fromEntries(new URLSearchParams(query)) };
  return lastQuery.members;
}

async function answer(call: string, visitor: Visitor, body: Body, isForm: boolean): Promise<Response> {
  const { target } = visitor.context;
  switch (call) {
    case "status":
      return status(visitor);
    case "session":
      return session(visitor);
    case "session/touch":
      return touchSession(visitor);
    default: {
      const wanted = textMember(body, "returnTo");
      if (wanted instanceof Response) return wanted;
      // A page that waited with its invite in the address shows it there.
      const { rest, invite: carried } = takeInviteOfPath(wanted ?? "");
      const returnTo = returnToWithin(wanted === null ? null : rest, target);
      if (call === "join") {
        const given = textMember(body, "invite");
        if (given instanceof Response) return given;
        // Whole links are pasted as well.
        const invite = given === null ? carried : (takeInviteOfPath(given).invite ?? given.trim());
        const solution = textMember(body, "challenge");
        if (solution instanceof Response) return solution;
        if (invite === null || invite === "") return join(visitor, returnTo, solution === "" ? null : solution);
        return isForm ? joinByForm(visitor, invite, returnTo) : joinByInvite(visitor, invite, returnTo);
      }
      if (call === "enter") return isForm ? enterByForm(visitor, returnTo) : enter(visitor, returnTo);
      return leave(visitor, isForm ? { returnTo: returnTo ?? visitor.entry.settings.entryPath } : null);
    }
  }
}

/**
 * Whether a POST may act with the cookies it brings: they come with any page's POST. No page of another site can send an app's
 * headers, but a browser sends `Authorization: Basic` by itself.
 */
function isOfOwnPage(request: Request, allowed: readonly string[]): boolean {
  if (sameOriginPost(request) || isAllowedOrigin(request, allowed)) return true;
  return request.headers.has("Stanchion-Credential") || bearerToken(request.headers) !== null;
}

/** An origin the organiser allows may call with credentials; a page of it is trusted with the place. */
function isAllowedOrigin(request: Request, allowed: readonly string[]): boolean {
  const origin = request.headers.get("Origin");
  return origin !== null && allowed.includes(origin);
}

/** Any allowed origin of any event of this host may ask; the call itself is judged again. */
async function preflight(context: RequestContext): Promise<Response> {
  const directory = await knownDirectory(context);
  const allowed = (directory?.byHost.get(context.target.host) ?? []).flatMap(({ settings }) => settings.allowedOrigins);
  const response = new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  const answered = withCors(response, context, allowed);
  if (answered.headers.has("Access-Control-Allow-Origin")) {
    answered.headers.set("Access-Control-Allow-Methods", "GET, POST");
    answered.headers.set("Access-Control-Allow-Headers", "Content-Type, Stanchion-Credential");
    answered.headers.set("Access-Control-Max-Age", "600");
  }
  return answered;
}
