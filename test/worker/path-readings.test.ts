import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs } from "../support/cpu-time.ts";
import { isOwnPath, readingsOf } from "../../worker/path-readings.ts";

const readings = (path: string) => readingsOf(path).readings;

describe("readingsOf", () => {
  test.each([
    ["/", ["/"]],
    ["/Shop/Seats.html", ["/shop/seats.html"]],
    ["/caf%C3%A9", ["/caf%c3%a9", "/café"]],
    ["/a//b", ["/a/b"]],
    ["/a;x=1/b", ["/a;x=1/b", "/a/b", "/a"]],
    ["/a\\b", ["/a\\b", "/a/b"]],
    ["/a/../b", ["/a/../b", "/b"]],
    ["/x/%2e%2e/b", ["/x/%2e%2e/b", "/b", "/x/../b"]],
  ])("%s has these readings and no more", (path, expected) => {
    expect(readings(path).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ["decoded twice", "/%2574ickets", "/tickets"],
    ["dots resolved before decoding", "/x/../%74ickets", "/tickets"],
    ["dots resolved after decoding", "/x/%252e%252e/tickets", "/tickets"],
    ["parameters cut, then dots resolved", "/x/..;/tickets", "/tickets"],
    ["parameters cut after decoding", "/tickets%3Bx", "/tickets"],
    ["an encoded backslash that leads up", "/x/..%5ctickets", "/tickets"],
    ["slashes folded before dots are resolved", "/x//../tickets", "/tickets"],
    ["only literal dots resolved", "/x/../tickets/%2e%2e/y", "/tickets/%2e%2e/y"],
    ["escaped dots resolved after two decodings", "/x/%25252e%25252e/tickets", "/tickets"],
    ["slashes not folded before dots are resolved", "/tickets/x//..", "/tickets/x/"],
    ["an overlong slash", "/x/..%c0%aftickets", "/tickets"],
    ["an escape of the form %uXXXX", "/%u0074ickets", "/tickets"],
    ["Latin-1", "/caf%e9", "/café"],
    ["a letter that only folds upwards", "/ticket%C5%BF", "/tickets"],
    ["the Kelvin sign", "/tic%e2%84%aaets", "/tickets"],
    ["what the URL parser drops", "/tick\tets", "/tickets"],
    ["the same, parsed once more after decoding", "/tick%0Aets%20%00", "/tickets"],
    ["a text that ends at NUL", "/tickets%00/../x", "/tickets"],
    ["a query that was escaped", "/tickets%3Fx", "/tickets"],
  ])("S8: %s", (_, path, expected) => {
    expect(readings(path)).toContain(expected);
  });

  test.each([
    "/a%2Fb",
    "/a%5cb",
    "/a%00",
    "/a;b",
    "/a\\b",
    "/a/../b",
    "/a..b",
    "/%",
    "/%E0%A4%A",
    "/%zz",
    "/%252f",
    "/%253b",
    "/a%0Ab",
    "/a%3Fb",
    "/a%23",
    "/%c0%ae",
    "/%ff",
    "tickets",
    "",
    "*",
  ])("S8: %s is suspicious", (path) => {
    expect(readingsOf(path).suspicious).toBe(true);
  });

  test.each(["/", "/shop/x.js", "/caf%C3%A9", "/a%20b", "/a//b", "/./a", "/a,b(c)@d:e~f!$&'*+=", "/\u65e5\u672c"])("%s is not", (path) => {
    expect(readingsOf(path)).toMatchObject({ suspicious: false, overflow: false });
  });

  test("every reading is canonical, distinct, and itself without new readings", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("/", ".", "%2e", "%2F", "%25", ";", "\\", "a", "T", "%", "é"), maxLength: 12 }),
        (text) => {
          const all = readings(`/${text}`);
          expect(new Set(all).size).toBe(all.length);
          for (const reading of all) expect(reading).toMatch(/^\/(?!\/)(?:(?!\/\/|[A-Z]).)*$/);
        },
      ),
    );
  });

  test("case 46: garbage of 16 KB is judged in bounded time, at the worst as overflow", () => {
    const units = [
      "a",
      "%",
      "%E0%A4%A",
      "/..",
      "%00",
      "/;%2e/..\\;a",
      "\\..;/./%5c..%3b//",
      "/a%2e%2e%2fb;x\\..//c/../%252e%252e%255cd;y%3bz/",
    ];
    for (const unit of units) {
      const path = `/${unit.repeat(16_384 / unit.length)}`;
      const startedMs = cpuMs();
      const { readings: all, suspicious, overflow } = readingsOf(path);
      // Generous: the bound on the work is some 20 ms. An unbounded closure needs many seconds here.
      expect(cpuMs() - startedMs).toBeLessThan(1_000);
      expect(all.length).toBeLessThanOrEqual(257);
      if (overflow) expect(suspicious).toBe(true);
    }
    expect(readingsOf(`/${"%E0%A4%A".repeat(2_000)}`).overflow).toBe(false);
  });
});

describe("isOwnPath", () => {
  test.each([
    "/_stanchion",
    "/_stanchion/v1/join",
    "/_STANCHION/",
    "//_stanchion/x",
    "/x/../_stanchion/v1",
    "/%5fstanchion/v1",
    "/_stanchion%00x",
    "/%255Fstanchion",
    "/_stanchion%2Fv1",
    "/_stanchion;x/v1",
    "/\\_stanchion",
  ])("S8: %s is ours or nobody's", (path) => {
    expect(isOwnPath(readingsOf(path))).toBe(true);
  });

  test.each(["/", "/_stanchions", "/x/_stanchion", "/stanchion"])("%s is not ours", (path) => {
    expect(isOwnPath(readingsOf(path))).toBe(false);
  });
});
