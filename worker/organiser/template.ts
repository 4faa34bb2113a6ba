/** The organiser API's calls on an event's template. */
import type { DirectoryEntry, TemplateRef } from "../../durable-objects/protocol.ts";
import { SAMPLE_STATUS } from "../pages/sample-status.ts";
import { problem } from "../problem.ts";
import { compileTemplate, placeOf, type NamedAt, type TemplateNode } from "../template/compile.ts";
import { SAMPLE_STATES, sampleOf } from "../template/samples.ts";
import { renderTemplatePage } from "../template/template-page.ts";
import { templateValues } from "../template/values.ts";
import { incomplete, invalid, json, nothing, unknownEvent } from "./answers.ts";
import type { OrganiserActor, OrganiserApiDeps } from "./deps.ts";
import { MAX_TEMPLATE_BYTES } from "./event-schema.ts";
import { describe, findEntry, queueOf, reach } from "./rooms.ts";

interface ReadTemplate {
  readonly text: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly nodes: readonly TemplateNode[];
  readonly names: readonly NamedAt[];
}

/** `PUT events/:id/template`: 200 with which template there is now, and the names in it that stand for nothing. */
export async function putTemplate(deps: OrganiserApiDeps, event: string, actor: OrganiserActor, request: Request): Promise<Response> {
  const read = await readTemplate(request);
  if (read instanceof Response) return read;
  const ref: TemplateRef = { hash: hexOf(await crypto.subtle.digest("SHA-256", read.bytes)), bytes: read.bytes.length };
  const entry = await findEntry(deps, event);
  if (entry === null) return unknownEvent();
  return (await setTemplate(deps, entry, actor, ref, read.text)) ?? json({ template: ref, unknownNames: unknownNames(read.names) });
}

/** `DELETE events/:id/template`: 204, also where there is none. */
export async function deleteTemplate(deps: OrganiserApiDeps, event: string, actor: OrganiserActor): Promise<Response> {
  const entry = await findEntry(deps, event);
  if (entry === null) return unknownEvent();
  return (await setTemplate(deps, entry, actor, null, "")) ?? nothing();
}

/** `GET events/:id/template`: as it was put, as a file: whoever opens it by mistake runs nothing. */
export async function getTemplate(deps: OrganiserApiDeps, event: string): Promise<Response> {
  const stored = await storedTemplate(deps, event);
  if (stored instanceof Response) return stored;
  return new Response(stored.text, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Disposition": `attachment; filename="${event}.html"`,
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  });
}

/** `GET events/:id/template/preview?state=`: the stored template, filled in with a sample. */
export async function previewTemplate(deps: OrganiserApiDeps, event: string, url: string): Promise<Response> {
  const stored = await storedTemplate(deps, event);
  if (stored instanceof Response) return stored;
  const compiled = compileTemplate(stored.text);
  if (!compiled.ok) return problem(422, "invalid-template", compiled.fault.detail, { ...compiled.fault });
  return preview(stored.entry, compiled.nodes, url);
}

/** `POST events/:id/template/preview?state=`: the template in the body, which is not kept. */
export async function previewGiven(deps: OrganiserApiDeps, event: string, request: Request): Promise<Response> {
  const read = await readTemplate(request);
  if (read instanceof Response) return read;
  const entry = await findEntry(deps, event);
  return entry === null ? unknownEvent() : preview(entry, read.nodes, request.url);
}

/** The same page under the same policy as a visitor gets; a sample does not load itself anew. */
function preview({ event, settings }: DirectoryEntry, nodes: readonly TemplateNode[], url: string): Response {
  const nowMs = Date.now();
  const state = new URL(url).searchParams.get("state") ?? "waiting";
  const status = sampleOf(state, event, settings.lanes[0]?.id ?? "main", settings.title, settings.message, nowMs);
  if (status === null) return invalid({ field: "state", detail: `"state" must be one of ${SAMPLE_STATES.join(", ")}.` });
  const input = { status, closesAtMs: nowMs + 4 * 3_600_000, nowMs, refreshSeconds: 20, reachable: true };
  const { html, headers } = renderTemplatePage(nodes, input);
  const answer = new Response(html, { headers });
  answer.headers.delete("Refresh");
  return answer;
}

