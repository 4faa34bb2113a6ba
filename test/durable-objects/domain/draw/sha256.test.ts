import fc from "fast-check";
import { expect, test } from "vitest";
import { toHex } from "../../../../durable-objects/domain/draw/bytes.ts";
import { sha256 } from "../../../../durable-objects/domain/draw/sha256.ts";
import { sha256 as nodeSha256 } from "./node-sha256.ts";

// FIPS 180-4's examples, as NIST publishes them.
test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
])('"%s"', (text, hash) => {
  expect(toHex(sha256(new TextEncoder().encode(text)))).toBe(hash);
});

test("every length to 300 bytes, and any bytes, as Node hashes them", () => {
  for (let length = 0; length <= 300; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => index * 7);
    expect(toHex(sha256(bytes))).toBe(toHex(nodeSha256(bytes)));
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
      expect(toHex(sha256(bytes))).toBe(toHex(nodeSha256(bytes)));
    }),
  );
});
