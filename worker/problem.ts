export interface ProblemExtra {
  /** The member at fault, as a dotted path into the request's body. */
  readonly field?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the body. */
  readonly [member: string]: unknown;
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad request",
  401: "Not authorised",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  410: "Gone",
  421: "Misdirected request",
  422: "Not acceptable as it is",
  429: "Too many requests",
  500: "Internal error",
  501: "Not implemented",
  502: "Bad gateway",
  503: "Not available now",
  508: "Loop detected",
};

/**
 * An error as clients see it (RFC 9457). `code` is stable and for programs, `detail` is for people; neither may hold a
 * secret or personal data. Never cacheable.
 */
export function problem(status: number, code: string, detail: string, extra: ProblemExtra = {}): Response {
  const { headers, ...members } = extra;
  const body = JSON.stringify({ type: "about:blank", title: TITLES[status] ?? "Error", status, code, detail, ...members });
  return new Response(body, {
    status,
    headers: { ...headers, "Content-Type": "application/problem+json", "Cache-Control": "no-store" },
  });
}