async function storedTemplate(
  deps: OrganiserApiDeps,
  event: string,
): Promise<{ readonly entry: DirectoryEntry; readonly text: string } | Response> {
  const entry = await findEntry(deps, event);
  if (entry === null) return unknownEvent();
  const hash = entry.settings.template?.hash;
  const text = hash === undefined ? null : await reach("event", () => queueOf(deps, entry).template({ hash }));
  return text === null ? problem(404, "no-template", "The event has no template.") : { entry, text };
}

const MAX_ROUNDS = 4;

/**
 * The event first, which keeps the text; then the directory, from which isolates learn of it: what they are told of is there. If
 * it breaks off in between, the answer is 503 and the old page stays; the same call again goes on from here.
 *
 * Two organisers at once may reach the directory in another order than the event. So each looks at the event again after it
 * has told the directory, and tells it what is there now: the last one to arrive leaves the two equal.
 *
 * @returns the refusal, or null
 */
async function setTemplate(
  deps: OrganiserApiDeps,
  entry: DirectoryEntry,
  { subject, role }: OrganiserActor,
  template: TemplateRef | null,
  text: string,
): Promise<Response | null> {
  const { event, incarnation } = entry;
  const request = { template: template === null ? null : { ...template, text }, actor: { subject, role } };
  let described = await reach("event", () => queueOf(deps, entry).setTemplate(request));
  if (described === null) return incomplete();
  let told = template;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const now = told;
    const written = await reach("directory", () => deps.directory.setTemplate({ ref: { event, incarnation }, template: now }));
    described = await describe(deps, entry);
    if (written === null || described === null) return unknownEvent();
    told = described.settings.template ?? null;
    if (told?.hash === now?.hash) break;
  }
  return null;
}

/** The body as a template, or why it is none: 400 what is no HTML, 422 with the line what can't be used. */
async function readTemplate(request: Request): Promise<ReadTemplate | Response> {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!/^\s*text\/html\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType))
    return problem(400, "content-type", "Send HTML in UTF-8 with Content-Type: text/html.");
  const { bytes, more } = await readUpTo(request, MAX_TEMPLATE_BYTES);
  if (more) {
    const place = placeOfByte(bytes, MAX_TEMPLATE_BYTES);
    return problem(422, "template-too-large", `A template has at most ${MAX_TEMPLATE_BYTES} bytes; they end in line ${place.line}.`, place);
  }
  const text = textOf(bytes);
  if (typeof text !== "string") return problem(422, "template-not-utf8", `Line ${text.line} is not UTF-8.`, text);
  if (text.trim() === "") return problem(422, "template-empty", "The template is empty; DELETE takes one away.", { line: 1, column: 1 });
  const compiled = compileTemplate(text);
  if (compiled.ok) return { text, bytes, nodes: compiled.nodes, names: compiled.names };
  const { detail, ...fault } = compiled.fault;
  return problem(422, "invalid-template", `Line ${fault.line}, column ${fault.column}: ${detail}`, fault);
}

/** At most `most` bytes, counted as they arrive; `more`: there are others behind them. */
async function readUpTo(request: Request, most: number): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly more: boolean }> {
  const bytes = new Uint8Array(most);
  let length = 0;
  for await (const chunk of request.body ?? []) {
    bytes.set(chunk.subarray(0, most - length), length);
    length += chunk.byteLength;
    if (length > most) return { bytes, more: true };
  }
  return { bytes: bytes.slice(0, length), more: false };
}

/** The text, or where it stops being UTF-8. */
function textOf(bytes: Uint8Array): string | { readonly line: number; readonly column: number } {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    // Decoded leniently the first fault is the first replacement character that the bytes don't spell out.
    const lenient = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes);
    const spelt = new TextEncoder().encode(lenient);
    const at = spelt.findIndex((byte, index) => byte !== bytes[index]);
    return placeOfByte(bytes, at);
  }
}

/** Line and column, in characters, of a byte. */
function placeOfByte(bytes: Uint8Array, at: number): { readonly line: number; readonly column: number } {
  const before = new TextDecoder().decode(bytes.subarray(0, at));
  return placeOf(before, before.length);
}

/** Most likely slips of the pen: they show nothing. */
function unknownNames(names: readonly NamedAt[]): readonly NamedAt[] {
  const values = templateValues({ status: SAMPLE_STATUS, closesAtMs: null, nowMs: 0, refreshSeconds: 20, reachable: true });
  return names.filter(({ name }) => name !== "." && !Object.hasOwn(values, name)).slice(0, 100);
}

function hexOf(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
