/** Texts that an attacker, or a broken client, shows as a credential. */
import { base64url, CompactSign, generateKeyPair, exportJWK } from "jose";
import type { EventRef } from "../../durable-objects/protocol.ts";
import type { Config } from "../../worker/config.ts";
import { derivedKey, hmac } from "../../worker/keys.ts";

/** Field case 46: what is no credential at all. */
export const garbage: readonly string[] = [
  "",
  ".",
  "..",
  "...",
  "~",
  "..~",
  "%",
  "%E0%A4%A",
  "\u0000",
  "\ud800",
  "\ufffd\ufffd",
  "foo=1",
  "null",
  "{}",
  '"',
  "a".repeat(16_384),
  ".".repeat(16_384),
  "~".repeat(16_384),
  `${"a".repeat(8_192)}.${"b".repeat(8_192)}.c`,
  "eyJhbGciOiJub25lIn0.e30.",
];

export function encode(value: unknown): string {
  return base64url.encode(JSON.stringify(value));
}

export function decode(segment: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(segment, "base64url").toString()) as Record<string, unknown>;
}

/** The same token under a changed header, the signature as it was. */
export function withHeader(token: string, change: Readonly<Record<string, unknown>>): string {
  const [header = "", ...rest] = token.split(".");
  return [encode({ ...decode(header), ...change }), ...rest].join(".");
}

/** The same token with changed claims, the signature as it was. */
export function withClaims(token: string, change: Readonly<Record<string, unknown>>): string {
  const [header = "", payload = "", ...rest] = token.split(".");
  return [header, encode({ ...decode(payload), ...change }), ...rest].join(".");
}

/** A value as only the room can make it: the MAC over any token is right. */
export async function withMac(config: Config, ref: EventRef, token: string): Promise<string> {
  const mac = await hmac(await derivedKey(config.ticketKeys[0], "cookie-mac", { ref, day: null }), token);
  return `${token}~${base64url.encode(mac.subarray(0, 16))}`;
}

/** The token's payload, signed by keys and under headers of the attacker's choice. `room`: the kid it pretends to be of. */
export async function forgeries(token: string, publicKey: string): Promise<Readonly<Record<string, string>>> {
  const [header = "", payload = ""] = token.split(".");
  const own = decode(header);
  const { privateKey, publicKey: attackersKey } = await generateKeyPair("EdDSA", { extractable: true });
  const jwk = await exportJWK(attackersKey);
  const secret = await crypto.subtle.importKey(
    "raw",
    new Uint8Array(base64url.decode(publicKey)),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signed = (change: object, key: CryptoKey) =>
    new CompactSign(new Uint8Array(base64url.decode(payload))).setProtectedHeader({ alg: "EdDSA", ...own, ...change }).sign(key);
  return {
    "alg none": `${encode({ ...own, alg: "none" })}.${payload}.`,
    "alg NONE": `${encode({ ...own, alg: "NONE" })}.${payload}.`,
    "no alg": withHeader(token, { alg: undefined }),
    "alg changed": withHeader(token, { alg: own["alg"] === "HS256" ? "EdDSA" : "HS256" }),
    "a weaker name of the algorithm": withHeader(token, { alg: own["alg"] === "HS256" ? "HS1" : "Ed25519" }),
    "the public key as HMAC secret": await signed({ alg: "HS256" }, secret),
    "the attacker's key": await signed({ alg: "EdDSA" }, privateKey),
    "the attacker's key in the header": await signed({ alg: "EdDSA", jwk }, privateKey),
    "the attacker's key set": await signed({ alg: "EdDSA", jku: "https://evil.example/jwks.json" }, privateKey),
    "the attacker's certificate": await signed({ alg: "EdDSA", x5u: "https://evil.example/x.pem" }, privateKey),
    "an unknown kid": withHeader(token, { kid: "other" }),
    "no kid": withHeader(token, { kid: undefined }),
    "a kid that is no text": withHeader(token, { kid: { toString: "x" } }),
    "a path as kid": withHeader(token, { kid: "../../dev/null" }),
    "a critical extension": withHeader(token, { crit: ["exp"] }),
    "an unencoded payload": withHeader(token, { b64: false, crit: ["b64"] }),
    "an ordinary typ": withHeader(token, { typ: "JWT" }),
    "no typ": withHeader(token, { typ: undefined }),
    "a later exp": withClaims(token, { exp: 9_999_999_999 }),
    "another place": withClaims(token, { pos: 1 }),
    "no signature": token.slice(0, token.lastIndexOf(".") + 1),
    "a second signature": `${token}.${payload}`,
    padding: `${token}=`,
    "a blank": `${token} `,
    quotes: `"${token}"`,
  };
}
