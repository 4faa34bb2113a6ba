/** A room in a few lines that can be told to break its promises: only so can it be seen whether a crowd notices. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { closeServer, listenOnLoopback, readBody } from "../../../bench/demo/http-server.ts";

export interface Manners {
  /** Which place the n-th who asks gets (n from 1). */
  readonly placeOf?: (order: number) => number;
  /** Seconds after the epoch at which the n-th is granted. */
  readonly grantedAt?: (order: number) => number;
  /** Answers so many first requests with 503. */
  readonly refusals?: number;
  /** What becomes of the place when it is asked for again. */
  readonly placeLater?: (position: number) => number;
}

export interface MadeUpRoom {
  readonly base: string;
  /** Addresses visitors came from. */
  readonly addresses: ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

const PAGES: Record<string, string> = {
  "/tickets": '<a href="/tickets/one">One</a>',
  "/tickets/one": '<a href="/checkout?show=one">Buy</a>',
  "/checkout?show=one": '<input name="show" value="one"><input name="order" value="1">',
  "/thanks": "Thanks",
};

export async function openMadeUpRoom(manners: Manners = {}): Promise<MadeUpRoom> {
  const addresses = new Set<string>();
  let joined = 0;
  let entered = 0;
  let refusals = manners.refusals ?? 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    addresses.add(request.socket.remoteAddress ?? "");
    const cookies = request.headers.cookie ?? "";
    const position = positionIn(cookies);
    const status = (state: string, place = position): string =>
      JSON.stringify({ state, position: place === null ? null : (manners.placeLater?.(place) ?? place), pollAfterMs: 200, perMinute: 60 });
    await readBody(request);
    if (refusals-- > 0) return void response.writeHead(503, { "Retry-After": "0" }).end();
    switch (request.url?.split("?")[0] ?? "") {
      case "/_stanchion/v1/join": {
        joined++;
        const place = manners.placeOf?.(joined) ?? joined;
        response.writeHead(201, { "Set-Cookie": `stanchion-p-e.main=${token("ticket", { pos: place })}; Path=/` });
        return void response.end(`{"status":${JSON.stringify({ state: "waiting", position: place, pollAfterMs: 200, perMinute: 60 })}}`);
      }
      case "/_stanchion/v1/status":
        return void response.end(status("your-turn"));
      case "/_stanchion/v1/enter": {
        entered++;
        const gat = manners.grantedAt?.(entered) ?? entered;
        response.writeHead(200, { "Set-Cookie": `stanchion-p-e.main=${token("pass", { pos: position, gat })}; Path=/` });
        return void response.end('{"returnTo":"/tickets"}');
      }
      case "/_stanchion/v1/leave":
        return void response.writeHead(204).end();
      case "/checkout":
        if (request.method === "POST") return void response.writeHead(303, { Location: "/thanks" }).end();
    }
    if (!cookies.includes("stanchion-p-")) response.setHeader("Set-Cookie", "stanchion-v-e.main=x; Path=/");
    response.end(PAGES[request.url ?? ""] ?? "");
  };

  const server = createServer((request, response) => void answer(request, response));
  await listenOnLoopback(server, 0);
  const { port } = server.address() as AddressInfo;
  return { base: `http://localhost:${port}`, addresses, close: () => closeServer(server) };
}

function token(kind: "ticket" | "pass", claims: object): string {
  return [{ typ: `stanchion-${kind}+jwt` }, claims, {}].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
}

function positionIn(cookies: string): number | null {
  const payload = /stanchion-p-e\.main=[^.]*\.([^.]*)\./u.exec(cookies)?.[1];
  if (payload === undefined) return null;
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { pos: number }).pos;
}
