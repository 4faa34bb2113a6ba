/** Many requests over one connection, sent together (HTTP/1.1 pipelining): a flood that costs its sender little. */
import { connect } from "node:net";

export interface PipelineAsk {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PipelineAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

const TIMEOUT_MS = 100_000;
/** For a test of thousands of requests on a busy machine. */
export const LONG = { timeout: 120_000 };

/** Sends all requests from one address; resolves with their answers in the same order. Bodies without length or chunks are refused. */
export function pipeline(port: number, host: string, asks: readonly PipelineAsk[], from?: string): Promise<PipelineAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, ...(from === undefined ? {} : { localAddress: from }) });
    const answers: PipelineAnswer[] = [];
    let rest = Buffer.alloc(0);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("no answer in time")));
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`closed after ${answers.length} of ${asks.length} answers`)));
    socket.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let read = readAnswer(rest); read !== null; read = readAnswer(rest)) {
        answers.push(read.answer);
        rest = rest.subarray(read.end);
      }
      if (answers.length < asks.length) return;
      socket.destroy();
      resolve(answers);
    });
    socket.write(asks.map((ask) => written(host, ask)).join(""));
  });
}

function written(host: string, { method, path, headers = {}, body }: PipelineAsk): string {
  const lines = Object.entries({
    Host: host,
    ...headers,
    ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
  });
  return `${method ?? (body === undefined ? "GET" : "POST")} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body ?? ""}`;
}

/** The first whole answer in the bytes; null = there is none yet. */
function readAnswer(bytes: Buffer): { readonly answer: PipelineAnswer; readonly end: number } | null {
  const border = bytes.indexOf("\r\n\r\n");
  if (border === -1) return null;
  const head = bytes.toString("latin1", 0, border);
  const status = Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(head)?.[1] ?? 0);
  const start = border + 4;
  const length = /\r\ncontent-length: *([0-9]+)/i.exec(head)?.[1];
  if (length !== undefined || status === 204 || status === 304) {
    const end = start + Number(length ?? 0);
    return bytes.length < end ? null : { answer: { status, head, body: bytes.toString("utf8", start, end) }, end };
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`an answer without length: ${head}`);
  const end = bytes.indexOf("0\r\n\r\n", start);
  return end === -1 ? null : { answer: { status, head, body: bytes.toString("utf8", start, end) }, end: end + 5 };
}
