import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { cpuMs } from "../support/cpu-time.ts";
import { compileGlob, covers, MAX_GLOB_LENGTH } from "../../worker/glob.ts";
import { createGlobIndex, findMostSpecific } from "../../worker/glob-index.ts";
import { rulePattern } from "../../worker/organiser/address-fields.ts";
import { readingsOf } from "../../worker/path-readings.ts";
import { slowMatch } from "./slow-matching.ts";

const matches = (source: string, path: string) => {
  const glob = compileGlob(source);
  if (glob === null) throw new Error(`no glob: ${source}`);
  return covers(glob, path);
};

describe("covers", () => {
  test.each([
    ["/", "/", true],
    ["/", "/x/y", true],
    ["/**", "/x", true],
    ["/shop", "/shop", true],
    ["/shop", "/shop/", true],
    ["/shop", "/shop/x", true],
    ["/shop", "/shopping", false],
    ["/shop", "/", false],
    ["/Shop/", "/shop/x", true],
    ["/shop/**", "/shop", true],
    ["/a/*/c", "/a/b/c", true],
    ["/a/*/c", "/a/b/c/d", true],
    ["/a/*/c", "/a/b/cd", false],
    ["/a/*/c", "/a/b/x/c", false],
    ["/a/*", "/a", false],
    ["/a*", "/abc/d", true],
    ["/a*c/d", "/abc/d", true],
    ["/a*c/d", "/ab/c/d", false],
    ["/a/**/c", "/a/c", true],
    ["/a/**/c", "/a/x/y/c/z", true],
    ["/a/**/c", "/a/xc", false],
    ["/a**c", "/a/x/c", true],
    ["/**/x.js", "/x.js", true],
    ["/**/x.js", "/a/b/x.js", true],
    ["/**/x.js", "/a/bx.js", false],
    ["/*.js", "/a.js", true],
    ["/*.js", "/a/b.js", false],
    ["*.js", "/a/b.js", true],
    ["*.JS", "/a/b.js", true],
    ["*.js", "/a/b.js/", false],
    ["*.js", "/a/b.jsx", false],
    ["/café", "/caf%c3%a9/x", true],
    ["/caf%C3%A9", "/café", true],
    ["/a b", "/a%20b", true],
    ["/a%2Fb", "/a%2fb", true],
  ])("%s on %s: %s", (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });

  test.each(["", "shop", "*", "**", "*.j*s", "*a*", `/${"a".repeat(MAX_GLOB_LENGTH)}`])("%j is no glob", (source) => {
    expect(compileGlob(source)).toBe(null);
  });

  test("agrees with a slow matcher written from the definition", () => {
    const piece = fc.constantFrom("a", "b", "/", "*", "**");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.constantFrom("a", "b", "/"), { maxLength: 9 }), (pieces, letters) => {
        const source = `/${pieces.join("")}`.replaceAll(/\*{3,}/g, "**").replaceAll(/\/{2,}/g, "/");
        const path = `/${letters.join("")}`.replaceAll(/\/{2,}/g, "/");
        expect([source, path, matches(source, path)]).toEqual([source, path, slowMatch(source, path)]);
      }),
      { numRuns: 3_000 },
    );
  });

  test("S8: is linear in the path, whatever the glob", () => {
    const startedMs = cpuMs();
    expect(matches("/**a*b*c*d**a*b*c*d**x", `/${"abcd".repeat(4_000)}`)).toBe(false);
    expect(cpuMs() - startedMs).toBeLessThan(5_000);
  });

  test("a literal glob covers the path it was written from, escaped by a browser or not", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), (name) => {
        fc.pre(!/[*%\\;?#]|\p{Cc}|^\.{1,2}$/u.test(name) && name === name.trim() && !name.includes("/") && name.isWellFormed());
        const glob = compileGlob(`/x/${name}`);
        const { pathname } = new URL(`https://h/x/${encodeURIComponent(name)}`);
        expect(glob !== null && readingsOf(pathname).readings.some((reading) => covers(glob, reading))).toBe(true);
      }),
    );
  });
});

test("every pattern the organiser's API takes is a glob", () => {
  const text = fc.string({ unit: fc.constantFrom(..."/ab.*%2F;é-", "**", "*.", "%C3%A9", "%ff"), maxLength: 10 });
  let taken = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((rest) => `/${rest}`),
        text.map((rest) => `*.${rest}`),
      ),
      (source) => {
        if (!v.safeParse(rulePattern(), source).success) return;
        taken += 1;
        expect([source, compileGlob(source) === null]).toEqual([source, false]);
      },
    ),
    { numRuns: 3_000 },
  );
  expect(taken).toBeGreaterThan(100);
});

describe("findMostSpecific", () => {
  const index = (...sources: string[]) =>
    createGlobIndex(sources.map((source) => ({ glob: compileGlob(source) ?? expect.unreachable(source), value: source })));

  test.each([
    [["/shop", "/shop/checkout"], "/shop/checkout/x", "/shop/checkout"],
    [["/shop", "/shop/checkout"], "/shop/checking", "/shop"],
    [["/shop", "/shop/checkout"], "/shopping", null],
    [["/", "/shop/*/seats"], "/shop/9/seats/a", "/shop/*/seats"],
    [["/", "/shop/*/seats"], "/shop/9/news", "/"],
    [["/shop/ab*", "/shop"], "/shop/abc", "/shop/ab*"],
    // Equal beginnings: more literal characters, then fewer asterisks, then the earlier one.
    [["/shop/*", "/shop/*/seats"], "/shop/9/seats", "/shop/*/seats"],
    [["/shop*", "/shop"], "/shop/9", "/shop"],
    [["/shop*", "/shop"], "/shopping", "/shop*"],
    [["/**/x", "/*/x"], "/a/x", "/*/x"],
    [["/a*/x", "/a*x/"], "/abc/x", "/a*/x"],
    [["/*a/b", "/*/ab"], "/a/b", "/*a/b"],
    [["/x*y/*", "/x*/y*"], "/xay/yb", "/x*y/*"],
    [["/x*/y*", "/x*y/*"], "/xay/yb", "/x*/y*"],
    [["/a"], "/", null],
  ])("of %j on %s: %s", (sources, path, expected) => {
    expect(findMostSpecific(index(...sources), path)).toBe(expected);
  });
});
