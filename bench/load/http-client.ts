/** The crowd's one way to send a request: plain node:http, a bounded answer, an end in time. */
import { Agent, request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { Target } from "./target.ts";
import { hasSourceAddresses, visitorAddress } from "./target.ts";

export interface Ask {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const BODY_LIMIT = 512 * 1024;

/**
 * Sockets by source address: kept between a visitor's quick steps, closed while it waits for its next poll, below the
 * 5 s after which servers close idle ones themselves.
 */
export class HttpClient {
  readonly target: Target;
  readonly #agent = new Agent({ keepAlive: true, timeout: 3000, maxFreeSockets: 1 });
  readonly #timeoutMs: number;
  readonly #forwarded: string | null;

  /** `timeoutMs`: from sending to the answer's last byte. `forwardedHeader` names the address where sockets can't. */
  constructor(target: Target, timeoutMs: number, forwardedHeader = "X-Forwarded-For") {
    this.target = target;
    this.#timeoutMs = timeoutMs;
    this.#forwarded = hasSourceAddresses(target) ? null : forwardedHeader;
  }

  /** Sends `ask` from the address of visitor `index`. Rejects on a network error, the time limit and `signal`. */
  send(index: number, ask: Ask, signal: AbortSignal): Promise<Answer> {
    const headers: Record<string, string> = { Host: this.target.host };
    for (const [name, value] of Object.entries(ask.headers)) if (value !== undefined) headers[name] = value;
    if (ask.body !== undefined) headers["Content-Length"] = String(Buffer.byteLength(ask.body));
    if (this.#forwarded !== null) headers[this.#forwarded] = visitorAddress(index);

    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const outgoing = request({
        agent: this.#agent,
        host: this.target.address,
        port: this.target.port,
        ...(this.#forwarded === null ? { localAddress: visitorAddress(index) } : {}),
        method: ask.method,
        path: ask.path,
        headers,
      });
      const abandon = (): void => void outgoing.destroy(new Error("stopped"));
      const timer = setTimeout(() => outgoing.destroy(new Error("timeout")), this.#timeoutMs);
      signal.addEventListener("abort", abandon, { once: true });
      outgoing.on("close", () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abandon);
        reject(new Error("connection closed early"));
      });
      outgoing.on("error", reject);
      outgoing.on("response", (incoming) => {
        let body = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (chunk: string) => {
          if (body.length < BODY_LIMIT) body += chunk;
        });
        incoming.on("error", reject);
        incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }));
      });
      outgoing.end(ask.body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
