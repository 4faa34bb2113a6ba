import { describe, expect, test } from "vitest";
import { kindOf, preferredType } from "../../worker/negotiate.ts";

const kind = (method: string, headers: Record<string, string>) => kindOf({ method, headers: new Headers(headers) });

const CHROME = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

describe("kindOf", () => {
  test.each([
    ["GET", { "Sec-Fetch-Mode": "navigate", Accept: CHROME }, "navigation"],
    ["GET", { "Sec-Fetch-Mode": "navigate" }, "navigation"],
    ["GET", { "Sec-Fetch-Mode": "navigate", Accept: "application/json" }, "navigation"],
    ["POST", { "Sec-Fetch-Mode": "navigate", Accept: CHROME }, "form-navigation"],
    ["POST", { Accept: CHROME }, "form-navigation"],
    ["GET", { Accept: CHROME }, "navigation"],
    ["GET", { Accept: "application/json" }, "json"],
    ["POST", { Accept: "application/json" }, "other"],
    ["GET", { "Sec-Fetch-Mode": "cors", Accept: "application/json" }, "other"],
    ["GET", { "Sec-Fetch-Mode": "no-cors", Accept: CHROME }, "other"],
    ["GET", { "Sec-Fetch-Site": "same-origin", Accept: CHROME }, "other"],
    ["GET", { "Sec-Fetch-Dest": "image", Accept: "application/json" }, "other"],
    ["GET", {}, "other"],
    ["GET", { Accept: "*/*" }, "other"],
    ["GET", { Accept: "image/webp,image/*,*/*;q=0.8" }, "other"],
    ["GET", { Upgrade: "websocket", Accept: CHROME }, "other"],
    ["HEAD", { "Sec-Fetch-Mode": "navigate", Accept: CHROME }, "other"],
    ["HEAD", { Accept: "application/json" }, "other"],
    ["GET", { "Sec-Fetch-Mode": "navigate", "Sec-Purpose": "prefetch" }, "prefetch"],
    ["GET", { "Sec-Fetch-Mode": "navigate", "Sec-Purpose": "prefetch;prerender" }, "prefetch"],
    ["GET", { Accept: CHROME, Purpose: "Prefetch" }, "prefetch"],
    ["GET", { Accept: CHROME, "X-Moz": "prefetch" }, "prefetch"],
    ["HEAD", { Purpose: "prefetch" }, "prefetch"],
    ["GET", { "Sec-Fetch-Mode": "navigate", "Sec-Purpose": "prefetching" }, "navigation"],
  ])("%s %o: %s", (method, headers, expected) => {
    expect(kind(method, headers as Record<string, string>)).toBe(expected);
  });
});

describe("case 5: preferredType", () => {
  const [html, json] = ["text/html", "application/json"];
  test.each([
    ["application/json", json],
    ["text/html", html],
    ["application/json, text/html", json],
    ["text/html, application/json", html],
    ["application/json;q=0.9, text/html", html],
    ["text/html;q=0.8, application/json;q=0.81", json],
    ["application/json, text/plain, */*", json],
    ["text/html;q=0.1, */*", html],
    ["text/*, application/json;q=0.9", html],
    ["text/*, application/json", json],
    ["text/html;q=0, text/*", null],
    ["text/html;q=0, application/json;q=0.001", json],
    ["TEXT/HTML ; Q=0.5 , APPLICATION/JSON ; Q = 0.4", html],
    ["text/html;q=2, application/json;q=0.1", json],
    ["text/html;q=abc", null],
    ["text/html;level=1;q=0.3, application/json;q=0.2", html],
    ["application/problem+json", null],
    ["*/*", null],
    ["", null],
    [",;q=1,,", null],
    ["application/json\u0000", null],
  ])("%j: %s", (accept, expected) => {
    expect(preferredType(accept)).toBe(expected);
  });

  test("case 46: an endless header is read in bounded time", () => {
    expect(preferredType(`${"a/b;q=0.5,".repeat(1_600)}text/html`)).toBe(null);
  });
});
