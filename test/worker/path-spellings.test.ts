/**
 * S8 as a property: whatever a lenient origin makes of a path, if it ends up at a covered page then the path was not
 * "uncovered". The origins here share no code with the room.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileDirectory } from "../../worker/matching.ts";
import { ask } from "./asking.ts";
import { directoryOf } from "./directory.ts";

type Step = (path: string) => string;

const decode: Step = (path) =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return Buffer.from(run.replaceAll("%", ""), "hex").toString("latin1");
    }
  });
const cutParameters: Step = (path) => path.replace(/;[^/]*/g, "");
const cutAllParameters: Step = (path) => path.split(";")[0] ?? "";
const turnBackslashes: Step = (path) => path.split("\\").join("/");
const collapse: Step = (path) => path.replace(/\/+/g, "/");
const removeDots: Step = (path) => {
  let rest = path;
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(/\/\.(?=\/|$)/, "").replace(/(?:\/(?!\.\.(?:\/|$))[^/]*)?\/\.\.(?=\/|$)/, "");
  }
  return rest === "" ? "/" : rest;
};
/** As the runtime's fetch, and every server that uses the URL standard. */
const parseUrl: Step = (path) => (URL.canParse(`http://o${path}`) ? new URL(`http://o${path}`).pathname : path);
const dropExtension: Step = (path) => path.replace(/(?<=\/[^/]+)\.[a-z0-9]+$/i, "");
const cutAtNul: Step = (path) => path.split("\0")[0] ?? "";

const steps = { decode, cutParameters, cutAllParameters, turnBackslashes, collapse, removeDots, parseUrl, cutAtNul };

/** What a case-insensitive file system or router does last. */
const leadsTo = (path: string, page: string): boolean => {
  const name = path.toLowerCase().replace(/\/+/g, "/");
  return name === page || name.startsWith(`${page}/`);
};

const index = compileDirectory(
  directoryOf({
    paths: ["/tickets"],
    rules: [
      { action: "bypass", paths: ["/open", "*.js", "/**/pub/*"] },
      { action: "exclude", paths: ["/out"] },
    ],
  }),
);
const wholeSite = compileDirectory(
  directoryOf({
    paths: ["/"],
    rules: [
      { action: "bypass", paths: ["/open", "*.js"] },
      { action: "exclude", paths: ["/out"] },
    ],
  }),
);
const token = fc.constantFrom(
  ..."/ / / / tickets tickets Tickets TICKETS %74ickets t%69ckets %2574ickets tick %65ts ets x open out pub _stanchion a.js .js . .. ... ./ ../ /.. /. %2e %2E%2e .%2e %252e %252e%252e %25252e%25252e %2f %2F %252f %5c %255c \\ \\..\\ ; ;x=1 ;/ ..; ..;/ %3b %253B ;.js // /// %00 %20 % %zz %u002f %c3%a9 é %ff + : .html".split(
    " ",
  ),
);
const rawPath = fc.array(token, { minLength: 1, maxLength: 10 }).map((tokens) => `/${tokens.join("")}`);
const sequence = fc
  .array(fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])), { maxLength: 7 })
  .filter((names) => names.filter((name) => name === "decode").length <= 2);

describe("S8: no spelling slips by", () => {
  test("an origin that reads a path as a covered one never gets it uncounted", () => {
    let reached = 0;
    fc.assert(
      fc.property(rawPath, sequence, (path, names) => {
        const read = names.reduce((text, name) => steps[name](text), path);
        if (!leadsTo(read, "/tickets")) return;
        reached += 1;
        const found = ask(index, path);
        expect(["covered", "ambiguous", "own"]).toContain(found.outcome);
        if (found.outcome === "covered") expect(found.excluded).toBe(false);
      }),
      { numRuns: 20_000 },
    );
    // The property is worth something only if it often comes to its point.
    expect(reached).toBeGreaterThan(200);
  });

  test("nor one that drops an extension after that", () => {
    let reached = 0;
    fc.assert(
      fc.property(rawPath, sequence, (path, names) => {
        const read = dropExtension(names.reduce((text, name) => steps[name](text), path));
        if (!leadsTo(read, "/tickets")) return;
        reached += 1;
        expect(["covered", "ambiguous", "own"]).toContain(ask(index, path).outcome);
      }),
      { numRuns: 10_000 },
    );
    expect(reached).toBeGreaterThan(100);
  });

  test("what a rule lets pass, no origin reads as anything but what the rule names", () => {
    let passed = 0;
    fc.assert(
      fc.property(rawPath, sequence, (path, names) => {
        const found = ask(wholeSite, path);
        if (found.outcome !== "covered" || (found.rule === null && !found.excluded)) return;
        passed += 1;
        const read = names.reduce((text, name) => steps[name](text), path);
        const isNamed = leadsTo(read, "/open") || leadsTo(read, "/out") || read.toLowerCase().endsWith(".js");
        expect([path, read, isNamed]).toEqual([path, read, true]);
        if (!leadsTo(read, "/open") && !leadsTo(read, "/out")) expect(found.stripCredentials).toBe(true);
      }),
      { numRuns: 10_000 },
    );
    expect(passed).toBeGreaterThan(50);
  });

  test("nothing an origin reads as the room's own path reaches it", () => {
    let reached = 0;
    fc.assert(
      fc.property(rawPath, sequence, (path, names) => {
        if (
          !leadsTo(
            names.reduce((text, name) => steps[name](text), path),
            "/_stanchion",
          )
        )
          return;
        reached += 1;
        expect(["own", "ambiguous"]).toContain(ask(index, path).outcome);
      }),
      { numRuns: 20_000 },
    );
    expect(reached).toBeGreaterThan(20);
  });
});
