import { expect, it } from "vitest";
import { destination } from "../../../static/waiting-page/destination.ts";

const here = { href: "https://shop.example/tickets?a=%2F&b=1+2#row-7", hash: "#row-7" };

it.each([
  ["/tickets?a=%2F&b=1+2", null],
  ["/tickets?a=%2F&b=1+2#row-7", null],
  ["/tickets?a=%2F&b=1+2#other", "/tickets?a=%2F&b=1+2#other"],
  ["/tickets?a=/&b=1+2", "/tickets?a=/&b=1+2#row-7"],
  ["/a%2Fb?x=1&x=%C3%A9", "/a%2Fb?x=1&x=%C3%A9#row-7"],
])("case 47: %s leads to %s", (wanted, target) => {
  expect(destination(wanted, "/tickets?a=%2F&b=1+2", here)).toBe(target);
});

it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])(
  "case 47: %j leads where the page was asked for",
  (wanted) => {
    expect(destination(wanted, "/entry?x=%20", here)).toBe("/entry?x=%20#row-7");
  },
);
