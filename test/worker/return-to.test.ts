import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RequestTarget } from "../../worker/request-url.ts";
import { returnToWithin, wayBack } from "../../worker/return-to.ts";

const host = "shop.example:8443";
const read = (value: unknown) => returnToWithin(value, { host });

describe("case 47: returnTo", () => {
  test.each([
    "/",
    "/tickets",
    "/a%2Fb/%7E?x=1+2&x=3&&y=%20#/seat?row=1",
    "/?next=https://evil.example//x\\y",
    "/a//b",
    "/./x",
    "/#\\",
    `/${"a".repeat(2_047)}`,
  ])("%s comes back byte for byte", (value) => {
    expect(read(value)).toBe(value);
  });

  test.each([
    ["https://shop.example:8443/a%2Fb?x#y", "/a%2Fb?x#y"],
    ["HTTP://SHOP.example:8443/a", "/a"],
    ["https://shop.example:8443", "/"],
    ["https://shop.example:8443?x=1", "/?x=1"],
    ["https://shop.example:8443#x", "/#x"],
  ])("%s of the same host is cut to %s", (value, expected) => {
    expect(read(value)).toBe(expected);
  });

  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil",
    "/\\/evil",
    "\\\\evil",
    "///evil.example",
    "https:/evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://shop.example/",
    "https://shop.example:8443@evil.example/",
    "https://shop.example:8443.evil.example/",
    "https://shop.example:8443\\@evil.example/",
    "https://evil.example\\shop.example:8443/",
    "https://shop.example:8443//evil.example",
    "https://shop.example:8443/\\evil.example",
    "ftp://shop.example:8443/",
    "//shop.example:8443/",
    "/a\\b",
    "/a b",
    " /a",
    "/a\n",
    "/\t/evil.example",
    "/\u0000",
    "/a\u007f",
    "/caf\u00e9",
    "/\u2028",
    "tickets",
    "",
    "?x",
    "#x",
    ".",
    `/${"a".repeat(2_048)}`,
    "/_stanchion/v1/leave",
    "/%5Fstanchion/x",
    "/x/..%2f_stanchion/",
  ])("%j counts as not given", (value) => {
    expect(read(value)).toBe(null);
  });

  test.each([null, undefined, 7, {}, ["/a"], true])("%j is no text", (value) => {
    expect(read(value)).toBe(null);
  });

  test("whatever is taken, a browser stays on the host and sees what it sent", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."/\\:.@?#%2e5cab \t\n", "//", "evil.example", "https:", "shop.example:8443"), maxLength: 8 }),
        (text) => {
          for (const value of [text, `/${text}`, `https://shop.example:8443${text}`]) {
            const path = read(value);
            if (path === null) continue;
            expect(value.endsWith(path) || path === `/${value.slice(value.indexOf(host) + host.length)}`).toBe(true);
            expect(new URL(path, `https://${host}/here/now`).host).toBe(host);
            expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
          }
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe("the way back from a page that stands in for another", () => {
  const target = { scheme: "https", host, rawPath: "/pay%2F", query: "?x=1" } as RequestTarget;
  const back = (method: string, headers: Record<string, string>) =>
    wayBack({ method, headers: new Headers({ Accept: "text/html", ...headers }) }, target);

  test("leads to what was asked for, byte for byte", () => {
    expect(back("GET", { Referer: `https://${host}/seats` })).toBe("/pay%2F?x=1");
  });

  test.each([
    [`https://${host}/seats?row=1`, "/seats?row=1"],
    ["https://bank.example/paid", "/"],
    ["", "/"],
  ])("after a form on %j leads to %s", (Referer, expected) => {
    expect(back("POST", { Referer })).toBe(expected);
  });
});
