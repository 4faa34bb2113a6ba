/** Small helpers of the demo's servers; all of them listen on 127.0.0.1 only. */
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Rejects with the system's error (`EADDRINUSE` when the port is taken). */
export async function listenOnLoopback(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1", 2048);
  await once(server, "listening");
}

/** Closes the port and every connection; of a server that is not open, nothing. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

const BODY_LIMIT = 16 * 1024;

/** A request's body as text, cut at 16 KB. */
export async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  request.setEncoding("utf8");
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > BODY_LIMIT) break;
  }
  return body.slice(0, BODY_LIMIT);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
}
