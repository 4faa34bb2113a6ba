/** `POST enter` as a form: what the page's script does with the answer, for a browser without it. */
import { noticeAnswer, withCookies } from "../answers.ts";
import type { Visitor } from "../visitor.ts";
import { enter } from "./calls.ts";

/** Let in, the browser is sent where it wanted to go; not let in, back to the line, which knows why; refused for a while, it gets a page. */
export async function enterByForm(visitor: Visitor, returnTo: string | null): Promise<Response> {
  const { context, entry } = visitor;
  const { settings: own } = entry;
  const back = returnTo ?? own.entryPath;
  const answer = await enter(visitor, returnTo);
  const told = await answer.json<{ readonly returnTo?: string; readonly code?: string; readonly detail?: string }>();
  const { status } = answer;
  if (status !== 429 && status < 500) {
    const headers = { Location: status === 200 ? (told.returnTo ?? back) : back, "Cache-Control": "no-store" };
    return withCookies(new Response(null, { status: 303, headers }), answer.headers.getSetCookie());
  }
  const { code = "other", detail = "" } = told;
  const notice = { kind: "error", code, entryPath: null } as const;
  // It has no time after which it loads itself anew: that would send the form again. Nothing that was entered is lost.
  const page = noticeAnswer(context.request, "navigation", { notice, status, code, detail, title: own.title, own, returnTo: back });
  const retryAfter = answer.headers.get("Retry-After");
  if (retryAfter !== null) page.headers.set("Retry-After", retryAfter);
  return page;
}
