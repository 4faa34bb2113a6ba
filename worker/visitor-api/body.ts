/** Bodies of the visitor API: small JSON, or what a form without script sends. */
import { problem } from "../problem.ts";

const MOST_BYTES = 8_192;

export type Body = Readonly<Record<string, unknown>>;
export type ReadBody =
  | { readonly ok: true; readonly body: Body; readonly isForm: boolean }
  | { readonly ok: false; readonly response: Response };

/** Reads a JSON object or a form; an empty body is an empty object. */
export async function readBody(request: Request): Promise<ReadBody> {
  const announced = request.headers.get("Content-Length");
  if (Number(announced ?? "0") > MOST_BYTES) return tooLarge();
  // The runtime reads no more than was announced, and shows no length beside `Transfer-Encoding`: in one go, which is cheaper.
  const text = announced !== null && /^[0-9]+$/.test(announced) ? await request.text() : await readText(request);
  if (text === null) return tooLarge();
  const type = (request.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "application/x-www-form-urlencoded") return { ok: true, body: Object.fromEntries(new URLSearchParams(text)), isForm: true };
  if (text.trim() === "") return { ok: true, body: {}, isForm: false };
  if (type !== "application/json") {
    return {
      ok: false,
      response: problem(415, "unsupported-media-type", "Send application/json.", { headers: { Accept: "application/json" } }),
    };
  }
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ok: true, body: body as Body, isForm: false };
  } catch {
    // Falls through to the same answer.
  }
  return { ok: false, response: problem(400, "invalid-body", "The body must be a JSON object.") };
}

/** A body of unknown length as text, or null when it is too large. Stops reading there: what was not announced costs no memory. */
async function readText(request: Request): Promise<string | null> {
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function tooLarge(): ReadBody {
  return { ok: false, response: problem(413, "body-too-large", `The body may have ${MOST_BYTES} bytes.`) };
}

/** An optional text member. @returns null where it is left out, or the refusal that names it */
export function textMember(body: Body, name: string): string | null | Response {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  return problem(400, "invalid-body", `\`${name}\` must be a text.`, { field: name });
}
