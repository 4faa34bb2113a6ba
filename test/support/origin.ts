/** A real origin over HTTP that remembers what it was sent. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TestOrigin {
  readonly url: string;
  readonly seen: Seen[];
  readonly server: Server;
  stop(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Stands on the origin's pages and on no page of the room. */
export const SHOP_PAGE = "<h1>The shop</h1>";

const plainPage: Handler = (request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(
    `<!doctype html><title>Shop</title>${SHOP_PAGE}<p id="path">${request.url?.replaceAll("&", "&amp;").replaceAll("<", "&lt;") ?? ""}</p>`,
  );
};

/** Starts an origin on a free loopback port. */
export async function startOrigin(handler: Handler = plainPage, port = 0): Promise<TestOrigin> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      handler(request, response, body);
    });
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    server,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Those that became WebSockets, too.
        for (const socket of sockets) socket.destroy();
      }),
  };
}
