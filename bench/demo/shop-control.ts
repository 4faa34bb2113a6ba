/**
 * The shop's control: its load for those who run it, and two levers. On 127.0.0.1, and not for web pages: a request with
 * an `Origin`, or with another name than the literal address in `Host`, is refused.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { ShopSample } from "../../static/demo/state.ts";
import { readBody, sendJson } from "./http-server.ts";
import { shopState } from "./load-window.ts";
import type { Shop } from "./shop-site.ts";

/** `GET /load`. */
export interface ShopLoad extends ShopSample {
  readonly atMs: number;
  /** Visitors with a pass seen in the last 30 s. */
  readonly sessions: number;
}

const MOST_WORKERS = 1000;

export function createControl(shop: Shop, port: number): Server {
  return createServer((request, response) => {
    void control(shop, `127.0.0.1:${port}`, request, response);
  });
}

async function control(shop: Shop, host: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers.host !== host || request.headers.origin !== undefined) {
    sendJson(response, 403, { code: "not-for-pages" });
    return;
  }
  switch (`${request.method} ${request.url}`) {
    case "GET /load":
      return sendJson(response, 200, load(shop));
    case "POST /check": {
      const word = (await readBody(request)).trim();
      if (word !== "on" && word !== "off") return sendJson(response, 422, { code: "invalid", detail: "on or off" });
      shop.checks = word === "on";
      return sendJson(response, 200, load(shop));
    }
    case "POST /capacity": {
      const workers = Number(await readBody(request));
      if (!Number.isInteger(workers) || workers < 1 || workers > MOST_WORKERS) {
        return sendJson(response, 422, { code: "invalid", detail: `a number of workers, 1 to ${MOST_WORKERS}` });
      }
      shop.pool.resize(workers);
      return sendJson(response, 200, load(shop));
    }
    default:
      return sendJson(response, 404, { code: "not-found" });
  }
}

function load(shop: Shop): ShopLoad {
  const atMs = Date.now();
  const { workers, busy, backlog } = shop.pool;
  const figures = shop.window.figures(atMs);
  return {
    ...figures,
    atMs,
    state: shopState(figures, backlog, workers),
    workers,
    busy,
    backlog,
    sessions: shop.sessions(atMs),
    check: shop.checks ? "on" : "off",
  };
}
