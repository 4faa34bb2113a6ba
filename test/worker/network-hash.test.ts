import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createNetworkHasher } from "../../worker/network-hash.ts";

const secretOf = (name: string) => new TextEncoder().encode(name.padEnd(32, "."));

/** A key that counts how often it is used. */
async function keyOf(name: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", secretOf(name), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

const expected = (name: string, network: string) => createHmac("sha256", secretOf(name)).update(network).digest("hex").slice(0, 16);

describe("S18: the network's hash", () => {
  test("is the key's HMAC-SHA-256 cut to 8 bytes, first time and remembered", async () => {
    const hasher = createNetworkHasher(10);
    const key = await keyOf("a");
    for (let round = 0; round < 2; round += 1)
      expect(await hasher.hash(key, "2026-11-29", "192.0.2.1/32")).toBe(expected("a", "192.0.2.1/32"));
  });

  test("differs by network and by day's key; unknown networks share one", async () => {
    const hasher = createNetworkHasher(10);
    const [today, tomorrow] = [await keyOf("a"), await keyOf("b")];
    const hashes = [
      await hasher.hash(today, "1", "192.0.2.1/32"),
      await hasher.hash(today, "1", "192.0.2.2/32"),
      await hasher.hash(today, "1", null),
      await hasher.hash(tomorrow, "2", "192.0.2.1/32"),
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(await hasher.hash(tomorrow, "2", null)).toBe(expected("b", "unknown"));
  });

  test("a day that turns while a hash is made leaves nothing of the old day behind", async () => {
    const hasher = createNetworkHasher(10);
    const late = hasher.hash(await keyOf("a"), "1", "192.0.2.1/32");
    const first = hasher.hash(await keyOf("b"), "2", "192.0.2.9/32");
    expect([await late, await first]).toEqual([expected("a", "192.0.2.1/32"), expected("b", "192.0.2.9/32")]);
    expect(await hasher.hash(await keyOf("b"), "2", "192.0.2.1/32")).toBe(expected("b", "192.0.2.1/32"));
  });

  test("remembers the networks used last, and no more than its capacity", async () => {
    const hasher = createNetworkHasher(2);
    const [right, wrong] = [await keyOf("a"), await keyOf("b")];
    const ask = (key: CryptoKey, network: string) => hasher.hash(key, "1", network);
    await ask(right, "a");
    await ask(right, "b");
    await ask(right, "a");
    await ask(right, "c");
    // A wrong key shows which ones come from memory.
    expect(await ask(wrong, "a")).toBe(expected("a", "a"));
    expect(await ask(wrong, "c")).toBe(expected("a", "c"));
    expect(await ask(wrong, "b")).toBe(expected("b", "b"));
  });
});
