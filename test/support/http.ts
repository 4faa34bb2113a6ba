/** One HTTP request, from an address of the test's choice, with headers exactly as given. */
import { request as plainRequest, type Agent, type IncomingHttpHeaders } from "node:http";
import { request as secureRequest } from "node:https";

export interface Ask {
  readonly method?: string;
  /** Sent as it is; nothing is normalised. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | Uint8Array;
  /** A loopback address the request comes from: a visitor's own. */
  readonly from?: string;
  /** Sockets to keep for many requests; left out, each request has its own. */
  readonly agent?: Agent;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as JSON; throws where it is none. */
  json(): any;
}

const TIMEOUT_MS = 20_000;

/** Sends one request to a loopback port. */
export function send(port: number, ask: Ask, secure = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = Object.fromEntries(Object.entries(ask.headers ?? {}).filter(([, value]) => value !== undefined)) as Record<
      string,
      string | string[]
    >;
    const options = {
      host: "127.0.0.1",
      port,
      method: ask.method ?? (ask.body === undefined ? "GET" : "POST"),
      path: ask.path,
      headers,
      agent: ask.agent ?? (false as const),
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
      ...(ask.from === undefined ? {} : { localAddress: ask.from }),
    };
    const request = (secure ? secureRequest : plainRequest)(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const body = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, json: () => JSON.parse(body) });
      });
    });
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("error", reject);
    request.end(ask.body);
  });
}
