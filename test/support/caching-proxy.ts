/**
 * A shared cache in front of the room, as strict as RFC 9111 makes it and no stricter: it stores what it may, also answers
 * to requests with cookies and answers that set some, and serves them to everybody.
 */
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo, Socket } from "node:net";

interface Stored {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly untilMs: number;
  /** Request headers that `Vary` names, as they were. */
  readonly varying: Readonly<Record<string, string | undefined>>;
}

export interface CachingProxy {
  readonly port: number;
  /** URLs answered out of the cache, in order. */
  readonly hits: string[];
  stop(): Promise<void>;
}

/** Directives of a `Cache-Control`, lower case, with their arguments. */
function directives(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  const parts = (headers["cache-control"] ?? "").split(",").map((part) => part.trim().toLowerCase().split("=", 2));
  return new Map(parts.map(([name = "", argument = ""]) => [name, argument.replaceAll('"', "")]));
}

/** Until when the answer may be served to anybody (RFC 9111 sections 3 and 4.2); null = not at all. */
function freshUntil(status: number, headers: IncomingHttpHeaders, nowMs: number): number | null {
  const control = directives(headers);
  if (control.has("no-store") || control.has("private") || control.has("no-cache") || headers.vary === "*") return null;
  const seconds = control.get("s-maxage") ?? control.get("max-age");
  if (seconds !== undefined) return Number(seconds) > 0 ? nowMs + Number(seconds) * 1000 : null;
  if (headers.expires !== undefined) return Date.parse(headers.expires) > nowMs ? Date.parse(headers.expires) : null;
  // Section 4.2.2: without a time a cache may guess one for these statuses, or where the answer is public.
  return control.has("public") || [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].includes(status) ? nowMs + 10_000 : null;
}

/** Starts the proxy on a free loopback port; what it asks the room for comes from 127.0.0.1 and names the client in X-Forwarded-For. */
export async function startCachingProxy(roomPort: number): Promise<CachingProxy> {
  const cache = new Map<string, Stored[]>();
  const hits: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((asked, answer) => {
    const key = `${asked.method === "HEAD" ? "GET" : asked.method} ${asked.headers.host}${asked.url}`;
    const stored = cache
      .get(key)
      ?.find(
        ({ varying, untilMs }) => untilMs > Date.now() && Object.entries(varying).every(([name, value]) => asked.headers[name] === value),
      );
    if (stored !== undefined) {
      hits.push(asked.url ?? "");
      answer.writeHead(stored.status, { ...stored.headers, Age: "1" }).end(stored.body);
      return;
    }
    const client = (asked.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
    const forwarded = asked.headers["x-forwarded-for"];
    const headers = { ...asked.headers, "x-forwarded-for": forwarded === undefined ? client : `${String(forwarded)}, ${client}` };
    const upstream = request(
      { host: "127.0.0.1", port: roomPort, method: asked.method, path: asked.url, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const body = Buffer.concat(chunks);
          const status = response.statusCode ?? 502;
          const untilMs =
            asked.method === "GET" && asked.headers.authorization === undefined ? freshUntil(status, response.headers, Date.now()) : null;
          if (untilMs !== null) {
            const names = (response.headers.vary ?? "")
              .toLowerCase()
              .split(",")
              .map((name) => name.trim())
              .filter((name) => name !== "");
            const varying = Object.fromEntries(names.map((name) => [name, asked.headers[name]?.toString()]));
            cache.set(key, [...(cache.get(key) ?? []), { status, headers: response.headers, body, untilMs, varying }]);
          }
          answer.writeHead(status, response.headers).end(body);
        });
      },
    );
    upstream.on("error", () => answer.writeHead(502).end());
    asked.pipe(upstream);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    hits,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
