import { describe, expect, it } from "vitest";
import { decodeJoins, encodeJoins, JOIN_KEY_MS, RecentJoins } from "../../../durable-objects/domain/recent-joins.ts";
import { keyOf, range } from "./room.ts";

/** Bytes of all typed arrays made while `work` runs and still held by it, at most: each array's size when it was made. */
function typedBytes(work: () => void): number {
  const Original = globalThis.Uint32Array;
  let bytes = 0;
  class Counted extends Original {
    constructor(length: number) {
      super(length);
      bytes += this.byteLength;
    }
  }
  globalThis.Uint32Array = Counted as typeof Uint32Array;
  try {
    work();
  } finally {
    globalThis.Uint32Array = Original;
  }
  return bytes;
}

describe("recent joins", () => {
  it("finds every key after any growth, and none that was not added", () => {
    const joins = new RecentJoins();
    for (const n of range(1, 50_000)) joins.add(keyOf(n), n, n);
    for (const n of range(1, 50_000)) if (joins.find(keyOf(n)) !== n) expect.fail(`key ${n}`);
    expect(joins.find(keyOf(50_001))).toBeUndefined();
  });

  it("tells keys apart that share a half", () => {
    const joins = new RecentJoins();
    joins.add("0000000100000001", 1, 0);
    joins.add("0000000200000001", 2, 0);
    joins.add("0000000100000002", 3, 0);
    expect(["0000000100000001", "0000000200000001", "0000000100000002", "0000000200000002"].map((key) => joins.find(key))).toEqual([
      1,
      2,
      3,
      undefined,
    ]);
  });

  it("knows a key for 150 s after its arrival, and forgets it within another 15", () => {
    for (const arrivalMs of [0, 7_000, 14_999, 15_000, 29_000]) {
      const joins = new RecentJoins();
      for (const atMs of [0, 7_000, 14_999, 15_000, 29_000]) joins.add(keyOf(atMs), 1, atMs);
      joins.forget(arrivalMs + JOIN_KEY_MS);
      expect(joins.find(keyOf(arrivalMs))).toBe(1);
      joins.forget(arrivalMs + JOIN_KEY_MS + 15_001);
      expect(joins.find(keyOf(arrivalMs))).toBeUndefined();
    }
  });

  it("takes 12 bytes a stored join, and reads back what was written", () => {
    const joins = [0, 1, 2 ** 31, 4_294_967_295].map((position, n) => ({ visitorKey: keyOf(n * 77), position }));
    const bytes = encodeJoins([...joins, { visitorKey: "ffffffffffffffff", position: 10_000_000 }]);
    expect(bytes.byteLength).toBe(5 * 12);
    expect(decodeJoins(bytes)).toEqual([...joins, { visitorKey: "ffffffffffffffff", position: 10_000_000 }]);
    // As a row of storage gives it: a view into a larger buffer.
    const padded = new Uint8Array(bytes.byteLength + 7);
    padded.set(bytes, 7);
    expect(decodeJoins(padded.subarray(7))).toEqual(decodeJoins(bytes));
    expect(decodeJoins(new Uint8Array(0))).toEqual([]);
  });

  it("1.5 million keys, 10,000 a second for 150 s, stay under 64 MB of typed arrays", () => {
    const joins = new RecentJoins();
    let made = 0;
    let grown = 0;
    // Ten like segments: the arrays made for one, less those it has outgrown (half of the last, and before it a quarter …).
    made = typedBytes(() => {
      for (let n = 0; n < 150_000; n++) joins.add(keyOf(n), n + 1, n / 10);
    });
    grown = (made + 3 * 4 * 1024) / 2;
    expect(grown * 10).toBeLessThan(64 * 1024 * 1024);
    expect(grown).toBeGreaterThan(150_000 * 12);
    expect(joins.find(keyOf(149_999))).toBe(150_000);
  });
});
