/** WebSockets (RFC 6455) as far as the tests need them: a client whose headers are its own, and an origin that echoes short texts. */
import { createHash, randomBytes } from "node:crypto";
import { request, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";

const TEXT = 0x1;
const CLOSE = 0x8;
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** One unfragmented frame with less than 126 bytes. */
function frame(opcode: number, payload: Buffer, mask: Buffer | null): Buffer {
  const head = Buffer.from([0x80 | opcode, (mask === null ? 0 : 0x80) | payload.length]);
  if (mask === null) return Buffer.concat([head, payload]);
  return Buffer.concat([head, mask, payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

/** Takes whole short frames out of the bytes. */
function readFrames(bytes: Buffer): { readonly frames: { readonly opcode: number; readonly payload: Buffer }[]; readonly rest: Buffer } {
  const frames: { opcode: number; payload: Buffer }[] = [];
  let rest = bytes;
  while (rest.length >= 2) {
    const [first = 0, second = 0] = rest;
    const start = 2 + ((second & 0x80) === 0 ? 0 : 4);
    const end = start + (second & 0x7f);
    if (rest.length < end) break;
    const mask = rest.subarray(2, start);
    const payload = Buffer.from(rest.subarray(start, end).map((byte, index) => (mask.length === 0 ? byte : byte ^ (mask[index % 4] ?? 0))));
    frames.push({ opcode: first & 0x0f, payload });
    rest = rest.subarray(end);
  }
  return { frames, rest };
}

function onFrames(socket: Duplex, head: Buffer, take: (opcode: number, payload: Buffer) => void): void {
  let rest: Buffer = head;
  const read = (chunk: Buffer): void => {
    const got = readFrames(Buffer.concat([rest, chunk]));
    rest = got.rest;
    for (const { opcode, payload } of got.frames) take(opcode, payload);
  };
  socket.on("data", read);
  socket.on("error", () => {});
  read(Buffer.alloc(0));
}

/** Makes an origin accept WebSockets and send every text back with "echo: " in front. `seen` gets the handshakes. */
export function echoWebSockets(server: Server, seen: IncomingMessage[]): void {
  server.on("upgrade", (asked, socket, head) => {
    seen.push(asked);
    const accept = createHash("sha1").update(`${asked.headers["sec-websocket-key"]}${GUID}`).digest("base64");
    const protocol = asked.headers["sec-websocket-protocol"];
    const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${accept}`];
    if (protocol !== undefined) lines.push(`Sec-WebSocket-Protocol: ${protocol.split(",")[0]}`);
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    onFrames(socket, head, (opcode, payload) => {
      if (opcode === TEXT) socket.write(frame(TEXT, Buffer.from(`echo: ${payload.toString()}`), null));
      if (opcode === CLOSE) socket.end(frame(CLOSE, payload, null));
    });
  });
}

export interface Handshake {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** The socket, if the other end took it; null where it answered without upgrading. */
  readonly socket: OpenWebSocket | null;
}

export interface OpenWebSocket {
  /** Sends a short text and resolves with the next one that comes. */
  say(text: string): Promise<string>;
  close(): void;
}

/** Opens a WebSocket, or asks for another upgrade. */
export function openWebSocket(port: number, path: string, headers: Readonly<Record<string, string>>, from?: string): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: "127.0.0.1",
      port,
      path,
      agent: false,
      timeout: 10_000,
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
        ...headers,
      },
      ...(from === undefined ? {} : { localAddress: from }),
    });
    asked.on("error", reject);
    asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
    asked.on("response", (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, socket: null });
    });
    asked.on("upgrade", (response, socket, head) => {
      const waiting: ((text: string) => void)[] = [];
      onFrames(socket, head, (opcode, payload) => void (opcode === TEXT && waiting.shift()?.(payload.toString())));
      const open: OpenWebSocket = {
        say: (text) =>
          new Promise((heard) => {
            waiting.push(heard);
            socket.write(frame(TEXT, Buffer.from(text), randomBytes(4)));
          }),
        close: () => socket.destroy(),
      };
      resolve({ status: response.statusCode ?? 0, headers: response.headers, socket: open });
    });
    asked.end();
  });
}
