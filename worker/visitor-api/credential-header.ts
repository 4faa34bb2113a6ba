/** How a credential reaches its client: a browser gets a cookie, an app that sends `Stanchion-Credential` gets it back in that header. */
import { problem } from "../problem.ts";
import type { Given } from "../visitor.ts";

const HEADER = "Stanchion-Credential";

/** Gives the credential the way this client keeps it. An app says so by sending the header, with "new" before it has one. */
export function withCredential(request: Request, given: Given, response: Response): Response {
  if (request.headers.has(HEADER)) response.headers.set(HEADER, given.value);
  else response.headers.append("Set-Cookie", given.setCookie);
  return response;
}

/** The call needs a place and there is none. */
export function noPlace(): Response {
  return problem(401, "no-place", "There is no ticket or pass in this request; `POST join` gives one.");
}
