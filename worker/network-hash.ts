/** The only form in which a visitor's network leaves a request: a truncated MAC under the day's key (S18). */

export interface NetworkHasher {
  /**
   * 16 hex digits for a network; the same all day, unlinkable to the next day's. Unknown networks share one.
   *
   * @param key HMAC-SHA-256 key of that day
   * @param day any name of the day that `key` belongs to
   */
  hash(key: CryptoKey, day: string, network: string | null): Promise<string>;
}

const HASH_BYTES = 8;
/** No network is written like this. */
const UNKNOWN = "unknown";

/**
 * A hasher with a memory of the networks seen last, since most calls of an isolate come from few of them.
 *
 * @param capacity networks remembered; all are forgotten when the day changes
 */
export function createNetworkHasher(capacity: number): NetworkHasher {
  /** Insertion order is order of use. */
  const recent = new Map<string, string>();
  const encoder = new TextEncoder();
  let rememberedDay = "";
  return {
    async hash(key, day, network) {
      const name = network ?? UNKNOWN;
      if (day !== rememberedDay) recent.clear();
      rememberedDay = day;
      const known = recent.get(name);
      recent.delete(name);
      if (known !== undefined) {
        recent.set(name, known);
        return known;
      }
      const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(name)), 0, HASH_BYTES);
      const digest = Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
      // While the MAC was made another request may have begun another day.
      if (day !== rememberedDay) return digest;
      recent.set(name, digest);
      for (const oldest of recent.keys()) {
        if (recent.size <= capacity) break;
        recent.delete(oldest);
      }
      return digest;
    },
  };
}
