/** Fetches a beacon's round over drand's HTTP API (v1, https://docs.drand.love/developer/http-api). */
import { verifyBeacon } from "./domain/draw/beacon-signature.ts";
import { type BeaconChain, chainHashOf, randomnessOf } from "./domain/draw/beacon.ts";
import { fromHex, isHex, toHex } from "./domain/draw/bytes.ts";
import { sha256 } from "./domain/draw/sha256.ts";

const TIMEOUT_MS = 5_000;
/** An answer has some 300 bytes; whoever sends more is no beacon (S16). */
const MAX_BYTES = 65_536;

/** A round whose signature has been verified; bytes in hexadecimal. */
export interface BeaconRound {
  readonly round: number;
  readonly signature: string;
  readonly randomness: string;
}

/**
 * Why there is no round:
 * - `address`: the URL is none that may be asked
 * - `not-there`: it has not come yet (drand answers 404 or 425), or this relay does not have it
 * - `unreachable`: no answer, a redirect, or an error
 * - `timeout`: nothing whole within 5 s
 * - `too-big`, `malformed`: no answer of a beacon
 * - `wrong-round`, `wrong-signature`: an answer, and a lie
 */
export type BeaconFailure =
  | "address"
  | "not-there"
  | "unreachable"
  | "timeout"
  | "too-big"
  | "malformed"
  | "wrong-round"
  | "wrong-signature";

export type FetchedRound = { readonly ok: true; readonly beacon: BeaconRound } | { readonly ok: false; readonly reason: BeaconFailure };

export interface BeaconSource {
  /** Base of the API, e.g. "https://api.drand.sh". */
  readonly url: string;
  readonly chain: BeaconChain;
  /** The binding that reaches only public addresses. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Whether plain http to the loopback address will do: in demos and tests. */
  readonly allowLoopback: boolean;
}

/** Asks a relay for a round. Believes nothing but the chain's signature. Never throws. */
export async function fetchRound(source: BeaconSource, round: number): Promise<FetchedRound> {
  const base = baseOf(source);
  if (base === null) return { ok: false, reason: "address" };
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const url = `${base}/${chainHashOf(sha256, source.chain)}/public/${round}`;
    const response = await source.fetch(url, { redirect: "manual", signal: deadline, headers: { Accept: "application/json" } });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { ok: false, reason: response.status === 404 || response.status === 425 ? "not-there" : "unreachable" };
    }
    const text = await boundedText(response, deadline);
    return text === null ? { ok: false, reason: "too-big" } : judge(source.chain, round, text);
  } catch {
    return { ok: false, reason: deadline.aborted ? "timeout" : "unreachable" };
  }
}

function baseOf({ url, allowLoopback }: BeaconSource): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, username, password, search, hash, href } = new URL(url);
  const loopback = allowLoopback && protocol === "http:" && (hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "localhost");
  if (!(protocol === "https:" || loopback) || username !== "" || password !== "" || search !== "" || hash !== "") return null;
  return href.replace(/\/+$/, "");
}

/** The body; null = it is too big. What comes slowly is not waited for longer than what does not come at all. */
async function boundedText(response: Response, deadline: AbortSignal): Promise<string | null> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  const stop = () => void reader?.cancel().catch(() => undefined);
  deadline.addEventListener("abort", stop);
  try {
    const decoder = new TextDecoder();
    let text = "";
    let length = 0;
    for (;;) {
      const part = await reader?.read();
      deadline.throwIfAborted();
      if (part === undefined || part.done) return text + decoder.decode();
      length += part.value.length;
      if (length > MAX_BYTES) {
        stop();
        return null;
      }
      text += decoder.decode(part.value, { stream: true });
    }
  } finally {
    deadline.removeEventListener("abort", stop);
  }
}

function judge(chain: BeaconChain, round: number, text: string): FetchedRound {
  const answer = parsed(text);
  // A relay may send its randomness too: it is the hash of the signature or nothing, so it is not read.
  if (answer === null || !Number.isSafeInteger(answer["round"]) || !isHex(answer["signature"], 48))
    return { ok: false, reason: "malformed" };
  if (answer["round"] !== round) return { ok: false, reason: "wrong-round" };
  const signature = answer["signature"];
  const bytes = fromHex(signature);
  if (!verifyBeacon(chain, round, bytes)) return { ok: false, reason: "wrong-signature" };
  return { ok: true, beacon: { round, signature, randomness: toHex(randomnessOf(sha256, bytes)) } };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
