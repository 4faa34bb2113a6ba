/** Which answer a path and method have: a table of a few dozen paths, looked through from the top. */
import { problem } from "../problem.ts";
import type { OrganiserActor } from "./deps.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Call {
  readonly request: Request;
  readonly actor: OrganiserActor;
  /** What stood where the path has `:id`; "" = it has none. Not checked. */
  readonly id: string;
}

export type Answer = (call: Call) => Response | Promise<Response>;
export type Answers = Readonly<Partial<Record<Method, Answer>>>;

/** Answers by path, such as `/events/:id/live`; of one path written twice the first counts. */
export type Routes = readonly (readonly [path: string, answers: Answers])[];

/** A path's segments as they are meant; what is wrongly encoded stays as it is, and fits nothing. */
function segmentsOf(path: string): string[] {
  return path.split("/").map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
}

/** The id in a path of this form; null = the path has another form. */
function idIn(segments: readonly string[], form: string): string | null {
  const wanted = form.split("/");
  if (wanted.length !== segments.length) return null;
  const fits = wanted.every((part, index) => (part === ":id" ? segments[index] !== "" : part === segments[index]));
  return fits ? (segments[wanted.indexOf(":id")] ?? "") : null;
}

/**
 * The answer to a call of `path`, which is without what all paths have in common: HEAD as GET without body, another method than those the path
 * takes 405; null = there is no such path.
 */
export async function routed(routes: Routes, path: string, request: Request, actor: OrganiserActor): Promise<Response | null> {
  const segments = segmentsOf(path);
  for (const [form, answers] of routes) {
    const id = idIn(segments, form);
    if (id === null) continue;
    const { method } = request;
    const asked = method === "HEAD" ? "GET" : method;
    const answer = Object.hasOwn(answers, asked) ? answers[asked as Method] : undefined;
    if (answer === undefined) return notAllowed(answers);
    const response = await answer({ request, actor, id });
    return method === "HEAD" ? new Response(null, response) : response;
  }
  return null;
}

function notAllowed(answers: Answers): Response {
  const allow = Object.keys(answers)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
  return problem(405, "method-not-allowed", `This path takes ${allow}.`, { headers: { Allow: allow } });
}
