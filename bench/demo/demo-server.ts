/**
 * The demo's control server: one page, its state once a second, and the buttons. It holds the organiser's token, so it
 * answers only to its own name (no DNS rebinding) and acts only for its own page (no other site's form or script).
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { DemoState, You } from "../../static/demo/state.ts";
import type { Director } from "./director.ts";
import type { History } from "./history.ts";
import { sendJson } from "./http-server.ts";
import type { RoomClient } from "./room-client.ts";

export interface DemoServerParts {
  /** As in the address bar: `localhost:8788`. */
  readonly host: string;
  readonly page: Page;
  readonly director: Director;
  readonly history: History;
  readonly room: RoomClient;
  readonly lane: string;
}

export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** The room's own cookies: this server and the room share the host name, and cookies know no ports. */
const ROOM_COOKIE = /^(?:__Host-|__Secure-)?stanchion-/u;
const LET_IN_AT_ONCE = 50;

export function createDemoServer(parts: DemoServerParts): Server {
  return createServer((request, response) => {
    void answer(parts, request, response).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 502, { code: "room-refused", detail: String(error) });
    });
  });
}

async function answer(parts: DemoServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isAllowed(parts.host, request)) return sendJson(response, 403, { code: "not-from-here" });
  const url = new URL(request.url ?? "/", `http://${parts.host}`);
  switch (`${request.method} ${url.pathname}`) {
    case "GET /":
      return sendPage(response, parts.page);
    case "GET /state":
      return sendJson(response, 200, await state(parts, request, Number(url.searchParams.get("after") ?? 0)));
    case "POST /actions/arrive":
      return sendJson(response, parts.director.arrive() ? 202 : 409, {});
    case "POST /actions/without-room":
      return sendJson(response, parts.director.withoutRoom() ? 202 : 409, {});
    case "POST /actions/stop":
      await parts.director.setDoors("stopped");
      return sendJson(response, 200, {});
    case "POST /actions/go-on":
      await parts.director.setDoors("auto");
      return sendJson(response, 200, {});
    case "POST /actions/halve":
      await parts.director.setCapacity("half");
      return sendJson(response, 200, {});
    case "POST /actions/restore":
      await parts.director.setCapacity("whole");
      return sendJson(response, 200, {});
    case "POST /actions/let-in":
      await parts.director.letIn(LET_IN_AT_ONCE);
      return sendJson(response, 200, {});
    default:
      return sendJson(response, 404, { code: "not-found" });
  }
}

/** Reads need this server's own name; whatever acts needs this server's own page too. */
function isAllowed(host: string, { method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  if (headers.host !== host) return false;
  if (method === "GET" || method === "HEAD") return headers.origin === undefined || headers.origin === `http://${host}`;
  return headers.origin === `http://${host}`;
}

function sendPage(response: ServerResponse, { html, contentSecurityPolicy }: Page): void {
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentSecurityPolicy,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
  response.end(html);
}

async function state(parts: DemoServerParts, request: IncomingMessage, afterMs: number): Promise<DemoState> {
  const { director, history } = parts;
  return {
    nowMs: Date.now(),
    samples: history.since(Number.isFinite(afterMs) ? afterMs : 0),
    scene: director.scene,
    you: await whoLooks(parts, request.headers.cookie ?? ""),
    crowds: director.totals(),
  };
}

async function whoLooks({ room, lane }: DemoServerParts, cookies: string): Promise<You | null> {
  const own = cookies.split(/;\s*/u).filter((cookie) => ROOM_COOKIE.test(cookie));
  if (own.length === 0) return null;
  return room.statusOf(own.join("; "), lane).catch(() => null);
}
