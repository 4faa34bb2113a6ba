/**
 * `npm run preview`: every state of the visitors' pages with sample data, in any language, light or dark, on a port of 127.0.0.1.
 *
 *     npm run preview -- [--port 8795]
 *
 * `/<state>?lang=de&theme=dark&dir=rtl`; `dir` turns a language around before there is one that runs so.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { textsFor } from "../../worker/i18n/negotiation.ts";
import { escapeHtml } from "../../worker/pages/html.ts";
import { isMain } from "../tools/project.ts";
import { scenes, type Scene } from "./scenes.ts";

export interface Preview {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const sceneAt = (path: string): Scene | undefined => scenes.find(({ name }) => `/${name}` === path);

function index(): string {
  const items = scenes.map(({ name }) => {
    const links = ["", "?theme=dark", "?dir=rtl"].map((query) => `<a href="/${escapeHtml(name + query)}">${escapeHtml(name + query)}</a>`);
    return `<li>${links.join(" · ")}</li>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Pages</title><body style="font:1rem system-ui"><ul>${items.join("")}</ul>`;
}

/** The system's theme is the page's only one; here it is chosen by address. */
function themed(html: string, theme: string | null): string {
  return theme === null ? html : html.replaceAll(/\(prefers-color-scheme:\s*dark\)/g, theme === "dark" ? " all" : " not all");
}

const CALLS = ["join", "status", "enter", "leave", "session/touch"];

/**
 * What keeps a page in its scene: calls without an answer wait for ever, without a connection that other tabs would miss; and it is told that its
 * tab is hidden, until somebody presses the button, or that it is offline. Stands before the page's own script, under its nonce.
 */
function acted(html: string, { phase, hidden, offline, reply }: Scene): string {
  const unanswered = CALLS.filter((call) => reply(call) === "none").map((call) => `/_stanchion/v1/${call}`);
  const lines = [
    `const unanswered = ${JSON.stringify(unanswered)}, ask = fetch;`,
    "window.fetch = (url, options) => (unanswered.includes(url.split('?')[0]) ? new Promise(() => {}) : ask(url, options));",
    // A notice says when it loads itself anew; somebody may be reading it.
    ...(phase === "notice" ? ["addEventListener('load', () => window.stanchionGuard?.(0));"] : []),
    ...(hidden
      ? [
          "let state = 'hidden';",
          "Object.defineProperty(document, 'visibilityState', { get: () => state });",
          "addEventListener('click', ({ target }) => { if (target.closest('.link') !== null) state = 'visible'; }, true);",
        ]
      : []),
    ...(offline
      ? [
          "Object.defineProperty(navigator, 'onLine', { get: () => false });",
          "addEventListener('load', () => dispatchEvent(new Event('offline')));",
        ]
      : []),
  ];
  const nonce = /nonce="([^"]*)"/.exec(html)?.[1] ?? "";
  return html.replace("</head>", () => `<script nonce="${nonce}">{${lines.join("")}}</script></head>`);
}

/** Addresses of the shop that the pages lead to. */
const SHOP_PATHS = ["/tickets", "/checkout/seats"];
const SHOP_PAGE = `<!doctype html><meta charset="utf-8"><title>The shop</title><body style="font:1rem system-ui"><p>Here the shop would be.</p><p><a href="/">All pages</a></p>`;

function sendPage(request: IncomingMessage, url: URL, response: ServerResponse): void {
  const scene = sceneAt(url.pathname);
  if (SHOP_PATHS.includes(url.pathname)) {
    response.writeHead(200, { "Content-Type": "text/html" }).end(SHOP_PAGE);
    return;
  }
  if (scene === undefined) {
    response.writeHead(url.pathname === "/" ? 200 : 404, { "Content-Type": "text/html" }).end(index());
    return;
  }
  const texts = textsFor(url.searchParams.get("lang") ?? request.headers["accept-language"] ?? null);
  const page = scene.page(url.searchParams.get("dir") === "rtl" ? { ...texts, direction: "rtl" } : texts);
  response.writeHead(200, page.headers).end(themed(acted(page.html, scene), url.searchParams.get("theme")));
}

/** The page's address says which scene a call belongs to. */
function sendReply(request: IncomingMessage, call: string, response: ServerResponse): void {
  const reply = sceneAt(new URL(request.headers.referer ?? "/", "http://preview").pathname)?.reply(call) ?? "none";
  if (reply === "none") return;
  const retryAfter = reply.retryAfterSeconds === undefined ? {} : { "Retry-After": String(reply.retryAfterSeconds) };
  response
    .writeHead(reply.status, { "Content-Type": "application/json", "Cache-Control": "no-store", ...retryAfter })
    .end(reply.status === 204 ? "" : JSON.stringify(reply.body));
}

/** Starts the preview; port 0 = any that is free. */
export async function startPreview(port: number): Promise<Preview> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://preview");
    const call = /^\/_stanchion\/v1\/([a-z/]+)$/.exec(url.pathname)?.[1];
    if (call === undefined) sendPage(request, url, response);
    else sendReply(request, call, response);
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

if (isMain(import.meta)) {
  const { values } = parseArgs({ options: { port: { type: "string", default: "8795" } } });
  console.log((await startPreview(Number(values.port))).url);
}
