/** Baseline of the poll: the same JSON and headers, nothing verified. */
interface Bindings {
  readonly BODY: string;
  readonly HEADERS: string;
}

let headers: Record<string, string> | null = null;

export default {
  fetch(_request: Request, env: Bindings): Response {
    headers ??= JSON.parse(env.HEADERS) as Record<string, string>;
    return new Response(env.BODY, { headers });
  },
};
