/**
 * A lean HTTP/1.1 load client over raw loopback sockets: keep-alive, one request in flight a socket, requests made ahead.
 * Node's own client costs more than the server under test, and would then be what is measured.
 */
import { connect, type Socket } from "node:net";

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds from sending to the last byte, in order of completion. */
  readonly latenciesMs: Float64Array;
}

export interface LoadOptions {
  readonly port: number;
  /** Each a whole request as bytes on the wire. */
  readonly requests: readonly Buffer[];
  readonly connections: number;
  /** Source address of the n-th connection, which then sends every n-th request itself; left out = the system's choice, and whoever is free sends. */
  readonly addressOf?: (connection: number) => string;
  /** Requests a second over all connections; left out = as fast as they are answered. */
  readonly perSecond?: number;
  readonly limitMs?: number;
}

/** Bytes on the wire of one request without a body, or with a JSON one. */
export function wire(method: string, path: string, headers: Readonly<Record<string, string>>, body?: string): Buffer {
  const lines = Object.entries({
    ...headers,
    ...(body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": `${Buffer.byteLength(body)}` }),
  });
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body ?? ""}`);
}

/** Sends all requests and waits for all answers. Bounded by their count and by `limitMs` (default 120 s). */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { requests, connections, perSecond } = options;
  const statuses: Record<number, number> = {};
  const latenciesMs = new Float64Array(requests.length);
  let next = 0;
  let done = 0;
  const startedMs = performance.now();
  const endMs = startedMs + (options.limitMs ?? 120_000);
  const isOpen = (index: number): boolean => index < requests.length && performance.now() < endMs;
  const shared = (): number | null => (isOpen(next) ? next++ : null);

  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const socket = await open(options.port, options.addressOf?.(connection));
      const answers = answersOf(socket);
      let own = connection - connections;
      const take = options.addressOf === undefined ? shared : (): number | null => (isOpen((own += connections)) ? own : null);
      for (let index = take(); index !== null; index = take()) {
        if (perSecond !== undefined) await until(startedMs + (index * 1000) / perSecond);
        const sentMs = performance.now();
        socket.write(requests[index] as Buffer);
        const status = await answers();
        latenciesMs[done++] = performance.now() - sentMs;
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      socket.destroy();
    }),
  );
  return { requests: done, seconds: (performance.now() - startedMs) / 1000, statuses, latenciesMs: latenciesMs.subarray(0, done) };
}

async function until(atMs: number): Promise<void> {
  const waitMs = atMs - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

function open(port: number, localAddress?: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true, ...(localAddress === undefined ? {} : { localAddress }) });
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Reads one answer after the other; resolves with the status when the last byte is there. */
function answersOf(socket: Socket): () => Promise<number> {
  let buffered: Buffer = Buffer.alloc(0);
  let waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | null = null;
  const tryAnswer = (): void => {
    if (waiting === null) return;
    const length = answerLength(buffered);
    if (length === null) return;
    const status = Number(buffered.toString("latin1", 9, 12));
    buffered = buffered.subarray(length);
    const { resolve } = waiting;
    waiting = null;
    resolve(status);
  };
  socket.on("data", (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    tryAnswer();
  });
  socket.on("error", (error) => waiting?.reject(error));
  socket.on("close", () => waiting?.reject(new Error("the server closed the connection")));
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      tryAnswer();
    });
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Bytes of the first whole answer in `bytes`, or null while it is not all there. */
function answerLength(bytes: Buffer): number | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = bytes.toString("latin1", 0, headEnd).toLowerCase();
  const at = head.indexOf("\r\ncontent-length:");
  if (at >= 0) {
    const length = headEnd + 4 + Number.parseInt(head.slice(at + 17), 10);
    return bytes.length >= length ? length : null;
  }
  if (!head.includes("\r\ntransfer-encoding: chunked")) return headEnd + 4;
  let position = headEnd + 4;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", position, "latin1");
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", position, lineEnd), 16);
    position = lineEnd + 2 + size + 2;
    if (bytes.length < position) return null;
    if (size === 0) return position;
  }
}
