import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KeyList } from "../../worker/key-lists.ts";
import { derivedKey, hmac, keyedHash, networkHash, sameText, signingKey } from "../../worker/keys.ts";
import { freshConfig, noonMs } from "../support/deployment.ts";

const ref = { event: "on-sale", incarnation: 1 };
const config = await freshConfig();
const [master] = config.ticketKeys;
const [otherMaster] = (await freshConfig()).ticketKeys;
const dayMs = 86_400_000;

describe("derived keys", () => {
  test("S15: differ by master, purpose, event, incarnation and day", async () => {
    const hashes = await Promise.all([
      keyedHash(master, "ticket", { ref, day: null }, "x"),
      keyedHash(otherMaster, "ticket", { ref, day: null }, "x"),
      keyedHash(master, "visitor", { ref, day: null }, "x"),
      keyedHash(master, "cookie-mac", { ref, day: null }, "x"),
      keyedHash(master, "ticket", { ref: { ...ref, incarnation: 2 }, day: null }, "x"),
      keyedHash(master, "ticket", { ref: { ...ref, event: "on-sale-2" }, day: null }, "x"),
      keyedHash(master, "ticket", { ref: null, day: null }, "x"),
      keyedHash(master, "ticket", { ref, day: 1 }, "x"),
      keyedHash(master, "ticket", { ref, day: 11 }, "x"),
    ]);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashes).toEqual(hashes.map(() => expect.stringMatching(/^[0-9a-f]{16}$/)));
  });

  test("cannot be read out, and are made once", async () => {
    const key = await derivedKey(master, "ticket", { ref, day: null });
    await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow(/extractable/);
    const other = await derivedKey(master, "visitor", { ref, day: null });
    expect(await derivedKey(master, "ticket", { ref, day: null })).toBe(key);
    expect(await derivedKey(master, "visitor", { ref, day: null })).toBe(other);
  });

  test("are the ones of RFC 5869, so that another version finds the same", async () => {
    const { createHmac, hkdfSync } = await import("node:crypto");
    const secret = crypto.getRandomValues(new Uint8Array(32));
    const known = { kid: "k", hkdf: await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]) };
    const okm = hkdfSync("sha256", secret, new Uint8Array(), "stanchion/ticket/on-sale.1/", 32);
    const expected = createHmac("sha256", new Uint8Array(okm)).update("text").digest();
    expect(Buffer.from(await hmac(await derivedKey(known, "ticket", { ref, day: null }), "text"))).toEqual(expected);
  });

  test("kept ones are bounded, and one that was dropped is the same again", async () => {
    const first = await keyedHash(otherMaster, "ticket", { ref, day: -1 }, "x");
    const key = await derivedKey(otherMaster, "ticket", { ref, day: -1 });
    for (let day = 0; day < 1_100; day += 1) await derivedKey(otherMaster, "ticket", { ref, day });
    expect(await derivedKey(otherMaster, "ticket", { ref, day: -1 })).not.toBe(key);
    expect(await keyedHash(otherMaster, "ticket", { ref, day: -1 }, "x")).toBe(first);
  });
});

test("S18: a network's hash changes at midnight UTC and says nothing across events", async () => {
  const at = (nowMs: number, event = "on-sale") => networkHash(master, "203.0.113.7/32", { ...ref, event }, nowMs);
  const noon = await at(noonMs);
  expect(await at(noonMs + dayMs / 2 - 1)).toBe(noon);
  expect(await at(noonMs + dayMs / 2)).not.toBe(noon);
  expect(await at(noonMs, "other")).not.toBe(noon);
  expect(await networkHash(master, "203.0.113.8/32", ref, noonMs)).not.toBe(noon);
});

test("signingKey takes the first key that is not withdrawn", () => {
  const keys: KeyList<{ readonly kid: string }> = [{ kid: "a" }, { kid: "b" }];
  expect(signingKey(keys)).toEqual({ kid: "a" });
  expect(signingKey(keys, (kid) => kid === "a")).toEqual({ kid: "b" });
  expect(signingKey(keys, () => true)).toEqual({ kid: "a" });
});

test("sameText is equality", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (one, other) => sameText(one, other) === (one === other) && sameText(one, one)));
});
