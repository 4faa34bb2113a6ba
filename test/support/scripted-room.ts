import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "../../worker/pages/page-shell.ts";

/** One call of a page to the room. */
export interface RoomCall {
  /** "join", "status", "enter", "leave", "session/touch" */
  readonly name: string;
  readonly atMs: number;
  readonly body: string;
}

export interface RoomReply {
  readonly status: number;
  /** A string is sent as it is, as HTML; anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  /** Sent once this is settled. */
  readonly after?: Promise<unknown>;
}

/** A host with a waiting page and a shop behind it, whose room answers by script. */
export interface ScriptedRoom {
  readonly url: string;
  readonly calls: RoomCall[];
  /** Paths, with query, of navigations that got the waiting page, and of those that got the shop. */
  readonly pageRequests: string[];
  readonly shopRequests: string[];
  /** The most calls that were open at one time. */
  readonly mostOpen: () => number;
  readonly count: (name: string) => number;
  /** Lets navigations through to the shop from now on, which answers once `after` is settled. */
  readonly admit: (after?: Promise<unknown>) => void;
  readonly close: () => Promise<void>;
}

// With an icon of its own, so that the only requests are those of navigations.
const SHOP = '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1 id="shop">Shop</h1>';

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/**
 * Starts the host on a free port of 127.0.0.1.
 *
 * @param page makes the waiting page for a path
 * @param reply answers a call; `count` is how many of that name came, this one included
 */
export async function startScriptedRoom(
  page: (path: string) => Page,
  reply: (call: RoomCall, count: number) => RoomReply,
): Promise<ScriptedRoom> {
  const calls: RoomCall[] = [];
  const pageRequests: string[] = [];
  const shopRequests: string[] = [];
  let admitted: Promise<unknown> | null = null;
  let open = 0;
  let mostOpen = 0;

  async function answerCall(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    const call = { name, atMs: Date.now(), body: await bodyOf(request) };
    calls.push(call);
    const { status, body, headers = {}, delayMs = 0, after } = reply(call, room.count(name));
    await new Promise((done) => setTimeout(done, delayMs));
    await after;
    open -= 1;
    const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
    const type = typeof body === "string" ? "text/html" : "application/json";
    response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store", ...headers }).end(text);
  }

  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const call = /^\/_stanchion\/v1\/([a-z/]+)/.exec(path)?.[1];
    if (call !== undefined) {
      void answerCall(call, request, response);
    } else if (admitted !== null) {
      shopRequests.push(path);
      void admitted.then(() => response.writeHead(200, { "Content-Type": "text/html" }).end(SHOP));
    } else {
      pageRequests.push(path);
      const { html, headers } = page(path);
      response.writeHead(200, headers).end(html);
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));

  const room: ScriptedRoom = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    pageRequests,
    shopRequests,
    mostOpen: () => mostOpen,
    count: (name) => calls.filter((call) => call.name === name).length,
    admit: (after = Promise.resolve()) => {
      admitted = after;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return room;
}
