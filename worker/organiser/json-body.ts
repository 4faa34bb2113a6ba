/** What reading a request's JSON came to; the refusals are 400: what came is no JSON that could be judged. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: "content-type" | "body-too-large" | "not-json"; readonly detail: string };

/** Reads a JSON body of at most `maxBytes`, counted as it arrives: `Content-Length` may lie or be absent. */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody> {
  const mediaType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/json")
    return { ok: false, code: "content-type", detail: "Send JSON with Content-Type: application/json." };
  try {
    const bytes = await readBytes(request, maxBytes);
    if (bytes === null) return { ok: false, code: "body-too-large", detail: `The body is larger than ${maxBytes} bytes.` };
    return { ok: true, value: JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes)) };
  } catch {
    // Neither the text nor the parser's message is repeated: it may hold a secret.
    return { ok: false, code: "not-json", detail: "The body is not JSON in UTF-8." };
  }
}

/** @returns null if there is more than `maxBytes` */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length")) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
