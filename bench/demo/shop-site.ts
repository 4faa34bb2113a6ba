/** The demo shop's site: who may come in, what each page is, and what came of each request. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { BoxOffice, findShow } from "./catalogue.ts";
import type { Admission, EdgeGuardSettings } from "./edge-guard.ts";
import { EdgeGuard } from "./edge-guard.ts";
import { readBody } from "./http-server.ts";
import type { Ending } from "./load-window.ts";
import { LoadWindow } from "./load-window.ts";
import type { Stay } from "./shop-pages.ts";
import { checkoutPage, homePage, listPage, noticePage, showPage, thanksPage } from "./shop-pages.ts";
import { WorkerPool } from "./worker-pool.ts";

/** A visitor counts as inside for so long after its last request. */
const PRESENT_MS = 30_000;

interface Page {
  readonly status: number;
  readonly html: string;
  readonly headers?: Record<string, string>;
}

export class Shop {
  readonly pool = new WorkerPool();
  readonly window = new LoadWindow();
  readonly #boxOffice = new BoxOffice();
  readonly #guard: EdgeGuard;
  readonly #origin: string;
  /** Last request of each visitor with a pass, Unix milliseconds, least recent first. */
  readonly #lastSeenMs = new Map<string, number>();
  /** Off: the doors stand open to everybody, as without a waiting room. */
  checks = true;

  constructor(settings: EdgeGuardSettings) {
    this.#guard = new EdgeGuard(settings);
    this.#origin = settings.origin;
  }

  /** Visitors with a pass seen lately. */
  sessions(nowMs: number): number {
    for (const [visitor, seenMs] of this.#lastSeenMs) {
      if (nowMs - seenMs <= PRESENT_MS) break;
      this.#lastSeenMs.delete(visitor);
    }
    return this.#lastSeenMs.size;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedMs = Date.now();
    let ending: Ending = "gone";
    let worked = true;
    response.on("close", () => {
      const nowMs = Date.now();
      this.window.end(nowMs, response.writableFinished ? ending : "gone", worked ? nowMs - startedMs : null);
    });

    if (this.checks && !(await this.#guard.isFromRoom(request))) {
      ending = "turned-away";
      send(response, {
        status: 403,
        html: noticePage("By the waiting room, please", "This shop serves only visitors who come through its waiting room."),
      });
      return;
    }
    this.window.begin(startedMs);
    const outcome = await this.pool.work();
    worked = outcome !== "refused";
    ending = outcome === "done" ? "ok" : "error";
    if (response.destroyed) return;
    if (outcome === "done") send(response, await this.#answer(request));
    else send(response, { status: 503, html: noticePage("Too busy", "The shop has more customers than it can serve. Please try again.") });
  }

  async #answer(request: IncomingMessage): Promise<Page> {
    const url = new URL(request.url ?? "/", this.#origin);
    const admission = await this.#guard.admission(request);
    if (admission !== null) this.#see(admission);
    const stay = admission === null ? null : { position: admission.position, expiresAtMs: expiry(request) };

    if (request.method === "POST") return url.pathname === "/checkout" ? this.#buy(await readBody(request)) : NOT_ALLOWED;
    if (request.method !== "GET" && request.method !== "HEAD") return NOT_ALLOWED;
    return this.#page(url, stay);
  }

  #page(url: URL, stay: Stay | null): Page {
    const [, first = "", second = null, ...rest] = url.pathname.split("/");
    if (first === "" && second === null) return ok(homePage());
    if (first === "thanks" && second === null) {
      return { ...ok(thanksPage()), headers: { "Stanchion-Session": "end; reason=bought" } };
    }
    if (first === "tickets" && second === null) return ok(listPage((show) => this.#boxOffice.seatsLeft(show), stay));
    if (first === "tickets" && rest.length === 0) {
      const show = findShow(second);
      return show === null ? NOT_FOUND : ok(showPage(show, this.#boxOffice.seatsLeft(show), stay));
    }
    if (first === "checkout" && second === null) {
      const show = findShow(url.searchParams.get("show"));
      return show === null ? NOT_FOUND : ok(checkoutPage(show, randomUUID(), stay));
    }
    return NOT_FOUND;
  }

  #buy(body: string): Page {
    const fields = new URLSearchParams(body);
    const show = findShow(fields.get("show"));
    const order = fields.get("order") ?? "";
    if (show === null || !/^[0-9a-f-]{36}$/u.test(order)) return NOT_FOUND;
    if (this.#boxOffice.buy(show, order) === "sold-out") {
      return { status: 409, html: noticePage("Sold out", `The last seat for ${show.title} has just gone.`) };
    }
    return { status: 303, html: "", headers: { Location: "/thanks" } };
  }

  #see({ visitor }: Admission): void {
    this.#lastSeenMs.delete(visitor);
    this.#lastSeenMs.set(visitor, Date.now());
  }
}

const NOT_FOUND: Page = { status: 404, html: noticePage("Not here", "There is no such page in this theatre.") };
const NOT_ALLOWED: Page = { status: 405, html: noticePage("Not here", "That can't be done on this page.") };

function ok(html: string): Page {
  return { status: 200, html };
}

function send(response: ServerResponse, { status, html, headers }: Page): void {
  response.writeHead(status, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "private, no-store", ...headers });
  response.end(html);
}

/** `Stanchion-Session-Expires`, as Unix milliseconds. */
function expiry(request: IncomingMessage): number | null {
  const value = request.headers["stanchion-session-expires"];
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) ? ms : null;
}
