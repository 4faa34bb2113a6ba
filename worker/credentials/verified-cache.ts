import type { Config } from "../config.ts";
import type { Genuine } from "./jws.ts";

/** Room for some 40,000 tickets and passes, in an isolate of 128 MB. */
const maxBytes = 24 * 1_024 * 1_024;

/** What an entry takes beside its text: claims, their object, the map's slot. */
const entryBytes = 256;

interface Entry<V> {
  readonly text: string;
  readonly value: V;
  /** How many had been added when it was last put at the end. */
  putAt: number;
}

/**
 * Map from a credential's whole text to what it proved to be; what was longest unused, as of the last addition, goes
 * first. Only proven texts come in, so a flood of garbage moves nobody out.
 */
export class VerifiedCache<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #maxBytes: number;
  #bytes = 0;
  #added = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(text: string): V | undefined {
    const entry = this.#entries.get(text);
    if (entry === undefined) return undefined;
    // A map keeps the order of insertion. Between two additions nobody goes, so a second use need not move it again.
    if (entry.putAt !== this.#added) {
      this.#entries.delete(text);
      this.#entries.set(entry.text, entry);
      entry.putAt = this.#added;
    }
    return entry.value;
  }

  set(text: string, value: V): void {
    if (this.#entries.has(text)) return;
    // Cut out of a Cookie header, a text keeps the whole header in memory; a copy does not.
    const own = copyOf(text);
    this.#added++;
    this.#entries.set(own, { text: own, value, putAt: this.#added });
    this.#bytes += own.length + entryBytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= oldest.length + entryBytes;
    }
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function copyOf(text: string): string {
  return decoder.decode(encoder.encode(text));
}

const caches = new WeakMap<Config, VerifiedCache<Genuine>>();

/** The isolate's cache for that configuration; with other keys nothing of it holds. */
export function verifiedCacheOf(config: Config): VerifiedCache<Genuine> {
  let cache = caches.get(config);
  if (cache === undefined) caches.set(config, (cache = new VerifiedCache(maxBytes)));
  return cache;
}
