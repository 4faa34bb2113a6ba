/** Requests as bytes, for what no HTTP client would send. */
import { connect } from "node:net";

export interface RawAnswer {
  /** 0 = the connection was closed without an answer. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

const TIMEOUT_MS = 10_000;

/** Sends bytes and reads until the other end closes; the request should say `Connection: close`. */
export function exchange(port: number, bytes: string | Buffer, from?: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: "127.0.0.1", port, ...(from === undefined ? {} : { localAddress: from }) });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("no answer in time")));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? finish() : reject(error),
    );
    socket.on("end", finish);
    socket.on("close", finish);
    socket.write(bytes);

    function finish(): void {
      const text = Buffer.concat(chunks).toString("latin1");
      const border = text.indexOf("\r\n\r\n");
      const head = border === -1 ? text : text.slice(0, border);
      socket.destroy();
      resolve({
        status: Number(/^HTTP\/1\.[01] ([0-9]{3})/.exec(head)?.[1] ?? 0),
        head,
        body: border === -1 ? "" : text.slice(border + 4),
      });
    }
  });
}

/** A GET whose request target stands on the wire exactly as given (latin1). */
export function get(port: number, target: string, headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
  const lines = Object.entries({ ...headers, Connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  return exchange(port, Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1"));
}
