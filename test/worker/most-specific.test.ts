import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileDirectory } from "../../worker/matching.ts";
import { readingsOf } from "../../worker/path-readings.ts";
import { owner } from "./asking.ts";
import { directoryOf, type EventChanges } from "./directory.ts";
import { slowOwners } from "./slow-matching.ts";

const HOSTS = ["one.example", "two.example"];
const names = (pieces: readonly string[]) => `/${pieces.join("")}`.replaceAll(/\*{3,}/g, "**").replaceAll(/\/{2,}/g, "/");
const glob = fc.array(fc.constantFrom("a", "b", "ab", "/", "/", "*", "/*/", "**", "/**/"), { maxLength: 7 }).map(names);
const key = (source: string) => source.replace(/(?:\/\*\*|\/)+$/, "");
const globs = (constraints: { minLength: number; maxLength: number }) => fc.uniqueArray(glob, { ...constraints, selector: key });

const event: fc.Arbitrary<EventChanges> = fc
  .record({
    hosts: fc.uniqueArray(fc.constantFrom(...HOSTS), { minLength: 1 }),
    paths: globs({ minLength: 1, maxLength: 4 }),
    lanePaths: globs({ minLength: 0, maxLength: 4 }),
  })
  .map(({ hosts, paths, lanePaths }) => ({
    hosts,
    paths,
    lanes: [
      { id: "first", paths: lanePaths.slice(0, 2) },
      { id: "rest", paths: [] },
      { id: "last", paths: lanePaths.slice(2) },
    ],
  }));
const events = fc.array(event, { minLength: 1, maxLength: 6 });
const path = fc.array(fc.constantFrom("a", "b", "ab", "/", "/"), { maxLength: 8 }).map(names);

/** Ways to write a character of a path that some server undoes. */
const DISGUISES: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => character.toUpperCase(),
  (character) => (character === "/" ? "//" : character),
  (character) => `%${character.charCodeAt(0).toString(16)}`,
  (character) => `%25${character.charCodeAt(0).toString(16)}`,
  (character) => (character === "/" ? ";x/" : character),
  (character) => (character === "/" ? "\\" : character),
];
const disguised = fc.tuple(path, fc.array(fc.nat(40), { minLength: 16, maxLength: 16 })).map(([plain, choices]) => ({
  plain,
  written: `/${[...plain.slice(1)].map((character, at) => (DISGUISES[choices[at] ?? 0] ?? String)(character)).join("")}`,
}));

describe("the most specific event and lane", () => {
  test("are those of a slow matcher written from the definition", () => {
    const outcomes = new Map<string, number>();
    fc.assert(
      fc.property(events, fc.constantFrom(...HOSTS), fc.array(path, { minLength: 1, maxLength: 6 }), (given, host, paths) => {
        const directory = directoryOf(...given);
        const index = compileDirectory(directory);
        const settings = directory.entries.map((entry) => entry.settings);
        for (const each of paths) {
          const listed = settings.some(({ hosts }) => hosts.includes(host));
          const expected = listed ? (slowOwners(settings, host, [each.toLowerCase()])[0] ?? "uncovered") : "unknown-host";
          const found = owner(index, each, { host });
          expect([each, found]).toEqual([each, expected]);
          outcomes.set(found, (outcomes.get(found) ?? 0) + 1);
        }
      }),
      { numRuns: 3_000 },
    );
    // The property is worth something only if all of it happens.
    for (const wanted of ["e1.first", "e1.last", "e1.rest", "e5.rest", "uncovered"])
      expect(outcomes.get(wanted) ?? 0, wanted).toBeGreaterThan(20);
  });

  test("S8: of several readings all must agree, else it is ambiguous, and no spelling uncovers a covered path", () => {
    const outcomes = { same: 0, ambiguous: 0 };
    fc.assert(
      fc.property(events, fc.constantFrom(...HOSTS), disguised, (given, host, { plain, written }) => {
        const directory = directoryOf(...given);
        const index = compileDirectory(directory);
        const settings = directory.entries.map((entry) => entry.settings);
        const { readings } = readingsOf(written);
        const owners = new Set(slowOwners(settings, host, readings));
        const found = owner(index, written, { host });
        if (owners.size > 1) expect([written, found]).toEqual([written, "ambiguous"]);
        if (owners.size === 1) expect([written, found]).toEqual([written, [...owners][0]]);
        const [right] = slowOwners(settings, host, [plain]);
        if (right === undefined || written === plain) return;
        expect([right, "ambiguous"]).toContain(found);
        outcomes[found === "ambiguous" ? "ambiguous" : "same"] += 1;
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(outcomes.same, outcomes.ambiguous)).toBeGreaterThan(50);
  });
});
