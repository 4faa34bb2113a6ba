import { describe, expect, test } from "vitest";
import { splitRequestUrl } from "../../worker/request-url.ts";

describe("splitRequestUrl", () => {
  test.each([
    [
      "http://shop.example/a/../b/%2e%2e\\c;x?q=1?2",
      { scheme: "http", host: "shop.example", rawPath: "/a/../b/%2e%2e\\c;x", query: "?q=1?2" },
    ],
    ["https://SHOP.Example:8443/", { scheme: "https", host: "shop.example:8443", rawPath: "/", query: "" }],
    ["http://shop.example", { scheme: "http", host: "shop.example", rawPath: "/", query: "" }],
    ["http://shop.example?q", { scheme: "http", host: "shop.example", rawPath: "/", query: "?q" }],
    ["http://shop.example/a#/b?c", { scheme: "http", host: "shop.example", rawPath: "/a", query: "" }],
    ["http://[::1]:8787//x", { scheme: "http", host: "[::1]:8787", rawPath: "//x", query: "" }],
  ])("%s is cut as text, nothing resolved", (url, target) => {
    expect(splitRequestUrl(url)).toEqual(target);
  });

  test.each([
    "http://user@shop.example/x",
    "http://shop.example*",
    "http://shop.example:/x",
    "http://shop.example\\@evil.example/x",
    "http://shop.example,evil.example/x",
    "http://b\u00fccher.example/x",
    "http:///x",
    "ftp://shop.example/x",
    "/x",
    "",
  ])("S8: %s belongs to no host", (url) => {
    expect(splitRequestUrl(url)).toBe(null);
  });
});
